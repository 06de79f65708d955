"""What the typed tree names: locals, the kernel's parameters, and memory of its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

from ..static import StaticType
from ..types import ArrayType, ElementType, Matrix, Scalar, StructType, ValueType, Vector, parts_of

if TYPE_CHECKING:
    from ..program import Slot

__all__ = [
    "Allocation", "ArrayParameter", "Memory", "Parameter", "StaticParameter", "ValueParameter", "Variable", "part_at",
]  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Variable:
    """A local. `index` is unique within the kernel. One that is not `mutable` is assigned once, before any read."""

    name: str
    type: ValueType = field(compare=False)
    index: int
    mutable: bool = field(default=False, compare=False)


@final
@dataclass(frozen=True, slots=True)
class ArrayParameter:
    """An array argument of the kernel; `index` counts all parameters. `slot` is for the descriptor interface."""

    name: str
    type: ArrayType
    index: int
    slot: Slot | None = None

    @property
    def element(self) -> ElementType:
        assert self.type.element is not None
        return self.type.element

    @property
    def ndim(self) -> int:
        assert self.type.ndim is not None
        return self.type.ndim


@final
@dataclass(frozen=True, slots=True)
class Allocation:
    """Memory of the kernel's own, in C order; `index` is unique among the kernel's allocations.

    `kind` is ``"shared"``: one for each workgroup, undefined at first; ``"local"``: one for each invocation, zero at
    first; ``"table"``: constant, with the `values` of its elements in C order, as Python numbers.
    """

    kind: str
    name: str
    element: ElementType = field(compare=False)
    shape: tuple[int, ...] = field(compare=False)
    index: int
    values: tuple[int | float | bool, ...] = field(default=(), compare=False, repr=False)

    @property
    def ndim(self) -> int:
        return len(self.shape)


Memory = ArrayParameter | Allocation


@final
@dataclass(frozen=True, slots=True)
class ValueParameter:
    """A number, vector, matrix or struct that is passed to the kernel; `index` counts all parameters.

    `slot` is for the descriptor interface; without one it is among the push constants.
    """

    name: str
    type: Scalar | Vector | Matrix | StructType
    index: int
    slot: Slot | None = None


@final
@dataclass(frozen=True, slots=True)
class StaticParameter:
    """A compile-time constant, which is not passed: it keeps its place among the parameters."""

    name: str
    type: StaticType
    index: int
    slot: None = None


Parameter = ArrayParameter | ValueParameter | StaticParameter


def part_at(type: ValueType, path: tuple[int, ...]) -> ValueType:
    """The type of the part that `path` leads to."""
    for index in path:
        type = parts_of(type)[index]
    return type
