"""Every row of the builtin table, on every type it takes: the device, the NumPy reference and Python agree."""

from __future__ import annotations

import itertools
import linecache

import numpy as np
import pytest
from kernels import ulp_distance

import pyvkc as vkc
from pyvkc.frontend.builtins import MEANINGS, ROWS, builtin
from pyvkc.types import SCALARS, bool_, f32, i32, u32

LETTERS = {"N": (i32, u32, f32), "F": (f32,), "I": (i32, u32), "G": (i32, u32, bool_), "C": (i32, u32, f32, bool_),
           "A": (i32, u32, f32), "B": (bool_, i32, f32)}  # fmt: skip
CONSTANTS = {"power": (0, 1, 2, 3, 7), "power_whole": (0, 1, 2, 3, -2), "round_places": (0, 1, 2, -1)}
"""Rows whose last operand is a constant."""

SCALAR_ROWS = [row for row in ROWS.values() if not row.whole]

EITHER_ZERO = ("minimum", "maximum", "fmin", "fmax")
"""Of 0.0 and -0.0 NumPy gives one or the other, as its processor has it."""

INTEGERS = {
    i32: [0, 1, -1, 2, -2, 3, -3, 7, -7, 31, 32, 100, -100, 65536, 2**31 - 1, -(2**31), 12345678, -87654321],
    u32: [0, 1, 2, 3, 7, 31, 32, 100, 65536, 2**31 - 1, 2**31, 2**32 - 1, 12345678, 2**32 - 7],
    bool_: [False, True],
}
SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 8388607.5, 1e-30, -1e30, 3e38, np.inf, -np.inf, np.nan]


def floats(domain):
    """A sample of f32 numbers; NaN, infinities and signed zeros are in the domain of what takes any number."""
    random = np.random.default_rng(7)
    if domain == "any":
        spread = random.uniform(-1, 1, 40) * 10.0 ** random.uniform(-8, 8, 40)
        return np.array([*SPECIAL, *spread], np.float32)
    low, high = {
        "positive": (1e-6, 1e6),
        "above_one": (1.001, 1000.0),
        "unit": (-0.999, 0.999),
        "angle": (-6.0, 6.0),
        "moderate": (-30.0, 30.0),
    }[domain]
    return random.uniform(low, high, 60).astype(np.float32)


def sample(row, type):
    return floats(row.domain) if type == f32 else np.array(INTEGERS[type], type.dtype)


def operand_types(row):
    """The combinations of operand types: one a letter."""
    letters = [letter for letter in dict.fromkeys(row.operands) if letter in LETTERS or letter == "J"]
    choices = [(i32, u32) if letter == "J" else LETTERS[letter] for letter in letters]
    for combination in itertools.product(*choices):
        known = dict(zip(letters, combination, strict=True))
        yield tuple(known.get(letter) or SCALARS.get(letter) for letter in row.operands)


def accepted(row, types):
    if row.name.startswith("bitcast_"):
        return SCALARS[row.result].bits == 32
    return not {
        "power_signed": u32 in types,
        "power_unsigned": i32 in types,
        "floor_divide": f32 in types,
        "remainder": f32 in types,
    }.get(row.name, False)


def expression(row, constant):
    """How a kernel says it."""
    names = ["a", "b", "c"][: len(row.operands)]
    if constant is not None:
        names[-1] = str(constant)
    if row.name.startswith("bitcast_"):
        return f"vkc.bitcast(vkc.{row.name.removeprefix('bitcast_')}, a)"
    if row.symbol:
        return f"({row.symbol}{names[0]})" if len(names) == 1 else f"({names[0]} {row.symbol} {names[1]})"
    if row.public:
        return f"vkc.{row.name}({', '.join(names)})"
    return f"meaning({', '.join(names)})"


def kernel_of(text, count, **names):
    """A kernel that stores an expression of the elements `a`, `b`, `c` of its arguments."""
    parameters = ["x", "y", "z"][:count]
    lines = ["@vkc.kernel", f"def k(out, {', '.join(parameters)}):", "    i = vkc.global_id()"]
    lines += [f"    {name} = {array}[i]" for name, array in zip("abc", parameters, strict=False)]
    source = "\n".join([*lines, f"    out[i] = {text}", ""])
    filename = f"<{text} {sorted(names.items())}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    scope = {"vkc": vkc, **names}
    exec(compile(source, filename, "exec"), scope)
    return scope["k"]


def operands_of(row, types):
    """All combinations of the samples."""
    arrays = [sample(row, type) for type in types]
    grid = np.meshgrid(*arrays, indexing="ij")
    if len(arrays) == 3:
        steps = [step if len(array) > step else 1 for step, array in zip((5, 7, 9), arrays, strict=True)]
        grid = [axis[tuple(slice(None, None, step) for step in steps)] for axis in grid]
    return [np.ascontiguousarray(axis.ravel()) for axis in grid]


def result_dtype(row, types):
    if row.result in SCALARS:
        return SCALARS[row.result].dtype
    if row.result == "int":
        return (i32 if types[0] == f32 else types[0]).dtype
    first = types[row.operands.index(row.result)]
    return (i32 if first == bool_ and row.result in "NI" else first).dtype


def assert_close(got, wanted, ulp, operands):
    if got.dtype != np.float32:
        wrong = got != wanted
    else:
        tiny = np.finfo(np.float32).tiny
        flushed = (np.abs(wanted) < tiny) & (np.abs(got) < tiny)
        wrong = (ulp_distance(got, wanted) > ulp) & ~(flushed & ((wanted != 0) | (ulp > 0)))
    shown = [(*(x[i] for x in operands), "gives", got[i], "not", wanted[i]) for i in np.flatnonzero(wrong)[:6]]
    assert not shown, shown


def _label(row, types, constant):
    return "-".join([row.name, *(type.name for type in types), *([] if constant is None else [str(constant)])])


CASES = [
    pytest.param(row, types, constant, id=_label(row, types, constant))
    for row in SCALAR_ROWS
    for types in operand_types(row)
    if accepted(row, types)
    for constant in CONSTANTS.get(row.name, (None,))
]


@pytest.mark.parametrize(("row", "types", "constant"), CASES)
def test_the_device_computes_what_numpy_does(row, types, constant):
    if constant is not None:
        types = types[:-1]
    operands = operands_of(row, types)
    dtype = result_dtype(row, types)
    meaning = row.meanings[0] if row.meanings else builtin(row.name)
    kernel = kernel_of(expression(row, constant), len(operands), meaning=meaning)
    got = np.zeros(len(operands[0]), dtype)
    kernel[len(got)](got, *operands)
    with np.errstate(all="ignore"):
        wanted = row.reference(*(promoted(row, types, operands)), *([] if constant is None else [constant]))
        wanted = np.asarray(wanted).astype(dtype)
    if row.name in EITHER_ZERO:
        got, wanted = got + dtype.type(0), wanted + dtype.type(0)
    assert_close(got, wanted, row.ulp, operands)


def promoted(row, types, operands):
    """Operands as the reference takes them: bools are integers to arithmetic."""
    return [
        x.astype(np.int32) if type == bool_ and letter in "NIJ" else x.astype(bool) if letter == "B" else x
        for x, type, letter in zip(operands, types, row.operands, strict=False)
    ]


@pytest.mark.parametrize("name", [row.name for row in SCALAR_ROWS if not row.name.startswith("bitcast_")])
def test_python_numbers_mean_the_same(name):
    """What literals are folded with, and what a call from Python computes: i32 or f64 numbers."""
    row = ROWS[name]
    constants = CONSTANTS.get(name, ())
    count = len(row.operands) - bool(constants)
    type = {"F": f32, "B": bool_}.get(row.operands[0], i32)
    rows = list(zip(*operands_of(row, (type,) * count), strict=True))
    compared = 0
    for values in rows[:: max(1, len(rows) // 40)]:
        values = [value.item() for value in values] + list(constants[-1:])
        got = folded(row, values)
        if got is None:
            continue
        with np.errstate(all="ignore"):
            wanted = row.reference(*(np.array(value, np.int32 if type == i32 else None) for value in values))
        compared += 1
        assert got == pytest.approx(wanted.item(), rel=1e-6, abs=1e-12, nan_ok=True), values
    assert compared >= 2


def folded(row, values):
    """The result on Python numbers; nothing where Python raises, or where the result is beyond i32."""
    if row.symbol in ("**", "<<") and isinstance(values[1], int) and abs(values[1]) > 100:
        return None  # a number that fills the memory
    try:
        result = row.python(*values)
    except (ValueError, ArithmeticError):
        return None
    too_large = isinstance(result, int) and not i32.minimum <= result <= i32.maximum
    negative_power = row.name in ("power", "power_signed", "power_unsigned") and isinstance(result, float)
    return None if isinstance(result, complex) or too_large or negative_power else result


@pytest.mark.parametrize("meaning", MEANINGS, ids=lambda meaning: getattr(meaning, "__name__", str(meaning)))
def test_every_object_that_means_a_row_can_be_called(meaning):
    rows = [ROWS[name] for name in MEANINGS[meaning]]
    for row in rows:
        if row.whole or row.name.startswith("bitcast_"):
            continue
        count = len(row.operands)
        types = next(iter(operand_types(row)))
        arguments = ["a", "b", "c"][:count]
        if row.name in CONSTANTS:
            arguments[-1] = "2"
            count -= 1
        try:
            kernel = kernel_of(f"meaning({', '.join(arguments)})", count, meaning=meaning)
            text = ", ".join(f"{t}[:]" for t in (result_type(row, types), *types[:count]))
            kernel.spirv(text)
        except vkc.CompileError as error:
            raise AssertionError(f"{row.name}: {error.msg}") from error


def result_type(row, types):
    return next(t for t in SCALARS.values() if t.dtype == result_dtype(row, types))


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.public])
def test_public_rows_are_names_of_the_package_with_a_line_of_documentation(name):
    function = getattr(vkc, name)
    assert function is builtin(name)
    assert function.__doc__ == ROWS[name].doc
    assert name in dir(vkc)


def test_a_public_row_runs_from_python():
    assert vkc.clamp(5, 0, 3) == 3
    assert vkc.popcount(255) == 8
    assert vkc.rsqrt(4.0) == 0.5


def test_a_position_has_no_meaning_outside_kernels():
    with pytest.raises(RuntimeError, match=r"global_id\(\) means something only inside a kernel"):
        vkc.global_id()
