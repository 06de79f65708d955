"""Arrays in the checker: attributes, indexing, loads and stores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, final

from ..types import Matrix, Scalar, StructType, Vector, bool_, i32
from . import ir
from .body import Body
from .composites import Part, attribute_steps, follow, index_steps
from .habits import array_method
from .ir_build import nested, zero
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
    unfold,
)
from .views import extents, length_of, narrow, number, same_width, transposed

if TYPE_CHECKING:
    from ..errors import Span

__all__ = [
    "access", "array_attribute", "check_writable", "element", "field_view", "guarded", "index_array", "length",
    "load", "same_kind", "spelled_out", "split_index", "store",
]  # fmt: skip


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
    if isinstance(value.element, (StructType, Vector)):
        return field_view(value, name)
    hint = f"write {here}" if (here := array_method(name)) else "it has shape, ndim, size, dtype and T"
    raise Mistake(f"an array has no attribute {name!r} in a kernel; {hint}")


def _size(axes: Sequence[ir.Expression]) -> Value:
    known = [int(axis.value) for axis in axes if isinstance(axis, ir.Constant)]
    product: ir.Expression | None = None
    for axis in axes:
        if not isinstance(axis, ir.Constant):
            product = axis if product is None else _times(product, axis)
    if product is None:
        return Weak(math.prod(known)) if axes else ir.Constant(1, i32)
    factor = math.prod(known)
    return product if factor == 1 else _times(product, number(factor, product))


def _times(a: ir.Expression, b: ir.Expression) -> ir.Expression:
    a, b = same_width(a, b)
    assert isinstance(a.type, Scalar)
    return ir.Operation("multiply", (a, b), a.type)


def index_array(body: Body, value: ArrayValue, index: Value) -> Value:
    """``x[index]``: an element when every axis is given, else a view of the rest; ``ps["mass"]`` views a field."""
    if isinstance(value.element, StructType) and isinstance(index, Object) and isinstance(index.value, str):
        return field_view(value, index.value)
    axes, inside = split_index(value, index)
    view = narrow(body, value, axes)
    if view.ndim:
        return view
    element = load(body, view)
    return unfold(element) if inside is None else follow(body, element, index_steps(body, element.type, inside))


def field_view(value: ArrayValue, name: str) -> ArrayValue:
    """``ps.mass``, ``vs.x``: the array of one part of each element."""
    (step,) = attribute_steps(value.element, name)
    if not isinstance(step, Part):
        raise Mistake("an array of vectors shows one of their components, as in `vs.x`; index it first for several")
    return value.part(step.index)


def split_index(value: ArrayValue, index: Value) -> tuple[Value, Value | None]:
    """An index of the array's own axes and one into its elements: ``vs[i, 0]`` is ``vs[i][0]``, as in NumPy."""
    parts = index.parts if isinstance(index, TupleValue) else (index,)
    numbers = all(isinstance(type_of(part), Scalar) for part in parts[: value.ndim])
    if not numbers or len(parts) <= value.ndim or not isinstance(value.element, (Vector, Matrix)):
        return index, None
    return TupleValue(parts[: value.ndim]), TupleValue(parts[value.ndim :])


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
            if body.unit.debug:
                from .texts import report_outside

                report_outside(body, inside, view.array.name, index, axis.extent)
    axes = range(view.array.ndim)
    return Access(tuple(indices[axis] for axis in axes), tuple(checks[axis] for axis in axes), condition)


def _in_memory(axis: Axis, index: ir.Expression) -> ir.Expression:
    """The index along the axis of the memory."""
    if axis.step is None or axis.start is None:
        return index
    moved = index if axis.step == number(1, axis.step) else _times(axis.step, index)
    if axis.start == number(0, axis.start):
        return moved
    start, moved = same_width(axis.start, moved)
    assert isinstance(start.type, Scalar)
    return ir.Operation("add", (start, moved), start.type)


def _inside(axis: Axis, index: ir.Expression) -> ir.Expression:
    """``0 <= index < extent``."""
    low = ir.Operation("greater_equal", (index, number(0, index)), bool_)
    return ir.Select(low, ir.Operation("less", same_width(index, axis.extent), bool_), ir.FALSE, bool_)


def element(
    body: Body, value: Value, index: Value, purpose: str, hint: str = "write to the elements in a loop"
) -> ArrayValue:
    """The element that `index` names, of an array that is to be written; `hint` is for an index that names several."""
    if not isinstance(value, ArrayValue):
        raise Mistake(f"{purpose} goes into an array, not into {describe(value)}", value)
    axes, inside = split_index(value, index)
    view = narrow(body, value, axes)
    for step in () if inside is None else index_steps(body, view.element, inside):
        if not isinstance(step, Part):
            raise Mistake(f"{purpose} goes into a component that a constant names", index)
        view = view.part(step.index)
    if view.ndim:
        raise Mistake(
            f"{purpose} goes into one element, and {value.array.name!r} needs {view.ndim} more "
            f"{'index' if view.ndim == 1 else 'indices'}; {hint}"
        )
    return view


def store(body: Body, view: ArrayValue, value: Value) -> None:
    """``x[i] = value``."""
    check_writable(view)
    stored = body.store_as(value, view.element, f"the array {view.array.name!r}")
    place, span = access(body, view), body.source.span(body.node)
    body.effects = True
    body.emit(guarded(place, ir.Store(view.array, place.indices, stored, place.checks, view.path, span), span))


def check_writable(view: ArrayValue) -> None:
    """Refuse a constant table where something is written."""
    if isinstance(view.array, ir.Allocation) and view.array.kind == "table":
        raise Mistake(
            f"{view.array.name!r} is a constant table from outside the kernel, which does not change; "
            "pass the array as an argument to write to it"
        )


def guarded(place: Access, statement: ir.Statement, span: Span) -> ir.Statement:
    """A statement that runs where the indices keep to their views."""
    return statement if place.condition is None else ir.If(place.condition, (statement,), (), span)


def load(body: Body, view: ArrayValue) -> ir.Expression:
    """``x[i]`` of one element."""
    place = access(body, view)
    known = _known(view, place)
    if known is not None:
        return known
    element = ir.Load(view.array, place.indices, place.checks, view.path, body.source.span(body.node))
    if place.condition is None:
        return element
    return ir.Select(place.condition, element, zero(element.type), element.type)


def spelled_out(body: Body, value: Value) -> Value:
    """A constant table of a vector's or a matrix's shape as that value, for arithmetic; anything else as it is."""
    if not isinstance(value, ArrayValue) or not isinstance(value.array, ir.Allocation) or value.array.kind != "table":
        return value
    if not value.ndim:
        return load(body, value)
    known = [int(extent.value) for extent in extents(value) if isinstance(extent, ir.Constant)]
    fits = len(known) == value.ndim and value.ndim in (1, 2) and all(2 <= extent <= 4 for extent in known)
    element = value.element
    if not fits or not isinstance(element, Scalar):
        return value
    pinned = body.pin(value)
    parts = [spelled_out(body, index_array(body, pinned, Weak(number))) for number in range(known[0])]  # type: ignore[arg-type]
    type = Vector(element, known[0]) if value.ndim == 1 else Matrix(element, known[0], known[1])
    return ir.Compose(tuple(parts), type)  # type: ignore[arg-type]


def _known(view: ArrayValue, place: Access) -> ir.Expression | None:
    """The element of a constant table that constants name."""
    numbers = [index.value for index in place.indices if isinstance(index, ir.Constant)]
    table = view.array
    if not isinstance(table, ir.Allocation) or table.kind != "table" or len(numbers) < table.ndim:
        return None
    if place.condition is not None or not all(0 <= n < extent for n, extent in zip(numbers, table.shape, strict=True)):
        return None
    number = 0
    for index, extent in zip(numbers, table.shape, strict=True):
        number = number * extent + int(index)
    width = len(table.values) // math.prod(table.shape)
    element = nested(table.element, iter(table.values[number * width : (number + 1) * width]))
    return reduce(ir.part, view.path, element)


def length(value: Value) -> Value:
    """``len(value)``."""
    if isinstance(value, TupleValue):
        return Weak(len(value.parts))
    if isinstance(value, ArrayValue) and value.ndim:
        return length_of(value.axes[0])
    if isinstance(type := type_of(value), (Vector, Matrix)):
        return Weak(type.shape[0])
    raise Mistake(f"len() takes an array or a tuple, not {describe(value)}", value)


def same_kind(value: ArrayValue, annotation: Any) -> bool:
    """Whether an array fits an array annotation."""
    return annotation.element in (None, value.element) and annotation.ndim in (None, value.ndim)
