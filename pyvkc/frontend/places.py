"""What can be assigned: names, elements of arrays, and the parts of both, however deep.

``ps[i].pos.xy`` is the element ``ps[i]`` and the steps to its part. Of an element only the part is stored. Of a local
the whole value is made anew with the part changed: vectors, matrices and structs are values, and no other name sees it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import final

from ..types import Matrix, Scalar, parts_of
from . import ir
from .arrays import element, load, split_index, store
from .body import Body
from .composites import (
    Part,
    Pick,
    Step,
    Swizzle,
    attribute_steps,
    either,
    follow,
    index_steps,
    is_composite,
    picks,
    step_type,
)
from .lost import lost_copy
from .parts import attribute, subscript
from .values import NONE, ArrayValue, Mistake, Object, TupleValue, Value, components, describe
from .views import narrow

__all__ = ["Place", "check_owner", "locate", "pin_place", "read_place", "write_place"]


@final
@dataclass(frozen=True, slots=True)
class Place:
    """A part of the element `root`, or of the local variable of that name; all that leads there has been evaluated."""

    root: ArrayValue | str
    type: ir.ValueType
    steps: tuple[Step, ...] = ()

    def step(self, steps: Sequence[Step]) -> Place:
        """The place that more steps lead to."""
        place = self
        for step in steps:
            place = place._one(step)
        return place

    def _one(self, step: Step) -> Place:
        """One more step; of several components, one is a component of the whole."""
        last = self.steps[-1] if self.steps else None
        type = step_type(self.type, step)
        if isinstance(last, Swizzle) and isinstance(step, Pick):
            raise Mistake(
                "a component of several is chosen by a constant where it is assigned; index the vector itself"
            )
        if isinstance(last, Swizzle) and isinstance(step, (Part, Swizzle)):
            chosen = (step.index,) if isinstance(step, Part) else step.indices
            indices = tuple(last.indices[index] for index in chosen)
            return replace(self, type=type, steps=(*self.steps[:-1], _components(step, indices)))
        if isinstance(self.root, ArrayValue) and isinstance(step, Part) and not self.steps:
            return Place(self.root.part(step.index), type)
        return replace(self, type=type, steps=(*self.steps, step))


def _components(step: Step, indices: tuple[int, ...]) -> Step:
    return Part(indices[0]) if isinstance(step, Part) else Swizzle(indices)


# Finding


def locate(body: Body, target: ast.expr) -> Place:
    """The place that ``x[i]`` or ``p.mass`` names in an assignment; what is in it is evaluated from left to right."""
    assert isinstance(target, (ast.Attribute, ast.Subscript)), target
    with body.at(target):
        owner = _owner(body, target.value)
        if not isinstance(owner, (Place, ArrayValue)):
            raise Mistake(_unchanging(body, target.value, owner), owner)
        found = _part(body, owner, target)
        if isinstance(found, ArrayValue):
            found = _of_element(element(body, found, TupleValue(()), "a value"))
        if not isinstance(found, Place):
            raise Mistake("the attributes of an array do not change in a kernel; assign to its elements")
        if any(isinstance(step, Swizzle) and len(set(step.indices)) < len(step.indices) for step in found.steps):
            raise Mistake("one component would be assigned twice; name each of them once")
        check_owner(found, target)
        if isinstance(found.root, str) and (lost := lost_copy(body.source.node, target)):
            raise Mistake(lost)
    return found


def check_owner(place: Place, *nodes: ast.AST) -> None:
    """Refuse ``v.x += (v := w).y``: Python changes the vector that v was, which no name has any more."""
    bound = {part.target.id for node in nodes for part in ast.walk(node) if isinstance(part, ast.NamedExpr)}
    if place.root in bound:
        raise Mistake(
            f"{place.root!r} is assigned anew while a part of it is assigned; do it in a statement of its own"
        )


def _of_element(view: ArrayValue) -> Place:
    return Place(view, view.element)


def _owner(body: Body, node: ast.expr) -> Place | Value:
    """What a target goes into: a place, a view of an array, or any other value, which does not change."""
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        with body.at(node):
            return _part(body, _owner(body, node.value), node)
    value = body.expression(node)
    if isinstance(node, ast.Name) and node.id in body.sites and is_composite(value):
        return Place(node.id, value.type)  # type: ignore[arg-type,union-attr]
    return value


def _part(body: Body, owner: Place | Value, node: ast.Attribute | ast.Subscript) -> Place | Value:
    """A part of a place or of a view; of what does not change, its value."""
    if isinstance(node, ast.Subscript):
        return _subscript(body, *_indexed(body, owner, node.slice))
    if isinstance(owner, Place):
        if isinstance(owner.type, Matrix) and node.attr == "T":
            raise Mistake("the transpose of a matrix is a new one, which does not change; assign to `m[j, i]`")
        return owner.step(attribute_steps(owner.type, node.attr))
    return attribute(body, owner, node.attr)


def _indexed(body: Body, owner: Place | Value, node: ast.expr) -> tuple[Place | Value, Value]:
    """The owner and its index, evaluated in this order."""
    if not isinstance(owner, Place):
        value = owner
        value, index = body.in_order([lambda: value, lambda: body.expression(node)])
        return value, index
    view: Value = owner.root if isinstance(owner.root, ArrayValue) else NONE
    view, index = body.in_order([lambda: view, lambda: body.expression(node)])
    return replace(owner, root=view) if isinstance(view, ArrayValue) else owner, index


def _subscript(body: Body, owner: Place | Value, index: Value) -> Place | Value:
    if isinstance(owner, Place):
        return owner.step(index_steps(body, owner.type, index))
    if not isinstance(owner, ArrayValue) or (isinstance(index, Object) and isinstance(index.value, str)):
        return subscript(body, owner, index)
    axes, inside = split_index(owner, index)
    view = narrow(body, owner, axes)
    if view.ndim:
        return view
    place = _of_element(view)
    return place if inside is None else place.step(index_steps(body, place.type, inside))


def _unchanging(body: Body, node: ast.expr, owner: Value) -> str:
    """Why a part of a value cannot be assigned."""
    if isinstance(owner, TupleValue):
        return "a value goes into an array or a part of a variable, and tuples do not change; make a new tuple"
    if is_composite(owner):
        kind = "is no variable of this function" if isinstance(node, ast.Name) else "belongs to no variable"
        return f"{describe(owner)} that {kind} does not change; assign it to a name first"
    return f"a value goes into an array or a part of a variable, not into {describe(owner)}"


# Reading and writing


def pin_place(body: Body, place: Place) -> Place:
    """The place as it is now, for a read and a write."""
    return replace(place, root=body.pin(place.root)) if isinstance(place.root, ArrayValue) else place  # type: ignore[arg-type]


def read_place(body: Body, place: Place) -> ir.Expression:
    """What is there."""
    value = load(body, place.root) if isinstance(place.root, ArrayValue) else body.read(place.root)
    return follow(body, value, place.steps)  # type: ignore[arg-type]


def write_place(body: Body, place: Place, value: Value) -> None:
    """Assign to the place, and to nothing around it."""
    if isinstance(place.root, str):
        current: ir.Expression = body.read(place.root)  # type: ignore[assignment]
        body.change(place.root, _changed(body, current, place.steps, value, f"a part of {place.root!r}"))
    elif place.steps:
        view = body.pin(place.root)
        assert isinstance(view, ArrayValue)
        stored = body.pin(body.store_as(value, place.type, f"the array {view.array.name!r}"))
        _store_parts(body, view, place.steps, stored)
    else:
        store(body, place.root, value)


def _store_parts(body: Body, view: ArrayValue, steps: Sequence[Step], value: Value) -> None:
    """Store a value, of which nothing changes, along the steps: only what they lead to is touched."""
    if not steps:
        store(body, view, value)
        return
    step, rest = steps[0], steps[1:]
    if isinstance(step, Part):
        _store_parts(body, view.part(step.index), rest, value)
    elif isinstance(step, Swizzle):
        for index, part in zip(step.indices, components(value), strict=True):  # type: ignore[arg-type]
            store(body, view.part(index), part)
    else:
        for number in range(len(parts_of(view.element))):
            with body.nested() as block:
                _store_parts(body, view.part(number), rest, value)
            body.emit(ir.If(picks(step, number), tuple(block), (), body.source.span(body.node)))


def _changed(body: Body, current: ir.Expression, steps: Sequence[Step], value: Value, target: str) -> ir.Expression:
    """A value with the part that the steps lead to replaced."""
    if not steps:
        return body.store_as(value, current.type, target)
    step, rest = steps[0], steps[1:]
    parts = list(components(body.pin_expression(current)))
    if isinstance(step, Part):
        parts[step.index] = _changed(body, parts[step.index], rest, value, target)
    elif isinstance(step, Swizzle):
        stored = body.pin_expression(body.store_as(value, step_type(current.type, step), target))
        for index, part in zip(step.indices, components(stored), strict=True):
            parts[index] = part
    else:
        value = body.pin(value)
        parts = [
            either(picks(step, number), _changed(body, part, rest, value, target), part)
            for number, part in enumerate(parts)
        ]
    assert not isinstance(current.type, Scalar)
    return ir.Compose(tuple(parts), current.type)
