"""What operations mean for each type, against NumPy: integers exactly, floats by their bits."""

from __future__ import annotations

import itertools
import linecache
import operator

import numpy as np
import pytest
from kernels import run, ulp_distance

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, u32

EDGES = {
    np.int32: [0, 1, -1, 2, -2, 3, -3, 7, -7, 8, 31, 32, 33, 100, -(2**31), 1 - 2**31, 2**31 - 1, 46341, 65536, -12345],
    np.uint32: [0, 1, 2, 3, 7, 8, 31, 32, 33, 255, 65535, 65536, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32 - 2],
    np.float32: [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 7.25, 0.1, 1e-30, -1e-30, 16777216.0, 3e38, -3e38, 1.1754944e-38,
                 np.inf, -np.inf, np.nan],
    np.bool_: [False, True],
}  # fmt: skip
SUBNORMAL = np.array([1e-40, -1e-40, 1.4e-45, 1.1754942e-38], np.float32)
TYPES = (np.int32, np.uint32, np.float32)


def pairs(dtype, other=None):
    """Every edge value with every other."""
    left, right = zip(*itertools.product(EDGES[dtype], EDGES[other or dtype]), strict=True)
    return np.array(left, dtype), np.array(right, other or dtype)


def kernel_of(expression):
    """A kernel that stores an expression of `a` and `b`."""
    lines = ["@vkc.kernel", "def k(out, x, y):", "    i = vkc.global_id()", "    a = x[i]", "    b = y[i]"]
    text = "\n".join([*lines, f"    out[i] = {expression}", ""])
    filename = f"<{expression}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names = {"vkc": vkc, "i32": i32, "u32": u32, "f32": f32, "bool_": bool_, "np": np, "operator": operator}
    exec(compile(text, filename, "exec"), names)
    return names["k"]


def evaluate(expression, a, b, result):
    """What the device makes of an expression of two arrays."""
    out = np.zeros(len(a), result)
    kernel_of(expression)[len(a)](out, a, b)
    return out


def assert_same(got, wanted, *operands):
    """Equal bits; NaNs are alike, and a device may flush subnormal numbers to zero."""
    wanted = np.asarray(wanted)
    assert got.dtype == wanted.dtype
    same = got == wanted
    if got.dtype == np.float32:
        flushed = (got == 0) & (wanted != 0) & (np.abs(wanted) < np.finfo(np.float32).tiny)
        same = (ulp_distance(got, wanted) == 0) | flushed
    wrong = [(*(operand[i] for operand in operands), got[i], wanted[i]) for i in np.flatnonzero(~same)[:5]]
    assert not wrong, wrong


def expect(expression, operands, wanted, result=None):
    with np.errstate(all="ignore"):
        wanted = np.asarray(wanted(*operands))
    result = result or wanted.dtype
    assert_same(evaluate(expression, *operands, result), wanted.astype(result), *operands)


# Integers and floats


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(("symbol", "wanted"), [("+", np.add), ("-", np.subtract), ("*", np.multiply)])
def test_sums_differences_and_products(dtype, symbol, wanted):
    expect(f"a {symbol} b", pairs(dtype), wanted)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize(("symbol", "wanted"), [("//", np.floor_divide), ("%", np.remainder)])
def test_floor_division_and_remainder(dtype, symbol, wanted):
    expect(f"a {symbol} b", pairs(dtype), wanted)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["np.floor_divide", "operator.floordiv", "np.mod", "np.remainder", "operator.mod"])
def test_functions_that_stand_for_floor_division_and_remainder(dtype, name):
    operands, wanted = pairs(dtype), np.floor_divide if "floor" in name else np.remainder
    expect(f"{name}(a, b)", operands, wanted)
    expect(f"{name}(a, 7)", operands, lambda a, b: wanted(a, dtype(7)))


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_the_quotient_and_the_remainder_belong_together(dtype):
    a, b = pairs(dtype)
    whole = evaluate("(a // b) * b + a % b", a, b, dtype)
    assert_same(whole[b != 0], a[b != 0])


@pytest.mark.parametrize("divisor", [1, 2, 3, 7, 8, 2**31 - 1, -1, -2, -3, -8, -(2**31), 0])
def test_division_by_a_constant(divisor):
    a = np.array(EDGES[np.int32], np.int32)
    expect(f"a // i32({divisor})", (a, a), lambda a, b: np.floor_divide(a, np.int32(divisor)))
    expect(f"a % i32({divisor})", (a, a), lambda a, b: np.remainder(a, np.int32(divisor)))


@pytest.mark.parametrize("divisor", [1, 2, 3, 10, 2**31, 2**32 - 1, 0])
def test_division_of_unsigned_by_a_constant(divisor):
    a = np.array(EDGES[np.uint32], np.uint32)
    expect(f"a // u32({divisor})", (a, a), lambda a, b: np.floor_divide(a, np.uint32(divisor)))
    expect(f"a % u32({divisor})", (a, a), lambda a, b: np.remainder(a, np.uint32(divisor)))


@pytest.mark.parametrize("dtype", TYPES)
def test_a_quotient_is_correctly_rounded_or_close(dtype):
    a, b = pairs(dtype)
    with np.errstate(all="ignore"):
        wanted = a.astype(np.float32) / b.astype(np.float32)
    got = evaluate("a / b", a, b, np.float32)
    normal = ~(np.abs(wanted) < np.finfo(np.float32).tiny) | (wanted == 0)
    assert (ulp_distance(got, wanted)[normal] <= 2).all()
    exact = np.isin(np.abs(wanted), (0, 1, 2, np.inf)) | np.isnan(wanted)
    assert (ulp_distance(got, wanted)[exact] == 0).all()


def test_quotients_by_zeros_that_the_driver_finds():
    @vkc.kernel
    def k(out, x):
        i = vkc.global_id()
        for j in range(3):
            out[i, j] = x[i] / f32(j)
        zero = 0.0
        for j in range(3, 5):
            out[i, j] = f32(j - 3) / zero
            zero += x[i] * 0 + 1

    x = np.array([7.0, -7.0, 0.0, 1e30], np.float32)
    out = np.zeros((4, 5), np.float32)
    k[4](out, x)
    with np.errstate(all="ignore"):
        wanted = x[:, None] / np.arange(3, dtype=np.float32)
    assert_same(out[:, :3], wanted)
    assert np.isnan(out[:, 3]).all()
    assert (out[:, 4] == 1).all()


@pytest.mark.parametrize("zero", ["(u32(7) << 40)", "i32(False)", "f32(u32(0))"])
def test_quotients_by_zeros_that_the_compiler_finds(zero):
    """llvmpipe divides by a constant zero as it likes, also by one that was an integer."""
    a, b = pairs(np.float32)
    with np.errstate(all="ignore"):
        expect(f"a / f32({zero})", (a, b), lambda a, b: a / np.float32(0))


@pytest.mark.parametrize("symbol", ["*", "/"])
@pytest.mark.parametrize("zero", ["0.0", "-0.0", "0", "f32(0)"])
def test_a_constant_zero_meets_nan_and_infinity(symbol, zero):
    a = np.array(EDGES[np.float32], np.float32)
    value = np.float32(-0.0 if zero == "-0.0" else 0.0)
    operation = np.multiply if symbol == "*" else np.divide
    expect(f"a {symbol} {zero}", (a, a), lambda a, b: operation(a, value))
    expect(f"{zero} {symbol} a", (a, a), lambda a, b: operation(value, a))


def test_floor_division_of_floats_by_a_constant_zero():
    a = np.array(EDGES[np.float32], np.float32)
    for zero in (0.0, -0.0):
        expect(f"a // {zero}", (a, a), lambda a, b: np.floor_divide(a, np.float32(zero)))
        expect(f"a % {zero}", (a, a), lambda a, b: np.remainder(a, np.float32(zero)))


def test_floor_division_and_remainder_of_random_floats():
    random = np.random.default_rng(3)
    a = (random.uniform(-1, 1, 3000) * 10.0 ** random.uniform(-6, 6, 3000)).astype(np.float32)
    b = (random.uniform(-1, 1, 3000) * 10.0 ** random.uniform(-6, 6, 3000)).astype(np.float32)
    expect("a % b", (a, b), np.remainder)
    expect("a // b", (a, b), np.floor_divide)


def test_nothing_is_contracted():
    random = np.random.default_rng(4)
    a, b = (random.uniform(-1, 1, 1000).astype(np.float32) for _ in range(2))
    expect("a * b + a", (a, b), lambda a, b: a * b + a)
    expect("a * a - b * b", (a, b), lambda a, b: a * a - b * b)


def test_sums_are_not_reassociated():
    big, small = np.full(4, 16777216, np.float32), np.ones(4, np.float32)
    expect("(a + b) - a", (big, small), lambda a, b: (a + b) - a)
    expect("(b - a) + a", (big, small), lambda a, b: (b - a) + a)


def test_square_roots(device):
    """The driver's own: software drivers round them correctly, a GPU may be off by one unit in the last place."""
    a = np.concatenate([np.random.default_rng(5).uniform(0, 1e6, 2000), [0.0, -0.0, 1, 4, np.inf, -1, np.nan]])
    a = a.astype(np.float32)
    got = evaluate("vkc.sqrt(a)", a, a, np.float32)
    with np.errstate(invalid="ignore"):
        assert ulp_distance(got, np.sqrt(a)).max() <= (0 if device.kind == "cpu" else 1)


def test_subnormal_numbers_are_kept_or_flushed_to_zero():
    got = evaluate("a * f32(1) + f32(0)", SUBNORMAL, SUBNORMAL, np.float32)
    assert ((got == SUBNORMAL) | (got == 0)).all()
    moved = np.zeros_like(SUBNORMAL)
    kernel_of("a")[len(SUBNORMAL)](moved, SUBNORMAL, SUBNORMAL)
    assert_same(moved, SUBNORMAL)


# Powers


def _power(a, b):
    """SEMANTICS of integers: wraps; a negative exponent gives the integer towards zero."""
    if b >= 0:
        return pow(int(a), int(b), 2**32)
    return {1: 1, -1: -1 if b % 2 else 1}.get(int(a), 0)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_integer_powers_wrap(dtype):
    a, b = pairs(dtype)
    wanted = np.array([_power(x, y) % 2**32 for x, y in zip(a, b, strict=True)], np.uint32).view(dtype)
    assert_same(evaluate("a ** b", a, b, dtype), wanted, a, b)


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7, 10, 31])
@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_constant_integer_powers_wrap(dtype, exponent):
    a = np.array(EDGES[dtype], dtype)
    wanted = np.array([_power(x, exponent) % 2**32 for x in a], np.uint32).view(dtype)
    assert_same(evaluate(f"a ** {exponent}", a, a, dtype), wanted, a)


def test_float_powers_of_special_values():
    a, b = pairs(np.float32)
    with np.errstate(all="ignore"):
        wanted = np.power(a, b)
    got = evaluate("a ** b", a, b, np.float32)
    special = ~np.isfinite(wanted) | (wanted == 0) | np.isin(np.abs(wanted), (1,))
    overflow = np.isfinite(a) & np.isfinite(b) & (a != 0) & (b != 0) & ~np.isnan(wanted) & (np.abs(a) != 1)
    assert_same(got[special & ~overflow], wanted[special & ~overflow], a[special & ~overflow], b[special & ~overflow])


@pytest.mark.parametrize("exponent", ["2", "3", "-1", "0", "0.5", "2.0", "-2.0"])
def test_float_powers_with_constant_exponents(exponent):
    a = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, np.inf, -np.inf, np.nan], np.float32)
    with np.errstate(all="ignore"):
        wanted = np.power(a, np.full_like(a, exponent))
    assert (ulp_distance(evaluate(f"a ** {exponent}", a, a, np.float32), wanted) <= 4).all()


# Shifts and bits


@pytest.mark.parametrize("count", [np.int32, np.uint32])
@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_shifts_by_any_count(dtype, count):
    a, b = pairs(dtype, count)
    outside = (b.astype(np.int64) < 0) | (b.astype(np.int64) > 31)
    amount = np.where(outside, 0, b).astype(dtype)
    left = np.where(outside, 0, a << amount).astype(dtype)
    right = np.where(outside, np.where(a.astype(np.int64) < 0, -1, 0).astype(dtype), a >> amount).astype(dtype)
    assert_same(evaluate("a << b", a, b, dtype), left, a, b)
    assert_same(evaluate("a >> b", a, b, dtype), right, a, b)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.bool_])
@pytest.mark.parametrize(("symbol", "wanted"), [("&", np.bitwise_and), ("|", np.bitwise_or), ("^", np.bitwise_xor)])
def test_bitwise_operators(dtype, symbol, wanted):
    expect(f"a {symbol} b", pairs(dtype), wanted)


@pytest.mark.parametrize("dtype", TYPES)
def test_signs(dtype):
    expect("-a", pairs(dtype), lambda a, b: np.negative(a))
    expect("+a", pairs(dtype), lambda a, b: a)
    expect("abs(a)", pairs(dtype), lambda a, b: np.abs(a))


@pytest.mark.parametrize("dtype", [np.int32, np.uint32])
def test_all_bits_change(dtype):
    expect("~a", pairs(dtype), lambda a, b: ~a)


# Comparisons

COMPARISONS = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal, "!=": np.not_equal,
}  # fmt: skip


@pytest.mark.parametrize(("left", "right"), [*((t, t) for t in TYPES), (np.int32, np.uint32), (np.uint32, np.int32)])
@pytest.mark.parametrize("symbol", COMPARISONS)
def test_comparisons_are_by_value(left, right, symbol):
    wide = np.float32 if left is np.float32 else np.int64
    expect(f"a {symbol} b", pairs(left, right), lambda a, b: COMPARISONS[symbol](a.astype(wide), b.astype(wide)))


@pytest.mark.parametrize("symbol", COMPARISONS)
def test_an_integer_meets_a_float_as_a_float(symbol):
    expect(f"a {symbol} b", pairs(np.int32, np.float32), lambda a, b: COMPARISONS[symbol](a.astype(np.float32), b))


def test_bools_compare_as_numbers():
    for symbol, wanted in COMPARISONS.items():
        expect(f"a {symbol} b", pairs(np.bool_), wanted)


@pytest.mark.parametrize("dtype", TYPES)
def test_extremes_keep_the_first_of_equals(dtype):
    expect("min(a, b)", pairs(dtype), lambda a, b: np.where(b < a, b, a))
    expect("max(a, b)", pairs(dtype), lambda a, b: np.where(b > a, b, a))


# Conversions


def test_a_float_becomes_an_integer_by_truncation_within_the_range():
    a = np.array([0.0, -0.0, 0.9, -0.9, 1.5, -2.5, 1e10, -1e10, 2147483520.0, 2147483648.0, -2147483648.0, 4294967040.0,
                  4294967296.0, np.inf, -np.inf, np.nan, 1e-30], np.float32)  # fmt: skip

    def truncated(type):
        info = np.iinfo(type)
        return np.array([0 if np.isnan(x) else int(np.clip(np.float64(x), info.min, info.max)) for x in a], type)

    assert_same(evaluate("i32(a)", a, a, np.int32), truncated(np.int32), a)
    assert_same(evaluate("int(a)", a, a, np.int32), truncated(np.int32), a)
    assert_same(evaluate("u32(a)", a, a, np.uint32), truncated(np.uint32), a)
    assert_same(evaluate("bool(a)", a, a, np.bool_), a.astype(bool), a)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.bool_])
def test_integers_convert_by_wrapping_and_to_the_nearest_float(dtype):
    a, b = pairs(dtype)
    for name, target in (("i32", np.int32), ("u32", np.uint32), ("f32", np.float32), ("bool_", np.bool_)):
        expect(f"{name}(a)", (a, b), lambda a, b: a.astype(target))


@pytest.mark.parametrize("source", [np.int32, np.uint32, np.bool_])
@pytest.mark.parametrize("target", [np.int32, np.uint32, np.float32])
def test_stores_of_integers_wrap_or_become_floats(source, target):
    expect("a", pairs(source), lambda a, b: a.astype(target))


@pytest.mark.parametrize(("source", "target"), [(np.float32, np.int32), (np.float32, np.bool_), (np.int32, np.bool_)])
def test_stores_that_lose_meaning_are_refused(source, target):
    with pytest.raises(vkc.CompileError, match=r"write"):
        evaluate("a", *pairs(source), target)


def test_rounding_is_half_to_even():
    a = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 2.4999998, 1e9, -1e9, 8388609.0], np.float32)
    expect("round(a)", (a, a), lambda a, b: np.rint(a).astype(np.int32))
    expect("round(a, 0)", (a, a), lambda a, b: np.round(a, 0))
    for rounding in ("np.round(a)", "np.around(a)", "np.round(a, 0)", "np.round(a, 1)"):
        expect(rounding, (a, a), lambda a, b, rounding=rounding: eval(rounding))


def test_rounding_as_numpy_keeps_the_type():
    expect("np.round(a)", pairs(np.int32), lambda a, b: a)
    expect("np.round(a, 2)", pairs(np.int32), lambda a, b: a)
    expect("f32(np.round(2.5)) * a", pairs(np.float32), lambda a, b: 2 * a)
    with pytest.raises(vkc.CompileError, match=r"round\(x, n\) takes a constant number of decimals"):
        evaluate("np.round(a, i32(b))", *pairs(np.float32), np.float32)


def test_bool_arithmetic_is_that_of_i32():
    a, b = pairs(np.bool_)
    for symbol, wanted in (("+", np.add), ("-", np.subtract), ("*", np.multiply)):
        expect(f"a {symbol} b", (a, b), lambda a, b: wanted(a.astype(np.int32), b.astype(np.int32)))
    expect("(a > b) + 1", (a, b), lambda a, b: (a > b).astype(np.int32) + 1)
    expect("a / 4", (a, b), lambda a, b: a.astype(np.float32) / 4, np.float32)
    expect("-a", (a, b), lambda a, b: -a.astype(np.int32))


def test_a_bool_array_holds_zeros_and_ones():
    a, b = pairs(np.int32)
    got = evaluate("a > b", a, b, np.bool_)
    assert set(np.unique(got.view(np.uint8))) == {0, 1}
    assert (got == (a > b)).all()


def test_storing_a_bool_leaves_its_neighbours():
    @vkc.kernel
    def k(out: Array[bool_], n: i32):
        i = vkc.global_id()
        if i % 3 == n:
            out[i] = i % 2 == 0

    for n in range(3):
        assert run(k, 13, n, out=13, dtype=np.bool_) == [i % 2 == 0 if i % 3 == n else True for i in range(13)]
