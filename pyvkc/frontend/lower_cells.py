"""What numbers are stored as where atomic operations compare and swap their bits.

A pointer of SPIR-V says what it points at, so memory that is ever accessed as bits is declared as unsigned integers,
its cells, and its other loads and stores go by way of their bits, too. Floats of arrays have cells of their own width.
An array of numbers of 8 or 16 bits is accessed through words (:mod:`.lower_words`); shared memory has a cell of 32 bits
for each such number, and for each bool.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ..types import ElementType, Scalar, bool_, u8, u16, u32
from . import ir
from .atomics import cells_of, is_narrow, is_native
from .layout import through_words
from .lower_emitter import Emitter
from .lower_uses import Uses
from .passes.rewrite import statements
from .target import Target

__all__ = ["allocation_in_cells", "find_cells", "find_parts", "find_words", "from_cell", "in_cells", "to_cell"]


def find_words(kernel: ir.Kernel, target: Target, uses: Uses) -> frozenset[int]:
    """The arrays that are accessed through words, by their parameters' indices."""
    return frozenset(
        array.index
        for array in kernel.parameters
        if isinstance(array, ir.ArrayParameter)
        and (through_words(array.type, target) or (_is_narrow_array(array) and array in uses.atomics))
    )


def _is_narrow_array(array: ir.ArrayParameter) -> bool:
    return isinstance(array.element, Scalar) and is_narrow(array.element)


def find_parts(kernel: ir.Kernel) -> list[ir.Atomic]:
    """The atomic operations on parts of elements of arrays that have no word of their own.

    Their words are reached by arithmetic on addresses.
    """
    bodies = (kernel.body, *(function.body for function in kernel.functions))
    return [
        node
        for body in bodies
        for node in statements(body)
        if isinstance(node, ir.Atomic) and isinstance(node.array, ir.ArrayParameter) and node.path and _narrow(node)
    ]


def _narrow(node: ir.Atomic) -> bool:
    assert isinstance(node.result.type, Scalar)
    return is_narrow(node.result.type)


def find_cells(target: Target, uses: Uses) -> frozenset[ir.Memory]:
    """The memory that is declared as cells: what has an atomic operation that no instruction does."""
    return frozenset(memory for memory, atomics in uses.atomics.items() if _swaps(memory, atomics, target))


def _swaps(memory: ir.Memory, atomics: set[tuple[str, Scalar]], target: Target) -> bool:
    shared = isinstance(memory, ir.Allocation)
    return any(
        not is_native(operation, scalar, target, shared=shared) and (shared or not is_narrow(scalar))
        for operation, scalar in atomics
    )


def in_cells(memory: ir.Memory) -> ElementType:
    """The type of the elements of such memory."""
    return cells_of(memory.element, narrow=isinstance(memory, ir.Allocation))


def allocation_in_cells(array: ir.Allocation) -> ir.Allocation:
    """An allocation as it is declared."""
    return replace(array, element=in_cells(array))


UNSIGNED: Final = {8: u8, 16: u16}


def to_cell(emitter: Emitter, value: int, scalar: Scalar, cell: Scalar) -> int:
    """The bits of a number; those beyond its own are 0."""
    if scalar == bool_:
        return emitter.convert(value, bool_, cell)
    if is_narrow(scalar):
        unsigned = UNSIGNED[scalar.bits]
        return emitter.convert(emitter.bitcast(value, scalar, unsigned), unsigned, u32)
    return emitter.bitcast(value, scalar, cell)


def from_cell(emitter: Emitter, bits: int, scalar: Scalar, cell: Scalar) -> int:
    """The number that has these bits."""
    if scalar == bool_:
        return emitter.convert(bits, cell, bool_)
    if is_narrow(scalar):
        unsigned = UNSIGNED[scalar.bits]
        return emitter.bitcast(emitter.convert(bits, u32, unsigned), unsigned, scalar)
    return emitter.bitcast(bits, cell, scalar)
