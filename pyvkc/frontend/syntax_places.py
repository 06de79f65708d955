"""What is of the language in some places only: lists, comprehensions and stars, where they are taken apart at once."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

__all__ = ["CONSUMERS", "check_place"]

CONSUMERS: Final = ("all", "any", "enumerate", "len", "max", "min", "reversed", "sum", "tuple", "zip")
"""The functions that take a list apart; of these, :data:`LAZY` take the values of a generator expression."""

LAZY: Final = ("all", "any", "max", "min", "sum", "tuple")


def check_place(node: ast.AST, parent: ast.AST) -> str | None:
    """What is wrong with `node` as a part of `parent`."""
    check = _CHECKS.get(type(node))
    return check(node, parent) if check else None


def _is_taken_apart(node: ast.expr, parent: ast.AST) -> bool:
    """Whether a list is iterated at once, so that it is as good as a tuple."""
    if isinstance(parent, (ast.For, ast.comprehension)):
        return node is parent.iter
    if isinstance(parent, ast.Compare):
        operators = zip(parent.ops, parent.comparators, strict=True)
        return any(isinstance(operator, (ast.In, ast.NotIn)) and part is node for operator, part in operators)
    return isinstance(parent, ast.Starred) or _is_argument(node, parent, CONSUMERS)


def _is_argument(node: ast.expr, parent: ast.AST, functions: tuple[str, ...]) -> bool:
    if not isinstance(parent, ast.Call) or node not in parent.args or not isinstance(parent.func, ast.Name):
        return False
    return parent.func.id in functions


def _check_list(node: ast.List, parent: ast.AST) -> str | None:
    if isinstance(node.ctx, ast.Store) or _is_taken_apart(node, parent):
        return None
    return "lists do not exist in kernels; write a tuple for a fixed number of values"


def _check_list_comprehension(node: ast.ListComp, parent: ast.AST) -> str | None:
    if _is_taken_apart(node, parent):
        return None
    return "lists do not exist in kernels; write tuple(... for ... in ...) for a fixed number of values"


def _check_generator(node: ast.GeneratorExp, parent: ast.AST) -> str | None:
    if _is_argument(node, parent, LAZY) and len(getattr(parent, "args", ())) == 1:
        return None
    return f"a generator expression is the one argument of {', '.join(LAZY[:-1])} or {LAZY[-1]}; write a `for` loop"


def _check_comprehension(node: ast.comprehension, parent: ast.AST) -> str | None:
    if node.is_async:
        return "`async for` means nothing in a kernel"
    if any(isinstance(part, ast.NamedExpr) for part in ast.walk(parent)):
        return "`:=` in a comprehension is not supported in kernels; write a `for` loop"
    return None


def _check_star(node: ast.Starred, parent: ast.AST) -> str | None:
    if isinstance(parent, (ast.Tuple, ast.List, ast.Call)):
        return None
    return "`*` stands in a tuple, in a call or in a target in a kernel; name each value"


_CHECKS: Final[dict[type[ast.AST], Callable[[Any, Any], str | None]]] = {
    ast.List:          _check_list,
    ast.ListComp:      _check_list_comprehension,
    ast.GeneratorExp:  _check_generator,
    ast.comprehension: _check_comprehension,
    ast.Starred:       _check_star,
}  # fmt: skip
