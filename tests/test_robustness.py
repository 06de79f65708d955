"""Whatever is written compiles to a valid module or is told as a mistake, and soon.

``PYVKC_MUTANTS`` is how many mutants are tried, ``PYVKC_MUTANT_SEED`` where they begin.
"""

from __future__ import annotations

import linecache
import os
import time
import traceback
import warnings
from pathlib import Path

import pytest
from mutants import Mutator
from spirv_tools import validate

import pyvkc as vkc
from pyvkc.annotations import parse_types
from pyvkc.errors import Error
from pyvkc.static import STATIC

MUTANTS = int(os.environ.get("PYVKC_MUTANTS", "600"))
SEED = int(os.environ.get("PYVKC_MUTANT_SEED", "0"))
PARTS = 4
LONGEST = 10.0
FRONTEND = Path(vkc.__file__).parent / "frontend"
TYPES = ["f32[:]", "i32[:]", "f32[:, :]", "i32", "f32", "u32", "u8[:]", "bool", "f64", "i64[:]"]
STATICS = [0, 3, -1, 2.5, True, ("text", 1), (1, 2), None, vkc.f32]


def run_module(text, name):
    """The names that a module defines; none where Python or pyvkc finds fault with it."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names = {"__name__": "mutant"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, name, "exec", dont_inherit=True), names)
        except Error:
            return {}
        except Exception as error:
            raised_in = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
            if FRONTEND in raised_in.parents and not isinstance(error, (TypeError, RuntimeError)):
                raise
            return {}
    return names


def compile_mutant(kernel, mutator):
    """Its program, or the mistake that was told."""
    choose = mutator.random.choice
    types = [
        parse_types(choose(TYPES))[0][1] if kind is None else choose(STATICS) if kind == STATIC else kind
        for kind in (parameter.annotation for parameter in kernel.signature.parameters)
    ]
    try:
        return kernel.compile(*types, abi=choose(["address", "descriptor"]), ndim=choose([None, 1, 2]))
    except Error as error:
        return error
    except TypeError as error:
        assert str(error).startswith("kernel ") or "element type" in str(error)  # noqa: PT017
        return error


def last_kernel(names):
    return next((value for value in reversed(list(names.values())) if isinstance(value, vkc.Kernel)), None)


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants_compile_or_are_told(part):
    mutator = Mutator(SEED * PARTS + part)
    compiled = told = 0
    for number in range(MUTANTS // PARTS):
        text = mutator.mutant()
        print(f"{'=' * 80}\n{text}")  # shown when the test fails: the last one is at fault
        begin = time.perf_counter()
        kernel = last_kernel(run_module(text, f"<mutant {part}.{number}>"))
        if kernel is None:
            continue
        result = compile_mutant(kernel, mutator)
        if isinstance(result, Exception):
            assert len(str(result)) > 10
            told += 1
        else:
            validate(result.words, result.target)
            compiled += 1
        assert time.perf_counter() - begin < LONGEST
    assert min(compiled, told) > MUTANTS // PARTS // 10, (compiled, told)


HEAD = "import pyvkc as vkc\n@vkc.kernel\ndef deep(x):\n    i = vkc.global_id()\n"

DEEP = {
    "sum": lambda n: HEAD + f"    x[i] = {'+'.join(['x[i]'] * n)}\n",
    "conjunction": lambda n: HEAD + f"    if {' and '.join(['x[i]'] * n)}: x[i] = 1\n",
    "comparison": lambda n: HEAD + f"    if {' < '.join(['x[i]'] * n)}: x[i] = 1\n",
    "negations": lambda n: HEAD + f"    x[i] = {'-' * n}x[i]\n",
    "conditions": lambda n: HEAD + f"    x[i] = {'1 if x[i] else ' * n}2\n",
    "branches": lambda n: HEAD + "    if i: x[i] = 1\n" + "    elif x[i] == 1: x[i] = 2\n" * n,
    "tuple": lambda n: HEAD + f"    x[i] = sum(({'x[i], ' * n}))\n",
    "statements": lambda n: HEAD + "    x[i] = x[i] + 1\n" * n,
    "calls": lambda n: (
        "def f0(v): return v + 1\n"
        + "".join(f"def f{k + 1}(v): return f{k}(v) * 2\n" for k in range(n))
        + HEAD
        + f"    x[i] = f{n}(x[i])\n"
    ),
    "widening": lambda n: (
        HEAD
        + "".join(f"    a{k} = 0\n" for k in range(n + 1))
        + "    for k in range(9):\n"
        + "".join(f"        a{k} = a{k + 1}\n" for k in range(n))
        + f"        a{n} = x[i]\n    x[i] = a0\n"
    ),
}


@pytest.mark.parametrize("shape", DEEP)
def test_what_is_long_compiles(shape):
    kernel = last_kernel(run_module(DEEP[shape](60), f"<long {shape}>"))
    validate(kernel.compile("f32[:]").words)


@pytest.mark.parametrize("shape", ["sum", "conjunction", "comparison"])
def test_what_is_very_long_and_not_deep_compiles(shape):
    last_kernel(run_module(DEEP[shape](900), f"<very long {shape}>")).compile("f32[:]")


@pytest.mark.parametrize("shape", ["negations", "conditions", "branches", "tuple", "calls"])
def test_what_is_nested_too_deeply_is_told(shape):
    with pytest.raises(vkc.CompileError, match=r"nested too deeply|a tuple holds at most") as caught:
        names = {}
        text = DEEP[shape](1100 if shape == "tuple" else 900)
        name = f"<deep {shape}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        exec(compile(text, name, "exec"), names)
        last_kernel(names).compile("f32[:]")
    assert len(str(caught.value).splitlines()) < 50


def test_a_tuple_that_doubles_is_told():
    doubled = "".join(f"    t{k + 1} = t{k}, t{k}\n" for k in range(40))
    kernel = last_kernel(run_module(f"{HEAD}    t0 = x[i], x[i]\n{doubled}    x[i] = t40[0]\n", "<doubling>"))
    with pytest.raises(vkc.CompileError, match="a tuple holds at most 1024 values"):
        kernel.compile("f32[:]")
