"""Parts of vectors, matrices and structs in the checker: swizzles, components, rows, fields.

A part is found by :func:`attribute_steps` or :func:`index_steps` as the steps that lead to it, and taken by
:func:`follow`; places.py writes along the same steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Final, final

from ..errors import did_you_mean
from ..types import Matrix, Scalar, StructType, Vector, bool_, parts_of
from . import ir
from .body import Body
from .ir_build import zero
from .values import (
    Mistake,
    SliceValue,
    TupleValue,
    Value,
    Weak,
    WeakArgument,
    components,
    describe,
    type_of,
    with_article,
)

__all__ = [
    "Method", "Part", "Pick", "Step", "Swizzle", "attribute_steps", "either", "equal",
    "field_step", "follow", "index_steps", "is_composite", "picks", "step_type",
]  # fmt: skip

LETTERS: Final = ("xyzw", "rgba")


@final
@dataclass(frozen=True, slots=True)
class Part:
    """A component, row or field whose number is known."""

    index: int


@final
@dataclass(frozen=True, slots=True)
class Swizzle:
    """Several components of a vector."""

    indices: tuple[int, ...]


@final
@dataclass(frozen=True, slots=True)
class Pick:
    """A component or row that is chosen at run time, by an integer; out of range there is none."""

    index: ir.Expression


Step = Part | Swizzle | Pick


def is_composite(value: Value) -> bool:
    """Whether a value has parts that steps lead to."""
    return isinstance(type_of(value), (Vector, Matrix, StructType))


def step_type(type: ir.ValueType, step: Step) -> ir.ValueType:
    """The type of the part of a value that a step leads to."""
    if isinstance(step, Swizzle):
        assert isinstance(type, Vector)
        return Vector(type.element, len(step.indices))
    return parts_of(type)[step.index if isinstance(step, Part) else 0]


@final
@dataclass(frozen=True, slots=True)
class Method:
    """A function of a struct's class, with the value it is called on."""

    function: FunctionType
    owner: ir.Expression

    @property
    def __name__(self) -> str:
        return self.function.__name__


# Finding parts


def attribute_steps(type: ir.ValueType, name: str) -> tuple[Step, ...]:
    """What ``value.name`` leads to."""
    if isinstance(type, Vector):
        return (_swizzle(type, name),)
    if isinstance(type, StructType):
        return (field_step(type, name),)
    raise Mistake(f"{with_article(type)} has no attribute {name!r} in a kernel")


def _swizzle(type: Vector, names: str) -> Step:
    for letters in LETTERS:
        places = tuple(letters[: type.size].find(name) for name in names)
        if min(places) >= 0 and len(places) <= 4:
            return Part(places[0]) if len(places) == 1 else Swizzle(places)
    raise Mistake(f"{type} has no component {names!r}; it has {LETTERS[0][: type.size]}")


def field_step(type: StructType, name: str, about: Value | None = None) -> Part:
    """The field that a name means; `about` is blamed if there is none."""
    if name in type.names:
        return Part(type.names.index(name))
    hint = did_you_mean(name, type.names) or f"it has {', '.join(type.names)}"
    raise Mistake(f"{type} has no field {name!r}; {hint}", about)


def index_steps(body: Body, type: ir.ValueType, index: Value) -> tuple[Step, ...]:
    """What ``value[index]`` leads to; a matrix may have its row and its column in one index."""
    if isinstance(type, StructType):
        return (_field_index(type, index),)
    if not isinstance(type, (Vector, Matrix)):
        raise Mistake(f"{with_article(type)} cannot be indexed")
    steps: tuple[Step, ...] = ()
    for number, part in enumerate(index.parts if isinstance(index, TupleValue) else (index,)):
        if not isinstance(type, (Vector, Matrix)):
            raise Mistake(f"this is one index too many: after {number} of them it is {with_article(type)}", index)
        step = _index_step(body, type, part)
        steps, type = (*steps, step), step_type(type, step)
    if not steps:
        raise Mistake(f"{with_article(type)} is indexed with an integer, not with ()", index)
    return steps


def _field_index(type: StructType, index: Value) -> Part:
    """``p["mass"]``, as NumPy writes it."""
    name = getattr(index, "value", None)
    if not isinstance(name, str):
        raise Mistake(f"{type} is a struct, whose fields are attributes, as in `.{type.names[0]}`", index)
    return field_step(type, name)


def _index_step(body: Body, type: Vector | Matrix, index: Value) -> Step:
    if isinstance(index, SliceValue):
        return _slice(type, index)
    integer = type_of(index)
    if not isinstance(integer, Scalar) or not integer.integral:
        hint = "; write int(...)" if isinstance(integer, Scalar) else ""
        raise Mistake(f"{with_article(type)} is indexed with an integer, not {describe(index)}{hint}", index)
    count = len(parts_of(type))
    if isinstance(index, (Weak, ir.Constant)):
        if not -count <= index.value < count:
            raise Mistake(f"index {index.value} is out of range for {with_article(type)}", index)
        return Part(int(index.value) % count)
    if isinstance(index, WeakArgument):
        index = ir.Argument(index.parameter)
    return Pick(body.pin_expression(index))  # type: ignore[arg-type]


def _slice(type: Vector | Matrix, index: SliceValue) -> Step:
    """``v[:2]`` is ``v.xy``: the bounds are known when the kernel is compiled."""
    if isinstance(type, Matrix):
        raise Mistake(f"the rows of {with_article(type)} are taken one by one; `m.T[j]` is a column")
    start, stop, step = (_bound(type, bound) for bound in (index.start, index.stop, index.step))
    if step == 0:
        raise Mistake("the step of a slice is not 0")
    places = range(type.size)[start:stop:step]
    if not 2 <= len(places) <= 4:
        raise Mistake(f"this slice of {with_article(type)} has {len(places)} components, and a vector has 2 to 4")
    return Swizzle(tuple(places))


def _bound(type: Vector, bound: Value | None) -> int | None:
    known = bound.value if isinstance(bound, (Weak, ir.Constant)) else bound
    if known is None or isinstance(known, int):
        return known
    raise Mistake(f"a slice of {with_article(type)} has constant integers for its bounds", bound)


# Taking parts


def follow(body: Body, value: ir.Expression, steps: Sequence[Step]) -> ir.Expression:
    """The part of a value that the steps lead to; a number out of range gives zero."""
    for step in steps:
        value = _take(body, value, step)
    return value


def _take(body: Body, value: ir.Expression, step: Step) -> ir.Expression:
    if isinstance(step, Part):
        return ir.part(value, step.index)
    value = body.pin_expression(value)
    type = step_type(value.type, step)
    if isinstance(step, Swizzle):
        assert isinstance(type, Vector)
        return ir.Compose(tuple(ir.part(value, index) for index in step.indices), type)
    picked = zero(type)
    for number, part in reversed(list(enumerate(components(value)))):
        picked = either(picks(step, number), part, picked)
    return picked


def picks(step: Pick, number: int) -> ir.Expression:
    """Whether a step leads to the part of that number."""
    assert isinstance(step.index.type, Scalar)
    return ir.Operation("equal", (step.index, ir.Constant(number, step.index.type)), bool_)


def either(condition: ir.Expression, then: ir.Expression, otherwise: ir.Expression) -> ir.Expression:
    """A choice; of vectors one of each component, so that nothing branches."""
    if isinstance(then.type, Scalar):
        return ir.Select(condition, then, otherwise, then.type)
    pairs = zip(components(then), components(otherwise), strict=True)
    assert isinstance(then.type, (Vector, Matrix))
    return ir.Compose(tuple(either(condition, a, b) for a, b in pairs), then.type)


def equal(a: ir.Expression, b: ir.Expression) -> ir.Expression:
    """Whether two values of one type are equal, part by part."""
    if isinstance(a.type, Scalar):
        return ir.Operation("equal", (a, b), bool_)
    result: ir.Expression = ir.TRUE
    for index in reversed(range(len(parts_of(a.type)))):
        part = equal(ir.part(a, index), ir.part(b, index))
        result = part if result == ir.TRUE else ir.Select(part, result, ir.FALSE, bool_)
    return result
