"""Access to memory of the kernel's own: variables of the workgroup and of the invocation, and constant tables.

Gets the number of the element in C order, which is in range, and the path to the part of it that is meant.
"""

from __future__ import annotations

from typing import Final

from ..types import Scalar, ValueType, i32, parts_of
from . import ir
from .layout import leaves
from .lower_body import Body
from .lower_cells import from_cell, in_cells, to_cell
from .lower_declare import STORAGE, is_constant, length_of
from .lower_loops import range_loop
from .lower_tables import row_of

__all__ = ["clear", "complete_tables", "place", "read", "write"]

UNROLLED: Final = 16
"""The most elements that are cleared one by one, not in a loop."""

Path = tuple[int, ...]


def place(body: Body, array: ir.Allocation, element: int, path: Path) -> int:
    """A pointer to a part of an element."""
    emitter = body.emitter
    pointer = emitter.pointer(STORAGE[array.kind], emitter.type(_held(body, array, path)))
    steps = [emitter.constant(number, i32) for number in path]
    return body.module.value("OpAccessChain", pointer, body.interface.allocation(array), element, *steps)


def read(body: Body, array: ir.Allocation, element: int, path: Path) -> int:
    """Emit the load of a part of an element."""
    if array in body.interface.tables:
        return _read_table(body, array, element, path)
    emitter, type, held = body.emitter, ir.part_at(array.element, path), _held(body, array, path)
    if held == type:
        return body.module.value("OpLoad", emitter.type(type), place(body, array, element, path))
    if isinstance(held, Scalar) and isinstance(type, Scalar):
        bits = body.module.value("OpLoad", emitter.type(held), place(body, array, element, path))
        return from_cell(emitter, bits, type, held)
    parts = (read(body, array, element, (*path, number)) for number in range(len(parts_of(type))))
    return emitter.op("OpCompositeConstruct", type, *parts)


def _read_table(body: Body, array: ir.Allocation, element: int, path: Path) -> int:
    """The same from a table that lies in the device's memory, number by number."""
    row, emitter = row_of(array.element), body.emitter
    numbers = (number for number, leaf in enumerate(leaves(array.element)) if leaf.path[: len(path)] == path)
    whole, first = body.launch.values["table", body.interface.tables[array], 0], emitter.constant(0, i32)

    def load(type: ValueType) -> int:
        if not isinstance(type, Scalar):
            return emitter.op("OpCompositeConstruct", type, *[load(part) for part in parts_of(type)])
        number = next(numbers)
        _, wide = row.fields[number]
        assert isinstance(wide, Scalar)
        pointer = emitter.pointer(body.interface.storage, emitter.type(wide))
        place = body.module.value("OpAccessChain", pointer, whole, first, element, emitter.constant(number, i32))
        value = body.module.value("OpLoad", emitter.type(wide), place, "Aligned", wide.itemsize)
        return value if emitter.holder(type) == wide else emitter.convert(value, wide, type)

    return load(ir.part_at(array.element, path))


def write(body: Body, array: ir.Allocation, element: int, path: Path, value: int) -> None:
    """Emit the store of a part of an element."""
    emitter, type, held = body.emitter, ir.part_at(array.element, path), _held(body, array, path)
    if held == type:
        body.module.emit("OpStore", place(body, array, element, path), value)
    elif isinstance(held, Scalar) and isinstance(type, Scalar):
        body.module.emit("OpStore", place(body, array, element, path), to_cell(emitter, value, type, held))
    else:
        for number, part in enumerate(parts_of(type)):
            piece = emitter.op("OpCompositeExtract", part, value, number)
            write(body, array, element, (*path, number), piece)


def _held(body: Body, array: ir.Allocation, path: Path) -> ir.ValueType:
    """What a part is stored as: itself, or the cells of its bits."""
    element = in_cells(array) if array in body.interface.cells else array.element
    return ir.part_at(element, path)


def clear(body: Body, array: ir.Allocation) -> None:
    """Set all elements to zero."""
    zero, constant = body.emitter.zero(array.element), body.emitter.constant
    length = length_of(array)

    def clear_one(element: int) -> None:
        write(body, array, element, (), zero)

    if length <= UNROLLED:
        for element in range(length):
            clear_one(constant(element, i32))
    else:
        range_loop(body, i32, constant(0, i32), constant(length, i32), constant(1, i32), clear_one)


def complete_tables(body: Body) -> None:
    """At the kernel's start, store what cannot be written as constants: infinities and NaN, where those are none."""
    emitter, arrays = body.emitter, body.interface.uses.allocations.values()
    for table in sorted(arrays, key=lambda array: array.index):
        numbers = leaves(table.element)
        for number, value in enumerate(table.values):
            if not is_constant(emitter, value):
                element, leaf = divmod(number, len(numbers))
                path, scalar, _ = numbers[leaf]
                write(body, table, emitter.constant(element, i32), path, emitter.constant(value, scalar))
