"""Expressions of the typed tree as values.

One function a node class, found in a table. A conditional value branches unless both sides are cheap and cannot fault;
nothing here is remembered between expressions, so a value never outlives the block that it was computed in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..types import Scalar, bool_
from . import ir
from .builtins import ROWS
from .lower_body import Body
from .lower_memory import load_element

__all__ = ["lower_call", "lower_expression"]

CHEAP: Final = 4
"""Operations that a side of a conditional value may have and still be computed whether or not it is needed."""


def lower_expression(body: Body, node: ir.Expression) -> int:
    """Emit what computes `node` and return its id."""
    return EXPRESSIONS[node.__class__](body, node)


def _lower_constant(body: Body, node: ir.Constant) -> int:
    return body.emitter.constant(node.value, node.type)


def _lower_read(body: Body, node: ir.Read) -> int:
    return body.read(node.variable)


def _lower_argument(body: Body, node: ir.Argument) -> int:
    return body.launch.values["value" if isinstance(node.type, Scalar) else "composite", node.parameter.index, 0]


def _lower_extent(body: Body, node: ir.Extent) -> int:
    return body.launch.values["extent", node.array.index, node.axis]


def _lower_position(body: Body, node: ir.Position) -> int:
    return body.launch.values[node.kind, -1, node.axis]


def _lower_operation(body: Body, node: ir.Operation) -> int:
    emit = ROWS[node.row].emit
    assert emit is not None, f"{node.row} is compiled as a function"
    types = (*(operand.type for operand in node.operands), node.type)
    return emit(body.emitter, types, *(lower_expression(body, operand) for operand in node.operands))


def _lower_convert(body: Body, node: ir.Convert) -> int:
    source = node.operand.type
    assert isinstance(source, Scalar)
    return body.emitter.convert(lower_expression(body, node.operand), source, node.type)


def _lower_load(body: Body, node: ir.Load) -> int:
    indices = [lower_expression(body, index) for index in node.indices]
    around = body.locations.at(node.span)
    value = load_element(body, node.array, indices, node.checks, node.path)
    body.locations.at(around)
    return value


def _lower_compose(body: Body, node: ir.Compose) -> int:
    parts = [lower_expression(body, part) for part in node.parts]
    return body.module.value("OpCompositeConstruct", body.emitter.type(node.type), *parts)


def _lower_component(body: Body, node: ir.Component) -> int:
    if isinstance(node.operand, ir.Compose):
        return lower_expression(body, node.operand.parts[node.index])  # the other parts are pure, and not needed
    whole = lower_expression(body, node.operand)
    return body.module.value("OpCompositeExtract", body.emitter.type(node.type), whole, node.index)


def _lower_call(body: Body, node: ir.Call) -> int:
    return lower_call(body, node)


def lower_call(body: Body, node: ir.Call | ir.CallNothing) -> int:
    """Emit a call; the id is a value only if the function has a result."""
    arguments = [lower_expression(body, argument) for argument in node.arguments]
    result = node.function.result
    type = body.module.type("OpTypeVoid") if result is None else body.emitter.type(result)
    return body.module.value("OpFunctionCall", type, body.functions[node.function.index], *arguments)


# Conditional values


def _lower_select(body: Body, node: ir.Select) -> int:
    condition = lower_expression(body, node.condition)
    known = body.emitter.known(condition)
    if known is not None:
        return lower_expression(body, node.then if known else node.otherwise)
    if isinstance(node.type, Scalar) and _cost(node.then) <= CHEAP and _cost(node.otherwise) <= CHEAP:
        return _select(body, condition, node, node.type)
    type = body.emitter.type(node.type)
    if isinstance(node.otherwise, ir.Constant):
        zero = lower_expression(body, node.otherwise)
        return body.guard(condition, lambda: lower_expression(body, node.then), zero, type)
    return body.choose(
        condition, lambda: lower_expression(body, node.then), lambda: lower_expression(body, node.otherwise), type
    )


def _select(body: Body, condition: int, node: ir.Select, type: Scalar) -> int:
    """Compute both sides; ``a and b`` is ``b if a else False``, ``a or b`` is ``True if a else b``."""
    emitter = body.emitter
    then, otherwise = lower_expression(body, node.then), lower_expression(body, node.otherwise)
    if type == bool_:
        if emitter.known(otherwise) is False:
            return condition if emitter.known(then) else emitter.op("OpLogicalAnd", bool_, condition, then)
        if emitter.known(then) is True:
            return emitter.op("OpLogicalOr", bool_, condition, otherwise)
    return emitter.select(condition, then, otherwise, type)


def _cost(node: ir.Expression) -> int:
    """How many operations an expression takes; more than `CHEAP` when it must not be computed needlessly."""
    kind = node.__class__
    if kind in LEAVES:
        return 0
    if isinstance(node, (ir.Convert, ir.Component)):
        return 1 + _cost(node.operand)
    if isinstance(node, ir.Operation):
        return 1 + sum(map(_cost, node.operands))
    if isinstance(node, ir.Select):
        return 1 + _cost(node.condition) + _cost(node.then) + _cost(node.otherwise)
    return CHEAP + 1  # memory may not be touched, functions may be long, vectors have no OpSelect in SPIR-V 1.3


LEAVES: Final = frozenset({ir.Constant, ir.Read, ir.Argument, ir.Extent, ir.Position})

EXPRESSIONS: Final[dict[type, Callable[[Body, Any], int]]] = {
    ir.Constant:  _lower_constant,
    ir.Read:      _lower_read,
    ir.Argument:  _lower_argument,
    ir.Operation: _lower_operation,
    ir.Convert:   _lower_convert,
    ir.Select:    _lower_select,
    ir.Load:      _lower_load,
    ir.Extent:    _lower_extent,
    ir.Position:  _lower_position,
    ir.Compose:   _lower_compose,
    ir.Component: _lower_component,
    ir.Call:      _lower_call,
}  # fmt: skip
