"""Assignments to parts of copies that nothing reads: of them Python would change the original, and a kernel nothing.

It is judged by the text, so that it holds for every specialisation, and only where nothing can read the copy any more:
no later statement, none of a loop around the assignment, and no inner function. Reading a part in order to assign it,
as ``p.mass += 1`` does, is no use of the copy.
"""

from __future__ import annotations

import ast
from typing import Final

from .source import FUNCTIONS, all_parameters

__all__ = ["lost_copy"]

LOOPS: Final = (ast.For, ast.While)
SAME_OBJECT: Final = (ast.Name, ast.Attribute, ast.Subscript)
"""Expressions that in Python give an object which others have too."""


def lost_copy(function: ast.FunctionDef, target: ast.expr) -> str | None:
    """What to say of an assignment to `target`, a part of a variable, that is lost; ``None`` if it is of use."""
    name = _root(target).id
    origin = _origin(function, name)
    if origin is None or _is_read(function, name, target):
        return None
    return f"{name!r} is a copy of {origin[0]}, and nothing reads it after this, so that nothing changes; {origin[1]}"


def _root(target: ast.expr) -> ast.Name:
    """``ps`` of ``ps[i].pos.x``."""
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        target = target.value
    assert isinstance(target, ast.Name), target
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
    path = _path(function, target)
    statements = [node for node in path if isinstance(node, ast.stmt)]
    loop = next((node for node in statements if isinstance(node, LOOPS)), None)
    assigned = {id(_root(part)) for part in ast.walk(function) if _is_part_assigned(part)}
    reads = [part for part in ast.walk(function) if _reads(part, name) and id(part) not in assigned]
    again = {id(part) for part in ast.walk(loop)} if loop else set()
    inner = {id(part) for node in ast.walk(function) if node is not function and isinstance(node, FUNCTIONS)
             for part in ast.walk(node)}  # fmt: skip
    return any(id(read) in again or id(read) in inner or _start(read) >= _end(statements[-1]) for read in reads)


def _path(node: ast.AST, wanted: ast.AST) -> list[ast.AST]:
    """The nodes from one to another that is inside it; none if it is not."""
    if node is wanted:
        return [node]
    below = next(filter(None, (_path(child, wanted) for child in ast.iter_child_nodes(node))), None)
    return [node, *below] if below else []


def _is_part_assigned(node: ast.AST) -> bool:
    """``p.x`` and ``v[i]`` as what is assigned to."""
    if not isinstance(node, (ast.Attribute, ast.Subscript)) or not isinstance(node.ctx, ast.Store):
        return False
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return isinstance(node, ast.Name)


def _reads(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0
