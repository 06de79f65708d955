"""Conversions between scalars, defined for every value.

``OpConvertFToS`` and ``OpConvertFToU`` are undefined for NaN and for what the integer cannot represent; here NaN gives
0 and the rest saturates. Integers wrap, numbers become bools by ``x != 0`` and bools become 1 or 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..types import Scalar, bool_, f16, f32, i8, i16, i32, i64, u8, u16, u32, u64

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


def _integer_to_integer(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """Widen by the source's sign or narrow, then take the target's sign: i8 -> i32 -> u32, u8 -> u32 -> i32."""
    signed = source.kind == "int"
    wide = (SIGNED if signed else UNSIGNED)[target.bits]
    if source.bits != target.bits:
        id = emitter.op("OpSConvert" if signed else "OpUConvert", wide, id)
    else:
        wide = source
    return emitter.bitcast(id, wide, target)


def _integer_to_float(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    known = emitter.known(id)
    if known is not None and (value := float(target.dtype.type(known))) == known:
        return emitter.constant(value, target)  # what is known to be 0.0 is divided by as such
    return emitter.op("OpConvertSToF" if source.kind == "int" else "OpConvertUToF", target, id)


def _float_to_float(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    return emitter.op("OpFConvert", target, id)


def _float_to_integer(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """Truncate what fits. Three cases do not: below (the least value itself), above, and NaN.

    The least value and the bound above the greatest are powers of two, exact in f32 and f64; f16 is widened first.
    """
    if source == f16:
        return _float_to_integer(emitter, emitter.op("OpFConvert", f32, id), f32, target)
    op, select, constant = emitter.op, emitter.select, emitter.constant
    least, bound = constant(float(target.minimum), source), constant(float(target.maximum + 1), source)
    raised = select(op("OpFOrdGreaterThan", bool_, id, least), id, least, source)  # NaN is raised, too
    below = op("OpFOrdLessThan", bool_, raised, bound)
    inside = select(below, raised, emitter.zero(source), source)
    number = op("OpConvertFToS" if target.kind == "int" else "OpConvertFToU", target, inside)
    number = select(below, number, constant(target.maximum, target), target)
    if target.kind == "uint":
        return number  # raised to 0 already
    ordered = op("OpFOrdEqual", bool_, id, id)
    return select(ordered, number, constant(0, target), target)


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
