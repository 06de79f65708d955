"""Every operator and function on every scalar type, against NumPy's numbers of that type.

Everything runs twice: as the device has it, and as if the device could store narrow numbers but not compute with them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scalar_samples import close, kernel_of, numbers, rounded_to

import pyvkc as vkc
from pyvkc import specialisation
from pyvkc.frontend.builtins import ROWS
from pyvkc.frontend.signature import resolve
from pyvkc.frontend.target import Target
from pyvkc.types import SCALARS, ArrayType, bf16, bool_, f16, f32, f64, i8, i16, i64, u8, u16, u32, u64

NEEDED = {
    i8: "storageBuffer8BitAccess", u8: "storageBuffer8BitAccess", i16: "storageBuffer16BitAccess",
    u16: "storageBuffer16BitAccess", f16: "storageBuffer16BitAccess", bf16: "storageBuffer16BitAccess",
    i64: "shaderInt64", u64: "shaderInt64", f64: "shaderFloat64",
}  # fmt: skip
"""The feature without which a device has no arrays of a type."""

NUMBERS = [type for type in SCALARS.values() if type != bool_]
INTEGERS = [type for type in NUMBERS if type.integral]
FLOATS = [type for type in NUMBERS if type.floating]
NARROW = {i8, i16, u8, u16, f16}


@pytest.fixture(params=["native", "held"])
def machine(request, monkeypatch):
    """The device, or one that computes with nothing narrower than 32 bits.

    A GPU's compiler takes an f32 that becomes an f16 and an f32 again for the f32 itself; there f16 stays as it is.
    """
    found = specialisation._target_of

    def target(device, wide):
        return replace(found(device, wide), int8=False, int16=False, float16=device.kind == "discrete")

    if request.param == "held":
        monkeypatch.setattr(specialisation, "_target_of", target)
    return request.param


def need(device, *types):
    missing = {NEEDED[type] for type in types if type in NEEDED and not device.features[NEEDED[type]]}
    if missing:
        pytest.skip(f"the device lacks {', '.join(missing)}")


# Rows

SKIPPED = {"round_places", "power", "power_whole", "log_base"}
"""Rows with a constant operand, and one that is no function of one rounding; they have tests of their own."""

SCALAR_ROWS = [row for row in ROWS.values() if not row.whole and row.name not in SKIPPED]

EITHER_ZERO = ("minimum", "maximum", "fmin", "fmax")
"""Of 0.0 and -0.0 NumPy gives one or the other, as its processor has it."""


WHOLE_ALREADY = ("rint", "floor", "ceil", "trunc", "round_int", "floor_int", "ceil_int", "trunc_int")


def takes(row, type):
    if row.name.startswith("bitcast_"):
        return False
    if type.floating:
        return not {"I", "G", "J"} & set(row.operands) and type.name in row.floats
    if row.name.startswith(("power", "floor_divide_", "remainder_")):
        return row.name == {"int": "power_signed", "uint": "power_unsigned"}[type.kind]
    return row.domain == "any"  # to the others an integer is an f32 at once


def expression(row):
    names = ("a", "b", "c")[: len(row.operands)]
    if row.symbol:
        return f"({row.symbol}{names[0]})" if len(names) == 1 else f"({names[0]} {row.symbol} {names[1]})"
    return f"{row.name}_({', '.join(names)})"


def meaning(row):
    return getattr(vkc, row.name) if row.public else row.meanings[0] if row.meanings else None


GROUPS = sorted({(len(row.operands), row.domain) for row in SCALAR_ROWS})


def rows_of(type, group):
    return [row for row in SCALAR_ROWS if (len(row.operands), row.domain) == group and takes(row, type)]


@pytest.mark.parametrize(
    ("type", "group"),
    [
        pytest.param(type, group, id=f"{type}-{group[0]}-{group[1]}")
        for type in NUMBERS
        for group in GROUPS
        if rows_of(type, group)
    ],
)
def test_rows_compute_what_numpy_does(device, machine, type, group):
    """All rows of a number of operands and a domain in one kernel, an output array for each."""
    need(device, type, *[i64, f64] * (type.bits == 64))
    rows = rows_of(type, group)
    count, domain = group
    operands = operands_of(type, count, domain)
    results = [resolve(row, (type,) * count) for row in rows]
    lines = [
        "i = vkc.global_id()",
        *(f"{name} = {array}[i]" for name, array in zip("abc", "xyz"[:count], strict=False)),
    ]
    lines += [f"o{n}[i] = {expression(row)}" for n, row in enumerate(rows)]
    names = {f"{row.name}_": meaning(row) for row in rows if not row.symbol}
    kernel = kernel_of(lines, ", ".join([*"xyz"[:count], *(f"o{n}" for n in range(len(rows)))]), names)
    outputs = [np.zeros(len(operands[0]), result.dtype) for _, result in results]
    kernel[len(operands[0])](*operands, *outputs)
    for row, (types, result), got in zip(rows, results, outputs, strict=True):
        close(row.name, *_settled(row, got, reference(row, types, result, operands)), tolerance(row, type), operands)


def operands_of(type, count, domain):
    """All pairs of some numbers, or threes of fewer."""
    sample = numbers(type, domain, (96, 48, 24)[count - 1])
    if count == 3 and type.floating:  # among which a product may be subnormal on the way
        sample = sample[~((sample != 0) & (np.abs(sample) < 2.0**-20))]
    grid = np.meshgrid(*[sample] * count, indexing="ij")
    return [np.ascontiguousarray(axis.ravel()) for axis in grid]


def reference(row, types, result, operands):
    """What NumPy computes in the types of the operands, but in f32 where the kernel does so, too."""
    wide = row.widened or row.name in ("round_int", "floor_int", "ceil_int", "trunc_int")
    dtypes = [np.dtype(np.float32) if type in (f16, bf16) and wide else type.dtype for type in types]
    if row.name in WHOLE_ALREADY and types[0].integral:
        return operands[0].astype(result.dtype)
    with np.errstate(all="ignore"):
        computed = row.reference(*(x.astype(dtype) for x, dtype in zip(operands, dtypes, strict=True)))
        if row.result == "int" and types[0].floating:
            return integers(np.asarray(computed), result)
        return np.asarray(computed).astype(result.dtype)


def integers(values, type):
    """Whole floats as integers of a type: NaN is 0, what does not fit saturates."""
    return np.array([0 if v != v else int(max(type.minimum, min(type.maximum, _exact(v)))) for v in values], type.dtype)


def _exact(value):
    return float(value) if np.isinf(value) else int(value)


def tolerance(row, type):
    """Units in the last place: what is computed in f32 and rounded once is as good as exact in 16 bits."""
    if type in (f16, bf16) and row.widened:
        return 1 if row.ulp <= 2**12 else row.ulp
    return row.ulp


def _settled(row, got, wanted):
    if got.dtype.kind not in "iub" and row.name in EITHER_ZERO:
        return got + got.dtype.type(0), wanted + wanted.dtype.type(0)
    if row.name == "clamp":  # NumPy's knows NaN, Python's comparisons do not
        return np.where(wanted == wanted, got, wanted), wanted
    return got, wanted


@pytest.mark.parametrize("type", FLOATS, ids=str)
def test_rounding_to_decimals(device, machine, type):
    need(device, type)
    x = numbers(type, "moderate", 200)
    outputs = [np.zeros(len(x), type.dtype) for _ in range(4)]
    places = (0, 1, 2, -1)
    lines = ["i = vkc.global_id()", *(f"o{n}[i] = round(x[i], {each})" for n, each in enumerate(places))]
    kernel_of(lines, "x, o0, o1, o2, o3")[len(x)](x, *outputs)
    ten = type.dtype.type(10)
    for each, got in zip(places, outputs, strict=True):
        scale = type.dtype.type(ten ** abs(each) if each else 1)
        wanted = np.rint(x * scale) / scale if each >= 0 else np.rint(x / scale) * scale
        close(f"round(x, {each})", got, wanted, 1 if type == f32 else 0, [x])


@pytest.mark.parametrize("type", NUMBERS, ids=str)
@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7, 15])
def test_constant_whole_powers(device, machine, type, exponent):
    need(device, type)
    x = numbers(type)
    got = np.zeros(len(x), type.dtype)
    kernel_of(["i = vkc.global_id()", f"o[i] = x[i] ** {exponent}"], "x, o")[len(x)](x, got)
    with np.errstate(all="ignore"):
        if type.integral:
            wanted = np.array([wrapped(int(each) ** exponent, type) for each in x], type.dtype)
        else:
            wanted = np.power(x.astype(np.float64), exponent).astype(type.dtype)
    close(f"** {exponent}", got, wanted, {f32: 16, f64: 16}.get(type, 1), [x])


def wrapped(value, type):
    return (value - type.minimum) % (1 << type.bits) + type.minimum


# Conversions


@pytest.mark.parametrize("source", SCALARS.values(), ids=str)
def test_every_conversion(device, machine, source):
    """By the definition: integers wrap, floats truncate and saturate, NaN is 0; a float is rounded once."""
    targets = [type for type in SCALARS.values() if type not in NEEDED or device.features[NEEDED[type]]]
    need(device, source)
    x = conversion_sample(source)
    lines = ["i = vkc.global_id()", *(f"o{n}[i] = {type}(x[i])" for n, type in enumerate(targets))]
    kernel = kernel_of(lines, ", ".join(["x", *(f"o{n}" for n in range(len(targets)))]))
    outputs = [np.zeros(len(x), type.dtype) for type in targets]
    kernel[len(x)](x, *outputs)
    for type, got in zip(targets, outputs, strict=True):
        wanted = np.array([converted(each, type) for each in x.tolist()], np.float64 if type.floating else object)
        # SwiftShader gives one of the two nearest f32, and promises no more.
        ulp = int((source, type) == (u32, f32) and "RoundingModeRTE" not in device.float_controls)
        close(f"{source} to {type}", got, wanted.astype(type.dtype), ulp, [x])


def conversion_sample(type):
    """Numbers, and those that are a little off the middle of two of a narrower float."""
    x = numbers(type, count=128)
    if type == bool_:
        return x
    if type.integral and type.bits < 32:
        return np.arange(type.minimum, type.maximum + 1, 1 if type.bits == 8 else 61).astype(type.dtype)
    if type.integral:
        ties = [n for n in _integer_ties() if type.minimum <= n <= type.maximum]
        return np.array([*x.tolist(), *ties], type.dtype)
    with np.errstate(over="ignore"):
        return np.array([*x.tolist(), *_float_ties()]).astype(type.dtype)


def _integer_ties():
    """On, below and above the middle of two neighbours in 8, 11, 24 and 53 bits."""
    for top in (17, 20, 26, 30, 40, 58, 62):
        for digits in (8, 11, 24, 53):
            if top >= digits:
                for odd in (0, 1):
                    middle = (1 << top) + (odd << (top - digits + 1)) + (1 << (top - digits))
                    yield from (sign * (middle + off) for sign in (1, -1) for off in (-1, 0, 1))


def _float_ties():
    for scale in (1.0, 2.0**10, 2.0**-9, 2.0**-20):
        for digits in (8, 11, 24):
            middle = scale * (1 + 2.0 ** (1 - digits) + 2.0**-digits)
            yield from (sign * middle * (1 + off) for sign in (1, -1) for off in (-(2.0**-26), 0, 2.0**-26, 2.0**-50))


def converted(value, type):
    if type == bool_:
        return value != 0
    if isinstance(value, float) and not type.floating:
        return 0 if value != value else int(max(type.minimum, min(type.maximum, _exact(value))))
    if not type.floating:
        return wrapped(int(value), type)
    if value != value or abs(value) == np.inf or (value == 0 and isinstance(value, float)):
        return value
    return rounded_to(type, value)


@pytest.mark.parametrize("source", NUMBERS, ids=str)
def test_bitcasts_keep_every_bit(device, machine, source):
    """Of every number type to every other of its size and back; NaN stays some NaN."""
    need(device, source)
    others = [type for type in NUMBERS if type.bits == source.bits]
    need(device, *others)
    x = numbers(source)
    lines = ["i = vkc.global_id()"]
    for n, type in enumerate(others):
        lines += [f"o{n}[i] = vkc.bitcast({type}, x[i])", f"p{n}[i] = vkc.bitcast({source}, vkc.bitcast({type}, x[i]))"]
    names = [f"{letter}{n}" for n in range(len(others)) for letter in "op"]
    outputs = [np.zeros(len(x), type.dtype) for other in others for type in (other, source)]
    kernel_of(lines, ", ".join(["x", *names]))[len(x)](x, *outputs)
    for type, got, back in zip(others, outputs[::2], outputs[1::2], strict=True):
        wanted = x.view(type.dtype)
        with np.errstate(invalid="ignore"):
            keep = (x == x) & (wanted == wanted)
        assert got[keep].tobytes() == wanted[keep].tobytes(), (type, got[keep], wanted[keep])
        assert back[keep].tobytes() == x[keep].tobytes(), type
        if source.floating:
            assert np.isnan(back[np.isnan(x)]).all()


# Comparisons

COMPARE = ("<", "<=", ">", ">=", "==", "!=")


@pytest.mark.parametrize("left", INTEGERS, ids=str)
@pytest.mark.parametrize("right", INTEGERS, ids=str)
def test_integers_compare_by_value(device, machine, left, right):
    need(device, left, right, *[i64] * (max(left.bits, right.bits) > 32))
    a, b = (axis.ravel() for axis in np.meshgrid(numbers(left, count=28), numbers(right, count=28), indexing="ij"))
    lines = ["i = vkc.global_id()", *(f"o{n}[i] = x[i] {each} y[i]" for n, each in enumerate(COMPARE))]
    outputs = [np.zeros(len(a), bool) for _ in COMPARE]
    kernel_of(lines, "x, y, " + ", ".join(f"o{n}" for n in range(6)))[len(a)](a.copy(), b.copy(), *outputs)
    pairs = list(zip(a.tolist(), b.tolist(), strict=True))
    for each, got in zip(COMPARE, outputs, strict=True):
        wanted = np.array([eval(f"p {each} q", {"p": p, "q": q}) for p, q in pairs])
        close(each, got, wanted, 0, [a, b])


@pytest.mark.parametrize("source", [type for type in INTEGERS if type.bits < 64], ids=str)
def test_widened_integers_compare_with_constants(device, machine, source):
    """One driver compares what was sign-extended to 64 bits wrongly with a constant that it sees."""
    for target in (type for type in INTEGERS if type.bits > source.bits):
        need(device, source, target)
        x = numbers(source, count=40)
        constants = [each for each in (-129, -5, 0, 1, 5, 127, 255) if target.minimum <= each <= target.maximum]
        texts = [f"a {each} {constant}" for constant in constants for each in COMPARE]
        lines = ["i = vkc.global_id()", f"a = {target}(x[i])", *(f"o[{n}, i] = {text}" for n, text in enumerate(texts))]
        got = np.zeros((len(texts), len(x)), bool)
        kernel_of(lines, "x, o")[len(x)](x, got)
        values = [wrapped(int(each), target) for each in x]
        for text, row in zip(texts, got, strict=True):
            close(text, row, np.array([eval(text, {"a": a}) for a in values]), 0, [x])


def test_a_narrow_value_with_a_name_needs_the_whole_type():
    """Older validators let values of a type that is only stored be loaded, stored and converted, and not be named."""

    @vkc.kernel
    def k(out: vkc.Array[i8], x: vkc.Array[i8]):
        i = vkc.global_id()
        value = x[i]
        out[i] = value**1

    tree = k.tree([ArrayType(i8, 1, True)] * 2, (256,))
    assert "Int8" in tree.program(Target(int8=True), assume=True).capabilities
    assert "Int8" not in tree.program(Target(int8=False), assume=True).capabilities
