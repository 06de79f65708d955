"""Python's functions that take apart what they are given: ``sum any all min max len tuple``.

What has a fixed size is taken value by value. ``sum``, ``any`` and ``all`` of an array or of a range of any length are
a loop with an accumulator.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..types import Scalar, bool_
from . import ir
from .arrays import length
from .body import Body
from .conditions import compare_two, conditional, either
from .flow import written_out
from .ir_build import zero
from .operations import apply
from .series import count, counting_type, fixed, item, items, iterable, trips
from .signature import join
from .values import (
    ArrayValue,
    Mistake,
    Series,
    TupleValue,
    Value,
    Weak,
    describe,
    make_tuple,
    settled,
    type_of,
)

__all__ = ["REDUCTIONS", "accumulate", "decide"]

MOST_WRITTEN_OUT: Final = 32
"""Items of a range or an array of known size that are taken without a loop."""

PIECE: Final = 16
"""Values after which an expression gets a name, so that it does not become deep."""


# A loop, or its iterations


def accumulate(body: Body, source: Value, total: Value, step: Callable[[Value, Value], Value]) -> Value:
    """``for item in source: total = step(item, total)``; the last total."""
    known, run_time = _known_count(body, source)
    if known is not None:
        with written_out(body, known):
            for number in range(known):
                total = step(item(body, source, number), body.pin(total))
        return total
    type = _settled_type(body, run_time.type, source, total, step)
    variable = body.unit.fresh("sum", type, mutable=True)
    body.emit(ir.Assign(variable, _converted(body, total, type)))

    def iterate(value: Value) -> None:
        body.emit(ir.Assign(variable, _converted(body, step(value, ir.Read(variable)), type)))

    _loop(body, source, run_time, iterate)
    return body.define("sum", ir.Read(variable))


def _known_count(body: Body, source: Value) -> tuple[int | None, ir.Expression]:
    """The number of items if they are to be written out; else that at run time."""
    known, run_time = count(body, source)
    if run_time is not None and known is not None and fixed(source):
        raise Mistake("zip() of an array and of a tuple is for loops only; index the array", source)
    most = trips(body, known, run_time)
    if run_time is not None:
        return None, most
    assert known is not None
    return None if known > MOST_WRITTEN_OUT and not fixed(source) else known, most


def _loop(body: Body, source: Value, stop: ir.Expression, iterate: Callable[[Value], None]) -> None:
    index = counting_type(stop)
    counter = body.unit.fresh("k", index)
    with body.nested() as block:
        iterate(body.pin(item(body, source, ir.Read(counter))))
    start, step = ir.Constant(0, index), ir.Constant(1, index)
    body.emit(ir.For(counter, start, stop, step, tuple(block), body.source.span(body.node)))


def _settled_type(
    body: Body, index: ir.ValueType, source: Value, total: Value, step: Callable[[Value, Value], Value]
) -> ir.ValueType:
    """The type of the accumulator: that of the first total, joined with that of the second."""
    counter = body.unit.fresh("k", index)
    with body.nested():
        following = step(body.pin(item(body, source, ir.Read(counter))), total)
    first, second = type_of(total), type_of(following)
    joined = join(first, second) if first is not None and second is not None else None
    if joined is None and isinstance(total, Weak):
        joined = second  # 0 and a vector
    if joined is None:
        raise Mistake(f"a sum starts with {describe(total)} and goes on with {describe(following)}, which do not join")
    return settled(joined)


def _converted(body: Body, value: Value, type: ir.ValueType) -> ir.Expression:
    if value == Weak(0) and not isinstance(type, Scalar):
        return zero(type)
    return body.convert(value, type)


def decide(body: Body, source: Value, wanted: bool, test: Callable[[Value], ir.Expression]) -> ir.Expression:
    """Whether ``test(item)`` is `wanted` for any item; what comes after the first such is not evaluated."""
    known, run_time = _known_count(body, source)
    if known is not None:
        with written_out(body, known):
            return _decide_between(body, source, wanted, test, (0, known))
    variable = body.unit.fresh("found", bool_, mutable=True)
    body.emit(ir.Assign(variable, ir.FALSE))

    def iterate(value: Value) -> None:
        found = _is(body, test(value), wanted)
        body.emit(ir.If(found, (ir.Assign(variable, ir.TRUE), ir.Break())))

    _loop(body, source, run_time, iterate)
    return body.define("found", ir.Read(variable))


def _decide_between(
    body: Body, source: Value, wanted: bool, test: Callable[[Value], ir.Expression], between: tuple[int, int]
) -> ir.Expression:
    """The same for some of the items; halved, so that the expression is not as deep as they are many."""
    low, high = between
    if low >= high:
        return ir.FALSE
    if high - low == 1:
        return _is(body, test(item(body, source, low)), wanted)
    middle = (low + high) // 2
    first = _decide_between(body, source, wanted, test, (low, middle))
    rest = conditional(
        body, first, lambda: ir.TRUE, lambda: _decide_between(body, source, wanted, test, (middle, high))
    )
    return body.truth(rest)


def _is(body: Body, condition: ir.Expression, wanted: bool) -> ir.Expression:
    return condition if wanted else body.truth(apply(body, ("logical_not",), [condition]))


# The functions


def _taken(values: Sequence[Value], name: str) -> Value:
    if len(values) != 1:
        raise Mistake(f"{name}() takes one argument, not {len(values)}")
    return iterable(values[0], f"{name}()")


def _sum(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    start = keywords.pop("start", None)
    _no_keywords("sum", keywords)
    if len(values) == 2 and start is None:
        values, start = values[:1], values[1]
    source = body.pin(_taken(values, "sum"))
    return accumulate(
        body, source, Weak(0) if start is None else start, lambda value, total: apply(body, ("add",), [total, value])
    )


def _any(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    _no_keywords("any", keywords)
    return decide(body, body.pin(_taken(values, "any")), True, body.truth)


def _all(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    _no_keywords("all", keywords)
    found = decide(body, body.pin(_taken(values, "all")), False, body.truth)
    return apply(body, ("logical_not",), [found])


def _no_keywords(name: str, keywords: dict[str, Value]) -> None:
    if keywords:
        raise Mistake(f"{name}() takes no `{next(iter(keywords))}` in a kernel", next(iter(keywords.values())))


def _extreme(name: str, better: ast.cmpop) -> Callable[[Body, Sequence[Value], dict[str, Value]], Value]:
    def evaluate(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
        if keywords:
            word, value = next(iter(keywords.items()))
            raise Mistake(f"{name}() takes no `{word}` in a kernel; write a `for` loop that keeps the best", value)
        operands = _operands(body, name, values)
        if any(isinstance(operand, TupleValue) for operand in operands):
            return _best(body, better, operands)
        result = operands[0]
        for number, operand in enumerate(operands[1:], 1):
            result = apply(body, (name,), [result, operand])
            result = body.pin(result) if number % PIECE == 0 else result
        return result

    return evaluate


def _operands(body: Body, name: str, values: Sequence[Value]) -> Sequence[Value]:
    """The arguments, or what the only one holds."""
    if len(values) != 1:
        operands = values
    else:
        source = values[0]
        if isinstance(type_of(source), Scalar):
            raise Mistake(f"{name}() takes two or more numbers, or one tuple")
        operands = items(body, iterable(source, f"{name}()"), f"{name}()")
    if not operands:
        raise Mistake(f"{name}() takes two or more numbers, or one tuple that is not empty")
    return operands


def _best(body: Body, better: ast.cmpop, operands: Sequence[Value]) -> Value:
    """The first of several tuples that no other is better than."""
    best = body.pin(operands[0])
    for operand in map(body.pin, operands[1:]):
        condition = body.truth(compare_two(body, better, operand, best))
        best = body.pin(either(body, condition, operand, best))
    return best


def _len(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    _no_keywords("len", keywords)
    if len(values) != 1:
        raise Mistake("len() takes one argument")
    value = values[0]
    if isinstance(value, Series) and value.kind not in ("range", "static_range"):
        raise Mistake(f"Python has no length of {value.kind}(); take that of what it goes over", value)
    if isinstance(value, (TupleValue, ArrayValue)) or isinstance(type_of(value), Scalar):
        return length(value)
    known, run_time = count(body, iterable(value, "len()"))
    return Weak(known) if run_time is None and known is not None else apply(body, ("max",), [run_time, Weak(0)])  # type: ignore[list-item]


def _tuple(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    _no_keywords("tuple", keywords)
    if not values:
        return TupleValue(())
    return make_tuple(items(body, _taken(values, "tuple"), "tuple()"))


REDUCTIONS: Final[dict[Any, Callable[[Body, Sequence[Value], dict[str, Value]], Value]]] = {
    builtins.sum:   _sum,
    builtins.any:   _any,
    builtins.all:   _all,
    builtins.min:   _extreme("min", ast.Lt()),
    builtins.max:   _extreme("max", ast.Gt()),
    builtins.len:   _len,
    builtins.tuple: _tuple,
}  # fmt: skip
