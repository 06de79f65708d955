"""Programs over all types mean on the device what the same text means in Python, or they do not compile.

``typed_programs.py`` writes them and ``same_text.py`` runs them in Python. Everything must agree exactly, floats bit by
bit: each operation is exact or correctly rounded. The device says which types it has, and which of its results are
known to be wrong: see :func:`able`.

``PYVKC_DIFFERENTIAL_EXAMPLES`` is the number of programs, 40 by default. 2,000 of them, at night::

    PYVKC_DIFFERENTIAL_EXAMPLES=2000 PYVKC_DIFFERENTIAL_RANDOM=1 pytest tests/test_typed_programs.py \\
        tests/test_differential.py
"""

from __future__ import annotations

import linecache
import math
import os

import numpy as np
import pytest
import same_text
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st
from typed_expressions import constructor
from typed_numbers import BITS, FLOATS, RANGES, TYPES, Number, UnfitError
from typed_programs import ITEMS, SLOTS, typed_programs
from typed_values import Array, dtype_of

import pyvkc as vkc

EXAMPLES = int(os.environ.get("PYVKC_DIFFERENTIAL_EXAMPLES", "40"))
RANDOM = bool(os.environ.get("PYVKC_DIFFERENTIAL_RANDOM"))
COLUMNS = 3
TABLED = 5
TAME = [0.0, -0.0, 1.0, -1.5, 2.5, 0.125, 10.0, -7.0, 3.0, 0.5]
WILD = [0.0, -0.0, 1.0, -1.5, 65504.0, 0.1, 6e-8, -math.inf, math.inf, math.nan]
COUNTER = iter(range(1_000_000_000))
NAMES = {name: getattr(vkc, name) for name in ("Array", "bool_", *(type for type in TYPES if type != "bool"))}


def tables():
    """A captured array of each type."""
    random = np.random.default_rng(1)
    return {f"TABLE_{type}": numbers(type, (TABLED,), random, wild=False) for type in TYPES}


def load(text):
    """The names that a kernel's text defines, its lines known to linecache."""
    filename = f"<typed program {next(COUNTER)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names = {**NAMES, **tables(), "vkc": vkc, "math": math, "np": np}
    exec(compile(text, filename, "exec", dont_inherit=True), names)
    return names


PROBE = """
@vkc.kernel
def probe(x: Array[{0}], y: Array[{0}], z: Array[{0}]):
    i = vkc.global_id()
    z[i] = x[i] {1} y[i]
"""
RECORD = """
@vkc.struct
class Record:
    x: {0}
    n: i32

@vkc.kernel
def probe(y: Array[i32], z: Array[Record]):
    z[0].x = {0}(y[0])
"""
EXACT = """
@vkc.kernel
def probe(x: Array[f32], y: Array[f32], n: u32):
    y[0] = x[0] + 0.0
    y[1] = x[1] + x[2]
    y[2] = 1.0 if x[1] > 0.0 else 0.0
    y[3] = n
"""


def has(type):
    """Whether the device computes with a type."""
    x = np.ones(4, dtype_of(type))
    return runs(load(PROBE.format(constructor(type), "^" if type == "bool" else "+")), x, x, x)


def has_in_structs(type):
    """Whether the device has memory where a number of a type lies beside others."""
    names = load(RECORD.format(constructor(type)))
    return runs(names, np.zeros(4, np.int32), np.zeros(4, names["Record"].dtype))


def runs(names, *arguments):
    try:
        names["probe"][4](*arguments)
    except vkc.FeatureError:
        return False
    return True


def divides(type):
    """Whether quotients are correctly rounded, which SPIR-V does not demand."""
    x, y = np.random.default_rng(0).uniform(-100, 100, (2, 1000)).astype(FLOATS[type])
    z = np.zeros_like(x)
    load(PROBE.format(type, "/"))["probe"][1000](x, y, z)
    wide = np.float64 if type == "f64" else np.float32
    return bool((z == (x.astype(wide) / y.astype(wide)).astype(FLOATS[type])).all())


@pytest.fixture(scope="module")
def able(device):
    """What the device has and does right; the drivers' faults are those that ``test_differential.py`` tells of."""
    types = tuple(type for type in TYPES if has(type))
    z = np.zeros(4, np.float32)
    load(EXACT)["probe"][1](np.array([-0.0, 1e-40, 1e-40], np.float32), z, 2950771041)
    return {
        "types": types,
        "structs": tuple(type for type in types if has_in_structs(type)),
        "divides": tuple(type for type in types if type in FLOATS and divides(type)),
        "zeros": not np.signbit(z[0]),
        "subnormals": bool(z[1] > 0 and z[2] > 0),
        "unsigned": bool(z[3] == np.float32(2950771041)),
    }


# Arguments


def numbers(type, shape, random, *, wild):
    """Edge values and others."""
    if type == "bool":
        return random.integers(0, 2, shape).astype(bool)
    if type in FLOATS:
        with np.errstate(over="ignore"):
            return random.choice(np.array(WILD if wild else TAME), shape).astype(FLOATS[type])
    low, high = RANGES[type]
    edges = [0, 1, 2, 3, 7, BITS[type] - 1, BITS[type], high, low, high - 1, high // 3, max(low, -1), max(low, -5)]
    picked = random.integers(0, len(edges), shape)
    return np.array([edges[k] for k in picked.ravel()], dtype_of(type)).reshape(shape)


def records(dtype, shape, random, *, wild):
    """Random numbers for every field of a struct."""
    made = np.zeros(shape, dtype)
    for name, (part, *_) in dtype.fields.items():
        if part.names:
            made[name] = records(part, shape, random, wild=wild)
        else:
            made[name] = numbers(type_name(part.base), (*np.broadcast_shapes(shape), *part.shape), random, wild=wild)
    return made


def type_name(dtype):
    return next(type for type in TYPES if np.dtype(dtype_of(type)) == dtype)


def arguments(program, record, seed, able):
    """The arguments by name: for each type a number, an input, a grid, a log and an output."""
    random = np.random.default_rng(seed)

    def make(kind, shape):
        if kind == "rec":
            return records(record, shape, random, wild=program.wild)
        inner = (program.size,) if kind == "vec" else ()
        return numbers(program.element if kind == "vec" else kind, (*shape, *inner), random, wild=program.wild)

    made = {"n": int(random.integers(0, ITEMS))}
    for kind in (*program.types, "vec", "rec"):
        if kind in program.types:
            made[f"p_{kind}"] = make(kind, (1,))[0]
        made[f"in_{kind}"] = make(kind, (ITEMS,))
        made[f"grid_{kind}"] = make(kind, (ITEMS, 4))
        made[f"log_{kind}"] = make(kind, (ITEMS, SLOTS))
        made[f"out_{kind}"] = np.zeros_like(make(kind, (ITEMS, COLUMNS)))
    return made


# The two runs


def in_python(program, given):
    here = {}
    captured = {name: Array(same_text.SCALARS[constructor(name[6:])], table) for name, table in tables().items()}
    names = same_text.names_of(program.text, here, **captured)
    types = {**{kind: same_text.SCALARS["bool_" if kind == "bool" else kind] for kind in program.types},
             "vec": names["Vec"], "rec": names["Rec"]}  # fmt: skip
    wrapped = {"n": Number("i32", given["n"])}
    for name, value in given.items():
        array, _, kind = name.partition("_")
        if kind:
            type = types[kind]
            wrapped[name] = type.load(value) if array == "p" else Array(type, value, 1 if array == "in" else 2)
    for invocation in range(ITEMS):
        here["id"] = invocation
        names["kernel_under_test"](**wrapped)


def leaves(array, name):
    """Arrays of numbers in an array, by name."""
    if array.dtype.names is None:
        yield name, array
        return
    for part in array.dtype.names:
        yield from leaves(array[part], f"{name}.{part}")


def compare(program, device, python, *, zeros):
    """Floats by their bits; where a device is careless with the sign of zeros, by their values."""
    wrong = []
    for name, array in device.items():
        if not name.startswith(("log", "out")):
            continue
        for (place, got), (_, wanted) in zip(leaves(array, name), leaves(python[name], name), strict=True):
            same = (got == wanted) | ((got != got) & (wanted != wanted))
            if got.dtype.kind not in "iub" and zeros:
                same &= (got != got) | (np.signbit(got) == np.signbit(wanted))
            for index in np.argwhere(~same):
                where = ", ".join(map(str, index))
                wrong.append(f"{place}[{where}] is {got[tuple(index)]!r}, in Python {wanted[tuple(index)]!r}")
    assert not wrong, "\n".join([*wrong[:8], f"{len(wrong)} differ", program.text, "", arguments_text(python)])


def arguments_text(given):
    return "\n".join(f"{name} = {value.tolist() if value.size < 20 else '...'}" for name, value in given.items()
                     if name.startswith(("p", "in")))  # fmt: skip


@pytest.mark.slow
def test_programs_mean_on_the_device_what_their_text_means_in_python(able):
    compared, refused = [], []
    written = {name: value for name, value in able.items() if name != "subnormals"}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=not RANDOM,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(typed_programs(**written), st.integers(0, 2**32 - 1))
    def check(program, seed):
        names = load(program.text)
        device, python = (arguments(program, names["Rec"].dtype, seed, able) for _ in range(2))
        try:
            names["kernel_under_test"][ITEMS](**device)
        except vkc.CompileError as error:
            event(f"refused: {error.msg[:60]}")
            refused.append(error)
            return
        except vkc.FeatureError:
            event("the device lacks a feature")
            return
        Number.met_subnormal = Number.met_infinite = False
        try:
            in_python(program, python)
        except (UnfitError, ZeroDivisionError) as error:
            raise AssertionError(f"this must not compile: {error!r}\n{program.text}") from error
        if Number.met_subnormal and not able["subnormals"]:
            event("the device flushes a number that the program meets")
            return
        if Number.met_infinite and not able["zeros"] and not program.wild:
            event("the device takes products of what it thinks is zero for zero, whatever the other factor")
            return
        compared.append(program)
        compare(program, device, python, zeros=able["zeros"])

    check()
    assert len(compared) > EXAMPLES // 2, "\n".join(["too many do not compile", *map(str, refused[:10])])
