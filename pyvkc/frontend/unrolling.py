"""Loops of which the compiler knows every item: the body is checked once for each, as if it were written out.

An iteration that nothing jumps out of is just its statements. One that is left at run time is a loop that runs once,
and those after a ``break`` are under a condition, side by side: a driver may go wrong where many are nested. So
``for v in (a, b)`` becomes::

    broke = False
    while True:
        ...  # v is a; `continue` is a break, and so is `break`, after it has set the flag
        break
    if not broke:
        ...  # v is b
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from ..types import Scalar, bool_
from . import ir
from .body import Body
from .flow import Loop, State, meet, written_out
from .scope import bound_names
from .statements import bind_target
from .values import Value

__all__ = ["unroll"]


def unroll(
    body: Body, node: ast.For, item: Callable[[int], Value], total: int, limit: ir.Expression | None
) -> tuple[Loop, State]:
    """Check `total` iterations, or as many of them as `limit` says at run time; `item` makes what is bound in each.

    Returns the loop, and the state where it ends by itself.
    """
    loop, exits, left = _open(body, node), list[State](), False
    names = frozenset(bound_names([node.target])) - set(bound_names(node.body)) - body.known.changed
    with written_out(body, total), body.nested() as whole:
        for number in range(total):
            if body.assigned is None:
                break
            loop.number = number
            condition = _goes_on(loop if left else None, limit, number)
            exits += [body.assigned] * (limit is not None)
            with body.nested() as block:
                _bind(body, node.target, names, item(number))
                left |= _iterate(body, node, loop, limit is not None)
            if condition is None:
                _inline(body, block)
            else:
                body.emit(ir.If(condition, tuple(block), (), body.source.span(node.iter)))
    body.loops.pop()
    body.forget(names)
    if left:
        assert loop.flag is not None
        body.emit(ir.Assign(loop.flag, ir.FALSE))
    _inline(body, whole)
    return loop, meet([body.assigned, *exits])


def _goes_on(loop: Loop | None, limit: ir.Expression | None, number: int) -> ir.Expression | None:
    """Whether an iteration is run, if that is not sure: `loop` may have been left, or be no longer than so many."""
    within = None
    if limit is not None:
        assert isinstance(limit.type, Scalar)
        within = ir.Operation("greater", (limit, ir.Constant(number, limit.type)), bool_)
    if loop is None:
        return within
    assert loop.flag is not None
    unbroken = ir.Operation("logical_not", (ir.Read(loop.flag),), bool_)
    return unbroken if within is None else ir.Select(unbroken, within, ir.FALSE, bool_)


def _open(body: Body, node: ast.For) -> Loop:
    """Enter the loop; its flag tells the iterations after a ``break``, and an ``else`` clause, of it."""
    loop = Loop(unrolled=True)
    if ast.Break in _jumps(node.body):
        loop.flag = body.unit.fresh("broke", bool_, mutable=True)
    body.loops.append(loop)
    return loop


def _jumps(statements: Sequence[ast.AST]) -> Iterator[type[ast.AST]]:
    """The kinds of jumps among the statements that leave the loop around them."""
    for node in statements:
        if isinstance(node, (ast.Break, ast.Continue)):
            yield type(node)
        elif isinstance(node, (ast.For, ast.While)):
            yield from _jumps(node.orelse)
        elif not isinstance(node, (ast.expr, ast.FunctionDef)):
            yield from _jumps(list(ast.iter_child_nodes(node)))


def _bind(body: Body, target: ast.expr, names: frozenset[str], value: Value) -> None:
    """Let the loop's variables stand for an item, but for those that the loop's body assigns, too."""
    body.targets = names
    with body.at(target):
        bind_target(body, target, body.pin(value) if not isinstance(target, ast.Name) else value)
    body.targets = frozenset()


def _iterate(body: Body, node: ast.For, loop: Loop, limited: bool) -> bool:
    """Check one iteration, `limited` to longer loops; whether a ``break`` may leave it at run time."""
    loop.continues.clear()
    before = len(loop.breaks)
    with body.nested() as block:
        body.statements(node.body)
    breaks, continues = len(loop.breaks) - before, len(loop.continues)
    body.assigned = meet([body.assigned, *loop.continues])
    if breaks + continues == 1 and block and isinstance(block[-1], ir.Break):
        # The compiler knows that the jump is taken: it takes it itself. Where the iteration may not be run at all, the
        # flag tells an `else` clause that it was.
        del block[-2 if breaks and not limited else -1 :]
        breaks, continues = breaks if limited else 0, 0
        _inline(body, block)
    elif breaks or continues:
        body.emit(ir.While((), ir.TRUE, (*block, ir.Break()), body.source.span(node.iter)))
    else:
        _inline(body, block)
    return breaks > 0


def _inline(body: Body, block: list[ir.Statement]) -> None:
    """Put the statements of a nested block into the present one."""
    body.block.extend(block)
    body.adopt(block)
