"""Arrays of bools where the device cannot access bytes: each is a part of a 32-bit word.

A load shifts the byte out. A store clears and sets its bits with atomics, so that what other invocations do to the
neighbours survives.
"""

from __future__ import annotations

from ..types import bool_, i32, u32
from . import ir, lower_arrays
from .lower_body import Body

__all__ = ["order", "read_word", "write_word"]


def read_word(body: Body, array: ir.ArrayParameter, offset: int) -> int:
    """The bool at `offset`."""
    emitter = body.emitter
    place, bit = _word(body, array, offset)
    aligned = ("Aligned", 4) if body.interface.target.addresses else ()
    word = body.module.value("OpLoad", emitter.type(u32), place, *aligned)
    moved = emitter.op("OpShiftRightLogical", u32, word, bit)
    return emitter.convert(emitter.op("OpBitwiseAnd", u32, moved, emitter.constant(0xFF, u32)), u32, bool_)


def write_word(body: Body, array: ir.ArrayParameter, offset: int, value: int) -> None:
    """Clear the byte, then set it: between the two another invocation may see the byte as 0, never its neighbours."""
    emitter, op = body.emitter, body.emitter.op
    place, bit = _word(body, array, offset)
    device, relaxed = order(body)
    mask = op("OpNot", u32, op("OpShiftLeftLogical", u32, emitter.constant(0xFF, u32), bit))
    op("OpAtomicAnd", u32, place, device, relaxed, mask)
    if emitter.known(value) is not False:
        ones = op("OpShiftLeftLogical", u32, emitter.convert(value, bool_, u32), bit)
        op("OpAtomicOr", u32, place, device, relaxed, ones)


def order(body: Body) -> tuple[int, int]:
    """The scope Device, which is 1, and relaxed memory semantics, 0: what every atomic here takes."""
    return body.emitter.constant(1, u32), body.emitter.constant(0, u32)


def _word(body: Body, array: ir.ArrayParameter, offset: int) -> tuple[int, int]:
    """A pointer to the word that holds a byte, and the number of its lowest bit there."""
    assert array.element == bool_, "only bools are accessed through words"
    emitter, op, constant = body.emitter, body.emitter.op, body.emitter.constant
    type, shift = body.index_type(offset), body.launch.values.get(("shift", array.index, 0))
    byte = offset if shift is None else op("OpIAdd", type, offset, emitter.convert(shift, i32, type))
    place = lower_arrays.place(body, array, op("OpShiftRightArithmetic", type, byte, constant(2, u32)), ())
    lane = op("OpBitwiseAnd", u32, byte if type == i32 else emitter.convert(byte, type, u32), constant(3, u32))
    return place, op("OpShiftLeftLogical", u32, lane, constant(3, u32))
