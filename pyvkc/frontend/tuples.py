"""Tuples in the checker: displays with stars, slices, repetition, membership and order."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from ..types import Scalar, bool_
from . import ir
from .body import Body
from .operations import apply
from .series import constant_range, items, iterable
from .values import (
    MOST_PARTS,
    Mistake,
    Object,
    Series,
    SliceValue,
    TupleValue,
    Value,
    Weak,
    describe,
    make_tuple,
    type_of,
)

__all__ = ["contains", "order_tuples", "repeat", "slice_tuple", "spread"]

Compare = Callable[[Body, ast.cmpop, Value, Value], Value]


def spread(body: Body, nodes: Sequence[ast.expr]) -> tuple[Value, ...]:
    """The values of a display such as ``(a, *b, c)``, evaluated in order."""
    values = body.expressions([node.value if isinstance(node, ast.Starred) else node for node in nodes])
    parts: list[Value] = []
    for node, value in zip(nodes, values, strict=True):
        if not isinstance(node, ast.Starred):
            parts.append(value)
            continue
        with body.at(node):
            parts.extend(items(body, iterable(value, "`*`"), "`*`"))
    return make_tuple(tuple(parts)).parts


def slice_tuple(value: TupleValue, index: SliceValue) -> TupleValue:
    """``t[1:]``, ``t[::-1]``: the bounds are constants."""
    bounds = [_bound(bound) for bound in (index.start, index.stop, index.step)]
    try:
        return TupleValue(value.parts[slice(*bounds)])
    except ValueError as error:
        raise Mistake(str(error), index.step) from None


def _bound(value: Value | None) -> int | None:
    if value is None or value == Object(None):
        return None
    number = value.value if isinstance(value, (Weak, ir.Constant)) else None
    if not isinstance(number, int):
        raise Mistake(f"a tuple is sliced with constant integers, not with {describe(value)}", value)
    return number


def repeat(value: TupleValue, times: Value) -> TupleValue:
    """``t * 3``."""
    number = times.value if isinstance(times, (Weak, ir.Constant)) else None
    if not isinstance(number, int):
        raise Mistake(f"a tuple is repeated a constant number of times, not {describe(times)}", times)
    if number * len(value.parts) > MOST_PARTS:
        raise Mistake(f"a tuple holds at most {MOST_PARTS} values in a kernel; use an array")
    return make_tuple(value.parts * number)


# Comparisons


def order_tuples(body: Body, operator: ast.cmpop, left: TupleValue, right: TupleValue, compare: Compare) -> Value:
    """``t < u``: the first parts that differ decide, and where there are none, the lengths."""
    lengths = compare(body, operator, Weak(len(left.parts)), Weak(len(right.parts)))
    result = body.truth(lengths)
    for a, b in reversed(list(zip(left.parts, right.parts, strict=False))):
        a, b = body.pin(a), body.pin(b)
        equal = body.truth(compare(body, ast.Eq(), a, b))
        decided = body.truth(compare(body, operator, a, b)) if equal != ir.TRUE else ir.FALSE
        result = choose(equal, result, decided)
    return result


def choose(condition: ir.Expression, then: ir.Expression, otherwise: ir.Expression) -> ir.Expression:
    """A bool that is one of two, of which neither has effects."""
    if isinstance(condition, ir.Constant):
        return then if condition.value else otherwise
    return then if then == otherwise else ir.Select(condition, then, otherwise, bool_)


def contains(body: Body, value: Value, container: Value, compare: Compare) -> Value:
    """``value in container``."""
    if isinstance(container, Object) and isinstance(container.value, str):
        if not isinstance(value, Object) or not isinstance(value.value, str):
            raise Mistake(f"{describe(value)} cannot be in a text", value)
        return ir.Constant(value.value in container.value, bool_)
    if isinstance(container, Series) and container.kind in ("range", "static_range"):
        return _in_range(body, value, container)
    parts = items(body, iterable(container, "`in`"), "`in`")
    value = body.pin(value)
    result: ir.Expression = ir.FALSE
    for part in reversed(parts):
        result = choose(body.truth(compare(body, ast.Eq(), value, part)), ir.TRUE, result)
    return result


def _in_range(body: Body, value: Value, series: Series) -> Value:
    """Whether a number is between the ends of a range and a number of steps from its start."""
    type = type_of(value)
    if not isinstance(type, Scalar):
        raise Mistake(f"{describe(value)} cannot be in a range", value)
    start, stop, step = series.parts
    if isinstance(value, (Weak, ir.Constant)) and constant_range(series) is not None:
        return ir.Constant(value.value in (constant_range(series) or ()), bool_)
    if not isinstance(step, (Weak, ir.Constant)):
        raise Mistake("`in` takes a range with a constant step", step)
    value = body.pin(value)
    low, high = ("greater_equal", "less") if step.value > 0 else ("less_equal", "greater")
    result = choose(_test(body, low, value, start), _test(body, high, value, stop), ir.FALSE)
    if abs(step.value) == 1 and type.integral:
        return result
    distance = apply(body, ("remainder", "remainder_float"), [apply(body, ("subtract",), [value, start]), step])
    return choose(result, _test(body, "equal", distance, Weak(0)), ir.FALSE)


def _test(body: Body, row: str, left: Value, right: Value) -> ir.Expression:
    return body.truth(apply(body, (row,), [left, right]))


def consumed(body: Body, value: Value, purpose: str) -> tuple[Any, ...]:
    """The items of what a function takes apart."""
    return items(body, iterable(value, purpose), purpose)
