"""Where the parts of an element lie in the memory of an array, and how they are loaded and stored.

Gets the number of the element, counted from the lowest one, which is in range. A composite element is loaded number by
number and composed, and stored likewise; a path touches only the part it leads to. Mostly a number is reached by an
access chain. Two kinds of arrays are reached by arithmetic on their address instead: those that may span 4 GiB, as some
drivers compute an access chain's offset in 32 bits, and those of structs whose layout SPIR-V cannot say. Numbers that
such a struct does not align are loaded and stored in pieces (:mod:`.lower_pieces`).
"""

from __future__ import annotations

from ..types import ElementType, Scalar, TupleType, i32, parts_of, u64
from . import ir, lower_pieces
from .layout import leaves, natural, offset_of
from .lower_body import Body

__all__ = ["place", "read", "write"]

Path = tuple[int, ...]
LARGEST = 16
"""The greatest power of two that an array's address is known to be a multiple of, if its element's size is one."""


def place(body: Body, array: ir.ArrayParameter, element: int, path: Path) -> int:
    """A pointer to a number in an element, or to the word that is the element."""
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


class _Element:
    """An element of an array."""

    __slots__ = ("_address", "_array", "_body", "_number", "_type")

    def __init__(self, body: Body, array: ir.ArrayParameter, number: int) -> None:
        self._body = body
        self._array = array
        self._number = number
        self._type = body.interface.stored(array)
        target = body.interface.target
        by_address = not natural(array.element) or target.wide
        assert natural(array.element) or target.addresses, f"{array.element} has no layout in buffers"
        self._address = self._find_address() if by_address and target.addresses else 0

    def read(self, path: Path, type: ir.ValueType) -> int:
        """The part that `path` leads to, which has a `type`."""
        if isinstance(type, Scalar):
            return self._read_scalar(path, type)
        parts = [self.read((*path, number), part) for number, part in enumerate(parts_of(type))]
        return self._body.emitter.op("OpCompositeConstruct", type, *parts)

    def _read_scalar(self, path: Path, scalar: Scalar) -> int:
        emitter, alignment = self._body.emitter, self._alignment(path)
        if alignment < scalar.itemsize:
            return lower_pieces.read(self._body, self._leaf_address(path), alignment, scalar)
        value = self._body.module.value("OpLoad", emitter.memory_type(scalar), self.place(path), *self._aligned(path))
        return emitter.from_memory(value, scalar)

    def write_scalar(self, path: Path, scalar: Scalar, value: int) -> None:
        """Store a number."""
        alignment = self._alignment(path)
        if alignment < scalar.itemsize:
            lower_pieces.write(self._body, self._leaf_address(path), alignment, scalar, value)
            return
        stored = self._body.emitter.to_memory(value, scalar)
        self._body.module.emit("OpStore", self.place(path), stored, *self._aligned(path))

    def place(self, path: Path) -> int:
        """A pointer to a number."""
        body, emitter = self._body, self._body.emitter
        scalar = ir.part_at(self._type, path)
        assert isinstance(scalar, Scalar)
        pointer = emitter.pointer(body.interface.storage, emitter.memory_type(scalar))
        if self._address:
            assert self._alignment(path) >= scalar.itemsize, f"{self._array.element} does not align {path}"
            return body.module.value("OpConvertUToPtr", pointer, self._leaf_address(path))
        steps = [emitter.constant(number, i32) for number in path]
        whole = body.launch.values["array", self._array.index, 0]
        return body.module.value("OpAccessChain", pointer, whole, emitter.constant(0, i32), self._number, *steps)

    def _find_address(self) -> int:
        """The element's address."""
        body, emitter = self._body, self._body.emitter
        whole = body.launch.values["array", self._array.index, 0]
        base = body.module.value("OpConvertPtrToU", emitter.type(u64), whole)
        number = emitter.convert(self._number, body.index_type(self._number), u64)
        offset = emitter.op("OpIMul", u64, number, emitter.constant(self._type.itemsize, u64))
        return emitter.op("OpIAdd", u64, base, offset)

    def _leaf_address(self, path: Path) -> int:
        emitter, offset = self._body.emitter, self._offset(path)
        return emitter.op("OpIAdd", u64, self._address, emitter.constant(offset, u64)) if offset else self._address

    def _offset(self, path: Path) -> int:
        """Where a part begins in the element, in bytes."""
        offset, type = 0, self._array.element
        for number in path:
            offset += offset_of(type, number)
            type = _element_type(parts_of(type)[number])
        return offset

    def _alignment(self, path: Path) -> int:
        """The greatest power of two, up to `LARGEST`, that a part's address is sure to be a multiple of."""
        sizes = self._type.itemsize | self._offset(path) | LARGEST
        return sizes & -sizes

    def _aligned(self, path: Path) -> tuple[str | int, ...]:
        return ("Aligned", self._alignment(path)) if self._body.interface.target.addresses else ()
