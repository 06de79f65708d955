"""Attributes and subscripts of any value in the checker."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ..types import Matrix, StructType, Vector
from . import ir
from .arrays import array_attribute, index_array
from .body import Body
from .composites import Method, attribute_steps, follow, index_steps, is_composite
from .linear import transpose
from .objects import from_python, object_attribute
from .values import ArrayValue, Mistake, Object, TupleValue, Value, Weak, describe, type_of

__all__ = ["attribute", "subscript"]


ARRAY_ATTRIBUTES: Final[dict[str, Callable[[Vector | Matrix], Value]]] = {
    "shape": lambda type: TupleValue(tuple(map(Weak, type.shape))),
    "ndim": lambda type: Weak(len(type.shape)),
    "size": lambda type: Weak(math.prod(type.shape)),
    "dtype": lambda type: Object(type.element),
}
"""What vectors and matrices have as NumPy's small arrays."""


def attribute(body: Body, value: Value, name: str) -> Value:
    """``value.name``."""
    if isinstance(value, ArrayValue):
        return array_attribute(value, name)
    if isinstance(value, Object):
        return object_attribute(body, value.value, name)
    if isinstance(value, Weak) and value.member is not None and name in ("value", "name"):
        return from_python(getattr(value.member, name))
    if isinstance(type_of(value), Matrix) and name == "T":
        return transpose(body, value)
    type = type_of(value)
    if isinstance(type, StructType) and name in dict(type.methods):
        return Object(Method(dict(type.methods)[name], body.pin_expression(value)))  # type: ignore[arg-type]
    if isinstance(type, (Vector, Matrix)) and name in ARRAY_ATTRIBUTES:
        return ARRAY_ATTRIBUTES[name](type)
    if is_composite(value):
        return follow(body, value, attribute_steps(value.type, name))  # type: ignore[arg-type,union-attr]
    if isinstance(value, TupleValue) and name in value.names:
        return value.parts[value.names.index(name)]
    raise Mistake(f"{describe(value)} has no attribute {name!r} in a kernel")


def subscript(body: Body, value: Value, index: Value) -> Value:
    """``value[index]``."""
    if isinstance(value, ArrayValue):
        return index_array(body, value, index)
    if is_composite(value):
        return follow(body, value, index_steps(body, value.type, index))  # type: ignore[arg-type,union-attr]
    if isinstance(value, Object) and (value.value is Vector or value.value is Matrix):
        return _type_of_parts(value.value, index)
    if not isinstance(value, TupleValue):
        raise Mistake(f"{describe(value)} cannot be indexed")
    place = index.value if isinstance(index, (Weak, ir.Constant)) else None
    if not isinstance(place, int):
        raise Mistake(
            f"{describe(value)} is indexed with a constant integer, not {describe(index)}; "
            "pass an array where the index varies"
        )
    if not -len(value.parts) <= place < len(value.parts):
        raise Mistake(f"index {place} is out of range for {describe(value)}")
    return value.parts[place]


def _type_of_parts(family: type[Vector] | type[Matrix], index: Value) -> Object:
    """``Vector[f32, 3]`` and ``Matrix[f32, 2, 3]``."""
    parts = index.parts if isinstance(index, TupleValue) else (index,)
    known = tuple(part.value for part in parts if isinstance(part, (Weak, ir.Constant, Object)))
    try:
        return Object(family[known])  # type: ignore[index]
    except TypeError as error:
        raise Mistake(str(error)) from None
