"""Values of the typed tree that are made of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..types import Scalar, bool_, parts_of
from . import ir

__all__ = ["constant", "nested", "zero"]


def zero(type: ir.ValueType) -> ir.Expression:
    """A value whose every number is 0."""
    if isinstance(type, Scalar):
        return ir.Constant(False if type == bool_ else 0.0 if type.floating else 0, type)
    return ir.Compose(tuple(map(zero, parts_of(type))), type)


def constant(type: ir.ValueType, value: Any) -> ir.Expression:
    """A value in Python's numbers, nested as the type is, as an expression."""
    if isinstance(type, Scalar):
        return ir.Constant(value, type)
    pairs = zip(parts_of(type), value, strict=True)
    return ir.Compose(tuple(constant(part, inner) for part, inner in pairs), type)


def nested(type: ir.ValueType, numbers: Iterator[Any]) -> ir.Expression:
    """A value of the numbers in it, one after the other."""
    if isinstance(type, Scalar):
        return ir.Constant(next(numbers), type)
    parts = tuple(nested(part, numbers) for part in parts_of(type))
    return ir.Compose(parts, type)
