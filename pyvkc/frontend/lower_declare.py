"""Memory of the kernel's own as variables of the module, and how much of a workgroup's memory they take.

Such memory is not seen by the host, so its elements are values as they are in registers, of any type and without a
layout. An allocation is one array, flat in C order. Local ones and tables are variables of the module (``Private``), so
that the functions that are given one reach it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

from ..program import Shared
from ..types import Scalar, ValueType, Vector, parts_of, u32
from . import ir
from .lower_emitter import Emitter

__all__ = ["STORAGE", "declare", "is_constant", "length_of", "shared_sizes", "size_of"]

STORAGE: Final = {"shared": "Workgroup", "local": "Private", "table": "Private"}
"""The storage class of each kind."""


def declare(emitter: Emitter, array: ir.Allocation) -> int:
    """The variable; that of a table has its values from the start."""
    module = emitter.module
    type = module.type("OpTypeArray", emitter.type(array.element), emitter.constant(length_of(array), u32))
    storage = STORAGE[array.kind]
    initial = _initial(emitter, array, type) if array.kind == "table" else None
    variable = module.variable(emitter.pointer(storage, type), storage, initial)
    module.name(variable, array.name)
    return variable


def length_of(array: ir.Allocation) -> int:
    """The elements of the variable; SPIR-V has no arrays without any, and none of those is ever reached."""
    return max(1, math.prod(array.shape))


def _initial(emitter: Emitter, array: ir.Allocation, type: int) -> int:
    values = iter(array.values)

    def compose(part: ValueType) -> int:
        if isinstance(part, Scalar):
            value = next(values)
            return emitter.constant(value if is_constant(emitter, value) else 0.0, part)
        return emitter.module.constant("OpConstantComposite", emitter.type(part), *map(compose, parts_of(part)))

    if not array.values:
        return emitter.module.constant("OpConstantNull", type)
    elements = [compose(array.element) for _ in range(length_of(array))]
    assert next(values, None) is None, f"{array.name} has more values than elements"
    return emitter.module.constant("OpConstantComposite", type, *elements)


def is_constant(emitter: Emitter, value: int | float | bool) -> bool:
    """Whether a number can be written as a constant of SPIR-V; infinities and NaN cannot everywhere."""
    return not emitter.finite or math.isfinite(value)


# Sizes


def shared_sizes(emitter: Emitter, arrays: Iterable[ir.Allocation]) -> tuple[Shared, ...]:
    """What the shared ones among `arrays` take of a workgroup's memory, in the order of their declaration."""
    found: list[Shared] = []
    end = 0
    for array in sorted(arrays, key=lambda array: array.index):
        if array.kind == "shared":
            size, alignment = size_of(emitter, array)
            begin = -(-end // alignment) * alignment
            found.append(Shared(array.name, begin, size))
            end = begin + size
    return tuple(found)


def size_of(emitter: Emitter, array: ir.Allocation) -> tuple[int, int]:
    """The bytes that an allocation takes, and what they are aligned to."""
    size, alignment = _natural(emitter, array.element)
    return -(-size // alignment) * alignment * length_of(array), alignment


def _natural(emitter: Emitter, type: ValueType) -> tuple[int, int]:
    """The size and alignment of a value in workgroup memory: bools take 4 bytes, and vectors of 3 the place of 4."""
    if isinstance(type, Scalar):
        size = 4 if type.kind == "bool" else emitter.holder(type).itemsize
        return size, size
    if isinstance(type, Vector):
        size, _ = _natural(emitter, type.element)
        return size * type.size, size * (4 if type.size == 3 else type.size)
    end, largest = 0, 1
    for part in parts_of(type):
        size, alignment = _natural(emitter, part)
        end, largest = -(-end // alignment) * alignment + size, max(largest, alignment)
    return -(-end // largest) * largest, largest
