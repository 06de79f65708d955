"""Where the parts of an element lie in the memory of an array, and how they are loaded and stored.

Gets the number of the element, counted from the lowest one, which is in range. A composite element is loaded number by
number and composed, and stored likewise; a path touches only the part it leads to.

A number is reached by an access chain, or, where arrays may span 4 GiB, by arithmetic on addresses, as some drivers
compute an access chain's offset in 32 bits. SPIR-V cannot say how a packed struct lies in memory: arrays of those are
arrays of the largest integers that are aligned in them, of which :mod:`.lower_pieces` makes the numbers.
"""

from __future__ import annotations

from typing import final

from ..types import ElementType, Scalar, TupleType, i32, parts_of, u64
from . import ir, lower_pieces
from .layout import leaves, natural, offset_of
from .lower_body import Body
from .lower_cells import from_cell, to_cell

__all__ = ["place", "read", "write"]

Path = tuple[int, ...]


def place(body: Body, array: ir.ArrayParameter, element: int, path: Path) -> int:
    """A pointer to a number in an element, or to the word that is the element; in a packed struct only to a byte."""
    return _Element(body, array, element).place(path)


def read(body: Body, array: ir.ArrayParameter, element: int, path: Path) -> int:
    """Emit the load of a part of an element."""
    type = ir.part_at(array.element, path)
    return _Element(body, array, element).read(path, type)


def write(body: Body, array: ir.ArrayParameter, element: int, path: Path, value: int) -> None:
    """Emit the store of a part of an element."""
    whole, emitter = _Element(body, array, element), body.emitter
    for leaf in leaves(_element_type(ir.part_at(array.element, path))):
        number = value
        if leaf.path:
            number = body.module.value("OpCompositeExtract", emitter.type(leaf.scalar), value, *leaf.path)
        whole.write_scalar((*path, *leaf.path), leaf.scalar, number)


def _element_type(type: ir.ValueType) -> ElementType:
    assert not isinstance(type, TupleType), type
    return type


@final
class _Element:
    """An element of an array.

    `_memory` is what the memory is made of (see :meth:`Interface.stored`), `_packed` whether that is pieces of the
    elements; `_start` is the address of the element, or else the number of what lies at its start.
    """

    __slots__ = ("_array", "_body", "_far", "_memory", "_packed", "_start")

    def __init__(self, body: Body, array: ir.ArrayParameter, number: int) -> None:
        target = body.interface.target
        self._body = body
        self._array = array
        self._memory = body.interface.stored(array)
        self._packed = not natural(array.element)
        self._far = target.wide and target.addresses
        if self._far:
            self._start = self._address(number)
        else:
            count = array.element.itemsize // self._memory.itemsize if self._packed else 1
            self._start = self._times(number, count)

    def read(self, path: Path, type: ir.ValueType) -> int:
        """The part that `path` leads to, which has a `type`."""
        if isinstance(type, Scalar):
            return self._read_scalar(path, type)
        parts = [self.read((*path, number), part) for number, part in enumerate(parts_of(type))]
        return self._body.emitter.op("OpCompositeConstruct", type, *parts)

    def _read_scalar(self, path: Path, scalar: Scalar) -> int:
        if self._packed:
            pieces = [self._load(self._piece(offset), self._unit) for offset in self._offsets(path, scalar)]
            return lower_pieces.join(self._body.emitter, pieces, self._unit, scalar)
        held = self._held(path)
        value = self._load(self.place(path), held)
        return value if held == scalar else from_cell(self._body.emitter, value, scalar, held)

    def write_scalar(self, path: Path, scalar: Scalar, value: int) -> None:
        """Store a number."""
        if not self._packed:
            held = self._held(path)
            value = value if held == scalar else to_cell(self._body.emitter, value, scalar, held)
            self._store(self.place(path), held, value)
            return
        pieces = lower_pieces.split(self._body.emitter, value, self._unit, scalar)
        for offset, piece in zip(self._offsets(path, scalar), pieces, strict=True):
            self._store(self._piece(offset), self._unit, piece)

    def place(self, path: Path) -> int:
        """A pointer to a number; in a packed struct to one that is a piece."""
        if self._packed:
            assert self._unit.itemsize == 1, self._array.element
            return self._piece(self._offset(path))
        if self._far:
            return self._pointer_at(self._offset(path), self._held(path))
        steps = (self._body.emitter.constant(number, i32) for number in path)
        return self._chain(self._held(path), self._start, *steps)

    def _held(self, path: Path) -> Scalar:
        """What a number is stored as: itself, or the cell or word that holds its bits."""
        held = ir.part_at(self._memory, path)
        assert isinstance(held, Scalar), held
        return held

    # Packed structs

    @property
    def _unit(self) -> Scalar:
        assert isinstance(self._memory, Scalar)
        return self._memory

    def _offsets(self, path: Path, scalar: Scalar) -> range:
        """Where the pieces of a number begin in the element."""
        begin = self._offset(path)
        return range(begin, begin + scalar.itemsize, self._unit.itemsize)

    def _piece(self, offset: int) -> int:
        """A pointer to the piece that is so many bytes behind the element's start."""
        if self._far:
            return self._pointer_at(offset, self._unit)
        return self._chain(self._unit, self._plus(self._start, offset // self._unit.itemsize))

    # Pointers

    def _chain(self, scalar: Scalar, *steps: int) -> int:
        body, emitter = self._body, self._body.emitter
        whole = body.launch.values["array", self._array.index, 0]
        pointer = emitter.pointer(body.interface.storage, emitter.memory_type(scalar))
        return body.module.value("OpAccessChain", pointer, whole, emitter.constant(0, i32), *steps)

    def _pointer_at(self, offset: int, scalar: Scalar) -> int:
        """A pointer to what lies so many bytes behind the element's address."""
        emitter = self._body.emitter
        pointer = emitter.pointer(self._body.interface.storage, emitter.memory_type(scalar))
        return self._body.module.value("OpConvertUToPtr", pointer, self._plus(self._start, offset))

    def _address(self, number: int) -> int:
        body, emitter = self._body, self._body.emitter
        whole = body.launch.values["array", self._array.index, 0]
        base = body.module.value("OpConvertPtrToU", emitter.type(u64), whole)
        size = self._array.element.itemsize if self._packed else self._memory.itemsize
        offset = self._times(emitter.convert(number, body.index_type(number), u64), size)
        return emitter.op("OpIAdd", u64, base, offset)

    def _times(self, id: int, by: int) -> int:
        type = u64 if self._far else self._body.index_type(id)
        return id if by == 1 else self._body.emitter.op("OpIMul", type, id, self._body.emitter.constant(by, type))

    def _plus(self, id: int, by: int) -> int:
        type = u64 if self._far else self._body.index_type(id)
        return self._body.emitter.op("OpIAdd", type, id, self._body.emitter.constant(by, type)) if by else id

    # Memory

    def _load(self, place: int, scalar: Scalar) -> int:
        emitter = self._body.emitter
        value = self._body.module.value("OpLoad", emitter.memory_type(scalar), place, *self._aligned(scalar))
        return emitter.from_memory(value, scalar)

    def _store(self, place: int, scalar: Scalar, value: int) -> None:
        stored = self._body.emitter.to_memory(value, scalar)
        self._body.module.emit("OpStore", place, stored, *self._aligned(scalar))

    def _aligned(self, scalar: Scalar) -> tuple[str | int, ...]:
        return ("Aligned", scalar.itemsize) if self._body.interface.target.addresses else ()

    def _offset(self, path: Path) -> int:
        """Where a part begins in the element, in bytes."""
        offset, type = 0, self._array.element
        for number in path:
            offset += offset_of(type, number)
            type = _element_type(parts_of(type)[number])
        return offset
