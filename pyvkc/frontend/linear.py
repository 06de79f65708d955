"""Products of vectors and matrices, and the rows of the builtin table that take them whole.

Every sum is computed from left to right; products and sums are the table's own, so that nothing is contracted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from ..types import Matrix, Scalar, Vector, bool_, f32, f64, i32
from . import ir
from .body import Body
from .builtins import ROWS, Row
from .operations import apply, matrix, spelled_out, vector
from .signature import promote
from .values import Mistake, TupleValue, Value, components, describe, settled, type_of

__all__ = ["apply_meant", "matmul", "reduced", "transpose"]


def reduced(body: Body, row: str, parts: Sequence[Value]) -> Value:
    """The parts combined from left to right."""
    return reduce(lambda total, part: apply(body, (row,), [total, part]), parts)


def transpose(body: Body, value: Value) -> ir.Expression:
    """``m.T``."""
    rows = [components(row) for row in _rows(body, value)]
    return matrix(body, [vector(body, column) for column in zip(*rows, strict=True)])


def matmul(body: Body, left: Value, right: Value) -> Value:
    """``left @ right``, as NumPy: a vector on the left is a row, one on the right a column."""
    left, right = spelled_out(body, [left, right])
    types = type_of(left), type_of(right)
    for value, type in zip((left, right), types, strict=True):
        if not isinstance(type, (Vector, Matrix)):
            hint = "; write `*`" if isinstance(type, Scalar) else ""
            raise Mistake(f"'@' takes vectors and matrices, not {describe(value)}{hint}", value)
    a, b = types
    assert isinstance(a, (Vector, Matrix)) and isinstance(b, (Vector, Matrix))
    if a.shape[-1] != b.shape[0]:
        raise Mistake(
            f"'@' sums over {a.shape[-1]} components of {describe(left)} and {b.shape[0]} of {describe(right)}, "
            "which must be as many"
        )
    left_rows = _rows(body, left) if isinstance(a, Matrix) else [body.pin_expression(left)]  # type: ignore[arg-type]
    right_columns = _rows(body, transpose(body, right)) if isinstance(b, Matrix) else [body.pin_expression(right)]  # type: ignore[arg-type]
    products = [[_dot(body, row, column) for column in right_columns] for row in left_rows]
    rows = [vector(body, row) if isinstance(b, Matrix) else row[0] for row in products]
    if isinstance(a, Vector):
        return rows[0]
    return matrix(body, rows) if isinstance(b, Matrix) else vector(body, rows)  # type: ignore[arg-type]


def _dot(body: Body, a: ir.Expression, b: ir.Expression) -> Value:
    pairs = zip(components(a), components(b), strict=True)
    return reduced(body, "add", [apply(body, ("multiply",), pair) for pair in pairs])


def _rows(body: Body, value: Value) -> list[ir.Expression]:
    return list(components(body.pin_expression(value)))  # type: ignore[arg-type]


# Rows of the table

KINDS: Final = {
    "V": "a vector",
    "U": "a vector",
    "T": "a vector of three components",
    "M": "a matrix",
    "Q": "a square matrix",
    "E": "a number",
}
"""What the letters take, in messages."""


def apply_meant(body: Body, names: Sequence[str], values: Sequence[Value]) -> Value:
    """Rows of one name, which take vectors and matrices as a whole or component by component."""
    row = ROWS[names[0]]
    return _apply_whole(body, row, values) if row.whole else apply(body, names, values)


def _apply_whole(body: Body, row: Row, values: Sequence[Value]) -> Value:
    from .callees import call_function

    if len(values) != len(row.operands):
        arguments = "argument" if len(row.operands) == 1 else "arguments"
        raise Mistake(f"{row.name}() takes {len(row.operands)} {arguments}, not {len(values)}")
    spelled = spelled_out(body, values)
    whole = [_as_vector(body, letter, value) for letter, value in zip(row.operands, spelled, strict=True)]
    for letter, value in zip(row.operands, whole, strict=True):
        if not _is_kind(letter, type_of(value)):
            raise Mistake(f"{row.name}() takes {KINDS[letter]} here, not {describe(value)}", value)
    shapes = {type.shape for type in map(type_of, whole) if isinstance(type, (Vector, Matrix))}
    if len(shapes) > 1 and row.name != "outer":
        found = " and ".join(describe(value) for value in whole)
        raise Mistake(f"{row.name}() takes vectors of one size, not {found}")
    element = _element(row, [_element_of(type_of(value)) for value in whole])
    operands = [body.pin(body.convert(value, _with_element(type_of(value), element))) for value in whole]
    assert row.function is not None
    return call_function(body, row.function, operands, {})  # type: ignore[arg-type]


def _as_vector(body: Body, letter: str, value: Value) -> Value:
    """A tuple of numbers where a vector is taken."""
    if letter in "VUT" and isinstance(value, TupleValue) and 2 <= len(value.parts) <= 4:
        return vector(body, value.parts)
    return value


def _is_kind(letter: str, type: ir.ValueType | None) -> bool:
    if letter in "VUT":
        return isinstance(type, Vector) and (letter != "T" or type.size == 3)
    if letter in "MQ":
        return isinstance(type, Matrix) and (letter != "Q" or type.rows == type.columns)
    return isinstance(type, Scalar)


def _element_of(type: ir.ValueType | None) -> Scalar:
    assert isinstance(type, (Scalar, Vector, Matrix)), type
    return type if isinstance(type, Scalar) else type.element


def _with_element(type: ir.ValueType | None, element: Scalar) -> ir.ValueType:
    if isinstance(type, Vector):
        return Vector(element, type.size)
    return Matrix(element, type.rows, type.columns) if isinstance(type, Matrix) else element


def _element(row: Row, types: Sequence[Scalar]) -> Scalar:
    """The type that all components are promoted to."""
    joined: Scalar | None = types[0]
    for type in types[1:]:
        joined = promote(joined, type) if joined is not None else None
    if joined is None:
        raise Mistake(f"{row.name}() cannot combine {' and '.join(map(str, types))}; convert one operand")
    settled_type = settled(joined)
    assert isinstance(settled_type, Scalar)
    if set(row.operands) & set("UQE") and not settled_type.floating:
        return f64 if any(type.bits == 64 for type in types) else f32
    return i32 if settled_type == bool_ and "M" not in row.operands else settled_type
