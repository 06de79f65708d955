"""Making vectors, matrices, structs and named tuples in the checker: what is called is their type."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from ..types import Matrix, Scalar, StructType, Vector
from . import ir
from .arrays import index_array, length
from .body import Body
from .composites import field_step
from .constants import from_python
from .ir_build import constant
from .operations import cast, matrix, vector
from .scope import Capture
from .values import ArrayValue, Mistake, TupleValue, Value, Weak, components, describe, type_of

__all__ = ["construct", "is_named_tuple", "make_named", "stack"]


def construct(
    body: Body, type: Vector | Matrix | StructType, values: Sequence[Value], keywords: Mapping[str, Value]
) -> ir.Expression:
    """A call of a type."""
    if isinstance(type, StructType):
        return make_struct(body, type, values, keywords)
    if keywords:
        raise Mistake(f"{type}() takes no keyword arguments", next(iter(keywords.values())))
    return make_vector(body, type, values) if isinstance(type, Vector) else make_matrix(body, type, values)


def make_vector(body: Body, type: Vector, values: Sequence[Value]) -> ir.Expression:
    """``vec3(x, y, z)``, ``vec3(x)``, ``vec3(xy, z)``, ``vec3(table)``: the numbers are converted."""
    parts: list[Value] = []
    for value in values:
        parts.extend((value,) if isinstance(type_of(value), Matrix) else _parts(body, value))
    for part in parts:
        if not isinstance(type_of(part), Scalar):
            raise Mistake(f"{type}() takes numbers, tuples and vectors, not {describe(part)}", part)
    if len(parts) == 1 and not isinstance(values[0], TupleValue):
        parts = [body.pin(parts[0])] * type.size
    if len(parts) != type.size:
        raise Mistake(f"{type}() takes {type.size} components, or one for all of them, not {len(parts)}")
    return vector(body, [cast(body, part, type.element) for part in parts])


def _parts(body: Body, value: Value) -> Sequence[Value]:
    """The components or rows of a value, if it has any; else the value."""
    if isinstance(value, TupleValue):
        return value.parts
    if isinstance(type_of(value), (Vector, Matrix)):
        return components(body.pin_expression(value))  # type: ignore[arg-type]
    if isinstance(value, ArrayValue) and value.ndim and isinstance(count := length(value), Weak):
        view = body.pin(value)
        assert isinstance(view, ArrayValue)
        return [index_array(body, view, Weak(number)) for number in range(min(int(count.value), 5))]
    return (value,)


def make_matrix(body: Body, type: Matrix, values: Sequence[Value]) -> ir.Expression:
    """``mat2(a, b, c, d)`` and ``mat2(row, row)``, row by row; ``mat2(x)`` has x on its diagonal and 0 elsewhere."""
    if len(values) == 1 and isinstance(type_of(values[0]), Scalar):
        return _diagonal(body, type, values[0])
    if len(values) == 1:
        found = type_of(values[0])
        if isinstance(found, Matrix) and found.shape != type.shape:
            raise Mistake(f"{type}() cannot be made of {describe(values[0])}, whose shape is {found.shape}", values[0])
        values = _parts(body, values[0])
    if len(values) == type.rows * type.columns and all(isinstance(type_of(value), Scalar) for value in values):
        rows = [values[start : start + type.columns] for start in range(0, len(values), type.columns)]
    else:
        rows = [_parts(body, value) for value in values]
    numbers = [part for row in rows for part in row]
    if len(rows) != type.rows or any(len(row) != type.columns for row in rows) or not _all_numbers(numbers):
        raise Mistake(
            f"{type}() takes {type.rows} rows of {type.columns} numbers, the {type.rows * type.columns} numbers row by "
            f"row, or one number for the diagonal, not {', '.join(map(describe, values)) or 'nothing'}"
        )
    return matrix(body, [vector(body, [cast(body, part, type.element) for part in row]) for row in rows])


def _all_numbers(values: Sequence[Value]) -> bool:
    return all(isinstance(type_of(value), Scalar) for value in values)


def _diagonal(body: Body, type: Matrix, value: Value) -> ir.Expression:
    number = body.pin_expression(cast(body, value, type.element))
    zero = cast(body, Weak(0), type.element)
    places = [[number if row == column else zero for column in range(type.columns)] for row in range(type.rows)]
    return matrix(body, [vector(body, row) for row in places])


def make_struct(body: Body, type: StructType, values: Sequence[Value], keywords: Mapping[str, Value]) -> ir.Expression:
    """``Particle(pos, mass=1.0)``: each field by position or by name, or by its default."""
    if len(values) > len(type.names):
        raise Mistake(f"{type}() takes {', '.join(type.names)}, not {len(values)} values")
    given = dict(zip(type.names, values, strict=False))
    for name, value in keywords.items():
        field_step(type, name, value)
        if name in given:
            raise Mistake(f"{type}() is given {name!r} twice, by position and by name", value)
        given[name] = value
    defaults: dict[str, Any] = dict(type.defaults)
    missing = [name for name in type.names if name not in given and name not in defaults]
    if missing:
        raise Mistake(f"{type}() lacks {', '.join(missing)}; it takes {', '.join(type.names)}")
    fields = [
        body.store_as(given[name], field, f"the field {name!r} of {type}")
        if name in given
        else constant(field, defaults[name])
        for name, field in type.fields
    ]
    return ir.Compose(tuple(fields), type)


def is_named_tuple(value: Any) -> bool:
    """Whether an object is a class of named tuples, made as ``namedtuple`` and ``NamedTuple`` make them."""
    if not isinstance(value, type) or not issubclass(value, tuple):
        return False
    return str(value.__new__.__module__).startswith("namedtuple_")


def make_named(body: Body, kind: Any, values: Sequence[Value], keywords: Mapping[str, Value]) -> TupleValue:
    """``Point(x, y=1.0)``: each part by position or by name, or by its default."""
    try:
        bound = inspect.signature(kind.__new__).bind(kind, *values, **keywords)
    except TypeError as error:
        raise Mistake(f"{kind.__name__}(): {error}; it takes {', '.join(kind._fields)}") from None
    given = bound.arguments
    body.unit.capture(Capture(kind.__new__, "__defaults__", kind.__new__.__defaults__))
    parts = (given[name] if name in given else _default(body, kind, name) for name in kind._fields)
    return TupleValue(tuple(parts), tuple(kind._fields))


def _default(body: Body, kind: Any, name: str) -> Value:
    return from_python(kind._field_defaults[name], body.unit, name)


def stack(body: Body, values: Sequence[Value]) -> Value:
    """``np.stack((a, b, c))``: the vector of two to four numbers, or the matrix of as many vectors."""
    parts = values[0].parts if len(values) == 1 and isinstance(values[0], TupleValue) else ()
    if not 2 <= len(parts) <= 4:
        raise Mistake("np.stack() takes a tuple of two to four numbers or vectors in a kernel")
    if all(isinstance(type_of(part), Vector) for part in parts):
        return matrix(body, [body.pin_expression(part) for part in parts])  # type: ignore[arg-type]
    return vector(body, parts)
