"""Any function text compiles or is told as a mistake: the standard library's own functions, as kernels and mutated.

Each function is taken out of its module, without decorators, defaults and annotations, and is compiled as a kernel and
as a device function for arguments of random types, in the namespace of the module that it came from. Nearly all are
refused; none may end in another exception. ``PYVKC_FUNCTIONS`` is how many are tried, ``PYVKC_FUNCTION_SEED`` where
they begin.
"""

from __future__ import annotations

import ast
import copy
import importlib
import linecache
import os
import random
import sys
import time
import warnings
from collections import Counter
from pathlib import Path

import pytest
from spirv_tools import validate

import pyvkc as vkc
import pyvkc.types
from pyvkc.errors import CompileError, Error

FUNCTIONS = int(os.environ.get("PYVKC_FUNCTIONS", "900"))
SEED = int(os.environ.get("PYVKC_FUNCTION_SEED", "0"))
PARTS = 3
LONGEST = 20.0

MODULES = """\
abc argparse ast base64 bdb bisect calendar cmd code codecs colorsys configparser contextlib copy csv dataclasses
datetime decimal difflib dis doctest enum filecmp fileinput fnmatch fractions functools gettext glob graphlib gzip
hashlib heapq hmac html imaplib inspect ipaddress keyword linecache locale logging mailbox mimetypes numbers opcode
operator optparse os pathlib pdb pickle pickletools platform plistlib poplib posixpath pprint profile pstats queue
quopri random reprlib runpy sched secrets selectors shelve shlex shutil smtplib socket socketserver statistics string
stringprep struct subprocess tarfile tempfile textwrap threading timeit token tokenize trace traceback types typing
uuid warnings wave weakref zipfile _pydatetime _pydecimal _strptime""".split()

TYPES = [
    vkc.f32, vkc.i32, vkc.u32, vkc.f64, vkc.i64, vkc.u8, vkc.bool_, vkc.f16, vkc.vec3, vkc.ivec2, vkc.types.mat2,
    vkc.Array[vkc.f32], vkc.Array[vkc.i32], vkc.Array[vkc.u8], vkc.Array[vkc.f32, 2], vkc.Array[vkc.i64],
]  # fmt: skip


def library():
    """The functions of each module, with the module's namespace."""
    found = []
    for name in MODULES:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                module = importlib.import_module(name)
                tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        except (ImportError, AttributeError, OSError):
            continue
        functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        found += [(vars(module), function) for function in functions if _lines(function) < 60]
    return found


def _lines(node):
    return node.end_lineno - node.lineno


def bare(function):
    """A function without what would be evaluated when it is defined."""
    function = copy.deepcopy(function)
    function.decorator_list, function.returns = [], None
    arguments = function.args
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]:
        if argument is not None:
            argument.annotation = None
    return function


def mixed(function, others, rng):
    """The function with statements and expressions of others in the place of its own."""
    donors = [rng.choice(others)[1] for _ in range(3)]
    for _ in range(rng.randrange(4)):
        slots = [
            (node, name, place)
            for node in ast.walk(function)
            for name, value in ast.iter_fields(node)
            if isinstance(value, list)
            for place, part in enumerate(value)
            if isinstance(part, (ast.stmt, ast.expr)) and node is not function.args
        ]
        if not slots:
            return function
        node, name, place = rng.choice(slots)
        old = getattr(node, name)[place]
        kind = ast.stmt if isinstance(old, ast.stmt) else ast.expr
        context = getattr(old, "ctx", None)
        parts = [
            part
            for donor in donors
            for part in ast.walk(donor)
            if isinstance(part, kind) and part is not donor and type(getattr(part, "ctx", None)) is type(context)
        ]
        if parts:
            getattr(node, name)[place] = copy.deepcopy(rng.choice(parts))
    return function


def text_of(function, kernel):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = ast.unparse(ast.fix_missing_locations(function))
        compile(text, "<text>", "exec", dont_inherit=True)
    if kernel:
        return f"@vkc.kernel\n{text}\n"
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    call = f"{function.name}({', '.join(names)})"
    return f"@vkc.func\n{text}\n@vkc.kernel\ndef calls({', '.join(names)}):\n    {call}\n"


def outcome(text, name, namespace, rng):
    """``"compiled"`` or ``"told"``; anything else raises."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names = {**namespace, "vkc": vkc, "__name__": "outcome"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(text, name, "exec", dont_inherit=True), names)
        kernel = [value for value in names.values() if isinstance(value, vkc.Kernel)][-1]
        types = [rng.choice(TYPES) for _ in kernel.signature.parameters]
        program = kernel.compile(*types)
    except Error as error:
        told = not isinstance(error, CompileError) or (len(error.msg) > 10 and error.text is not None)
        return "told" if told else f"not told: {error!r}"
    validate(program.words, program.target)
    return "compiled"


@pytest.mark.parametrize("part", range(PARTS))
def test_the_standard_library(part):
    rng = random.Random(SEED * PARTS + part)
    functions = library()
    assert len(functions) > 2000
    counts = Counter()
    recursion = sys.getrecursionlimit()
    while counts.total() < FUNCTIONS // PARTS:
        namespace, original = rng.choice(functions)
        function = bare(original)
        if rng.random() < 0.5:
            function = mixed(function, functions, rng)
        try:
            text = text_of(function, kernel=rng.random() < 0.5)
        except (SyntaxError, ValueError, RecursionError, AttributeError, TypeError):
            continue  # two halves that make no function
        print(f"{'=' * 80}\n{text}")  # shown when the test fails: the last one is at fault
        begin = time.perf_counter()
        counts[outcome(text, f"<library {part}.{counts.total()}>", namespace, rng)] += 1
        assert time.perf_counter() - begin < LONGEST
    assert sys.getrecursionlimit() == recursion
    assert set(counts) <= {"told", "compiled"}
    assert counts["told"] > counts.total() // 2, counts
    assert counts["compiled"] > 0, counts
