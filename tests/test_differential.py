"""Programs written by Hypothesis mean on the device what they mean in Python, or they do not compile.

``programs.py`` writes them and ``meaning.py`` runs them in Python. Integers and bools must agree exactly and floats bit
by bit: each operation is exact or correctly rounded, except `/`, which is left out where a device rounds it otherwise.
"""

from __future__ import annotations

import linecache
import math
import os

import meaning
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from kernels import ulp_distance
from program_expressions import ARRAYS, VARIABLES
from programs import ITEMS, SLOTS, programs

import pyvkc as vkc

EXAMPLES = int(os.environ.get("PYVKC_DIFFERENTIAL_EXAMPLES", "60"))
RANDOM = bool(os.environ.get("PYVKC_DIFFERENTIAL_RANDOM"))
DTYPES = {"i32": np.int32, "u32": np.uint32, "f32": np.float32, "bool": np.bool_}
EDGES = {
    "i32": [0, 1, -1, 2, -2, 7, 31, 32, 100, -(2**31), 2**31 - 1, 12345],
    "u32": [0, 1, 2, 3, 31, 32, 255, 2**16, 2**31, 2**32 - 1, 2**32 - 2, 54321],
    "f32": [0.0, -0.0, 1.0, -1.5, 2.5, 0.1, 1e10, -3e9, 1e-40, math.inf, -math.inf, math.nan],
    "bool": [False, True] * 6,
}
TAME = [0.0, -0.0, 1.0, -1.5, 2.5, 0.1, 1e4, -300.0, 7.0, 1e-3, 33.0, 0.5]
COUNTER = iter(range(1_000_000_000))


@vkc.kernel
def _quotients(x: vkc.Array[vkc.f32], y: vkc.Array[vkc.f32]):
    i = vkc.global_id()
    y[i] = x[i] / x[i + 1]


@vkc.kernel
def _sums(x: vkc.Array[vkc.f32], y: vkc.Array[vkc.f32], n: vkc.u32):
    y[0] = x[0] + 0.0
    y[1] = x[1] + x[2]
    y[2] = 1.0 if x[1] > 0.0 else 0.0
    y[3] = n


@pytest.fixture(scope="module")
def able(device):
    """What the device does right: round quotients, which SPIR-V does not demand, add a constant 0.0 to -0.0 and so on.

    llvmpipe takes ``x + 0.0`` for x, ``x * y`` for 0.0 where it finds out that y is, and loses signs of zeros.
    SwiftShader flushes subnormal numbers, has no 64-bit integers and does not round large u32 numbers to the nearest
    float.
    """
    x = np.random.default_rng(0).uniform(-100, 100, 1001).astype(np.float32)
    y, z = np.zeros(1000, np.float32), np.zeros(4, np.float32)
    _quotients[1000](x, y)
    _sums[1](np.array([-0.0, 1e-40, 1e-40], np.float32), z, 2950771041)
    return {
        "divides": bool((y == x[:-1] / x[1:]).all()),
        "zeros": not np.signbit(z[0]),
        "subnormals": bool(z[1] > 0 and z[2] > 0),
        "unsigned": bool(z[3] == np.float32(2950771041)),
        "wide": bool(device.features["shaderInt64"]),
    }


def _inputs(seed, *, wild, subnormals):
    """The arrays and the numbers that a program gets: edge values in some order."""
    random = np.random.default_rng(seed)
    edges = EDGES if wild else {**EDGES, "f32": TAME}
    arrays = {name: np.array(random.permutation(edges[name])).astype(DTYPES[name]) for name in ARRAYS}
    if not subnormals:
        arrays["f32"][np.abs(arrays["f32"]) < np.finfo(np.float32).tiny] = 0
    outputs = {name: np.zeros((ITEMS, len(VARIABLES[name])), DTYPES[name]) for name in ARRAYS}
    slots = random.integers(-5, 5, (ITEMS, SLOTS)).astype(np.int32)
    numbers = {name: random.choice(array) for name, array in arrays.items()}
    return outputs, slots, arrays, numbers


def _load(text, names):
    """The names that a text defines, its lines known to linecache."""
    filename = f"<program {next(COUNTER)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    exec(compile(text, filename, "exec"), names)
    return names


def _on_device(program, outputs, slots, arrays, numbers):
    words = ("Array", "i32", "u32", "f32", "bool_", "kernel", "global_id", "atomic")
    names = {name: getattr(vkc, name) for name in words}
    kernel = _load(program.text, {**names, "math": math, "np": np})["kernel_under_test"]
    kernel[ITEMS](*outputs.values(), slots, *arrays.values(), *numbers.values())


class _Typed:
    """A type's name in the Python form: a conversion, and an annotation."""

    def __init__(self, type):
        self.type = type

    def __call__(self, value):
        return meaning.cast(self.type, value)

    def __getitem__(self, item):
        return None


class _Module:
    floor = staticmethod(lambda x: _rounded(np.floor, x))
    trunc = staticmethod(lambda x: _rounded(np.trunc, x))


def _rounded(function, value):
    return meaning.Number("f32", function(value.value)) if isinstance(value, meaning.Number) else float(function(value))


def _int(value):
    return meaning.cast("i32", value) if isinstance(value, meaning.Number) else int(value)


class _Math:
    @staticmethod
    def floor(value):
        return _int(_Module.floor(value)) if isinstance(value, meaning.Number) else math.floor(value)


def _float(value):
    return meaning.convert(value, "f32") if isinstance(value, meaning.Number) else float(value)


def _len(array):
    return meaning.Number("i32", len(array))


class _Array(meaning.Array):
    shape = property(lambda self: tuple(meaning.Number("i32", extent) for extent in self.data.shape))


class _Atomic:
    """Atomic operations of one invocation."""

    def __getattr__(self, name):
        def operate(array, index, value):
            old, value = array[index], meaning.convert(value, array.type)
            array[index] = ATOMICS[name](old, value)
            return old

        return operate


ATOMICS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "min": lambda a, b: b if b < a else a,
    "max": lambda a, b: b if b > a else a,
    "and_": lambda a, b: a & b,
    "or_": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "exchange": lambda a, b: b,
}
PYTHON = {
    **{name: _Typed(name) for name in ("i32", "u32", "f32")},
    "bool_": _Typed("bool"),
    "Array": _Typed("array"),
    "kernel": lambda function: function,
    "select": meaning.select,
    "count": meaning.count,
    "min": lambda *values: _extreme(min, values, lambda a, b: a < b),
    "max": lambda *values: _extreme(max, values, lambda a, b: a > b),
    "int": _int,
    "float": _float,
    "len": _len,
    "np": _Module,
    "atomic": _Atomic(),
    "math": _Math,
}


def _extreme(function, values, keep):
    if not any(isinstance(value, meaning.Number) for value in values):
        return function(values)
    return meaning.extreme(*values, keep=keep)


def _in_python(program, outputs, slots, arrays, numbers):
    here = {}
    names = _load(program.python, {**PYTHON, "global_id": lambda: here["id"]})
    wrapped = [_Array(name, data) for name, data in outputs.items()]
    wrapped += [_Array("i32", slots), *(_Array(name, data) for name, data in arrays.items())]
    wrapped += [meaning.Number(name, value if name == "f32" else value.item()) for name, value in numbers.items()]
    for invocation in range(ITEMS):
        here["id"] = meaning.Number("i32", invocation)
        names["kernel_under_test"](*wrapped)


def _compare(program, device, python, *, zeros):
    """Floats by their bits; where a device is careless with the sign of zeros, by their values."""
    for name in ARRAYS:
        got, wanted = device[0][name], python[0][name]
        same = got == wanted
        if name == "f32":
            same = (ulp_distance(got, wanted) == 0) | (same & (not zeros))
        assert same.all(), f"{name}:\n{got}\nnot\n{wanted}\n{program.text}"
    assert (device[1] == python[1]).all(), f"slots:\n{device[1]}\nnot\n{python[1]}\n{program.text}"


@pytest.mark.slow
def test_programs_mean_on_the_device_what_they_mean_in_python(able):
    compared = []

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=not RANDOM,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(programs(**able), st.integers(0, 2**32 - 1))
    def check(program, seed):
        device, python = (_inputs(seed, wild=program.wild, subnormals=able["subnormals"]) for _ in range(2))
        try:
            _on_device(program, *device)
        except vkc.CompileError as error:
            event(f"refused: {error.msg[:60]}")
            return
        except vkc.FeatureError:
            event("the device lacks a feature")
            return
        meaning.Number.met_subnormal = False
        try:
            _in_python(program, *python)
        except (meaning.UnfitError, ZeroDivisionError) as error:
            raise AssertionError(f"this must not compile: {error!r}\n{program.text}") from error
        if meaning.Number.met_subnormal and not able["subnormals"]:
            event("the device flushes a number that the program meets")
            return
        compared.append(program)
        _compare(program, device, python, zeros=able["zeros"])

    check()
    assert len(compared) > 0.7 * EXAMPLES, "the strategies write too much that does not compile"
