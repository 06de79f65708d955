"""Loops of which the compiler knows every item: the body is checked once for each, as if it were written out.

An iteration that nothing jumps out of is just its statements. A ``break`` at run time leaves a loop that runs once and
has all iterations in it; a ``continue`` one that has its own iteration. So ``for v in (a, b)`` with both becomes::

    while True:
        while True:
            ...  # v is a; `continue` is a break, and so is `break`, after it has set the flag
            break
        if flag:
            break
        ...  # v is b
        break
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from ..types import bool_, i32
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
    loop, exits, leaves = _open(body, node), list[State](), False
    names = frozenset(bound_names([node.target])) - set(bound_names(node.body)) - body.known.changed
    with written_out(body, total), body.nested() as whole:
        for number in range(total):
            if body.assigned is None:
                break
            if limit is not None:
                exits.append(body.assigned)
                leaves = True
                body.emit(ir.If(_reached(limit, number), (ir.Break(),)))
            _bind(body, node.target, names, item(number))
            leaves |= _iterate(body, node, loop)
    body.loops.pop()
    body.forget(names)
    if leaves:
        if loop.flag is not None and loop.breaks:
            body.emit(ir.Assign(loop.flag, ir.FALSE))
        body.emit(_once(body, node, whole))
    else:
        _inline(body, whole)
    return loop, meet([body.assigned, *exits])


def _open(body: Body, node: ast.For) -> Loop:
    """Enter the loop; its flag tells what is behind one of the tree's loops that a ``break`` has left it."""
    loop, jumps = Loop(unrolled=True), set(_jumps(node.body))
    if ast.Break in jumps and (node.orelse or ast.Continue in jumps):
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


def _reached(limit: ir.Expression, number: int) -> ir.Expression:
    return ir.Operation("less_equal", (limit, ir.Constant(number, i32)), bool_)


def _bind(body: Body, target: ast.expr, names: frozenset[str], value: Value) -> None:
    """Let the loop's variables stand for an item, but for those that the loop's body assigns, too."""
    body.targets = names
    with body.at(target):
        bind_target(body, target, body.pin(value) if not isinstance(target, ast.Name) else value)
    body.targets = frozenset()


def _iterate(body: Body, node: ast.For, loop: Loop) -> bool:
    """Check one iteration; whether it may leave the loop around all of them."""
    loop.continues.clear()
    before = len(loop.breaks)
    with body.nested() as block:
        body.statements(node.body)
    breaks, continues = len(loop.breaks) - before, len(loop.continues)
    body.assigned = meet([body.assigned, *loop.continues])
    if breaks + continues == 1 and block and isinstance(block[-1], ir.Break):
        # The compiler knows that the jump is taken: it takes it itself.
        del block[-2 if loop.flag is not None and breaks else -1 :]
        breaks = continues = 0
    if not continues:
        _inline(body, block)
        return breaks > 0
    body.emit(_once(body, node, block))
    if breaks:
        assert loop.flag is not None
        body.emit(ir.If(ir.Read(loop.flag), (ir.Break(),)))
    return breaks > 0


def _inline(body: Body, block: list[ir.Statement]) -> None:
    """Put the statements of a nested block into the present one."""
    body.block.extend(block)
    body.adopt(block)


def _once(body: Body, node: ast.For, block: list[ir.Statement]) -> ir.While:
    """A loop that runs once."""
    return ir.While((), ir.TRUE, (*block, ir.Break()), body.source.span(node.iter))
