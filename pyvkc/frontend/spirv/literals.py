"""Literals as words: integers, floats and texts.

Gets Python values and the width of their type; returns the words that SPIR-V stores for them, the low-order word first.
Numbers narrower than a word are sign-extended when their type is signed and zero-extended otherwise ("Literal" in section 2.2.1
of the specification). Floats are rounded to nearest, ties to even, and overflow to infinity as NumPy's do; the sign of zero and
of NaN is kept.
"""

from __future__ import annotations

import math
import struct

WORD = 0xFFFFFFFF

_FLOAT_FORMATS = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}


def split(bits: int, width: int) -> tuple[int, ...]:
    """Return the words of a bit pattern."""
    return (bits,) if width <= 32 else (bits & WORD, bits >> 32)


def integer_words(value: int, width: int, signed: bool) -> tuple[int, ...]:
    """Return the words of an integer, which may be given as a signed or an unsigned number of that width."""
    if not -(1 << (width - 1)) <= value < 1 << width:
        raise AssertionError(f"the integer literal {value} does not fit {width} bits")
    bits = value & ((1 << width) - 1)
    if signed and width < 32 and bits >> (width - 1):
        bits |= WORD & -(1 << width)
    return split(bits, width)


def float_bits(value: float, width: int) -> int:
    """Return the bit pattern of a value rounded to a float of 16, 32 or 64 bits."""
    float_format, integer_format = _FLOAT_FORMATS[width]
    try:
        packed = struct.pack(float_format, value)
    except OverflowError:
        packed = struct.pack(float_format, math.copysign(math.inf, value))
    return int(struct.unpack(integer_format, packed)[0])


def bfloat_bits(value: float) -> int:
    """Return the bit pattern of a value rounded once to bfloat16, the upper half of a 32-bit float."""
    bits = float_bits(value, 32)
    if math.isnan(value):
        return bits >> 16 | 0x40
    upper, lower = bits >> 16, bits & 0xFFFF
    nearest = abs(float(struct.unpack("<f", struct.pack("<I", bits))[0]))
    if lower == 0x8000 and nearest != abs(value):  # a tie only because the 32-bit value was rounded already
        return upper + (abs(value) > nearest)
    return upper + (lower > 0x8000 or (lower == 0x8000 and upper & 1))


def float_words(value: float, width: int, encoding: str = "") -> tuple[int, ...]:
    """Return the words of a float; the encoding is that of OpTypeFloat, the IEEE one when empty."""
    if encoding:
        assert encoding == "BFloat16KHR", f"no literals of the floating-point encoding {encoding}"
        return (bfloat_bits(value),)
    return split(float_bits(value, width), width)


def text_words(text: str) -> tuple[int, ...]:
    """Return the words of a text: UTF-8, at least one zero at the end, padded with zeros."""
    if "\0" in text:
        raise AssertionError(f"the text {text!r} holds a zero, which ends texts in SPIR-V")
    encoded = text.encode("utf-8")
    count = len(encoded) // 4 + 1
    return struct.unpack(f"<{count}I", encoded.ljust(4 * count, b"\0"))
