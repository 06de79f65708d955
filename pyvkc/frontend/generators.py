"""Generator expressions and list comprehensions, in the functions that take their values at once.

Over what has a fixed size they are written out, value by value. Over arrays and ranges of any length ``sum``, ``any``
and ``all`` of one are a loop with an accumulator. The names that a comprehension binds are its own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ..types import Scalar, bool_, i32
from . import ir
from .arrays import zero
from .body import Body
from .conditions import conditional
from .operations import apply
from .series import count, fixed, item, iterable, known_trips
from .tuples import spread_target
from .values import Mistake, Object, Series, TupleValue, Value, Weak, describe, make_tuple, type_of

__all__ = ["consume", "list_comprehension"]

Clauses = Sequence[ast.comprehension]
Node = ast.GeneratorExp | ast.ListComp

MOST_VALUES: Final = 1024
"""Values of a comprehension that is written out."""

PIECE: Final = 16
"""Terms of a sum after which it gets a name, so that the expression does not become deep."""


def consume(body: Body, callee: Any, node: ast.GeneratorExp) -> Value:
    """A call of `callee` with nothing but a generator expression."""
    if callee is sum:
        return _sum(body, node)
    if callee is any or callee is all:
        return _decide(body, node, callee is any)
    from .calls import call_object

    return call_object(body, callee, [list_comprehension(body, node)], {})


def list_comprehension(body: Body, node: Node) -> TupleValue:
    """All values, of which the compiler knows the number."""
    values: list[Value] = []
    for _ in _written_out(body, node.generators):
        *earlier, value = body.in_order([*(lambda part=part: part for part in values), lambda: body.expression(node.elt)])  # type: ignore[misc]
        values = [*earlier, value]
    return make_tuple(tuple(values))
