"""Comparisons, ``and`` and ``or``, and conditional values: what evaluates a part of its operands only."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Sequence
from typing import Final

from ..types import Scalar, StructType, bool_
from . import ir
from .body import Body
from .composites import equal
from .flow import State, meet
from .objects import same_object
from .operations import apply
from .signature import join
from .tuples import contains, order_tuples
from .values import Closure, Mistake, Object, TextValue, TupleValue, Value, Weak, describe, settled, type_of, unfold

__all__ = ["bool_operation", "compare", "compare_two", "conditional", "either", "if_expression"]

LONG: Final = 8
"""Parts of a condition from which on it is made so that it does not become deep."""

COMPARE: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}


def compare(body: Body, node: ast.Compare) -> Value:
    """A chain is a conjunction in which each middle operand is evaluated once and only if it is reached."""
    left, right = body.expressions([node.left, node.comparators[0]])
    if len(node.ops) == 1:
        return compare_two(body, node.ops[0], left, right)
    entry = body.assigned
    value, reached = (_chain if len(node.ops) <= LONG else _long_chain)(body, node, left, right)
    body.decide(node, reached, entry)
    return value


def _chain(body: Body, node: ast.Compare, left: Value, right: Value, index: int = 0) -> tuple[Value, State]:
    """The comparisons from the one at `index` on, as conditional values, and the state where all of them are made."""
    reached = body.assigned
    if index + 1 < len(node.ops):
        right = body.pin(right)
    first = compare_two(body, node.ops[index], left, right)
    if index + 1 == len(node.ops):
        return first, reached

    def rest() -> Value:
        nonlocal reached
        following = body.expression(node.comparators[index + 1])
        value, reached = _chain(body, node, right, following, index + 1)
        return value

    value = conditional(body, body.truth(first), rest, lambda: ir.FALSE)
    return value, reached


def _long_chain(body: Body, node: ast.Compare, left: Value, right: Value) -> tuple[Value, State]:
    """The same with a variable that each comparison is made for only if it is still true, so that it is not deep."""
    entry = body.assigned
    right = _kept(body, right)
    first = body.truth(compare_two(body, node.ops[0], left, right))
    holds = body.unit.fresh("chain", bool_, mutable=True)
    body.emit(ir.Assign(holds, first))
    for operator, comparator in zip(node.ops[1:], node.comparators[1:], strict=True):
        left = right
        with body.nested() as block:
            right = _kept(body, body.expression(comparator))
            body.emit(ir.Assign(holds, body.truth(compare_two(body, operator, left, right))))
        body.emit(ir.If(ir.Read(holds), tuple(block), (), body.source.span(comparator)))
    reached, body.assigned = body.assigned, entry
    return body.define("chain", ir.Read(holds)), reached


def _kept(body: Body, value: Value) -> Value:
    """A value in a variable, from which it may be read behind the block that sets it."""
    type = type_of(value)
    if type is None or isinstance(value, (Weak, ir.Constant)):
        return body.pin(value)
    variable = body.unit.fresh("t", settled(type), mutable=True)
    body.emit(ir.Assign(variable, body.convert(value, settled(type))))
    return unfold(ir.Read(variable))


def compare_two(body: Body, operator: ast.cmpop, left: Value, right: Value) -> Value:
    """One comparison of two values."""
    for value in (left, right):
        if isinstance(value, TextValue):
            raise Mistake("the text of an f-string is not known in a kernel; compare the values in it", value)
    if isinstance(operator, (ast.In, ast.NotIn)):
        found = contains(body, left, right, compare_two)
        return found if isinstance(operator, ast.In) else apply(body, ("logical_not",), [found])
    if isinstance(operator, (ast.Is, ast.IsNot)) or (isinstance(left, Object) and isinstance(right, Object)):
        return _compare_objects(operator, left, right)
    if isinstance(left, TupleValue) and isinstance(right, TupleValue):
        return _compare_tuples(body, operator, left, right)
    if isinstance(type_of(left), StructType) or isinstance(type_of(right), StructType):
        return _compare_structs(body, operator, left, right)
    if isinstance(operator, (ast.Eq, ast.NotEq)) and _never_equal(left, right):
        return ir.Constant(isinstance(operator, ast.NotEq), bool_)
    return apply(body, (COMPARE[type(operator)],), [left, right])


def _compare_objects(operator: ast.cmpop, left: Value, right: Value) -> Value:
    left, right = _as_object(left), _as_object(right)
    if not (isinstance(left, Object) or isinstance(right, Object)):
        raise Mistake("`is` compares objects, and numbers in a kernel are none; write `==`")
    same = isinstance(left, Object) and isinstance(right, Object) and same_object(left.value, right.value)
    if isinstance(operator, (ast.Is, ast.Eq)):
        return ir.Constant(same, bool_)
    if isinstance(operator, (ast.IsNot, ast.NotEq)):
        return ir.Constant(not same, bool_)
    raise Mistake(f"{describe(left)} and {describe(right)} have no order")


def _never_equal(left: Value, right: Value) -> bool:
    """Whether no two values of these kinds are equal: an object or a tuple and a number, or members of `Enum`."""
    if any(isinstance(value, Object) for value in (left, right)):
        return True
    if any(isinstance(value, TupleValue) for value in (left, right)):
        return any(isinstance(type_of(value), Scalar) for value in (left, right))
    return _unlike(left, right)


def _unlike(left: Value, right: Value) -> bool:
    """Whether two constants are equal numbers, yet one is a member of an `Enum`, which equals itself only."""
    members = [value.member for value in (left, right) if isinstance(value, Weak)]
    plain = any(isinstance(member, enum.Enum) and not isinstance(member, (int, float)) for member in members)
    return len(members) == 2 and plain and members[0] is not members[1]


def _as_object(value: Value) -> Value:
    """A member of an enum as itself, not as its number."""
    return Object(value.member) if isinstance(value, Weak) and value.member is not None else value


def _compare_structs(body: Body, operator: ast.cmpop, left: Value, right: Value) -> Value:
    """Whether all fields are equal."""
    if not isinstance(operator, (ast.Eq, ast.NotEq)):
        raise Mistake("structs are compared with `==` and `!=` only; compare their fields")
    if type_of(left) != type_of(right):
        raise Mistake(f"{describe(left)} and {describe(right)} are of different types, and never equal; compare fields")
    same = equal(body.pin_expression(left), body.pin_expression(right))  # type: ignore[arg-type]
    return same if isinstance(operator, ast.Eq) else apply(body, ("logical_not",), [same])


def _compare_tuples(body: Body, operator: ast.cmpop, left: TupleValue, right: TupleValue) -> Value:
    if not isinstance(operator, (ast.Eq, ast.NotEq)):
        return order_tuples(body, operator, left, right, compare_two)
    equal: Value = ir.Constant(len(left.parts) == len(right.parts), bool_)
    if equal == ir.TRUE:
        for a, b in zip(left.parts, right.parts, strict=True):
            part = body.truth(compare_two(body, ast.Eq(), a, b))
            equal = ir.Select(equal, part, ir.FALSE, bool_) if equal != ir.TRUE else part
    return equal if isinstance(operator, ast.Eq) else apply(body, ("logical_not",), [equal])


def conditional(
    body: Body, condition: ir.Expression, then: Callable[[], Value], otherwise: Callable[[], Value]
) -> Value:
    """The value of one of two sides, of which only the one taken is evaluated."""
    if isinstance(condition, ir.Constant):
        return then() if condition.value else otherwise()
    entry = body.assigned
    with body.nested() as first:
        a = then()
        after = body.assigned
    body.assigned = entry
    with body.nested() as second:
        b = otherwise()
    body.assigned = meet([after, body.assigned])
    type = _joined(a, b)
    if not first and not second:
        return unfold(ir.Select(condition, body.convert(a, type), body.convert(b, type), type))
    return _statement(body, condition, (first, a), (second, b), type)


def either(body: Body, condition: ir.Expression, then: Value, otherwise: Value) -> Value:
    """One of two values that have been evaluated."""
    return conditional(body, condition, lambda: then, lambda: otherwise)


def _statement(
    body: Body,
    condition: ir.Expression,
    then: tuple[list[ir.Statement], Value],
    otherwise: tuple[list[ir.Statement], Value],
    type: ir.ValueType,
) -> Value:
    """Sides with effects: an ``if`` that assigns the result."""
    result = body.unit.fresh("t", type, mutable=True)
    blocks = [(*statements, ir.Assign(result, body.convert(value, type))) for statements, value in (then, otherwise)]
    body.emit(ir.If(condition, blocks[0], blocks[1], body.source.span(body.node)))
    return unfold(body.define("t", ir.Read(result)))


def _joined(a: Value, b: Value) -> ir.ValueType:
    types = type_of(a), type_of(b)
    joined = join(types[0], types[1]) if types[0] is not None and types[1] is not None else None
    if joined is None:
        if all(isinstance(side, (Object, Closure)) for side in (a, b)):
            raise Mistake(
                f"a kernel chooses between numbers at run time, not between {describe(a)} and {describe(b)}; "
                "write an `if` around their uses"
            )
        raise Mistake(f"the two sides do not join: {describe(a)} and {describe(b)}; convert one of them")
    return settled(joined)


def if_expression(body: Body, node: ast.IfExp) -> Value:
    """``a if condition else b``."""
    condition = body.truth(body.expression(node.test))
    true, false = body.outcome(node.test)
    return conditional(
        body, condition, lambda: _expression_in(body, true, node.body), lambda: _expression_in(body, false, node.orelse)
    )


def _expression_in(body: Body, state: State, node: ast.expr) -> Value:
    """A side of a conditional value, which is evaluated only where the condition has told `state`."""
    body.assigned = state
    return body.expression(node)


def bool_operation(body: Body, node: ast.BoolOp) -> Value:
    """``a and b``, ``a or b``."""
    value, (true, false) = _bool_chain(body, isinstance(node.op, ast.And), node.values)
    body.decide(node, true, false)
    return value


def _bool_chain(body: Body, conjunction: bool, nodes: Sequence[ast.expr]) -> tuple[Value, tuple[State, State]]:
    """``a and b`` is ``b if a else a``, with a evaluated once; also the states where it is true and where false."""
    if len(nodes) == 1:
        return body.expression(nodes[0]), body.outcome(nodes[0])
    middle = 1 if len(nodes) <= LONG else len(nodes) // 2  # a long one is halved, so that it is not deep
    value, (true, false) = _bool_chain(body, conjunction, nodes[:middle])
    if type_of(value) == bool_:
        # Where the first value decides, it is known.
        decided: Value = ir.FALSE if conjunction else ir.TRUE
    else:
        decided = value = body.pin(value)

    def rest() -> Value:
        nonlocal true, false
        body.assigned = true if conjunction else false
        following, (also_true, also_false) = _bool_chain(body, conjunction, nodes[middle:])
        if conjunction:
            true, false = also_true, meet([false, also_false])
        else:
            true, false = meet([true, also_true]), also_false
        return following

    sides = (rest, lambda: decided) if conjunction else (lambda: decided, rest)
    return conditional(body, body.truth(value), *sides), (true, false)
