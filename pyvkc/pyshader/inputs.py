"""A compute shader's inputs as values of the typed tree.

Positions of pyvkc are in NumPy order, of launches with three axes here: component 0, which pyshader calls x, is the
last axis.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

from ..frontend import ir
from ..types import Scalar, Vector, i32

__all__ = ["INPUTS", "NDIM", "input_value"]

NDIM: Final = 3
"""The axes of every launch."""


@final
@dataclass(frozen=True, slots=True)
class Input:
    """The kind of :class:`~pyvkc.frontend.ir.Position` that it is; the `sizes` that its type may have."""

    position: str
    sizes: tuple[int, ...] = (3, 1)


INPUTS: Final = {
    "GlobalInvocationId":   Input("global_id"),
    "LocalInvocationId":    Input("local_id"),
    "WorkgroupId":          Input("group_id"),
    "NumWorkgroups":        Input("num_groups"),
    "WorkgroupSize":        Input("group_size"),
    "LocalInvocationIndex": Input("local_id", (1,)),
}  # fmt: skip
"""By the name that SPIR-V has for it. One number in the place of three is their x."""


def input_value(name: str, type: Scalar | Vector) -> ir.Expression:
    """The value of the input `name`, of a type that it may have."""
    scalar = type if isinstance(type, Scalar) else type.element
    x, y, z = (ir.Position(INPUTS[name].position, axis) for axis in reversed(range(NDIM)))
    if name == "LocalInvocationIndex":
        return _converted(_index(x, y, z), scalar)
    if isinstance(type, Scalar):
        return _converted(x, scalar)
    return ir.Compose(tuple(_converted(part, scalar) for part in (x, y, z)), type)


def _index(x: ir.Expression, y: ir.Expression, z: ir.Expression) -> ir.Expression:
    """``x + (y + z * height) * width``."""
    width, height = ir.Position("group_size", NDIM - 1), ir.Position("group_size", NDIM - 2)
    row = ir.Operation("add", (y, ir.Operation("multiply", (z, height), i32)), i32)
    return ir.Operation("add", (x, ir.Operation("multiply", (row, width), i32)), i32)


def _converted(value: ir.Expression, type: Scalar) -> ir.Expression:
    return value if type == i32 else ir.Convert(value, type)
