"""Conversions between scalars, defined for every value.

``OpConvertFToS`` and ``OpConvertFToU`` are undefined for NaN and for what the integer cannot represent; here NaN gives
0 and the rest saturates. Integers wrap, numbers become bools by ``x != 0`` and bools become 1 or 0.

Whatever becomes a float is rounded once. On its way from 32 or 64 bits to an f16 or a bf16 it passes an f32, which is
then rounded to odd: an inexact result gets an odd last bit, so that the second rounding still sees on which side of a
tie the number was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..types import Scalar, bf16, bool_, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64
from .lower_narrow import normalise

if TYPE_CHECKING:
    from .lower_emitter import Emitter

__all__ = ["convert_scalar"]

SIGNED: Final = {8: i8, 16: i16, 32: i32, 64: i64}
UNSIGNED: Final = {8: u8, 16: u16, 32: u32, 64: u64}


def convert_scalar(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """``target(x)`` for an `id` of type `source`."""
    if source == target:
        return id
    return CONVERSIONS[_class(source), _class(target)](emitter, id, source, target)


def _class(scalar: Scalar) -> str:
    return "integer" if scalar.integral else scalar.kind


def _from_bool(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    one = emitter.constant(1.0 if target.floating else 1, target)
    return emitter.select(id, one, emitter.zero(target), target)


def _integer_to_bool(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    return emitter.op("OpINotEqual", bool_, id, emitter.zero(source))


def _float_to_bool(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    return emitter.op("OpFUnordNotEqual", bool_, id, emitter.zero(source))  # NaN is true, as in Python


# Integers


def _integer_to_integer(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """In registers of another width, then wrapped to a type that they only hold."""
    id = _between_registers(emitter, id, emitter.holder(source), emitter.holder(target))
    if target not in emitter.held or target.minimum <= source.minimum <= source.maximum <= target.maximum:
        return id
    return normalise(emitter, id, target)


def _between_registers(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """Widen by the source's sign or narrow, then take the target's sign: i8 -> i32 -> u32, u8 -> u32 -> i32."""
    signed = source.kind == "int"
    if signed and source.bits < 64 == target.bits:
        return _extend_to_64(emitter, id, source, target)
    wide = (SIGNED if signed else UNSIGNED)[target.bits]
    if source.bits != target.bits:
        id = emitter.op("OpSConvert" if signed else "OpUConvert", wide, id)
    return id if wide == target else emitter.op("OpBitcast", target, id)


def _extend_to_64(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """A signed integer in two words, the upper one all signs.

    That is what OpSConvert means, but llvmpipe compares its result wrongly with a constant: ``i64(x) < 5`` is false
    for every i32.
    """
    op = emitter.op
    low = _between_registers(emitter, id, source, i32)
    high = op("OpShiftRightArithmetic", i32, low, emitter.constant(31, u32))
    words = [op("OpUConvert", u64, emitter.bitcast(word, i32, u32)) for word in (low, high)]
    upper = op("OpShiftLeftLogical", u64, words[1], emitter.constant(32, u32))
    return emitter.bitcast(op("OpBitwiseOr", u64, words[0], upper), u64, target)


def _integer_to_float(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    known = emitter.known(id)
    if known is not None and (value := target.nearest(known)) == known:
        return emitter.constant(value, target)  # what is known to be 0.0 is divided by as such
    if target in (f32, f64):
        return emitter.op("OpConvertSToF" if source.kind == "int" else "OpConvertUToF", target, id)
    single = _integer_to_float(emitter, id, source, f32)
    if target == bf16 and source.bits >= 32:  # an f16 is infinite before an f32 is inexact
        single = _integer_to_odd(emitter, id, source, single)
    return _float_to_float(emitter, single, f32, target)


def _integer_to_odd(emitter: Emitter, id: int, source: Scalar, single: int) -> int:
    """The f32 next to an integer, rounded to odd."""
    op, back = emitter.op, emitter.convert(single, f32, source)
    if source.kind == "uint":
        beyond = op("OpUGreaterThan", bool_, back, id)
    else:
        below, above = op("OpSLessThan", bool_, back, id), op("OpSGreaterThan", bool_, back, id)
        beyond = emitter.select(op("OpSLessThan", bool_, id, emitter.zero(source)), below, above, bool_)
    return _odd(emitter, single, beyond, op("OpINotEqual", bool_, back, id))


def _odd(emitter: Emitter, single: int, beyond: int, inexact: int) -> int:
    """An f32, towards zero where it is `beyond` the number it was rounded from, and then odd if it is `inexact`."""
    op, one = emitter.op, emitter.constant(1, u32)
    bits = emitter.bitcast(single, f32, u32)
    bits = emitter.select(beyond, op("OpISub", u32, bits, one), bits, u32)
    bits = emitter.select(inexact, op("OpBitwiseOr", u32, bits, one), bits, u32)
    return emitter.bitcast(bits, u32, f32)


# Floats


def _float_to_float(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    known = emitter.known(id)
    if known is not None:
        return emitter.constant(target.nearest(known), target)
    held, into = emitter.holder(source), emitter.holder(target)
    if target not in (f16, bf16) or source == into:
        id = id if held == into else emitter.op("OpFConvert", into, id)
    else:
        id = _double_to_odd(emitter, id) if source == f64 else _float_to_float(emitter, id, source, f32)
        if into != f32:
            return emitter.op("OpFConvert", target, id)
    return normalise(emitter, id, target) if target in emitter.held else id


def _double_to_odd(emitter: Emitter, id: int) -> int:
    """The f32 next to an f64, rounded to odd."""
    op, single = emitter.op, emitter.op("OpFConvert", f32, id)
    back = op("OpFConvert", f64, single)
    beyond = op("OpFOrdGreaterThan", bool_, emitter.glsl("FAbs", f64, back), emitter.glsl("FAbs", f64, id))
    return _odd(emitter, single, beyond, op("OpFOrdNotEqual", bool_, back, id))


def _float_to_integer(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """Truncate what fits. Three cases do not: below (the least value itself), above, and NaN.

    The least value and the bound above the greatest are powers of two, exact in f32 and f64; narrower floats are
    widened first, and narrower integers come by way of 32 bits.
    """
    if source in (f16, bf16):
        return _float_to_integer(emitter, _float_to_float(emitter, id, source, f32), f32, target)
    op, select, constant = emitter.op, emitter.select, emitter.constant
    wide = (SIGNED if target.kind == "int" else UNSIGNED)[max(32, target.bits)]
    least, bound = constant(float(target.minimum), source), constant(float(target.maximum + 1), source)
    raised = select(op("OpFOrdGreaterThan", bool_, id, least), id, least, source)  # NaN is raised, too
    below = op("OpFOrdLessThan", bool_, raised, bound)
    inside = select(below, raised, emitter.zero(source), source)
    number = op("OpConvertFToS" if target.kind == "int" else "OpConvertFToU", wide, inside)
    number = select(below, number, constant(target.maximum, wide), wide)
    if target.kind == "int":  # an unsigned one was raised to 0 already
        number = select(op("OpFOrdEqual", bool_, id, id), number, constant(0, wide), wide)
    return number if emitter.holder(target) == wide else _between_registers(emitter, number, wide, target)


CONVERSIONS: Final[dict[tuple[str, str], Callable[[Emitter, int, Scalar, Scalar], int]]] = {
    ("bool",    "integer"): _from_bool,
    ("bool",    "float"):   _from_bool,
    ("integer", "bool"):    _integer_to_bool,
    ("float",   "bool"):    _float_to_bool,
    ("integer", "integer"): _integer_to_integer,
    ("integer", "float"):   _integer_to_float,
    ("float",   "float"):   _float_to_float,
    ("float",   "integer"): _float_to_integer,
}  # fmt: skip
