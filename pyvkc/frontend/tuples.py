"""Tuples in the checker: displays with stars, slices, repetition, membership and order."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Sequence

from ..types import Matrix, Scalar, Vector, bool_, i32, u32
from . import ir
from .body import Body
from .operations import apply, cast
from .series import constant_range, count, items, iterable
from .values import (
    MOST_PARTS,
    ArrayValue,
    Mistake,
    Object,
    Series,
    SliceValue,
    TupleValue,
    Value,
    Weak,
    components,
    describe,
    make_tuple,
    type_of,
)

__all__ = ["contains", "order_tuples", "repeat", "slice_tuple", "spread", "unpack"]

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


def unpack(body: Body, value: Value, targets: Sequence[ast.expr]) -> list[Value]:
    """The values for each of several targets, one of which may have a star and takes what is left over."""
    parts = _parts(body, value)
    star = next((place for place, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
    least = len(targets) - (star is not None)
    if parts is None or (len(parts) < least if star is not None else len(parts) != least):
        hint = ""
        if isinstance(value, ir.Position):
            hint = f"; the launch has one dimension, and {value.kind}() is one number there"
        elif isinstance(value, ArrayValue):
            hint = "; how many elements it has is not known when the kernel is compiled"
        some = "at least " if star is not None else ""
        raise Mistake(f"{describe(value)} cannot be unpacked into {some}{least} names{hint}", value)
    if star is None:
        return list(parts)
    end = star + len(parts) - least
    return [*parts[:star], TupleValue(parts[star:end]), *parts[end:]]


def _parts(body: Body, value: Value) -> tuple[Value, ...] | None:
    if isinstance(type_of(value), (Vector, Matrix)):
        return components(value)  # type: ignore[arg-type]
    if not isinstance(value, (TupleValue, ArrayValue, Series, Object)):
        return None
    known, run_time = count(body, iterable(value, "unpacking"))
    return items(body, value, "unpacking") if known is not None and run_time is None else None


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
    if _is_flag(container) or (_is_flag(value) and isinstance(type_of(container), Scalar)):
        return _has_flags(body, value, container)
    if isinstance(container, Series) and container.kind in ("range", "static_range"):
        return _in_range(body, value, container)
    parts = items(body, iterable(container, "`in`"), "`in`")
    value = body.pin(value)
    return _any([body.truth(compare(body, ast.Eq(), value, part)) for part in parts])


def _is_flag(value: Value) -> bool:
    return isinstance(value, Weak) and isinstance(value.member, enum.Flag)


def _has_flags(body: Body, value: Value, flags: Value) -> Value:
    """Whether all flags of one number are set in the other."""
    if not isinstance(type_of(value), Scalar):
        raise Mistake(f"{describe(value)} cannot be in flags", value)
    value = body.pin(value)
    return apply(body, ("equal",), [apply(body, ("bitwise_and",), [value, flags]), value])


def _any(conditions: Sequence[ir.Expression]) -> ir.Expression:
    """Whether one of them is true; halved, so that the expression is not as deep as they are many."""
    if len(conditions) <= 1:
        return conditions[0] if conditions else ir.FALSE
    middle = len(conditions) // 2
    return choose(_any(conditions[:middle]), ir.TRUE, _any(conditions[middle:]))


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
    far, near = (value, start) if step.value > 0 else (start, value)
    distance = apply(body, ("subtract",), [far, near])
    if type == i32:
        distance = cast(body, distance, u32)  # right as u32, however far they are apart
    left_over = apply(body, ("remainder", "remainder_float"), [distance, Weak(abs(int(step.value)))])
    return choose(result, _test(body, "equal", left_over, Weak(0)), ir.FALSE)


def _test(body: Body, row: str, left: Value, right: Value) -> ir.Expression:
    return body.truth(apply(body, (row,), [left, right]))
