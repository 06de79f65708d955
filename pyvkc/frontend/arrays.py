"""Arrays in the checker: attributes, indexing, loads and stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..types import Scalar, TupleType, Vector, i32
from . import ir
from .atomics import ATOMICS
from .body import Body
from .values import ArrayValue, Mistake, Object, TupleValue, Value, Weak, describe, origin, type_of


def extents(value: ArrayValue) -> tuple[ir.Extent, ...]:
    """The shape of a view."""
    return tuple(ir.Extent(value.array, axis) for axis in range(len(value.leading), value.array.ndim))


def array_attribute(value: ArrayValue, name: str) -> Value:
    """``x.shape`` and its like."""
    if name == "shape":
        return TupleValue(extents(value))
    if name == "ndim":
        return Weak(value.ndim)
    if name == "dtype":
        return Object(value.array.element)
    if name == "size":
        return _size(extents(value))
    raise Mistake(f"an array has no attribute {name!r} in a kernel; it has shape, ndim, size and dtype")


def _size(axes: Sequence[ir.Expression]) -> ir.Expression:
    if not axes:
        return ir.Constant(1, i32)
    product = axes[0]
    for axis in axes[1:]:
        product = ir.Operation("multiply", (product, axis), i32)
    return product


def index_array(body: Body, value: ArrayValue, index: Value) -> Value:
    """``x[index]``: an element when every axis is given, else a view of the rest."""
    view = narrow(body, value, index)
    return view if view.ndim else load(body, view)


def narrow(body: Body, value: ArrayValue, index: Value) -> ArrayValue:
    """The array under one more index or tuple of indices."""
    parts = index.parts if isinstance(index, TupleValue) else (index,)
    if len(parts) > value.ndim:
        axes = "axis" if value.ndim == 1 else "axes"
        raise Mistake(
            f"{value.array.name!r} has {value.ndim} {axes} here and is indexed with {len(parts)}{origin(index)}", index
        )
    start = len(value.leading)
    indices = tuple(_index(body, value, start + axis, part) for axis, part in enumerate(parts))
    return ArrayValue(value.array, value.leading + indices)


def _index(body: Body, value: ArrayValue, axis: int, index: Value) -> ir.Expression:
    """One index as i32; a constant one below zero counts from the end."""
    type = type_of(index)
    if not isinstance(type, Scalar) or not type.integral:
        hint = "; write int(...)" if isinstance(type, Scalar) else ""
        hint = "; index that array first" if isinstance(index, ArrayValue) else hint
        raise Mistake(f"an index is an integer, not {describe(index)}{hint}", index)
    if isinstance(index, (Weak, ir.Constant)):
        number = int(index.value)
        if not -i32.maximum <= number <= i32.maximum:
            raise Mistake(f"the index {number} is beyond what 32 bits hold", index)
        if number < 0:
            extent = ir.Extent(value.array, axis)
            return ir.Operation("subtract", (extent, ir.Constant(-number, i32)), i32)
        return ir.Constant(number, i32)
    if type.bits > 32:
        raise Mistake(f"an index of type {type} is not supported yet; convert with pyvkc.i32(...)", index)
    return body.convert(index, i32)


def _checks(body: Body, view: ArrayValue) -> tuple[bool, ...]:
    return (not body.unit.unchecked,) * view.array.ndim


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
    stored = body.store_as(value, view.array.element, f"the array {view.array.name!r}")
    body.effects = True
    body.emit(ir.Store(view.array, view.leading, stored, _checks(body, view), body.source.span(body.node)))


def load(body: Body, view: ArrayValue) -> ir.Expression:
    """``x[i]`` of one element."""
    return ir.Load(view.array, view.leading, _checks(body, view), body.source.span(body.node))


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
    kind = view.array.element
    if not kind.integral or kind.bits != 32:
        raise Mistake(f"atomic.{operation}() works on arrays of i32 and u32 for now, not of {kind}", arguments[0])
    operand = body.store_as(arguments[2], kind, f"atomic.{operation}() on {view.array.name!r}")
    result = body.unit.fresh("old", kind)
    body.effects = True
    span = body.source.span(body.node)
    body.emit(ir.Atomic(result, operation, view.array, view.leading, operand, _checks(body, view), span))
    return ir.Read(result)


def length(value: Value) -> Value:
    """``len(value)``."""
    if isinstance(value, TupleValue):
        return Weak(len(value.parts))
    if isinstance(value, ArrayValue) and value.ndim:
        return extents(value)[0]
    raise Mistake(f"len() takes an array or a tuple, not {describe(value)}", value)


def same_kind(value: ArrayValue, annotation: Any) -> bool:
    """Whether an array fits an array annotation."""
    return annotation.element in (None, value.array.element) and annotation.ndim in (None, value.ndim)


__all__ = [
    "array_attribute", "atomic", "element", "index_array", "length", "load", "same_kind", "store",
]  # fmt: skip
