"""Arrays in the checker: attributes, indexing, loads and stores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from ..types import Scalar, TupleType, Vector, bool_, i32, parts_of
from . import ir
from .atomics import ATOMICS
from .body import Body, unfold
from .values import (
    ArrayValue,
    Axis,
    Mistake,
    Object,
    TupleValue,
    Value,
    Weak,
    describe,
    type_of,
)
from .views import extents, length_of, narrow, transposed

if TYPE_CHECKING:
    from ..errors import Span


def array_attribute(value: ArrayValue, name: str) -> Value:
    """``x.shape`` and its like."""
    if name == "shape":
        return TupleValue(tuple(map(length_of, value.axes)))
    if name == "ndim":
        return Weak(value.ndim)
    if name == "dtype":
        return Object(value.element)
    if name == "size":
        return _size(extents(value))
    if name == "T":
        return transposed(value)
    raise Mistake(f"an array has no attribute {name!r} in a kernel; it has shape, ndim, size, dtype and T")


def _size(axes: Sequence[ir.Expression]) -> Value:
    known = [int(axis.value) for axis in axes if isinstance(axis, ir.Constant)]
    product: ir.Expression | None = None
    for axis in axes:
        if not isinstance(axis, ir.Constant):
            product = axis if product is None else ir.Operation("multiply", (product, axis), i32)
    if product is None:
        return Weak(math.prod(known)) if axes else ir.Constant(1, i32)
    factor = math.prod(known)
    return product if factor == 1 else ir.Operation("multiply", (product, ir.Constant(factor, i32)), i32)


def index_array(body: Body, value: ArrayValue, index: Value) -> Value:
    """``x[index]``: an element when every axis is given, else a view of the rest."""
    view = narrow(body, value, index)
    return view if view.ndim else unfold(load(body, view))


@final
@dataclass(frozen=True, slots=True)
class Access:
    """The element of the memory that a view without axes stands for.

    `condition` says whether the indices into views that are not whole keep to those; ``None`` when nothing need be
    tested but `checks`.
    """

    indices: tuple[ir.Expression, ...]
    checks: tuple[bool, ...]
    condition: ir.Expression | None


def access(body: Body, view: ArrayValue) -> Access:
    """Where the element lies, and what must be tested before it is touched."""
    assert view.ndim == 0, view
    indices, checks, condition = {}, {}, None
    for axis, index in view.fixed:
        checks[axis.source] = axis.step is None and not body.unit.unchecked
        indices[axis.source] = _in_memory(axis, index)
        if axis.step is not None and not body.unit.unchecked:
            inside = _inside(axis, index)
            condition = inside if condition is None else ir.Select(condition, inside, ir.FALSE, bool_)
    axes = range(view.array.ndim)
    return Access(tuple(indices[axis] for axis in axes), tuple(checks[axis] for axis in axes), condition)


def _in_memory(axis: Axis, index: ir.Expression) -> ir.Expression:
    """The index along the axis of the memory."""
    if axis.step is None or axis.start is None:
        return index
    moved = index if axis.step == ir.Constant(1, i32) else ir.Operation("multiply", (axis.step, index), i32)
    return moved if axis.start == ir.Constant(0, i32) else ir.Operation("add", (axis.start, moved), i32)


def _inside(axis: Axis, index: ir.Expression) -> ir.Expression:
    """``0 <= index < extent``."""
    low = ir.Operation("greater_equal", (index, ir.Constant(0, i32)), bool_)
    return ir.Select(low, ir.Operation("less", (index, axis.extent), bool_), ir.FALSE, bool_)


def element(
    body: Body, value: Value, index: Value, purpose: str, hint: str = "write to the elements in a loop"
) -> ArrayValue:
    """The element that `index` names, of an array that is to be written; `hint` is for an index that names several."""
    if not isinstance(value, ArrayValue):
        fixed = "; tuples and vectors do not change" if isinstance(type_of(value), (TupleType, Vector)) else ""
        raise Mistake(f"{purpose} goes into an array, not into {describe(value)}{fixed}", value)
    view = narrow(body, value, index)
    if view.ndim:
        raise Mistake(
            f"{purpose} goes into one element, and {value.array.name!r} needs {view.ndim} more "
            f"{'index' if view.ndim == 1 else 'indices'}; {hint}"
        )
    return view


def store(body: Body, view: ArrayValue, value: Value) -> None:
    """``x[i] = value``."""
    stored = body.store_as(value, view.element, f"the array {view.array.name!r}")
    place, span = access(body, view), body.source.span(body.node)
    body.effects = True
    body.emit(_guarded(place, ir.Store(view.array, place.indices, stored, place.checks, view.path, span), span))


def _guarded(place: Access, statement: ir.Statement, span: Span) -> ir.Statement:
    """A statement that runs where the indices keep to their views."""
    return statement if place.condition is None else ir.If(place.condition, (statement,), (), span)


def load(body: Body, view: ArrayValue) -> ir.Expression:
    """``x[i]`` of one element."""
    place = access(body, view)
    element = ir.Load(view.array, place.indices, place.checks, view.path, body.source.span(body.node))
    if place.condition is None:
        return element
    return ir.Select(place.condition, element, zero(element.type), element.type)


def zero(type: ir.ValueType) -> ir.Expression:
    """A value whose every number is 0."""
    if isinstance(type, Scalar):
        return ir.Constant(False if type == bool_ else 0.0 if type.floating else 0, type)
    return ir.Compose(tuple(map(zero, parts_of(type))), type)


def atomic(body: Body, operation: str, arguments: Sequence[Value]) -> Value:
    """``atomic.add(array, index, value)``: the old value."""
    if operation not in ATOMICS:
        raise Mistake(f"atomic.{operation} is not supported yet")
    if len(arguments) != 3:
        raise Mistake(f"atomic.{operation}() takes an array, an index and a value")
    if not isinstance(arguments[0], ArrayValue):
        found = describe(arguments[0])
        raise Mistake(f"atomic.{operation}() takes the array, the index and the value apart, not {found}", arguments[0])
    view = element(body, arguments[0], arguments[1], f"atomic.{operation}()", "give the indices as a tuple")
    kind = view.element
    if not isinstance(kind, Scalar) or not kind.integral or kind.bits != 32:
        raise Mistake(f"atomic.{operation}() works on arrays of i32 and u32 for now, not of {kind}", arguments[0])
    operand = body.store_as(arguments[2], kind, f"atomic.{operation}() on {view.array.name!r}")
    place, span = access(body, view), body.source.span(body.node)
    result = body.unit.fresh("old", kind, mutable=place.condition is not None)
    body.effects = True
    if result.mutable:
        body.emit(ir.Assign(result, ir.Constant(0, kind)))
    update = ir.Atomic(result, operation, view.array, place.indices, operand, place.checks, view.path, span=span)
    body.emit(_guarded(place, update, span))
    return ir.Read(result)


def length(value: Value) -> Value:
    """``len(value)``."""
    if isinstance(value, TupleValue):
        return Weak(len(value.parts))
    if isinstance(value, ArrayValue) and value.ndim:
        return length_of(value.axes[0])
    raise Mistake(f"len() takes an array or a tuple, not {describe(value)}", value)


def same_kind(value: ArrayValue, annotation: Any) -> bool:
    """Whether an array fits an array annotation."""
    return annotation.element in (None, value.element) and annotation.ndim in (None, value.ndim)


__all__ = [
    "array_attribute", "atomic", "element", "index_array", "length", "load", "same_kind", "store",
]  # fmt: skip
