"""Elements of memory: which one indices mean, and how it is read and written without leaving the array.

Gets indices as ids (i32 or i64, one an axis), whether each must be tested, and the path to the part that is meant. A
tested access runs only when every index, taken as unsigned, is below its extent: otherwise a load gives zero and a
store does nothing. Arithmetic on indices is as wide as they are; only its result is widened, where an array may span
4 GiB. Where an element lies is up to :mod:`.lower_arrays` and :mod:`.lower_allocations`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..types import Scalar, bool_, i32, i64
from . import ir, lower_allocations, lower_arrays
from .lower_body import Body
from .lower_words import find_word, read_word, write_word

__all__ = ["leaf_place", "load_element", "obtain", "perform", "store_element", "word_place"]

Checks = tuple[bool, ...]
Path = tuple[int, ...]


def load_element(body: Body, array: ir.Memory, indices: Sequence[int], checks: Checks, path: Path = ()) -> int:
    """Emit a load; gives the element, or the part of it that `path` leads to."""
    type = ir.part_at(array.element, path)
    return obtain(body, array, indices, checks, type, lambda: _read(body, array, _offset(body, array, indices), path))


def store_element(
    body: Body, array: ir.Memory, indices: Sequence[int], value: int, checks: Checks, path: Path = ()
) -> None:
    """Emit a store of a value that has the type of the element, or of the part of it that `path` leads to."""
    perform(body, array, indices, checks, lambda: _write(body, array, _offset(body, array, indices), path, value))


def leaf_place(body: Body, array: ir.Memory, indices: Sequence[int], path: Path = ()) -> int:
    """A pointer to a number in an element, which must be in range; to what :meth:`Emitter.memory_type` says in arrays.

    A number that is not aligned has none, nor has one that is accessed through words.
    """
    offset = _offset(body, array, indices)
    if isinstance(array, ir.Allocation):
        return lower_allocations.place(body, array, offset, path)
    return lower_arrays.place(body, array, offset, path)


def word_place(body: Body, array: ir.ArrayParameter, indices: Sequence[int]) -> tuple[int, int]:
    """A pointer to the word that holds an element, which must be in range, and the number of its lowest bit there."""
    return find_word(body, array, _offset(body, array, indices))


def obtain(
    body: Body,
    array: ir.Memory,
    indices: Sequence[int],
    checks: Checks,
    type: ir.ValueType,
    access: Callable[[], int],
) -> int:
    """What `access` gives, a value of `type`, or zero where an index is out of range."""
    inside = _inside(body, array, indices, checks)
    if inside is None:
        return access()
    return body.guard(inside, access, body.emitter.zero(type), body.emitter.type(type))


def perform(body: Body, array: ir.Memory, indices: Sequence[int], checks: Checks, access: Callable[[], None]) -> None:
    """Emit `access` to run where all indices are in range."""
    inside = _inside(body, array, indices, checks)
    if inside is None:
        access()
    else:
        body.when(inside, access)


# Indices


def _inside(body: Body, array: ir.Memory, indices: Sequence[int], checks: Checks) -> int | None:
    """Whether all tested indices are in range; ``None`` when none is tested."""
    inside, op = None, body.emitter.op
    for axis, index in enumerate(indices):
        if not checks[axis]:
            continue
        type = body.index_type(index)
        below = op("OpULessThan", bool_, index, _extent(body, array, axis, type))
        inside = below if inside is None else op("OpLogicalAnd", bool_, inside, below)
    return inside


def _extent(body: Body, array: ir.Memory, axis: int, type: Scalar) -> int:
    """An extent as a number of `type`."""
    if isinstance(array, ir.Allocation):
        return body.emitter.constant(array.shape[axis], type)
    return _widened(body, body.launch.values["extent", array.index, axis], type)


def _widened(body: Body, index: int, type: Scalar) -> int:
    return body.emitter.convert(index, body.index_type(index), type)


def _offset(body: Body, array: ir.Memory, indices: Sequence[int]) -> int:
    """The element, counted from the lowest one: ``(i*E1 + j)*E2 + k`` in C order, else each index by its stride.

    It is never negative: drivers differ in what they make of a negative index into a runtime array.
    """
    type = i64 if any(body.index_type(index) == i64 for index in indices) else i32
    wide = [_widened(body, index, type) for index in indices]
    if isinstance(array, ir.ArrayParameter) and not array.type.contiguous:
        return _offset_strided(body, array, wide, type)
    return _offset_in_order(body, array, wide, type) if wide else body.emitter.constant(0, i32)


def _offset_in_order(body: Body, array: ir.Memory, indices: Sequence[int], type: Scalar) -> int:
    op, offset = body.emitter.op, indices[0]
    for axis, index in enumerate(indices[1:], 1):
        row = op("OpIMul", type, offset, _extent(body, array, axis, type))
        offset = op("OpIAdd", type, row, index)
    return offset


def _offset_strided(body: Body, array: ir.ArrayParameter, indices: Sequence[int], type: Scalar) -> int:
    op, launch = body.emitter.op, body.launch.values
    offset = _widened(body, launch["origin", array.index, 0], type)
    for axis, index in enumerate(indices):
        step = op("OpIMul", type, index, _widened(body, launch["stride", array.index, axis], type))
        offset = op("OpIAdd", type, offset, step)
    return offset


# Access


def _read(body: Body, array: ir.Memory, offset: int, path: Path) -> int:
    if isinstance(array, ir.Allocation):
        return lower_allocations.read(body, array, offset, path)
    if array.index in body.interface.words:
        return read_word(body, array, offset)
    return lower_arrays.read(body, array, offset, path)


def _write(body: Body, array: ir.Memory, offset: int, path: Path, value: int) -> None:
    if isinstance(array, ir.Allocation):
        lower_allocations.write(body, array, offset, path, value)
    elif array.index in body.interface.words:
        write_word(body, array, offset, value)
    else:
        lower_arrays.write(body, array, offset, path, value)
