"""The checker's expressions: one handler a class of syntax node, each returning a value."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from ..types import Matrix, Vector, bool_
from .body import Body
from .calls import call
from .closures import lambda_value
from .conditions import bool_operation, compare, if_expression
from .generators import list_comprehension
from .linear import matmul
from .objects import from_python, name
from .operations import apply, power
from .parts import attribute, subscript
from .series import pick
from .texts import joined_text
from .tuples import repeat, slice_tuple, spread
from .values import (
    Mistake,
    Series,
    SliceValue,
    TupleValue,
    Value,
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


PIECE: Final = 64
"""Operators after which a value gets a name, so that the expression does not become deep."""


def binary(body: Body, operator: ast.operator, left: Value, right: Value) -> Value:
    """A binary operator on two values."""
    if isinstance(operator, ast.Pow):
        return power(body, left, right)
    if isinstance(operator, ast.MatMult):
        return matmul(body, left, right)
    if isinstance(operator, ast.Add) and isinstance(left, TupleValue) and isinstance(right, TupleValue):
        return make_tuple(left.parts + right.parts)
    if isinstance(operator, ast.Mult) and isinstance(left, TupleValue) != isinstance(right, TupleValue):
        return repeat(left, right) if isinstance(left, TupleValue) else repeat(right, left)  # type: ignore[arg-type]
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
    if isinstance(node.op, ast.Invert) and _of_bools(value):
        return apply(body, ("logical_not",), [value])
    return apply(body, (UNARY[type(node.op)],), [value])


def _of_bools(value: Value) -> bool:
    """Whether it is a vector or a matrix of bools, whose `~` is NumPy's."""
    type = type_of(value)
    return isinstance(type, (Vector, Matrix)) and type.element == bool_


def _binary(body: Body, node: ast.BinOp) -> Value:
    """Operators that follow on one another are taken one by one, as ``a + b + c + ...`` may be long."""
    spine = [node]
    while isinstance(spine[-1].left, ast.BinOp):
        spine.append(spine[-1].left)
    value = body.expression(spine[-1].left)
    for number, part in enumerate(reversed(spine), 1):
        with body.at(part):
            left, right = body.in_order([lambda: value, lambda: body.expression(part.right)])  # noqa: B023
            value = body.evaluated[part] = binary(body, part.op, left, right)
            if number % PIECE == 0:
                value = body.pin(value)
    return value


# Parts


def _tuple(body: Body, node: ast.Tuple) -> Value:
    return make_tuple(spread(body, node.elts))


def _list(body: Body, node: ast.List) -> Value:
    """A list that is taken apart at once."""
    return make_tuple(spread(body, node.elts))


def _attribute(body: Body, node: ast.Attribute) -> Value:
    return attribute(body, body.expression(node.value), node.attr)


def _subscript(body: Body, node: ast.Subscript) -> Value:
    value, index = body.expressions([node.value, node.slice])
    if isinstance(value, Series):
        return pick(body, value, index)
    if isinstance(value, TupleValue) and isinstance(index, SliceValue):
        return slice_tuple(value, index)
    return subscript(body, value, index)


def _slice(body: Body, node: ast.Slice) -> Value:
    bounds = (node.lower, node.upper, node.step)
    values = iter(body.expressions([bound for bound in bounds if bound is not None]))
    return SliceValue(*(None if bound is None else next(values) for bound in bounds))


def _generator(body: Body, node: ast.GeneratorExp) -> Value:
    raise Mistake("a generator expression is for sum(), any(), all(), min(), max() and tuple(); write a `for` loop")


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
    ast.List: _list,
    ast.ListComp: list_comprehension,
    ast.GeneratorExp: _generator,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.NamedExpr: _walrus,
    ast.Call: call,
    ast.JoinedStr: joined_text,
    ast.Lambda: lambda_value,
}

__all__ = ["EXPRESSIONS", "binary"]
