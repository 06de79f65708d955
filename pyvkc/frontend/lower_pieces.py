"""The numbers of packed structs, made of the pieces that are aligned in memory.

A number may lie at any address in a struct that NumPy does not align, and Vulkan wants each at a multiple of its own
size. So such memory is accessed as unsigned integers of 8, 16 or 32 bits: an f64 is two words, or eight bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..types import Scalar, Vector, u32
from .lower_cells import from_cell, to_cell
from .lower_emitter import Emitter

__all__ = ["join", "split"]

UVEC2: Final = Vector(u32, 2)


def join(emitter: Emitter, pieces: Sequence[int], unit: Scalar, scalar: Scalar) -> int:
    """The number that pieces of the type `unit`, the lowest first, are the bits of."""
    words = [emitter.convert(piece, unit, u32) for piece in pieces]
    count = min(4, scalar.itemsize) // unit.itemsize
    joined = [_join_word(emitter, words[start : start + count], unit.bits) for start in range(0, len(words), count)]
    if len(joined) == 2:
        return emitter.op("OpBitcast", scalar, emitter.op("OpCompositeConstruct", UVEC2, *joined))
    (bits,) = joined
    return from_cell(emitter, bits, scalar, u32)


def _join_word(emitter: Emitter, parts: Sequence[int], bits: int) -> int:
    word, *others = parts
    for number, part in enumerate(others, 1):
        moved = emitter.op("OpShiftLeftLogical", u32, part, emitter.constant(number * bits, u32))
        word = emitter.op("OpBitwiseOr", u32, word, moved)
    return word


def split(emitter: Emitter, value: int, unit: Scalar, scalar: Scalar) -> list[int]:
    """The bits of a number as pieces of the type `unit`, the lowest first."""
    count = min(4, scalar.itemsize) // unit.itemsize
    return [
        emitter.convert(_moved(emitter, word, number * unit.bits), u32, unit)
        for word in _words(emitter, value, scalar)
        for number in range(count)
    ]


def _moved(emitter: Emitter, word: int, by: int) -> int:
    return emitter.op("OpShiftRightLogical", u32, word, emitter.constant(by, u32)) if by else word


def _words(emitter: Emitter, value: int, scalar: Scalar) -> list[int]:
    """The bits of a number as words of 32 bits, the lower first."""
    if scalar.bits == 64:
        pair = emitter.op("OpBitcast", UVEC2, value)
        return [emitter.op("OpCompositeExtract", u32, pair, number) for number in range(2)]
    return [to_cell(emitter, value, scalar, u32)]
