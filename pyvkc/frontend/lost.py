"""Assignments to parts of copies that nothing reads: of them Python would change the original, and a kernel nothing.

It is judged by the text, so that it holds for every specialisation, and only where nothing can read the copy any more:
no later statement, none of a loop around the assignment, and no inner function. Reading a part in order to assign it,
as ``p.mass += 1`` does, is no use of the copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, TypeGuard

from .source import FUNCTIONS, all_parameters

__all__ = ["lost_copy"]

LOOPS: Final = (ast.For, ast.While)
PARTS: Final = (ast.Attribute, ast.Subscript)
SAME_OBJECT: Final = (ast.Name, *PARTS)
"""Expressions that in Python give an object which others have too."""


def lost_copy(function: ast.FunctionDef, target: ast.expr) -> str | None:
    """What to say of an assignment to `target`, a part of a variable, that is lost; ``None`` if it is of use."""
    root = _root(target)
    assert isinstance(root, ast.Name), root
    origin = _origin(function, root.id)
    if origin is None or _is_read(function, root.id, target):
        return None
    return (
        f"{root.id!r} is a copy of {origin[0]}, and nothing reads it after this, so that nothing changes; {origin[1]}"
    )


def _root(target: ast.expr) -> ast.expr:
    """``ps`` of ``ps[i].pos.x``."""
    while isinstance(target, PARTS):
        target = target.value
    return target


def _origin(function: ast.FunctionDef, name: str) -> tuple[str, str] | None:
    """Whose copy a variable is, and what to assign to instead; ``None`` if the value was its own in Python, too."""
    for part in ast.walk(function):
        if isinstance(part, ast.Assign) and isinstance(part.value, SAME_OBJECT):
            if any(isinstance(target, ast.Name) and target.id == name for target in part.targets):
                text = ast.unparse(part.value)
                return f"`{text}`", f"assign to `{text}` itself, or store {name!r} when it is changed"
        elif isinstance(part, ast.For) and any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(part.target)):
            return "an element", f"assign to the element itself by its index, or store {name!r} when it is changed"
    if any(parameter.arg == name for parameter in all_parameters(function.args)):
        return "the argument", f"return {name!r} for the caller to assign it, or store it in an array"
    return None


def _is_read(function: ast.FunctionDef, name: str, target: ast.expr) -> bool:
    """Whether anything may read a variable after an assignment to a part of it."""
    statements = [node for node in _path(function, target) if isinstance(node, ast.stmt)]
    assert statements, ast.unparse(target)
    loop = next((node for node in statements if isinstance(node, LOOPS)), None)
    inner = [node for node in ast.walk(function) if node is not function and isinstance(node, FUNCTIONS)]
    anywhere = {id(part) for node in (loop, *inner) if node for part in ast.walk(node)}
    return any(id(read) in anywhere or _start(read) >= _end(statements[-1]) for read in _reads(function, name))


def _reads(function: ast.FunctionDef, name: str) -> Iterator[ast.Name]:
    """Where a variable is read for another purpose than to assign to a part of it."""
    assigned = {id(_root(part)) for part in ast.walk(function) if _is_part_assigned(part)}
    for part in ast.walk(function):
        if (
            isinstance(part, ast.Name)
            and part.id == name
            and isinstance(part.ctx, ast.Load)
            and id(part) not in assigned
        ):
            yield part


def _path(node: ast.AST, wanted: ast.AST) -> list[ast.AST]:
    """The nodes from one to another that is inside it; none if it is not."""
    if node is wanted:
        return [node]
    below = next(filter(None, (_path(child, wanted) for child in ast.iter_child_nodes(node))), None)
    return [node, *below] if below else []


def _is_part_assigned(node: ast.AST) -> TypeGuard[ast.Attribute | ast.Subscript]:
    """``p.x`` and ``v[i]`` as what is assigned to, with a variable at the root."""
    if not isinstance(node, PARTS) or not isinstance(node.ctx, ast.Store):
        return False
    return isinstance(_root(node), ast.Name)


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0
