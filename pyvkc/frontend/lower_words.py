"""Arrays of numbers of 8 or 16 bits that are accessed through 32-bit words, each as a part of one.

Bools are where the device cannot access bytes, all of them where the kernel updates them atomically. A load shifts the
number out. A store clears and sets its bits with atomics, so that what other invocations do to the neighbours survives.
"""

from __future__ import annotations

from ..types import Scalar, i32, u32
from . import ir, lower_arrays
from .lower_body import Body
from .lower_cells import from_cell, to_cell

__all__ = ["find_word", "order", "read_word", "write_word"]


def read_word(body: Body, array: ir.ArrayParameter, offset: int) -> int:
    """The number at `offset`."""
    emitter, scalar = body.emitter, _scalar(array)
    place, bit = find_word(body, array, offset)
    aligned = ("Aligned", 4) if body.interface.target.addresses else ()
    word = body.module.value("OpLoad", emitter.type(u32), place, *aligned)
    moved = emitter.op("OpShiftRightLogical", u32, word, bit)
    bits = emitter.op("OpBitwiseAnd", u32, moved, emitter.constant((1 << scalar.bits) - 1, u32))
    return from_cell(emitter, bits, scalar, u32)


def write_word(body: Body, array: ir.ArrayParameter, offset: int, value: int) -> None:
    """Clear the bits, then set them: between the two another invocation may see 0, never its neighbours."""
    emitter, op, scalar = body.emitter, body.emitter.op, _scalar(array)
    place, bit = find_word(body, array, offset)
    device, relaxed = order(body)
    mask = op("OpNot", u32, op("OpShiftLeftLogical", u32, emitter.constant((1 << scalar.bits) - 1, u32), bit))
    op("OpAtomicAnd", u32, place, device, relaxed, mask)
    if scalar.floating or emitter.known(value) not in (False, 0):
        ones = op("OpShiftLeftLogical", u32, to_cell(emitter, value, scalar, u32), bit)
        op("OpAtomicOr", u32, place, device, relaxed, ones)


def order(body: Body) -> tuple[int, int]:
    """The scope Device, which is 1, and relaxed memory semantics, 0: what every atomic here takes."""
    return body.emitter.constant(1, u32), body.emitter.constant(0, u32)


def find_word(body: Body, array: ir.ArrayParameter, offset: int) -> tuple[int, int]:
    """A pointer to the word that holds a number, and the number of its lowest bit there."""
    emitter, op, constant = body.emitter, body.emitter.op, body.emitter.constant
    type, shift = body.index_type(offset), body.launch.values.get(("shift", array.index, 0))
    byte = offset
    if _scalar(array).itemsize == 2:
        byte = op("OpShiftLeftLogical", type, byte, constant(1, u32))
    if shift is not None:
        byte = op("OpIAdd", type, byte, emitter.convert(shift, i32, type))
    place = lower_arrays.place(body, array, op("OpShiftRightArithmetic", type, byte, constant(2, u32)), ())
    lane = op("OpBitwiseAnd", u32, byte if type == i32 else emitter.convert(byte, type, u32), constant(3, u32))
    return place, op("OpShiftLeftLogical", u32, lane, constant(3, u32))


def _scalar(array: ir.ArrayParameter) -> Scalar:
    assert isinstance(array.element, Scalar), array.element
    return array.element
