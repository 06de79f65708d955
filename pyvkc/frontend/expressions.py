"""The checker's expressions: one handler a class of syntax node, each returning a value."""

from __future__ import annotations

import ast
import difflib
import enum
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ..types import Scalar, Vector, bool_, scalar_of_dtype
from . import ir
from .arrays import array_attribute, index_array
from .body import Body, State, meet
from .builtins import MEANINGS
from .calls import call
from .operations import apply, power
from .scope import MISSING, Capture, find
from .values import (
    ArrayValue,
    Mistake,
    Object,
    TupleValue,
    Value,
    Weak,
    components,
    describe,
    settled,
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

COMPARE: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}


def binary(body: Body, operator: ast.operator, left: Value, right: Value) -> Value:
    """A binary operator on two values."""
    if isinstance(operator, ast.Pow):
        return power(body, left, right)
    if isinstance(operator, ast.Add) and isinstance(left, TupleValue) and isinstance(right, TupleValue):
        return TupleValue(left.parts + right.parts)
    return apply(body, BINARY[type(operator)], [left, right])


def _constant(body: Body, node: ast.Constant) -> Value:
    return from_python(node.value)


def _name(body: Body, node: ast.Name) -> Value:
    if node.id in body.sites:
        return body.read(node.id)
    found = find(body.source, node.id)
    if found is None:
        raise Mistake(f"the name {node.id!r} is not defined{_suggest(node.id, _known_names(body))}")
    return _captured(body, found)


def _known_names(body: Body) -> list[str]:
    names = {*body.sites, *body.source.function.__globals__, *body.source.function.__code__.co_freevars}
    return [name for name in sorted(names) if not name.startswith("__")]


def _suggest(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def _captured(body: Body, capture: Capture) -> Value:
    body.unit.capture(capture)
    try:
        return from_python(capture.value)
    except Mistake as mistake:
        raise Mistake(f"{capture.name!r}: {mistake}") from None


def from_python(value: Any) -> Value:
    """A Python object as a compile-time value."""
    if isinstance(value, (bool, np.bool_)):
        return ir.Constant(bool(value), bool_)
    if isinstance(value, enum.Enum):
        return from_python(value.value)
    if isinstance(value, (int, float)) and not isinstance(value, np.generic):
        return Weak(int(value) if isinstance(value, int) else float(value))
    if isinstance(value, np.generic):
        return _numpy_scalar(value)
    if isinstance(value, tuple):
        return TupleValue(tuple(from_python(part) for part in value))
    holds_data = isinstance(value, (list, dict, set, bytearray)) or hasattr(value, "__array__")
    if holds_data and not isinstance(value, type):
        raise Mistake(
            f"a kernel reads numbers and tuples from outside, not an object of type {type(value).__name__}; "
            "pass arrays as arguments"
        )
    return Object(value)


def _numpy_scalar(value: Any) -> Value:
    type = scalar_of_dtype(value.dtype)
    if type is None:
        raise Mistake(f"a NumPy scalar of type {value.dtype} has no counterpart in kernels")
    return ir.Constant(value.item(), type)


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


def _compare(body: Body, node: ast.Compare) -> Value:
    """A chain is a conjunction in which each middle operand is evaluated once and only if it is reached."""
    if len(node.ops) == 1:
        left, right = body.expressions([node.left, node.comparators[0]])
        return _compare_two(body, node.ops[0], left, right)
    left, right = body.expressions([node.left, node.comparators[0]])
    return _chain(body, node, 0, left, right)


def _chain(body: Body, node: ast.Compare, index: int, left: Value, right: Value) -> Value:
    if index + 1 < len(node.ops):
        right = body.pin(right)
    first = _compare_two(body, node.ops[index], left, right)
    if index + 1 == len(node.ops):
        return first

    def rest() -> Value:
        following = body.expression(node.comparators[index + 1])
        return _chain(body, node, index + 1, right, following)

    return conditional(body, body.truth(first), rest, lambda: ir.FALSE)


def _compare_two(body: Body, operator: ast.cmpop, left: Value, right: Value) -> Value:
    if isinstance(operator, (ast.Is, ast.IsNot)) or (isinstance(left, Object) and isinstance(right, Object)):
        return _compare_objects(operator, left, right)
    if isinstance(left, TupleValue) and isinstance(right, TupleValue):
        return _compare_tuples(body, operator, left, right)
    if (isinstance(left, Object) or isinstance(right, Object)) and isinstance(operator, (ast.Eq, ast.NotEq)):
        return ir.Constant(isinstance(operator, ast.NotEq), bool_)
    return apply(body, (COMPARE[type(operator)],), [left, right])


def _compare_objects(operator: ast.cmpop, left: Value, right: Value) -> Value:
    if not (isinstance(left, Object) or isinstance(right, Object)):
        raise Mistake("`is` compares objects, and numbers in a kernel are none; write `==`")
    same = isinstance(left, Object) and isinstance(right, Object) and _same_object(left.value, right.value)
    if isinstance(operator, (ast.Is, ast.Eq)):
        return ir.Constant(same, bool_)
    if isinstance(operator, (ast.IsNot, ast.NotEq)):
        return ir.Constant(not same, bool_)
    raise Mistake(f"{describe(left)} and {describe(right)} have no order")


def _same_object(a: Any, b: Any) -> bool:
    """Equality of compile-time objects; a scalar type equals the NumPy types that stand for it."""
    from ..annotations import scalar_type

    types = scalar_type(a), scalar_type(b)
    return types[0] == types[1] if None not in types else bool(a == b)


def _compare_tuples(body: Body, operator: ast.cmpop, left: TupleValue, right: TupleValue) -> Value:
    if not isinstance(operator, (ast.Eq, ast.NotEq)):
        raise Mistake("tuples are compared with `==` and `!=` only")
    equal: Value = ir.Constant(len(left.parts) == len(right.parts), bool_)
    if equal == ir.TRUE:
        for a, b in zip(left.parts, right.parts, strict=True):
            part = body.truth(_compare_two(body, ast.Eq(), a, b))
            equal = ir.Select(equal, part, ir.FALSE, bool_) if equal != ir.TRUE else part
    return equal if isinstance(operator, ast.Eq) else apply(body, ("logical_not",), [equal])


# Conditional values


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
        return _unfold_tuple(ir.Select(condition, body.convert(a, type), body.convert(b, type), type))
    return _conditional_statement(body, condition, (first, a), (second, b), type)


def _unfold_tuple(value: ir.Expression) -> Value:
    from .body import unfold

    return unfold(value)


def _conditional_statement(
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
    return _unfold_tuple(body.define("t", ir.Read(result)))


def _joined(a: Value, b: Value) -> ir.ValueType:
    from .signature import join

    types = type_of(a), type_of(b)
    joined = join(types[0], types[1]) if types[0] is not None and types[1] is not None else None
    if joined is None:
        raise Mistake(f"the two sides do not join: {describe(a)} and {describe(b)}; convert one of them")
    return settled(joined)


def _if_expression(body: Body, node: ast.IfExp) -> Value:
    condition = body.truth(body.expression(node.test))
    true, false = body.outcome(node.test)
    return conditional(
        body, condition, lambda: _expression_in(body, true, node.body), lambda: _expression_in(body, false, node.orelse)
    )


def _expression_in(body: Body, state: State, node: ast.expr) -> Value:
    """A side of a conditional value, which is evaluated only where the condition has told `state`."""
    body.assigned = state
    return body.expression(node)


def _bool_operation(body: Body, node: ast.BoolOp) -> Value:
    value, (true, false) = _bool_chain(body, isinstance(node.op, ast.And), node.values)
    body.decide(node, true, false)
    return value


def _bool_chain(body: Body, conjunction: bool, nodes: Sequence[ast.expr]) -> tuple[Value, tuple[State, State]]:
    """``a and b`` is ``b if a else a``, with a evaluated once; also the states where it is true and where false."""
    value = body.expression(nodes[0])
    true, false = body.outcome(nodes[0])
    if len(nodes) == 1:
        return value, (true, false)
    if type_of(value) == bool_:
        # Where the first value decides, it is known.
        decided: Value = ir.FALSE if conjunction else ir.TRUE
    else:
        decided = value = body.pin(value)

    def rest() -> Value:
        nonlocal true, false
        body.assigned = true if conjunction else false
        following, (also_true, also_false) = _bool_chain(body, conjunction, nodes[1:])
        if conjunction:
            true, false = also_true, meet([false, also_false])
        else:
            true, false = meet([true, also_true]), also_false
        return following

    sides = (rest, lambda: decided) if conjunction else (lambda: decided, rest)
    return conditional(body, body.truth(value), *sides), (true, false)


# Parts


def _tuple(body: Body, node: ast.Tuple) -> Value:
    return TupleValue(tuple(body.expressions(node.elts)))


def _attribute(body: Body, node: ast.Attribute) -> Value:
    value = body.expression(node.value)
    if isinstance(value, ArrayValue):
        return array_attribute(value, node.attr)
    if isinstance(value, Object):
        return _object_attribute(body, value.value, node.attr)
    if isinstance(type_of(value), Vector):
        return swizzle(value, node.attr)  # type: ignore[arg-type]
    raise Mistake(f"{describe(value)} has no attribute {node.attr!r} in a kernel")


def _object_attribute(body: Body, owner: Any, name: str) -> Value:
    found = getattr(owner, name, MISSING)
    if found is MISSING:
        known = [known for known in dir(owner) if not known.startswith("_")]
        raise Mistake(f"{_describe_owner(owner)} has no attribute {name!r}{_suggest(name, known)}")
    if isinstance(owner, np.dtype) or (isinstance(owner, Scalar) and name not in ("name", "bits")):
        raise Mistake(f"{describe(Object(owner))} has no attribute {name!r} in a kernel")
    try:
        if found in MEANINGS:
            return Object(found)
    except TypeError:
        pass
    return _captured(body, Capture(owner, name, found))


def _describe_owner(owner: Any) -> str:
    return describe(Object(owner))


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
        raise Mistake(f"{describe(value)} is indexed with a constant integer, not {describe(index)}")
    if not -len(parts) <= place < len(parts):
        raise Mistake(f"index {place} is out of range for {describe(value)}")
    return parts[place]


def _walrus(body: Body, node: ast.NamedExpr) -> Value:
    value = body.pin(body.expression(node.value))
    body.bind(node.target.id, value)
    return value if type_of(value) is None else body.read(node.target.id)


EXPRESSIONS: Final[dict[type[ast.expr], Callable[..., Value]]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.Compare: _compare,
    ast.BoolOp: _bool_operation,
    ast.IfExp: _if_expression,
    ast.Tuple: _tuple,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.NamedExpr: _walrus,
    ast.Call: call,
}

__all__ = ["EXPRESSIONS", "binary", "conditional", "from_python", "swizzle"]
