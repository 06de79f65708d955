"""The checker's loops: ``while``, and ``for`` over ranges and arrays; :mod:`unrolling` has those over fixed sizes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ..types import bool_
from . import ir
from .body import Body
from .flow import Loop, State, meet
from .series import count, counting_type, fixed, item, iterable, known_trips, range_type, trips
from .statements import bind_target
from .unrolling import unroll
from .values import Series, Value

__all__ = ["LOOPS"]


def _while(body: Body, node: ast.While) -> None:
    span = body.source.span(node.test)
    loop = _open_loop(body, node.orelse)
    with body.nested() as prelude:
        condition = body.truth(body.expression(node.test))
    body.adopt(prelude)
    body.assigned, exit_state = body.outcome(node.test)
    known = condition.value if isinstance(condition, ir.Constant) else None
    with body.nested() as block:
        if known is not False:
            body.statements(node.body)
    body.loops.pop()
    if known is False:
        body.block.extend(prelude)
        body.assigned = exit_state
        body.statements(node.orelse)
        return
    if body.assigned is not None and exit_state is not None:
        body.skippable |= dict.fromkeys(body.assigned - exit_state, node.lineno)
    body.emit(ir.While(tuple(prelude), condition, tuple(block), span))
    _finish_loop(body, loop, node.orelse, None if known else exit_state)


def _open_loop(body: Body, orelse: list[ast.stmt]) -> Loop:
    """Enter a loop; one with an ``else`` gets a flag that each ``break`` sets."""
    loop = Loop()
    if orelse:
        loop.flag = body.unit.fresh("broke", bool_, mutable=True)
        body.emit(ir.Assign(loop.flag, ir.FALSE))
    body.loops.append(loop)
    return loop


def _finish_loop(body: Body, loop: Loop, orelse: list[ast.stmt], exit_state: State) -> None:
    """The ``else`` clause and the state after the loop; `exit_state` holds where the loop ends by itself."""
    body.assigned = exit_state
    if not loop.breaks:
        body.statements(orelse)
    elif orelse and exit_state is not None:
        assert loop.flag is not None
        with body.nested() as otherwise:
            body.statements(orelse)
        unbroken = ir.Operation("logical_not", (ir.Read(loop.flag),), bool_)
        body.emit(ir.If(unbroken, tuple(otherwise)))
    body.assigned = meet([body.assigned, *loop.breaks])


def _for(body: Body, node: ast.For) -> None:
    with body.at(node.iter):
        value = iterable(body.pin(body.expression(node.iter)))
    if isinstance(value, Series) and value.kind == "range":
        _over_range(body, node, value)
    elif fixed(value):
        with body.at(node.iter):
            known, limit = count(body, value)
        assert known is not None
        with body.at(node.iter):
            loop, exit_state = unroll(body, node, lambda number: item(body, value, number), known, limit)
        _finish_loop(body, loop, node.orelse, exit_state)
    else:
        _over_items(body, node, value)


def _over_range(body: Body, node: ast.For, series: Series) -> None:
    type = range_type(series.parts)
    with body.at(node.iter):
        start, stop, step = (body.convert(part, type) for part in series.parts)
    assert isinstance(node.target, ast.AST)
    name = node.target.id if isinstance(node.target, ast.Name) else "k"
    counter = body.unit.fresh(name, type)
    loop = ir.For(counter, start, stop, step, (), body.source.span(node.iter))
    _counted(body, node, loop, known_trips(series), lambda: ir.Read(counter))


def _over_items(body: Body, node: ast.For, value: Value) -> None:
    """A loop over the items by their numbers; each is taken when its turn comes."""
    with body.at(node.iter):
        known, run_time = count(body, value)
    stop = trips(body, known, run_time)
    index = counting_type(stop)
    counter = body.unit.fresh("k", index)
    loop = ir.For(counter, ir.Constant(0, index), stop, ir.Constant(1, index), (), body.source.span(node.iter))
    _counted(
        body, node, loop, known if run_time is None else None, lambda: body.pin(item(body, value, ir.Read(counter)))
    )


def _counted(body: Body, node: ast.For, made: ir.For, trips: int | None, value: Callable[[], Value]) -> None:
    """Check a loop that runs `trips` times, if that is known; `value` makes what the target is bound to."""
    loop = _open_loop(body, node.orelse)
    entry = body.assigned
    with body.nested() as block:
        with body.at(node.target):
            bind_target(body, node.target, value())
        if trips != 0:
            body.statements(node.body)
    body.loops.pop()
    ends = meet([body.assigned, *loop.continues])
    if trips == 0:
        body.assigned = entry
        body.statements(node.orelse)
        return
    body.emit(replace(made, body=tuple(block)))
    if ends is not None and entry is not None and not trips:
        body.skippable |= dict.fromkeys(ends - entry, node.lineno)
    _finish_loop(body, loop, node.orelse, ends if trips else entry)


# Jumps


def _break(body: Body, node: ast.Break) -> None:
    loop = body.loops[-1]
    if loop.flag is not None:
        body.emit(ir.Assign(loop.flag, ir.TRUE))
    loop.breaks.append(body.assigned)
    body.emit(ir.Break())
    body.assigned = None


def _continue(body: Body, node: ast.Continue) -> None:
    loop = body.loops[-1]
    loop.continues.append(body.assigned)
    body.emit(ir.Break() if loop.unrolled else ir.Continue())
    body.assigned = None


LOOPS: Final[dict[type[ast.stmt], Callable[..., None]]] = {
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
}
