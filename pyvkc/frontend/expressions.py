"""The checker's expressions: one handler a class of syntax node, each returning a value."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from ..types import Scalar, Vector, bool_
from . import ir
from .arrays import array_attribute, index_array
from .body import Body
from .calls import call
from .closures import lambda_value
from .conditions import bool_operation, compare, if_expression
from .objects import from_python, name, object_attribute
from .operations import apply, power
from .values import (
    ArrayValue,
    Mistake,
    Object,
    SliceValue,
    TupleValue,
    Value,
    Weak,
    components,
    describe,
    make_tuple,
    type_of,
)

BINARY: Final[dict[type[ast.operator], tuple[str, ...]]] = {
    ast.Add:      ("add",),
    ast.Sub:      ("subtract",),
    ast.Mult:     ("multiply",),
    ast.Div:      ("divide",),
    ast.FloorDiv: ("floor_divide", "floor_divide_float"),
    ast.Mod:      ("remainder", "remainder_float"),
    ast.Pow:      ("power",),
    ast.LShift:   ("left_shift",),
    ast.RShift:   ("right_shift",),
    ast.BitAnd:   ("bitwise_and",),
    ast.BitOr:    ("bitwise_or",),
    ast.BitXor:   ("bitwise_xor",),
}  # fmt: skip

UNARY: Final[dict[type[ast.unaryop], str]] = {
    ast.USub: "negative",
    ast.UAdd: "positive",
    ast.Invert: "invert",
    ast.Not: "logical_not",
}


def binary(body: Body, operator: ast.operator, left: Value, right: Value) -> Value:
    """A binary operator on two values."""
    if isinstance(operator, ast.Pow):
        return power(body, left, right)
    if isinstance(operator, ast.Add) and isinstance(left, TupleValue) and isinstance(right, TupleValue):
        return make_tuple(left.parts + right.parts)
    return apply(body, BINARY[type(operator)], [left, right])


def _constant(body: Body, node: ast.Constant) -> Value:
    return from_python(node.value)


# Operators


def _unary(body: Body, node: ast.UnaryOp) -> Value:
    value = body.expression(node.operand)
    if isinstance(node.op, ast.Not):
        true, false = body.outcome(node.operand)
        body.decide(node, false, true)
        return apply(body, ("logical_not",), [body.truth(value)])
    if isinstance(node.op, ast.Invert) and type_of(value) == bool_:
        raise Mistake("`~` of a bool is not its opposite in Python; write `not`")
    return apply(body, (UNARY[type(node.op)],), [value])


def _binary(body: Body, node: ast.BinOp) -> Value:
    left, right = body.expressions([node.left, node.right])
    return binary(body, node.op, left, right)


# Parts


def _tuple(body: Body, node: ast.Tuple) -> Value:
    return make_tuple(tuple(body.expressions(node.elts)))


def _attribute(body: Body, node: ast.Attribute) -> Value:
    value = body.expression(node.value)
    if isinstance(value, ArrayValue):
        return array_attribute(value, node.attr)
    if isinstance(value, Object):
        return object_attribute(body, value.value, node.attr)
    if isinstance(value, Weak) and value.member is not None and node.attr in ("value", "name"):
        return from_python(getattr(value.member, node.attr))
    if isinstance(type_of(value), Vector):
        return swizzle(value, node.attr)  # type: ignore[arg-type]
    raise Mistake(f"{describe(value)} has no attribute {node.attr!r} in a kernel")


def swizzle(value: ir.Expression, names: str) -> Value:
    """``v.x``, ``v.xyz``, ``v.rgb``."""
    parts = components(value)
    for letters in ("xyzw", "rgba"):
        places = [letters.find(name) for name in names]
        if all(0 <= place < len(parts) for place in places) and 1 <= len(places) <= 4:
            if len(places) == 1:
                return parts[places[0]]
            element = parts[0].type
            assert isinstance(element, Scalar)
            return ir.Compose(tuple(parts[place] for place in places), Vector(element, len(places)))
    raise Mistake(f"{value.type} has no component {names!r}; it has {'xyzw'[: len(parts)]}")


def _subscript(body: Body, node: ast.Subscript) -> Value:
    value, index = body.expressions([node.value, node.slice])
    if isinstance(value, ArrayValue):
        return index_array(body, value, index)
    parts: tuple[Value, ...]
    if isinstance(value, TupleValue):
        parts = value.parts
    elif isinstance(type_of(value), Vector):
        parts = components(value)  # type: ignore[arg-type]
    else:
        raise Mistake(f"{describe(value)} cannot be indexed")
    place = index.value if isinstance(index, (Weak, ir.Constant)) else None
    if not isinstance(place, int):
        raise Mistake(
            f"{describe(value)} is indexed with a constant integer, not {describe(index)}; "
            "pass an array where the index varies"
        )
    if not -len(parts) <= place < len(parts):
        raise Mistake(f"index {place} is out of range for {describe(value)}")
    return parts[place]


def _slice(body: Body, node: ast.Slice) -> Value:
    bounds = (node.lower, node.upper, node.step)
    values = iter(body.expressions([bound for bound in bounds if bound is not None]))
    return SliceValue(*(None if bound is None else next(values) for bound in bounds))


def _walrus(body: Body, node: ast.NamedExpr) -> Value:
    value = body.pin(body.expression(node.value))
    body.bind(node.target.id, value)
    return value if type_of(value) is None else body.read(node.target.id)


EXPRESSIONS: Final[dict[type[ast.expr], Callable[..., Value]]] = {
    ast.Constant: _constant,
    ast.Name: name,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Compare: compare,
    ast.BoolOp: bool_operation,
    ast.IfExp: if_expression,
    ast.Tuple: _tuple,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.NamedExpr: _walrus,
    ast.Call: call,
    ast.Lambda: lambda_value,
}

__all__ = ["EXPRESSIONS", "binary", "swizzle"]
