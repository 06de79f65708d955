"""The float types' greatest values, and their values nearest to a Python number; types go by their names here."""

from __future__ import annotations

import struct
from typing import Final

__all__ = ["GREATEST", "nearest"]

CODES: Final = {"f16": "<e", "f32": "<f", "float": "<f", "f64": "<d"}
"""Formats of :mod:`struct`; packing rounds half to even. A weak float on its own is an f32."""

GREATEST: Final = {
    "f16":   65504.0,
    "bf16":  (2 - 2**-7) * 2.0**127,
    "f32":   (2 - 2**-23) * 2.0**127,
    "float": (2 - 2**-23) * 2.0**127,
    "f64":   (2 - 2**-52) * 2.0**1023,
}  # fmt: skip
"""The greatest finite values."""

INFINITY: Final = float("inf")


def nearest(name: str, number: float) -> float:
    """The value of a float type that is nearest to a number, ties to even; beyond the greatest, infinity."""
    try:
        exact = float(number)
        if isinstance(number, int) and name != "f64" and exact != number:
            exact = _odd(exact, number)
        return _nearest_bf16(exact) if name == "bf16" else _carried(CODES[name], exact)
    except OverflowError:
        return INFINITY if number > 0 else -INFINITY


def _carried(code: str, number: float) -> float:
    (found,) = struct.unpack(code, struct.pack(code, number))
    return float(found)


def _odd(near: float, number: int) -> float:
    """The float next to a number, with an odd last bit, which tells what is rounded again on which side it was."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", near))
    bits -= abs(near) > abs(number)
    return float(struct.unpack("<d", struct.pack("<Q", bits | 1))[0])


def _nearest_bf16(number: float) -> float:
    """The upper half of an f32, rounded half to even; by way of an f32 that keeps a sticky last bit."""
    if number != number or number in (INFINITY, -INFINITY):
        return number
    if abs(number) > GREATEST["f32"]:
        return number * INFINITY
    (bits,) = struct.unpack("<I", struct.pack("<f", number))
    (back,) = struct.unpack("<f", struct.pack("<I", bits))
    if abs(back) > abs(number):
        bits -= 1  # rounded away from zero: take the f32 below, so that what was cut off is told by its last bit
    if back != number:
        bits |= 1
    bits += 0x7FFF + (bits >> 16 & 1)
    return float(struct.unpack("<f", struct.pack("<I", bits & 0xFFFF0000))[0])
