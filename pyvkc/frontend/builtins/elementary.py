"""Functions of numbers: rounding, extremes, tests, and the elementary functions on the driver's own instructions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ...types import SCALARS, Scalar, bool_, f32, f64, u32
from . import library
from .arithmetic import _scale, _wrapping
from .powers import multiply_up
from .row import Emitter, Row, Types


def _unsigned(type: Scalar) -> Scalar:
    return SCALARS[f"u{type.bits}"]


# Sizes and signs


def _absolute(e: Emitter, types: Types, a: int) -> int:
    type = types[0]
    if type.kind == "float":
        return e.glsl("FAbs", type, a)
    if type.kind == "uint":
        return a
    negative = e.op("OpSLessThan", bool_, a, e.constant(0, type))
    return e.select(negative, e.op("OpSNegate", type, a), a, type)


def _order(e: Emitter, type: Scalar, a: int, b: int) -> int:
    """Whether a is less than b."""
    opcode = {"float": "OpFOrdLessThan", "int": "OpSLessThan", "uint": "OpULessThan"}[type.kind]
    return e.op(opcode, bool_, a, b)


def _python_min(e: Emitter, types: Types, a: int, b: int) -> int:
    return e.select(_order(e, types[0], b, a), b, a, types[0])


def _python_max(e: Emitter, types: Types, a: int, b: int) -> int:
    return e.select(_order(e, types[0], a, b), b, a, types[0])


def _with_nan(pick: Callable[..., int], *, kept: bool) -> Callable[..., int]:
    """An extreme of two numbers where NaN is the result (NumPy's minimum) or is passed over (C's fmin)."""

    def emit(e: Emitter, types: Types, a: int, b: int) -> int:
        chosen = pick(e, types, a, b)
        if types[0].kind != "float":
            return chosen
        if_b, if_a = (b, a) if kept else (a, b)
        chosen = e.select(e.op("OpFUnordNotEqual", bool_, b, b), if_b, chosen, types[0])
        return e.select(e.op("OpFUnordNotEqual", bool_, a, a), if_a, chosen, types[0])

    return emit


def _clamp(e: Emitter, types: Types, x: int, low: int, high: int) -> int:
    return _python_min(e, types, _python_max(e, types, x, low), high)


def _sign(e: Emitter, types: Types, a: int) -> int:
    type = types[0]
    zero, one = e.constant(0, type), e.constant(1, type)
    neither = zero
    if type.kind == "float":
        neither = e.select(e.op("OpFUnordNotEqual", bool_, a, a), a, zero, type)
    above = e.select(_order(e, type, zero, a), one, neither, type)
    if type.kind == "uint":
        return above
    return e.select(_order(e, type, a, zero), e.constant(-1, type), above, type)


def _copysign(e: Emitter, types: Types, a: int, b: int) -> int:
    type = types[0]
    bits, top = _unsigned(type), 1 << (type.bits - 1)
    size = e.op("OpBitwiseAnd", bits, e.bitcast(a, type, bits), e.constant(top - 1, bits))
    sign = e.op("OpBitwiseAnd", bits, e.bitcast(b, type, bits), e.constant(top, bits))
    return e.bitcast(e.op("OpBitwiseOr", bits, size, sign), bits, type)


def _fma(e: Emitter, types: Types, a: int, b: int, c: int) -> int:
    """In 16 bits the product is exact as an f32; the sum is rounded to odd, so that it may be rounded once more.

    The sum's error is exact, too (Knuth's two-sum): where it has the other sign, the sum was rounded away from zero.
    """
    type = types[-1]
    if type.bits != 16:
        return e.glsl("Fma", type, a, b, c)
    a, b, c = (e.convert(operand, type, f32) for operand in (a, b, c))
    if e.fastmath:
        return e.convert(e.glsl("Fma", f32, a, b, c), f32, type)
    product = e.op("OpFMul", f32, a, b)
    sum = e.op("OpFAdd", f32, product, c)
    part = e.op("OpFSub", f32, sum, product)
    rest = e.op("OpFSub", f32, product, e.op("OpFSub", f32, sum, part))
    error = e.op("OpFAdd", f32, rest, e.op("OpFSub", f32, c, part))
    zero, one, bits = e.constant(0.0, f32), e.constant(1, u32), e.bitcast(sum, f32, u32)
    signs = (e.op("OpFOrdLessThan", bool_, value, zero) for value in (sum, error))
    lower = e.select(e.op("OpLogicalNotEqual", bool_, *signs), e.op("OpISub", u32, bits, one), bits, u32)
    odd = e.op("OpBitwiseOr", u32, lower, one)
    inexact = e.op("OpFOrdNotEqual", bool_, error, zero)
    return e.convert(e.bitcast(e.select(inexact, odd, bits, u32), u32, f32), f32, type)


# Tests on bits, which no driver's assumption of finite numbers can fold away


def _classify(opcode: str) -> Callable[..., int]:
    """The size bits of a float compared with those of infinity."""

    def emit(e: Emitter, types: Types, a: int) -> int:
        type = types[0]
        bits = _unsigned(type)
        infinity = int(np.array(np.inf, type.dtype).view(bits.dtype))
        size = e.op("OpBitwiseAnd", bits, e.bitcast(a, type, bits), e.constant((1 << (type.bits - 1)) - 1, bits))
        return e.op(opcode, bool_, size, e.constant(infinity, bits))

    return emit


def _signbit(e: Emitter, types: Types, a: int) -> int:
    signed = SCALARS[f"i{types[0].bits}"]
    return e.op("OpSLessThan", bool_, e.bitcast(a, types[0], signed), e.constant(0, signed))


# Rounding


def _whole(e: Emitter, type: Scalar, name: str, a: int) -> int:
    """A float without its fraction. llvmpipe rounds and truncates f64 wrongly, and gets floor and ceil right."""
    if type != f64 or name in ("Floor", "Ceil"):
        return e.glsl(name, type, a)
    size, zero = e.glsl("FAbs", type, a), e.constant(0.0, type)
    whole = e.glsl("Floor", type, size) if name == "Trunc" else _half_to_even(e, type, size)
    signed = e.select(e.op("OpFOrdLessThan", bool_, a, zero), e.op("OpFNegate", type, whole), whole, type)
    return e.select(e.op("OpFOrdEqual", bool_, a, zero), a, signed, type)


def _half_to_even(e: Emitter, type: Scalar, size: int) -> int:
    """From 2**52 on an f64 is whole, so that adding that rounds what is smaller."""
    bound = e.constant(2.0**52, type)
    rounded = e.op("OpFSub", type, e.op("OpFAdd", type, size, bound), bound)
    return e.select(e.op("OpFOrdLessThan", bool_, size, bound), rounded, size, type)


def _rounded_to_int(name: str) -> Callable[..., int]:
    def emit(e: Emitter, types: Types, a: int) -> int:
        if types[0].integral:
            return e.convert(a, types[0], types[-1])
        return e.convert(_whole(e, types[0], name, a), types[0], types[-1])

    return emit


def _rounded(name: str) -> Callable[..., int]:
    """NumPy's rounding of integers is the identity, of floats a float."""

    def emit(e: Emitter, types: Types, a: int) -> int:
        return a if types[0].integral else _whole(e, types[0], name, a)

    return emit


def _round_places(e: Emitter, types: Types, a: int, places: int) -> int:
    """As NumPy: scale by a power of ten, round half to even, scale back."""
    type, count = types[0], e.known(places)
    assert isinstance(count, int)
    scale = e.constant(10.0 ** abs(count), type)
    first, last = ("OpFMul", "OpFDiv") if count >= 0 else ("OpFDiv", "OpFMul")
    scaled = _scale(first)(e, (type, type, type), a, scale)
    return _scale(last)(e, (type, type, type), _whole(e, type, "RoundEven", scaled), scale)


def _fmod(x: Any, y: Any) -> Any:
    return np.fmod(x, y)


FUNCTIONS: Final = (
    Row("abs", "N -> N", _absolute, abs, _wrapping(np.abs), "Absolute value; of the least integer it is itself.",
        (abs, np.absolute, np.fabs, math.fabs), public=True),
    Row("min", "N, N -> N", _python_min, min, _wrapping(lambda a, b: np.where(b < a, b, a)),
        "The least operand, the first of equals.", (min,), variadic=True),
    Row("max", "N, N -> N", _python_max, max, _wrapping(lambda a, b: np.where(b > a, b, a)),
        "The greatest operand, the first of equals.", (max,), variadic=True),
    Row("minimum", "N, N -> N", _with_nan(_python_min, kept=True), np.minimum, _wrapping(np.minimum),
        "The lesser operand; NaN if either is.", (np.minimum,), public=True),
    Row("maximum", "N, N -> N", _with_nan(_python_max, kept=True), np.maximum, _wrapping(np.maximum),
        "The greater operand; NaN if either is.", (np.maximum,), public=True),
    Row("fmin", "N, N -> N", _with_nan(_python_min, kept=False), np.fmin, _wrapping(np.fmin),
        "The lesser operand, passing over NaN.", (np.fmin,), public=True),
    Row("fmax", "N, N -> N", _with_nan(_python_max, kept=False), np.fmax, _wrapping(np.fmax),
        "The greater operand, passing over NaN.", (np.fmax,), public=True),
    Row("clamp", "N, N, N -> N", _clamp, lambda x, low, high: min(max(x, low), high),
        _wrapping(lambda x, low, high: np.minimum(np.maximum(x, low), high)), "`x` held between two bounds.",
        (np.clip,), public=True),
    Row("sign", "N -> N", _sign, np.sign, _wrapping(np.sign), "-1, 0 or 1; NaN stays.", (np.sign,), public=True),
    Row("copysign", "F, F -> F", _copysign, math.copysign, np.copysign, "The size of one with the sign of the other.",
        (math.copysign, np.copysign), public=True, widened=True),
    Row("isnan", "F -> bool_", _classify("OpUGreaterThan"), math.isnan, np.isnan, "Whether it is not a number.",
        (math.isnan, np.isnan), public=True, widened=True),
    Row("isinf", "F -> bool_", _classify("OpIEqual"), math.isinf, np.isinf, "Whether it is infinite.",
        (math.isinf, np.isinf), public=True, widened=True),
    Row("isfinite", "F -> bool_", _classify("OpULessThan"), math.isfinite, np.isfinite, "Whether it is finite.",
        (math.isfinite, np.isfinite), public=True, widened=True),
    Row("signbit", "F -> bool_", _signbit, np.signbit, np.signbit, "Whether the sign bit is set.",
        (np.signbit,), public=True, widened=True),
    Row("round_int", "N -> int", _rounded_to_int("RoundEven"), round, np.rint, "The nearest integer, half to even.",
        (round,), domain="moderate"),
    Row("round_places", "F, i32 -> F", _round_places, round, _wrapping(np.round),
        "Rounded to a constant number of decimals, as NumPy does it.", (round, np.round, np.around),
        domain="moderate", ulp=1),
    Row("floor_int", "N -> int", _rounded_to_int("Floor"), math.floor, np.floor, "The integer below.",
        (math.floor,), domain="moderate"),
    Row("ceil_int", "N -> int", _rounded_to_int("Ceil"), math.ceil, np.ceil, "The integer above.",
        (math.ceil,), domain="moderate"),
    Row("trunc_int", "N -> int", _rounded_to_int("Trunc"), math.trunc, np.trunc, "The integer towards zero.",
        (math.trunc,), domain="moderate"),
    Row("rint", "N -> N", _rounded("RoundEven"), np.rint, np.rint, "The nearest whole number, half to even.",
        (np.rint, np.round, np.around), public=True),
    Row("floor", "N -> N", _rounded("Floor"), np.floor, np.floor, "The whole number below.", (np.floor,), public=True),
    Row("ceil", "N -> N", _rounded("Ceil"), np.ceil, np.ceil, "The whole number above.", (np.ceil,), public=True),
    Row("trunc", "N -> N", _rounded("Trunc"), np.trunc, np.trunc, "The whole number towards zero.",
        (np.trunc,), public=True),
    Row("fma", "F, F, F -> F", _fma, lambda a, b, c: a * b + c, _wrapping(lambda a, b, c: a * b + c),
        "``a * b + c``, rounded once where the device can.", (), ulp=1, public=True, domain="positive"),
    Row("fmod", "F, F -> F", None, math.fmod, _wrapping(_fmod), "The exact remainder with the sign of the first.",
        (math.fmod, np.fmod), public=True, function=library.fmod, function64=library.fmod_f64, widened=True),
    Row("square", "N -> N", lambda e, types, a: multiply_up(e, types[0], a, 2), lambda x: x * x, _wrapping(np.square),
        "The product with itself.", (np.square,), public=True),
)  # fmt: skip
