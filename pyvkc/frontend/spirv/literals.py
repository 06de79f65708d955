"""Literals as words and as assembly text: integers, floats and texts.

Gets Python values and the width of their type; returns the words that SPIR-V stores for them, the low-order word
first. Numbers narrower than a word are sign-extended when their type is signed and zero-extended otherwise
("Literal" in section 2.2.1 of the specification). Floats are rounded to nearest, ties to even, and overflow to
infinity as NumPy's do; the sign of zero and of NaN is kept. The texts are those that spirv-as reads back as the
same bits.
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


# By width and encoding: the bits of the fraction and the largest exponent.
_LAYOUTS = {(16, ""): (10, 15), (32, ""): (23, 127), (64, ""): (52, 1023), (16, "BFloat16KHR"): (7, 127)}


def integer_text(words: tuple[int, ...], width: int, signed: bool) -> str | None:
    """Spell the integer that words stand for; nothing when they are not as `integer_words` makes them."""
    bits = sum(word << 32 * place for place, word in enumerate(words)) & ((1 << width) - 1)
    value = bits - (1 << width) if signed and bits >> (width - 1) else bits
    return str(value) if integer_words(value, width, signed) == words else None


def float_text(words: tuple[int, ...], width: int, encoding: str = "") -> str | None:
    """Spell the float that words stand for, in decimal where that is exact and usual; nothing for an unknown layout."""
    bits = sum(word << 32 * place for place, word in enumerate(words))
    if (width, encoding) not in _LAYOUTS or bits >> width:
        return None
    fraction_bits, _ = _LAYOUTS[width, encoding]
    exponent = bits >> fraction_bits & (1 << (width - 1 - fraction_bits)) - 1
    special = exponent in (0, (1 << (width - 1 - fraction_bits)) - 1) and bits & (1 << (width - 1)) - 1
    return _hexadecimal(bits, width, encoding) if width == 16 or special else _decimal(bits, width)


def _decimal(bits: int, width: int) -> str:
    """Spell a normal float of 32 or 64 bits, or zero, by the fewest digits that give it back."""
    float_format, integer_format = _FLOAT_FORMATS[width]
    value = float(struct.unpack(float_format, struct.pack(integer_format, bits))[0])
    digits = range(6, 17) if width == 32 else range(15, 18)
    return next(text for text in (f"{value:.{count}g}" for count in digits) if float_bits(float(text), width) == bits)


def _hexadecimal(bits: int, width: int, encoding: str) -> str:
    """Spell any float as ``0x1.8p+3``; infinities and NaNs have the exponent after the largest."""
    fraction_bits, largest = _LAYOUTS[width, encoding]
    sign = "-" if bits >> (width - 1) else ""
    fraction, exponent = bits & (1 << fraction_bits) - 1, bits >> fraction_bits & 2 * largest + 1
    if not exponent and not fraction:
        return f"{sign}0x0p+0"
    power = exponent - largest
    if not exponent:  # subnormal: shift its highest bit to where the others have theirs implied
        shift = fraction_bits + 1 - fraction.bit_length()
        fraction, power = fraction << shift & (1 << fraction_bits) - 1, 1 - largest - shift
    places = -(-fraction_bits // 4)
    digits = f"{fraction << 4 * places - fraction_bits:0{places}x}".rstrip("0")
    return f"{sign}0x1{'.' if digits else ''}{digits}p{power:+d}"


def quoted(text: str) -> str:
    """Spell a text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
