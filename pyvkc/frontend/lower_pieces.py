"""Numbers that lie in memory without being aligned, as in a packed struct of NumPy: loaded and stored in pieces.

Vulkan wants every number at a multiple of its own size. A piece is as long as the alignment that is known: an f64 at a
multiple of 4 is two words, an f32 at an odd address four bytes, which takes a device that can access bytes.
"""

from __future__ import annotations

from typing import Final

from ..types import Scalar, Vector, bf16, f16, f32, u8, u16, u32, u64
from .lower_body import Body

__all__ = ["read", "write"]

PIECES: Final = {1: u8, 2: u16, 4: u32}
UVEC2: Final = Vector(u32, 2)
VEC2: Final = Vector(f32, 2)


def read(body: Body, address: int, alignment: int, scalar: Scalar) -> int:
    """Emit the load of a number at an address that is a multiple of `alignment`, and no more is known of it."""
    words = [
        _read_word(body, address, start, min(4, scalar.itemsize), alignment) for start in range(0, scalar.itemsize, 4)
    ]
    emitter = body.emitter
    if len(words) == 2:
        return emitter.op("OpBitcast", scalar, emitter.op("OpCompositeConstruct", UVEC2, *words))
    (bits,) = words
    if scalar.bits == 32:
        return emitter.bitcast(bits, u32, scalar)
    if scalar == f16:
        pair = emitter.glsl("UnpackHalf2x16", VEC2, bits)
        return emitter.convert(emitter.op("OpCompositeExtract", f32, pair, 0), f32, f16)
    if scalar == bf16:
        bits = emitter.op("OpShiftLeftLogical", u32, bits, emitter.constant(16, u32))
        return emitter.convert(emitter.bitcast(bits, u32, f32), f32, bf16)
    return emitter.convert(bits, u32, scalar)


def write(body: Body, address: int, alignment: int, scalar: Scalar, value: int) -> None:
    """Emit the store of a number at such an address."""
    for number, word in enumerate(_words(body, scalar, value)):
        _write_word(body, address, 4 * number, min(4, scalar.itemsize), alignment, word)


def _words(body: Body, scalar: Scalar, value: int) -> list[int]:
    """A number as words of 32 bits, the lower first."""
    emitter = body.emitter
    if scalar.bits == 64:
        pair = emitter.op("OpBitcast", UVEC2, value)
        return [emitter.op("OpCompositeExtract", u32, pair, number) for number in range(2)]
    if scalar.bits == 32:
        return [emitter.bitcast(value, scalar, u32)]
    if not scalar.floating:
        return [emitter.convert(value, scalar, u32)]
    wide = emitter.convert(value, scalar, f32)
    if scalar == f16:
        return [emitter.glsl("PackHalf2x16", u32, emitter.op("OpCompositeConstruct", VEC2, wide, emitter.zero(f32)))]
    return [emitter.op("OpShiftRightLogical", u32, emitter.bitcast(wide, f32, u32), emitter.constant(16, u32))]


def _read_word(body: Body, address: int, start: int, size: int, alignment: int) -> int:
    """The `size` bytes from `start` on, the first lowest."""
    emitter, piece, word = body.emitter, PIECES[alignment], 0
    for offset in range(0, size, alignment):
        loaded = body.module.value(
            "OpLoad", emitter.memory_type(piece), _place(body, address, start + offset, piece), "Aligned", alignment
        )
        part = emitter.convert(emitter.from_memory(loaded, piece), piece, u32)
        if offset:
            part = emitter.op("OpShiftLeftLogical", u32, part, emitter.constant(8 * offset, u32))
        word = emitter.op("OpBitwiseOr", u32, word, part) if word else part
    return word


def _write_word(body: Body, address: int, start: int, size: int, alignment: int, word: int) -> None:
    emitter, piece = body.emitter, PIECES[alignment]
    for offset in range(0, size, alignment):
        part = emitter.op("OpShiftRightLogical", u32, word, emitter.constant(8 * offset, u32)) if offset else word
        stored = emitter.to_memory(emitter.convert(part, u32, piece), piece)
        body.module.emit("OpStore", _place(body, address, start + offset, piece), stored, "Aligned", alignment)


def _place(body: Body, address: int, offset: int, piece: Scalar) -> int:
    emitter = body.emitter
    if offset:
        address = emitter.op("OpIAdd", u64, address, emitter.constant(offset, u64))
    pointer = emitter.pointer(body.interface.storage, emitter.memory_type(piece))
    return body.module.value("OpConvertUToPtr", pointer, address)
