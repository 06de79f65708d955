"""Elements of arrays: where they lie, and how they are read and written without leaving the array.

Gets indices as ids (i32, one an axis) and whether each must be tested. A tested access runs only when every index,
taken as unsigned, is below its extent: otherwise a load gives zero, a store does nothing and an atomic both. All
arithmetic on indices is 32 bits wide; only its result is widened, where an array may span 4 GiB.

A bool is a byte of memory, 0 or 1. Where the device cannot access bytes it is a part of a 32-bit word: a load shifts
it out, a store clears and sets its bits with atomics, so that what other invocations do to the neighbours survives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..types import Scalar, bool_, i32, u32, u64
from . import ir
from .atomics import ATOMICS
from .layout import through_words
from .lower_body import Body

__all__ = ["load_element", "store_element", "update_element"]

Checks = tuple[bool, ...]


def load_element(body: Body, array: ir.ArrayParameter, indices: Sequence[int], checks: Checks) -> int:
    """Emit a load; gives the element as the array's element type."""
    read = _read_word if through_words(array.type, body.interface.target) else _read
    return _obtain(body, array, indices, checks, lambda offset: read(body, array, offset))


def store_element(body: Body, array: ir.ArrayParameter, indices: Sequence[int], value: int, checks: Checks) -> None:
    """Emit a store of a value that has the array's element type."""
    write = _write_word if through_words(array.type, body.interface.target) else _write
    inside, module = _inside(body, array, indices, checks), body.module
    if inside is None:
        write(body, array, _offset(body, array, indices), value)
        return
    label, merge = module.fresh(), module.fresh()
    module.emit("OpSelectionMerge", merge, "None")
    module.emit("OpBranchConditional", inside, label, merge)
    module.label(label)
    write(body, array, _offset(body, array, indices), value)
    module.emit("OpBranch", merge)
    module.label(merge)


def update_element(
    body: Body, array: ir.ArrayParameter, indices: Sequence[int], operation: str, operand: int, checks: Checks
) -> int:
    """Emit an atomic `operation` with a value that has the array's element type, an integer; gives the old value."""
    element, emitter = array.element, body.emitter
    assert element.integral, element
    opcode = ATOMICS[operation][element.kind == "uint"]
    device, relaxed = _order(body)
    return _obtain(
        body,
        array,
        indices,
        checks,
        lambda offset: emitter.op(opcode, element, _place(body, array, offset), device, relaxed, operand),
    )


def _obtain(
    body: Body, array: ir.ArrayParameter, indices: Sequence[int], checks: Checks, access: Callable[[int], int]
) -> int:
    """What `access` gives for the element's offset, or zero where an index is out of range."""
    inside = _inside(body, array, indices, checks)
    if inside is None:
        return access(_offset(body, array, indices))
    zero, type = body.emitter.zero(array.element), body.emitter.type(array.element)
    return body.guard(inside, lambda: access(_offset(body, array, indices)), zero, type)


# Indices


def _inside(body: Body, array: ir.ArrayParameter, indices: Sequence[int], checks: Checks) -> int | None:
    """Whether all tested indices are in range; ``None`` when none is tested."""
    inside, op = None, body.emitter.op
    for axis, index in enumerate(indices):
        if not checks[axis]:
            continue
        below = op("OpULessThan", bool_, index, body.launch.values["extent", array.index, axis])
        inside = below if inside is None else op("OpLogicalAnd", bool_, inside, below)
    return inside


def _offset(body: Body, array: ir.ArrayParameter, indices: Sequence[int]) -> int:
    """The element, counted from the lowest one: ``(i*E1 + j)*E2 + k`` in C order, else each index by its stride.

    It is never negative: drivers differ in what they make of a negative index into a runtime array.
    """
    if not array.type.contiguous:
        return _offset_strided(body, array, indices)
    return _offset_in_order(body, array, indices) if indices else body.emitter.constant(0, i32)


def _offset_in_order(body: Body, array: ir.ArrayParameter, indices: Sequence[int]) -> int:
    op, offset = body.emitter.op, indices[0]
    for axis, index in enumerate(indices[1:], 1):
        row = op("OpIMul", i32, offset, body.launch.values["extent", array.index, axis])
        offset = op("OpIAdd", i32, row, index)
    return offset


def _offset_strided(body: Body, array: ir.ArrayParameter, indices: Sequence[int]) -> int:
    op, offset = body.emitter.op, body.launch.values["origin", array.index, 0]
    for axis, index in enumerate(indices):
        step = op("OpIMul", i32, index, body.launch.values["stride", array.index, axis])
        offset = op("OpIAdd", i32, offset, step)
    return offset


# Access


def _place(body: Body, array: ir.ArrayParameter, index: int) -> int:
    """A pointer to what lies at `index` in memory."""
    emitter, interface = body.emitter, body.interface
    memory = interface.memory_type(array)
    pointer = emitter.pointer(interface.storage, emitter.type(memory))
    whole = body.launch.values["array", array.index, 0]
    if interface.target.wide and interface.target.addresses:
        return _far_place(body, pointer, whole, index, memory.itemsize)
    return body.module.value("OpAccessChain", pointer, whole, emitter.constant(0, i32), index)


def _far_place(body: Body, pointer: int, whole: int, index: int, itemsize: int) -> int:
    """The same by arithmetic on the address: some drivers compute an access chain's byte offset in 32 bits."""
    emitter, module = body.emitter, body.module
    base = module.value("OpConvertPtrToU", emitter.type(u64), whole)
    offset = emitter.op("OpIMul", u64, emitter.convert(index, i32, u64), emitter.constant(itemsize, u64))
    return module.value("OpConvertUToPtr", pointer, emitter.op("OpIAdd", u64, base, offset))


def _aligned(body: Body, memory: Scalar) -> tuple[str | int, ...]:
    return ("Aligned", memory.itemsize) if body.interface.target.addresses else ()


def _read(body: Body, array: ir.ArrayParameter, offset: int) -> int:
    memory, emitter = body.interface.memory_type(array), body.emitter
    place = _place(body, array, offset)
    value = body.module.value("OpLoad", emitter.type(memory), place, *_aligned(body, memory))
    if array.element == bool_:  # by way of u32: comparing bytes would need more of the device than loading them
        return emitter.convert(emitter.convert(value, memory, u32), u32, bool_)
    return value


def _write(body: Body, array: ir.ArrayParameter, offset: int, value: int) -> None:
    memory, emitter = body.interface.memory_type(array), body.emitter
    if array.element == bool_:
        value = emitter.convert(emitter.convert(value, bool_, u32), u32, memory)
    body.module.emit("OpStore", _place(body, array, offset), value, *_aligned(body, memory))


def _word(body: Body, array: ir.ArrayParameter, offset: int) -> tuple[int, int]:
    """A pointer to the word that holds a byte, and the number of its lowest bit there."""
    assert array.element == bool_, "only bools are accessed through words"
    op, constant = body.emitter.op, body.emitter.constant
    shift = body.launch.values.get(("shift", array.index, 0))
    byte = offset if shift is None else op("OpIAdd", i32, offset, shift)
    place = _place(body, array, op("OpShiftRightArithmetic", i32, byte, constant(2, u32)))
    lane = op("OpBitwiseAnd", u32, byte, constant(3, u32))
    return place, op("OpShiftLeftLogical", u32, lane, constant(3, u32))


def _read_word(body: Body, array: ir.ArrayParameter, offset: int) -> int:
    emitter = body.emitter
    place, bit = _word(body, array, offset)
    word = body.module.value("OpLoad", emitter.type(u32), place, *_aligned(body, u32))
    moved = emitter.op("OpShiftRightLogical", u32, word, bit)
    return emitter.convert(emitter.op("OpBitwiseAnd", u32, moved, emitter.constant(0xFF, u32)), u32, bool_)


def _write_word(body: Body, array: ir.ArrayParameter, offset: int, value: int) -> None:
    """Clear the byte, then set it: between the two another invocation may see the byte as 0, never its neighbours."""
    emitter, op = body.emitter, body.emitter.op
    place, bit = _word(body, array, offset)
    device, relaxed = _order(body)
    mask = op("OpNot", u32, op("OpShiftLeftLogical", u32, emitter.constant(0xFF, u32), bit))
    op("OpAtomicAnd", u32, place, device, relaxed, mask)
    if emitter.known(value) is not False:
        ones = op("OpShiftLeftLogical", u32, emitter.convert(value, bool_, u32), bit)
        op("OpAtomicOr", u32, place, device, relaxed, ones)


def _order(body: Body) -> tuple[int, int]:
    """The scope Device, which is 1, and relaxed memory semantics, 0: what every atomic here takes."""
    return body.emitter.constant(1, u32), body.emitter.constant(0, u32)
