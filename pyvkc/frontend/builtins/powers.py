"""Powers, as rows: by squaring where that is exact or the exponent is a small constant, else by way of logarithms.

The checker chooses among the rows by the types and by what it knows of the exponent; see `power` in
:mod:`..operations`.
"""

from __future__ import annotations

import math
import operator
from typing import Any, Final

import numpy as np

from ...types import Scalar, bool_
from . import library
from .arithmetic import _wrapping
from .row import Emitter, Row, Types

__all__ = ["MOST_FACTORS", "POWERS", "multiply_up"]

MOST_FACTORS: Final = 16
"""The largest whole power of a float that is a product."""


def multiply_up(e: Emitter, type: Scalar, base: int, exponent: int) -> int:
    """`base` to a constant power of at least 1, by squaring."""
    opcode = "OpFMul" if type.floating else "OpIMul"
    result: int | None = None
    while True:
        if exponent & 1:
            result = base if result is None else e.op(opcode, type, result, base)
        exponent >>= 1
        if not exponent:
            assert result is not None
            return result
        base = e.op(opcode, type, base, base)


def _power_known(e: Emitter, types: Types, a: int, b: int) -> int:
    """A constant exponent: the checker has refused negative ones."""
    value = e.known(b)
    assert isinstance(value, int) and value >= 0
    return e.constant(1, types[0]) if value == 0 else multiply_up(e, types[0], a, value)


def _power_whole(e: Emitter, types: Types, a: int, b: int) -> int:
    """A float to a constant whole power of at most `MOST_FACTORS`."""
    value = e.known(b)
    assert isinstance(value, int)
    return _power_whole_to(e, types[0], a, value)


def _power_whole_to(e: Emitter, type: Scalar, a: int, value: int) -> int:
    if value == 0:
        return e.constant(1.0, type)
    product = multiply_up(e, type, a, abs(value))
    return product if value > 0 else e.op("OpFDiv", type, e.constant(1.0, type), product)


def _power_float(e: Emitter, types: Types, a: int, b: int) -> int:
    """NumPy's pow around the native instruction, which is undefined for a negative base."""
    type, value = types[0], e.known(b)
    if isinstance(value, float) and value.is_integer() and 1 <= abs(value) <= MOST_FACTORS:
        return _power_whole_to(e, type, a, int(value))
    if value == 0.5:
        # As pow and unlike sqrt: (-0.0)**0.5 is 0.0 and (-inf)**0.5 is inf.
        zero = e.constant(0.0, type)
        root = e.select(e.op("OpFOrdEqual", bool_, a, zero), zero, e.glsl("Sqrt", type, a), type)
        infinite = e.op("OpFOrdEqual", bool_, a, e.constant(-math.inf, type))
        return e.select(infinite, e.constant(math.inf, type), root, type)
    zero, one = e.constant(0.0, type), e.constant(1.0, type)
    size = e.glsl("FAbs", type, a)
    magnitude = e.glsl("Exp2", type, e.op("OpFMul", type, b, e.glsl("Log2", type, size)))
    magnitude = _power_special(e, type, size, b, magnitude)
    half = e.op("OpFMul", type, b, e.constant(0.5, type))
    integral = e.op("OpFOrdEqual", bool_, e.glsl("Floor", type, b), b)
    odd = e.op("OpLogicalAnd", bool_, integral, e.op("OpFUnordNotEqual", bool_, e.glsl("Floor", type, half), half))
    negative = e.op("OpSLessThan", bool_, *_sign_bits(e, type, a))
    signed = e.select(e.op("OpLogicalAnd", bool_, negative, odd), e.op("OpFNegate", type, magnitude), magnitude, type)
    below = e.op("OpFOrdLessThan", bool_, a, zero)
    finite = e.op("OpFOrdNotEqual", bool_, size, e.constant(math.inf, type))
    fractional = e.op("OpLogicalAnd", bool_, finite, e.op("OpLogicalNot", bool_, integral))
    invalid = e.op("OpLogicalAnd", bool_, below, fractional)
    result = e.select(invalid, e.constant(math.nan, type), signed, type)
    unit = e.op("OpLogicalOr", bool_, e.op("OpFOrdEqual", bool_, a, one), e.op("OpFOrdEqual", bool_, b, zero))
    minus_one = e.op("OpFOrdEqual", bool_, a, e.constant(-1.0, type))
    endless = e.op("OpFOrdEqual", bool_, e.glsl("FAbs", type, b), e.constant(math.inf, type))
    unit = e.op("OpLogicalOr", bool_, unit, e.op("OpLogicalAnd", bool_, minus_one, endless))
    return e.select(unit, one, result, type)


def _power_special(e: Emitter, type: Scalar, size: int, b: int, magnitude: int) -> int:
    """``size ** b`` where `size` is 0 or infinite, or either operand is NaN."""
    zero, infinity = e.constant(0.0, type), e.constant(math.inf, type)
    grows = e.op("OpFOrdGreaterThan", bool_, b, zero)
    at_zero = e.select(grows, zero, infinity, type)
    at_infinity = e.select(grows, infinity, zero, type)
    result = e.select(e.op("OpFOrdEqual", bool_, size, zero), at_zero, magnitude, type)
    result = e.select(e.op("OpFOrdEqual", bool_, size, infinity), at_infinity, result, type)
    nan = e.op("OpLogicalOr", bool_, e.op("OpFUnordNotEqual", bool_, size, size), e.op("OpFUnordNotEqual", bool_, b, b))
    return e.select(nan, e.constant(math.nan, type), result, type)


def _sign_bits(e: Emitter, type: Scalar, value: int) -> tuple[int, int]:
    """The bits of a float as a signed integer, and a zero to compare them with."""
    signed = Scalar(f"i{type.bits}", "int", type.bits)
    return e.bitcast(value, type, signed), e.constant(0, signed)


def _integer_power(base: Any, exponent: Any) -> Any:
    """NumPy's power, with a meaning for negative exponents: of 1 and -1 it is 1 or -1, of other numbers 0."""
    base, exponent = np.broadcast_arrays(base, exponent)
    below = np.where(base == 1, 1, np.where(base == -1, 1 - 2 * (exponent & 1), 0))
    with np.errstate(all="ignore"):
        return np.where(exponent < 0, below, np.power(base, np.maximum(exponent, 0))).astype(base.dtype)


POWERS: Final = (
    Row("power", "I, I -> I", _power_known,
        operator.pow, _wrapping(np.power), "Power by squaring; wraps.", (), "**"),
    Row("power_signed", "I, I -> I", None,
        operator.pow, _integer_power, "Power by squaring; wraps.", (), "**", function=library.power_signed),
    Row("power_unsigned", "I, I -> I", None,
        operator.pow, _integer_power, "Power by squaring; wraps.", (), "**", function=library.power_unsigned),
    Row("power_whole", "F, i32 -> F", _power_whole,
        operator.pow, _wrapping(np.power), "Power with a small constant whole exponent, by squaring.", (), "**",
        domain="moderate", ulp=16, widened=True),
    Row("power_float", "F, F -> F", _power_float,
        operator.pow, _wrapping(np.power), "Power.", (math.pow, np.float_power), "**", ("f16", "bf16", "f32"),
        domain="moderate", ulp=1024, widened=True),
)  # fmt: skip
