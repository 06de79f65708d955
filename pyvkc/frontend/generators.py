"""Generator expressions and list comprehensions, in the functions that take their values at once.

Over what has a fixed size they are written out, value by value. Over arrays and ranges of any length ``sum``, ``any``
and ``all`` of one are a loop with an accumulator. The names that a comprehension binds are its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from . import ir
from .body import Body
from .conditions import conditional
from .flow import written_out
from .operations import apply
from .reductions import REDUCTIONS, accumulate, decide
from .series import items, iterable
from .tuples import unpack
from .values import Mistake, TupleValue, Value, Weak, make_tuple

__all__ = ["consume", "list_comprehension"]

Clauses = Sequence[ast.comprehension]


def consume(body: Body, callee: Any, node: ast.GeneratorExp) -> Value:
    """A call of `callee` with nothing but a generator expression."""
    with _own_names(body):
        if callee is sum:
            return _sum(body, node, node.generators, Weak(0))
        if callee is any or callee is all:
            return _holds(body, node, node.generators, callee is any)
    reduce = next((reduce for known, reduce in REDUCTIONS.items() if known is callee), None)
    if reduce is None:
        raise Mistake("a generator expression is for sum(), any(), all(), min(), max() and tuple(); write a `for` loop")
    return reduce(body, [list_comprehension(body, node)], {})


def list_comprehension(body: Body, node: ast.GeneratorExp | ast.ListComp) -> TupleValue:
    """All values, of which the compiler knows the number."""
    with _own_names(body):
        return make_tuple(tuple(_values(body, node.elt, node.generators)))


@contextmanager
def _own_names(body: Body) -> Iterator[None]:
    outer, body.standing = body.standing, body.standing.new_child()
    try:
        yield
    finally:
        body.standing = outer


def _bind(body: Body, target: ast.expr, value: Value) -> None:
    """Let the names of a clause stand for an item."""
    with body.at(target):
        if isinstance(target, (ast.Tuple, ast.List)):
            for inner, part in zip(target.elts, unpack(body, value, target.elts), strict=True):
                _bind(body, inner.value if isinstance(inner, ast.Starred) else inner, part)
        elif isinstance(target, ast.Name):
            body.standing[target.id] = body.pin(value, target.id)
        else:
            raise Mistake("a comprehension binds names")


def _source(body: Body, clause: ast.comprehension) -> Value:
    value = body.pin(body.expression(clause.iter))
    with body.at(clause.iter):
        return iterable(value, "a comprehension")


# The functions


def _values(body: Body, element: ast.expr, clauses: Clauses) -> Iterator[Value]:
    """The values one by one, as they are when it is their turn."""
    if not clauses:
        yield body.pin(body.expression(element))
        return
    clause = clauses[0]
    source = _source(body, clause)
    with body.at(clause.iter):
        found = items(body, source, "a comprehension")
    with written_out(body, len(found)):
        for value in found:
            _bind(body, clause.target, value)
            if all(_known(body, condition) for condition in clause.ifs):
                yield from _values(body, element, clauses[1:])


def _known(body: Body, condition: ast.expr) -> bool:
    value = body.truth(body.expression(condition))
    if not isinstance(value, ir.Constant):
        raise body.error(
            "whether this value is taken is known at run time only, and so would be the number of values; "
            "sum(), any() and all() take such a condition",
            condition,
        )
    return bool(value.value)


def _sum(body: Body, node: ast.GeneratorExp, clauses: Clauses, total: Value) -> Value:
    if not clauses:
        total, value = body.in_order([lambda: total, lambda: body.expression(node.elt)])
        return apply(body, ("add",), [total, value])
    clause = clauses[0]

    def step(value: Value, total: Value) -> Value:
        _bind(body, clause.target, value)
        return _filtered(body, clause.ifs, total, lambda: _sum(body, node, clauses[1:], total))

    return accumulate(body, _source(body, clause), total, step)


def _filtered(body: Body, conditions: Sequence[ast.expr], otherwise: Value, then: Callable[[], Value]) -> Value:
    """``then()`` where all conditions are true."""
    if not conditions:
        return then()
    condition = body.truth(body.expression(conditions[0]))
    return conditional(body, condition, lambda: _filtered(body, conditions[1:], otherwise, then), lambda: otherwise)


def _holds(body: Body, node: ast.GeneratorExp, clauses: Clauses, wanted: bool) -> ir.Expression:
    """``any`` if `wanted`, else ``all``."""
    if not clauses:
        return body.truth(body.expression(node.elt))
    clause = clauses[0]

    def test(value: Value) -> ir.Expression:
        _bind(body, clause.target, value)
        left_out = ir.FALSE if wanted else ir.TRUE
        return body.truth(_filtered(body, clause.ifs, left_out, lambda: _holds(body, node, clauses[1:], wanted)))

    found = decide(body, _source(body, clause), wanted, test)
    return found if wanted else body.truth(apply(body, ("logical_not",), [found]))
