"""Functions of the bits of numbers.

Vulkan's instructions count and reverse the bits of 32-bit integers only: narrower ones are counted as such, without
their sign's extension, and those of 64 bits by halves. Results have the operand's signedness at first, as WGSL's
functions know no other.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ...types import SCALARS, Scalar, bool_, i32, u32, u64
from .row import Emitter, Row, Types

__all__ = ["BITS"]


def _word(e: Emitter, type: Scalar, a: int) -> int:
    """The bits of a number of up to 32 as a u32, zeros above them."""
    unsigned = SCALARS[f"u{type.bits}"]
    return e.convert(e.bitcast(a, type, unsigned), unsigned, u32)


def _halves(e: Emitter, type: Scalar, a: int) -> tuple[int, int]:
    """The lower and the upper 32 bits of a number of 64."""
    bits = e.bitcast(a, type, u64)
    return e.convert(bits, u64, u32), e.convert(e.op("OpShiftRightLogical", u64, bits, e.constant(32, u32)), u64, u32)


def _is_zero(e: Emitter, word: int) -> int:
    return e.op("OpIEqual", bool_, word, e.constant(0, u32))


def _count_ones(e: Emitter, types: Types, a: int) -> int:
    type = types[0]
    if type.bits == 32:
        return e.bitcast(e.op("OpBitCount", type, a), type, i32)
    words = _halves(e, type, a) if type.bits == 64 else (_word(e, type, a),)
    counts = [e.bitcast(e.op("OpBitCount", u32, word), u32, i32) for word in words]
    return counts[0] if len(counts) == 1 else e.op("OpIAdd", i32, *counts)


def _highest(e: Emitter, word: int) -> int:
    """The number of the highest bit that is set, or -1 for 0."""
    return e.bitcast(e.glsl("FindUMsb", u32, word), u32, i32)


def _count_leading(e: Emitter, types: Types, a: int) -> int:
    type = types[0]
    last = e.constant(type.bits - 1, i32)
    if type.bits < 64:
        return e.op("OpISub", i32, last, _highest(e, _word(e, type, a)))
    low, high = _halves(e, type, a)
    in_low = e.op("OpISub", i32, last, _highest(e, low))
    in_high = e.op("OpISub", i32, e.constant(31, i32), _highest(e, high))
    return e.select(_is_zero(e, high), in_low, in_high, i32)


def _lowest(e: Emitter, word: int, otherwise: int) -> int:
    """The number of the lowest bit of a word that is set, or `otherwise` for 0."""
    return e.select(_is_zero(e, word), otherwise, e.glsl("FindILsb", i32, e.bitcast(word, u32, i32)), i32)


def _count_trailing(e: Emitter, types: Types, a: int) -> int:
    type = types[0]
    if type.bits < 64:
        return _lowest(e, _word(e, type, a), e.constant(type.bits, i32))
    low, high = _halves(e, type, a)
    in_high = e.op("OpIAdd", i32, _lowest(e, high, e.constant(32, i32)), e.constant(32, i32))
    return _lowest(e, low, in_high)


def _reverse(e: Emitter, types: Types, a: int) -> int:
    type = types[0]
    if type.bits == 32:
        return e.op("OpBitReverse", type, a)
    if type.bits < 32:
        turned = e.op("OpBitReverse", u32, _word(e, type, a))
        return e.convert(e.op("OpShiftRightLogical", u32, turned, e.constant(32 - type.bits, u32)), u32, type)
    low, high = (e.convert(e.op("OpBitReverse", u32, half), u32, u64) for half in _halves(e, type, a))
    turned = e.op("OpBitwiseOr", u64, e.op("OpShiftLeftLogical", u64, low, e.constant(32, u32)), high)
    return e.bitcast(turned, u64, type)


def _cast(target: Scalar) -> Callable[..., int]:
    def emit(e: Emitter, types: Types, a: int) -> int:
        return e.bitcast(a, types[0], target)

    return emit


# What they mean


def _bits(target: Scalar) -> Callable[..., Any]:
    def python(value: Any) -> Any:
        source = np.asarray(value)
        if not isinstance(value, (np.ndarray, np.generic)):
            source = source.astype(np.float32 if source.dtype.kind == "f" else np.int32)
        return source.view(target.dtype)[()]

    return python


def _each_bit(count: Callable[[str], int]) -> Callable[..., Any]:
    """A NumPy reference from a function of the bits written out; Python's integers are those of 32 bits."""

    def reference(values: Any) -> Any:
        array = np.asarray(values) if isinstance(values, (np.ndarray, np.generic)) else _in_32_bits(values)
        width = array.dtype.itemsize * 8
        texts = (format(builtins.int(value) & ((1 << width) - 1), f"0{width}b") for value in array.flat)
        return np.array([count(text) for text in texts], np.uint64).reshape(array.shape)

    return reference


def _in_32_bits(value: int) -> Any:
    if not -(2**31) <= value < 2**32:
        raise OverflowError("it has more than 32 bits")
    return np.array(value & 0xFFFFFFFF, np.uint32)


def _counted(count: Callable[[str], int]) -> Callable[..., Any]:
    """The reference of a function that counts bits."""
    reference = _each_bit(count)
    return lambda values: reference(values).astype(np.int32)[()]


def _reversed(values: Any) -> Any:
    """The bits in the other order, in the operand's type."""
    dtype = values.dtype if isinstance(values, (np.ndarray, np.generic)) else np.dtype(np.int32)
    return _each_bit(lambda bits: int(bits[::-1], 2))(values).astype(f"u{dtype.itemsize}").view(dtype)[()]


def _leading(bits: str) -> int:
    return len(bits) - len(bits.lstrip("0"))


def _trailing(bits: str) -> int:
    return len(bits) - len(bits.rstrip("0"))


_ones = _counted(lambda bits: bits.count("1"))

BITS: Final = (
    Row("popcount", "I -> i32", _count_ones, _ones, _ones, "The number of bits that are set.", (), public=True),
    Row("clz", "I -> i32", _count_leading, _counted(_leading), _counted(_leading),
        "The number of zero bits above the highest that is set; the width for 0.", (), public=True),
    Row("ctz", "I -> i32", _count_trailing, _counted(_trailing), _counted(_trailing),
        "The number of zero bits below the lowest that is set; the width for 0.", (), public=True),
    Row("bit_reverse", "I -> I", _reverse, _reversed, _reversed, "The bits in the other order.", (), public=True),
    *(
        Row(f"bitcast_{target}", f"A -> {target}", _cast(target), _bits(target), _bits(target),
            f"The same bits as {target}.", ())
        for target in SCALARS.values() if target != bool_
    ),
)  # fmt: skip
