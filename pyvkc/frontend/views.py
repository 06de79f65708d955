"""Views of arrays in the checker: what one index, slice or tuple of them makes of an array.

A view keeps, for each of its axes, how its elements lie along an axis of the memory (:class:`~.values.Axis`). A slice
is clamped to its axis as Python clamps it, so that an index that is tested against the view never leaves the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..types import Scalar, bool_, i8, i16, i32, i64, u8, u16, u32
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

__all__ = ["extents", "length_of", "narrow", "number", "same_width", "transposed"]

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


def _launched(index: Value) -> str:
    """Where the index comes from, if it is the position in a launch; what CUDA's users write launches two axes."""
    found = origin(index)
    blocks = "; blocks and threads are launched by `k.groups[blocks](...)` and `@kernel(workgroup=threads)`"
    return found + blocks * (found.endswith("2-D launch)"))


def narrow(body: Body, value: ArrayValue, index: Value) -> ArrayValue:
    """The array under one more index, slice or tuple of these."""
    parts = index.parts if isinstance(index, TupleValue) else (index,)
    parts = tuple(_without_ellipsis(value, parts))
    if NONE in parts:
        raise Mistake("a new axis cannot be made in a kernel; index the array with one index an axis", NONE)
    if len(parts) > value.ndim:
        axes = "axis" if value.ndim == 1 else "axes"
        raise Mistake(
            f"{value.array.name!r} has {value.ndim} {axes} here and is indexed with {len(parts)}{_launched(index)}",
            index,
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
    """One index as i32 or i64; a constant one below zero counts from the end."""
    type = type_of(index)
    if not isinstance(type, Scalar) or not type.integral:
        raise Mistake(f"an index is an integer, not {describe(index)}{_index_hint(index)}", index)
    if isinstance(index, (Weak, ir.Constant)):
        return _constant_index(axis, int(index.value), index)
    return _as_index(axis, index)


def _index_hint(index: Value) -> str:
    if isinstance(index, ArrayValue):
        return "; index that array first"
    return "; write int(...)" if isinstance(type_of(index), Scalar) else ""


def _constant_index(axis: Axis, place: int, index: Value) -> ir.Expression:
    type = axis.extent.type
    assert isinstance(type, Scalar)
    if not -type.maximum <= place <= type.maximum:
        raise Mistake(f"the index {place} is beyond what {type.bits} bits hold", index)
    if isinstance(axis.extent, ir.Constant):
        count = int(axis.extent.value)
        if not -count <= place < count:
            raise Mistake(f"the index {place} is out of range for an axis of {count}", index)
        return ir.Constant(place % count, type)
    if place >= 0:
        return ir.Constant(place, type)
    return ir.Operation("subtract", (axis.extent, ir.Constant(-place, type)), type)


def _as_index(axis: Axis, index: Value) -> ir.Expression:
    """An index as i32; as i64 where it has 64 bits, or the axis may be that long.

    What would wrap then is computed in 64 bits: ``x[row * width + column]`` is right whatever the widths of the three.
    """
    expression: ir.Expression = passed(index)  # type: ignore[assignment]
    type = expression.type
    assert isinstance(type, Scalar), expression
    if axis.extent.type == i64 or type.bits == 64:
        return _widened(expression)
    return expression if type == i32 else ir.Convert(expression, i32)


WIDENED: Final = frozenset({"add", "subtract", "multiply", "negative", "positive"})


def _widened(expression: ir.Expression) -> ir.Expression:
    """An integer as i64, computed without wrapping as far as it is a sum or a product of i32."""
    if expression.type == i64:
        return expression
    if isinstance(expression, ir.Operation) and expression.row in WIDENED and expression.type == i32:
        return ir.Operation(expression.row, tuple(map(_widened, expression.operands)), i64)
    if isinstance(expression, ir.Constant):
        return ir.Constant(expression.value, i64)
    if isinstance(expression, ir.Convert) and expression.operand.type in (i8, u8, i16, u16, i32, u32):
        return _widened(expression.operand) if _keeps(expression) else ir.Convert(expression, i64)
    return ir.Convert(expression, i64)


def _keeps(conversion: ir.Convert) -> bool:
    """Whether a conversion between integers changes no value."""
    source, target = conversion.operand.type, conversion.type
    assert isinstance(source, Scalar)
    return source.minimum >= target.minimum and source.maximum <= target.maximum


def same_width(a: ir.Expression, b: ir.Expression) -> tuple[ir.Expression, ir.Expression]:
    """Two i32 or two i64, of what may be one of each."""
    return (a, b) if a.type == b.type else (_widened(a), _widened(b))


def number(value: int, like: ir.Expression) -> ir.Constant:
    """A constant of the type of `like`."""
    assert isinstance(like.type, Scalar)
    return ir.Constant(value, like.type)


# Slices


def _sliced(body: Body, axis: Axis, slice: SliceValue) -> Axis:
    """The part of an axis that a slice takes; its numbers are evaluated where the slice stands."""
    step = _step(slice.step)
    if slice.start is None and slice.stop is None and step == 1:
        return axis
    count = axis.extent
    zero = number(0, count)
    first, last = (zero, count) if step > 0 else (number(-1, count), _moved(body, count, -1))
    start = _bound(body, axis, slice.start, (first, last), first if step > 0 else last)
    stop = _bound(body, axis, slice.stop, (first, last), last if step > 0 else first)
    distance = _apply(body, "subtract", stop, start) if step > 0 else _apply(body, "subtract", start, stop)
    extent = _apply(body, "max", zero, _ceiling(body, distance, abs(step)))
    begin, stride = _compose(body, axis, start, number(step, count))
    pinned = [body.pin_expression(part) for part in (extent, begin, stride)]
    return Axis(axis.source, *pinned)


def _step(step: Value | None) -> int:
    """The step of a slice, a constant that is not 0."""
    if step is None:
        return 1
    value = step.value if isinstance(step, (Weak, ir.Constant)) else None
    if isinstance(value, bool) or not isinstance(value, int):
        raise Mistake(f"the step of a slice is a constant integer in a kernel, not {describe(step)}", step)
    if value == 0:
        raise Mistake("the step of a slice is not 0", step)
    if abs(value) > i32.maximum:
        raise Mistake(f"the step {value} is beyond what 32 bits hold", step)
    return value


def _bound(
    body: Body, axis: Axis, value: Value | None, ends: tuple[ir.Expression, ir.Expression], default: ir.Expression
) -> ir.Expression:
    """A bound of a slice as Python takes it: below zero it counts from the end, and it is clamped to the axis."""
    if value is None:
        return default
    type, (first, last), zero = type_of(value), ends, number(0, axis.extent)
    if not isinstance(type, Scalar) or not type.integral:
        raise Mistake(f"a bound of a slice is an integer, not {describe(value)}{_index_hint(value)}", value)
    moved = _from_start(body, axis, value)
    if moved != zero or first != zero:
        moved = _apply(body, "max", first, moved)
    return _as(_apply(body, "min", moved, last), axis)


def _from_start(body: Body, axis: Axis, value: Value) -> ir.Expression:
    """A bound counted from the start of its axis; it may still lie outside."""
    if isinstance(value, (Weak, ir.Constant)):
        most = number(0, axis.extent).type.maximum
        place = max(-most, min(most, int(value.value)))
        return number(place, axis.extent) if place >= 0 else _moved(body, axis.extent, place)
    place_at_run_time = body.pin_expression(_as_index(axis, value))
    negative = ir.Operation("less", (place_at_run_time, number(0, place_at_run_time)), bool_)
    from_end = _apply(body, "add", place_at_run_time, axis.extent)
    assert from_end.type == place_at_run_time.type
    return ir.Select(negative, from_end, place_at_run_time, from_end.type)


def _as(expression: ir.Expression, axis: Axis) -> ir.Expression:
    """What was clamped to an axis, as a number of the axis's type."""
    type = axis.extent.type
    assert isinstance(type, Scalar)
    return expression if expression.type == type else ir.Convert(expression, type)


def _compose(body: Body, axis: Axis, start: ir.Expression, step: ir.Expression) -> tuple[ir.Expression, ir.Expression]:
    """Start and step along the memory of a slice of an axis that may be a slice itself."""
    if axis.start is None or axis.step is None:
        return start, step
    begin = _apply(body, "add", axis.start, _apply(body, "multiply", axis.step, start))
    return begin, _apply(body, "multiply", axis.step, step)


def _ceiling(body: Body, distance: ir.Expression, step: int) -> ir.Expression:
    """``ceil(distance / step)``; what is not above 0 becomes 0 later."""
    if step == 1:
        return distance
    return _moved(body, _apply(body, "floor_divide", _moved(body, distance, -1), number(step, distance)), 1)


# Arithmetic that folds constants


def _apply(body: Body, row: str, a: ir.Expression, b: ir.Expression) -> ir.Expression:
    """A row applied to two i32, or to two of which one is an i64."""
    a, b = same_width(a, b)
    if row == "add" and b == number(0, b):
        return a
    if row == "multiply" and number(1, a) in (a, b):
        return b if a == number(1, a) else a
    values: list[Value] = [Weak(int(each.value)) if isinstance(each, ir.Constant) else each for each in (a, b)]
    return body.convert(apply(body, (row,), values), a.type)


def _moved(body: Body, a: ir.Expression, by: int) -> ir.Expression:
    return _apply(body, "add" if by > 0 else "subtract", a, number(abs(by), a))
