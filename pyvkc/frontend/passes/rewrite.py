"""Which fields of a node hold nodes, and how a node is rebuilt with others in their place.

This is the one table that a new node of the tree is added to for all passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, TypeVar

from .. import ir

__all__ = ["CHILDREN", "change_all", "holds", "rebuild", "relink", "renew", "statements"]

Node = TypeVar("Node", bound=Any)

# The fields that hold a node or a tuple of nodes, in the order in which they are evaluated.
CHILDREN: Final[dict[type, tuple[str, ...]]] = {
    ir.Constant:    (),
    ir.Read:        (),
    ir.Argument:    (),
    ir.Operation:   ("operands",),
    ir.Convert:     ("operand",),
    ir.Select:      ("condition", "then", "otherwise"),
    ir.Load:        ("indices",),
    ir.Extent:      (),
    ir.Position:    (),
    ir.Compose:     ("parts",),
    ir.Component:   ("operand",),
    ir.Call:        ("arguments",),
    ir.CallNothing: ("arguments",),
    ir.Assign:      ("value",),
    ir.Store:       ("indices", "value"),
    ir.Atomic:      ("indices", "operand", "expected"),
    ir.Clear:       (),
    ir.Barrier:     (),
    ir.Subgroup:    ("operands",),
    ir.Report:      ("position", "values"),
    ir.Perform:     ("call",),
    ir.If:          ("condition", "then", "otherwise"),
    ir.For:         ("start", "stop", "step", "body"),
    ir.While:       ("prelude", "condition", "body"),
    ir.Break:       (),
    ir.Continue:    (),
    ir.Return:      ("value",),
    ir.Stop:        (),
}  # fmt: skip


def rebuild(node: Any, change: Callable[[Any], Any]) -> Any:
    """`node` with each of its children replaced by ``change(child)``; `node` itself when none changes."""
    changes: dict[str, Any] = {}
    for name in CHILDREN[type(node)]:
        old = getattr(node, name)
        new = change_all(old, change) if isinstance(old, tuple) else old if old is None else change(old)
        if new is not old:
            changes[name] = new
    return replace(node, **changes) if changes else node


def renew(node: Node, **fields: Any) -> Node:
    """`node` with these fields; `node` itself when they are what it has."""
    return node if all(getattr(node, name) is value for name, value in fields.items()) else replace(node, **fields)


def change_all(nodes: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    """All of `nodes` changed; the same tuple when none is."""
    changed = [change(node) for node in nodes]
    return nodes if all(new is old for new, old in zip(changed, nodes, strict=True)) else tuple(changed)


def holds(node: Any, test: Callable[[Any], bool]) -> bool:
    """Whether `node` or a node inside it passes `test`; the functions that it calls are not entered."""
    if test(node):
        return True
    for name in CHILDREN[type(node)]:
        child = getattr(node, name)
        if isinstance(child, tuple):
            if any(holds(part, test) for part in child):
                return True
        elif child is not None and holds(child, test):
            return True
    return False


def statements(block: ir.Block) -> Iterator[ir.Statement]:
    """The statements of a block, and those inside them."""
    for statement in block:
        yield statement
        if isinstance(statement, ir.If):
            yield from statements(statement.then)
            yield from statements(statement.otherwise)
        elif isinstance(statement, ir.For):
            yield from statements(statement.body)
        elif isinstance(statement, ir.While):
            yield from statements(statement.prelude)
            yield from statements(statement.body)


def relink(kernel: ir.Kernel) -> ir.Kernel:
    """Make all calls name the functions of ``kernel.functions``, after a pass has changed some of those."""
    functions: dict[int, ir.Function] = {}

    def change(node: Any) -> Any:
        node = rebuild(node, change)
        if isinstance(node, ir.Call | ir.CallNothing) and functions[node.function.index] is not node.function:
            return replace(node, function=functions[node.function.index])
        return node

    for function in kernel.functions:  # callee first
        functions[function.index] = renew(function, body=change_all(function.body, change))
    return replace(kernel, body=change_all(kernel.body, change), functions=tuple(functions.values()))
