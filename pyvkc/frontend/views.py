"""Views of arrays in the checker: what one index, slice or tuple of them makes of an array.

A view keeps, for each of its axes, how its elements lie along an axis of the memory (:class:`~.values.Axis`). A slice
is clamped to its axis as Python clamps it, so that an index that is tested against the view never leaves the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..types import Scalar, bool_, i32
from . import ir
from .body import Body
from .operations import apply, passed
from .values import (
    NONE,
    ArrayValue,
    Axis,
    Mistake,
    Object,
    SliceValue,
    TupleValue,
    Value,
    Weak,
    describe,
    origin,
    type_of,
)

__all__ = ["extents", "length_of", "narrow", "transposed"]

ELLIPSIS = Object(...)


def extents(value: ArrayValue) -> tuple[ir.Expression, ...]:
    """The shape of a view."""
    return tuple(axis.extent for axis in value.axes)


def length_of(axis: Axis) -> Value:
    """The extent of an axis; one that is known when the kernel is compiled is a Python number."""
    return Weak(int(axis.extent.value)) if isinstance(axis.extent, ir.Constant) else axis.extent


def transposed(value: ArrayValue) -> ArrayValue:
    """The view with its axes reversed."""
    return replace(value, axes=value.axes[::-1])


def narrow(body: Body, value: ArrayValue, index: Value) -> ArrayValue:
    """The array under one more index, slice or tuple of these."""
    parts = index.parts if isinstance(index, TupleValue) else (index,)
    parts = tuple(_without_ellipsis(value, parts))
    if NONE in parts:
        raise Mistake("a new axis cannot be made in a kernel; index the array with one index an axis", NONE)
    if len(parts) > value.ndim:
        axes = "axis" if value.ndim == 1 else "axes"
        raise Mistake(
            f"{value.array.name!r} has {value.ndim} {axes} here and is indexed with {len(parts)}{origin(index)}", index
        )
    axes_left: list[Axis] = []
    fixed = list(value.fixed)
    for axis, part in zip(value.axes, parts, strict=False):
        if isinstance(part, SliceValue):
            axes_left.append(_sliced(body, axis, part))
        else:
            fixed.append((axis, _index(axis, part)))
    return replace(value, axes=(*axes_left, *value.axes[len(parts) :]), fixed=tuple(fixed))


def _without_ellipsis(value: ArrayValue, parts: Sequence[Value]) -> Sequence[Value]:
    """The indices with ``...`` written out as full slices."""
    places = [place for place, part in enumerate(parts) if part == ELLIPSIS]
    if not places:
        return parts
    if len(places) > 1:
        raise Mistake("an index has one `...` at most")
    full = (SliceValue(None, None, None),) * max(value.ndim - len(parts) + 1, 0)
    return (*parts[: places[0]], *full, *parts[places[0] + 1 :])


# One index


def _index(axis: Axis, index: Value) -> ir.Expression:
    """One index as i32; a constant one below zero counts from the end."""
    type = type_of(index)
    if not isinstance(type, Scalar) or not type.integral:
        raise Mistake(f"an index is an integer, not {describe(index)}{_index_hint(index)}", index)
    if isinstance(index, (Weak, ir.Constant)):
        return _constant_index(axis, int(index.value), index)
    if type.bits > 32:
        raise Mistake(f"an index of type {type} is not supported yet; convert with pyvkc.i32(...)", index)
    return _as_index(index)


def _index_hint(index: Value) -> str:
    if isinstance(index, ArrayValue):
        return "; index that array first"
    return "; write int(...)" if isinstance(type_of(index), Scalar) else ""


def _constant_index(axis: Axis, number: int, index: Value) -> ir.Expression:
    if not -i32.maximum <= number <= i32.maximum:
        raise Mistake(f"the index {number} is beyond what 32 bits hold", index)
    if isinstance(axis.extent, ir.Constant):
        count = int(axis.extent.value)
        if not -count <= number < count:
            raise Mistake(f"the index {number} is out of range for an axis of {count}", index)
        return ir.Constant(number % count, i32)
    if number >= 0:
        return ir.Constant(number, i32)
    return ir.Operation("subtract", (axis.extent, ir.Constant(-number, i32)), i32)


def _as_index(index: Value) -> ir.Expression:
    expression: ir.Expression = passed(index)  # type: ignore[assignment]
    assert isinstance(expression.type, Scalar), expression
    return expression if expression.type == i32 else ir.Convert(expression, i32)


# Slices


def _sliced(body: Body, axis: Axis, slice: SliceValue) -> Axis:
    """The part of an axis that a slice takes; its numbers are evaluated where the slice stands."""
    step = _step(slice.step)
    if slice.start is None and slice.stop is None and step == 1:
        return axis
    count = axis.extent
    first, last = (ZERO, count) if step > 0 else (MINUS_ONE, _minus(body, count, 1))
    start = _bound(body, slice.start, count, first, last, first if step > 0 else last)
    stop = _bound(body, slice.stop, count, first, last, last if step > 0 else first)
    distance = _subtract(body, stop, start) if step > 0 else _subtract(body, start, stop)
    extent = _maximum(body, ZERO, _ceiling(body, distance, abs(step)))
    begin, stride = _compose(body, axis, start, step)
    pinned = [body.pin_expression(part) for part in (extent, begin, stride)]
    return Axis(axis.source, *pinned)


def _step(step: Value | None) -> int:
    """The step of a slice, a constant that is not 0."""
    if step is None:
        return 1
    number = step.value if isinstance(step, (Weak, ir.Constant)) else None
    if isinstance(number, bool) or not isinstance(number, int):
        raise Mistake(f"the step of a slice is a constant integer in a kernel, not {describe(step)}", step)
    if number == 0:
        raise Mistake("the step of a slice is not 0", step)
    return number


def _bound(
    body: Body,
    value: Value | None,
    count: ir.Expression,
    first: ir.Expression,
    last: ir.Expression,
    default: ir.Expression,
) -> ir.Expression:
    """A bound of a slice as Python takes it: below zero it counts from the end, and it is clamped to the axis."""
    if value is None:
        return default
    type = type_of(value)
    if not isinstance(type, Scalar) or not type.integral:
        raise Mistake(f"a bound of a slice is an integer, not {describe(value)}{_index_hint(value)}", value)
    if isinstance(value, (Weak, ir.Constant)):
        number = ir.Constant(max(-i32.maximum, min(i32.maximum, int(value.value))), i32)
        moved = number if number.value >= 0 else _add(body, count, number)
    else:
        if type.bits > 32:
            raise Mistake(f"a bound of type {type} is not supported yet; convert with pyvkc.i32(...)", value)
        number_at_run_time = body.pin_expression(_as_index(value))
        negative = ir.Operation("less", (number_at_run_time, ZERO), bool_)
        from_end = _add(body, number_at_run_time, count)
        moved = ir.Select(negative, from_end, number_at_run_time, i32)
    if moved != ZERO or first != ZERO:
        moved = _maximum(body, first, moved)
    return _operation(body, "min", moved, last)


def _compose(body: Body, axis: Axis, start: ir.Expression, step: int) -> tuple[ir.Expression, ir.Expression]:
    """Start and step along the memory of a slice of an axis that may be a slice itself."""
    if axis.start is None or axis.step is None:
        return start, ir.Constant(step, i32)
    begin = _add(body, axis.start, _operation(body, "multiply", axis.step, start))
    return begin, _operation(body, "multiply", axis.step, ir.Constant(step, i32))


# Arithmetic on i32 that folds constants

ZERO = ir.Constant(0, i32)
MINUS_ONE = ir.Constant(-1, i32)


def _operation(body: Body, row: str, a: ir.Expression, b: ir.Expression) -> ir.Expression:
    values: list[Value] = [Weak(int(each.value)) if isinstance(each, ir.Constant) else each for each in (a, b)]
    if row in ("add", "subtract") and b == ZERO:
        return a
    if row == "multiply" and ir.Constant(1, i32) in (a, b):
        return b if a == ir.Constant(1, i32) else a
    return body.convert(apply(body, (row,), values), i32)


def _add(body: Body, a: ir.Expression, b: ir.Expression) -> ir.Expression:
    return _operation(body, "add", a, b)


def _subtract(body: Body, a: ir.Expression, b: ir.Expression) -> ir.Expression:
    return _operation(body, "subtract", a, b)


def _minus(body: Body, a: ir.Expression, by: int) -> ir.Expression:
    return _operation(body, "subtract", a, ir.Constant(by, i32))


def _maximum(body: Body, a: ir.Expression, b: ir.Expression) -> ir.Expression:
    return _operation(body, "max", a, b)


def _ceiling(body: Body, distance: ir.Expression, step: int) -> ir.Expression:
    """``ceil(distance / step)``; what is not above 0 becomes 0 later."""
    if step == 1:
        return distance
    before_last = _operation(body, "floor_divide", _minus(body, distance, 1), ir.Constant(step, i32))
    return _operation(body, "add", before_last, ir.Constant(1, i32))
