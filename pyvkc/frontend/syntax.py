"""What needs no types: a function's syntax is checked once, when it is decorated or first called.

Every node of the text is visited. One that is not of the language is refused by name; of those that are, the fields
that the language has no use for are refused when they hold something.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final
from weakref import WeakSet

from ..errors import CompileError
from .source import Source, defaults_of, lambda_definition
from .syntax_places import check_place

REFUSED: Final[dict[type[ast.AST], str]] = {
    ast.AsyncFor:       "`async for` means nothing in a kernel",
    ast.AsyncFunctionDef: "a coroutine cannot be compiled; write a plain function",
    ast.AsyncWith:      "`async with` means nothing in a kernel",
    ast.Await:          "`await` means nothing in a kernel",
    ast.ClassDef:       "classes cannot be defined in a kernel; define them at module level",
    ast.Delete:         "`del` is not supported in kernels: a variable lives as long as the function",
    ast.Dict:           "dictionaries do not exist in kernels; write `if` and `elif`, or pass an array as the table",
    ast.DictComp:       "dictionaries do not exist in kernels; write `if` and `elif`, or pass an array as the table",
    ast.Global:         "`global` is not supported: a kernel cannot change Python's variables; write to an array",
    ast.Import:         "`import` belongs at the top of the file, not in a kernel",
    ast.ImportFrom:     "`import` belongs at the top of the file, not in a kernel",
    ast.MatchClass:     "`case` with a class is not supported in kernels; test with a guard, as in `case x if x > 0:`",
    ast.MatchMapping:   "dictionaries do not exist in kernels; match a number or a tuple",
    ast.Nonlocal:       "`nonlocal` is not supported: a function sees the names around it, and can give them no other "
                        "value; return it",
    ast.Raise:          "a kernel cannot raise exceptions; store an error code in an array",
    ast.Set:            "sets do not exist in kernels; write a tuple, as in `x in (1, 2)`",
    ast.SetComp:        "sets do not exist in kernels; write tuple(... for ... in ...) for a fixed number of values",
    ast.Try:            "a kernel cannot catch exceptions; test the condition with `if`",
    ast.With:           "`with` is not supported in kernels; write it around the launch",
    ast.Yield:          "a kernel cannot yield; store to an array",
    ast.YieldFrom:      "a kernel cannot yield; store to an array",
}  # fmt: skip

OF_CLASS: Final = (
    "a kernel cannot have a class as an argument; write `@staticmethod` in the place of `@classmethod`, or a method, "
    "with `self`, of a frozen dataclass"
)

NOTHING: Final = "a kernel returns nothing; write the result to an array"

ACCEPTED: Final = frozenset({
    # statements
    ast.AnnAssign, ast.Assert, ast.Assign, ast.AugAssign, ast.Break, ast.Continue, ast.Expr, ast.For, ast.FunctionDef,
    ast.If, ast.Match, ast.Pass, ast.Return, ast.While,
    # patterns
    ast.match_case, ast.MatchAs, ast.MatchOr, ast.MatchSequence, ast.MatchSingleton, ast.MatchStar, ast.MatchValue,
    # expressions
    ast.Attribute, ast.BinOp, ast.BoolOp, ast.Call, ast.Compare, ast.Constant, ast.FormattedValue, ast.GeneratorExp,
    ast.IfExp, ast.JoinedStr, ast.Lambda, ast.List, ast.ListComp, ast.Name, ast.NamedExpr, ast.Slice, ast.Starred,
    ast.Subscript, ast.Tuple, ast.UnaryOp, ast.comprehension,
    # contexts and operators
    ast.Load, ast.Store,
    ast.Add, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Div, ast.FloorDiv, ast.LShift, ast.MatMult, ast.Mod, ast.Mult,
    ast.Pow, ast.RShift, ast.Sub, ast.Invert, ast.Not, ast.UAdd, ast.USub, ast.And, ast.Or,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn,
    ast.keyword,
})  # fmt: skip


def check_syntax(source: Source, *, kernel: bool) -> None:
    """Refuse what is not of the language.

    Raises
    ------
    CompileError
        At the first construct that is refused.
    """
    if source.node in _RIGHT[kernel]:
        return
    found = next(chain(_check_definition(source.node, kernel), _check_body(source.node, kernel)), None)
    if found is not None:
        raise CompileError(found[1], source.span(found[0]), kernel=source.name if kernel else "")
    _RIGHT[kernel].add(source.node)


_RIGHT: Final[dict[bool, WeakSet[ast.FunctionDef]]] = {False: WeakSet(), True: WeakSet()}
"""The definitions in which nothing was found, as device functions and as kernels."""


def _check_definition(node: ast.FunctionDef, kernel: bool) -> Iterator[tuple[ast.AST, str]]:
    """What is wrong with the ``def`` line and what stands above it."""
    if kernel:
        yield from ((each, OF_CLASS) for each in node.decorator_list if ast.unparse(each) == "classmethod")
    for star, kind in ((node.args.vararg, "*"), (node.args.kwarg, "**")):
        if star is not None and (kernel or kind == "**"):
            yield star, f"`{kind}{star.arg}` is not supported: name each parameter"
    for parameter in getattr(node, "type_params", ()):  # from Python 3.12 on
        yield parameter, "type parameters are not needed: a parameter without an annotation takes any type"
    if kernel and node.returns is not None and not _is_none(node.returns):
        yield node.returns, NOTHING


def _check_body(function: ast.FunctionDef, kernel: bool) -> Iterator[tuple[ast.AST, str]]:
    """What is wrong in the statements."""
    for statement in _body(function):
        yield from _check_part(statement, kernel)


def _check_part(root: ast.AST, kernel: bool) -> Iterator[tuple[ast.AST, str]]:
    """What is wrong in a part of the text, and in the functions inside it."""
    for node, place, parent in _walk(root):
        problem = _check_node(node, kernel) or check_place(node, parent)
        if problem:
            yield place, problem
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            yield from _check_inner(node)


def _check_inner(node: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[ast.AST, str]]:
    """What is wrong in a function inside another one; its decorators are the type checker's to read."""
    definition = lambda_definition(node) if isinstance(node, ast.Lambda) else node
    yield from _check_definition(definition, kernel=False)
    for default in defaults_of(node.args).values():
        yield from _check_part(default, kernel=False)
    yield from _check_body(definition, kernel=False)


def _body(node: ast.FunctionDef) -> list[ast.stmt]:
    """The statements without the docstring."""
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


def _walk(root: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, ast.AST]]:
    """Every node that has a meaning, in the order of the text, where it stands, and what it is a part of.

    Operators stand nowhere themselves. An annotation is the type checker's to read.
    """
    left: list[tuple[ast.AST, ast.AST, ast.AST]] = [(root, root, root)]
    while left:
        node, place, parent = left.pop()
        place = node if hasattr(node, "lineno") else place
        yield node, place, parent
        left.extend((child, place, node) for child in reversed(list(_parts(node))))


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What a node is made of; a function inside is a text of its own."""
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        return
    for name, value in ast.iter_fields(node):
        if isinstance(node, ast.AnnAssign) and name == "annotation":
            continue
        yield from (child for child in (value if isinstance(value, list) else (value,)) if isinstance(child, ast.AST))


def _check_node(node: ast.AST, kernel: bool) -> str | None:
    kind = type(node)
    if kind not in ACCEPTED:
        return REFUSED.get(kind) or f"{_construct(kind)} is not supported in kernels"
    if kernel and isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        return NOTHING
    check = _DETAILS.get(kind)
    return check(node) if check else None


def _construct(kind: type[ast.AST]) -> str:
    return f"the construct {kind.__name__}"


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _check_constant(node: ast.Constant) -> str | None:
    if node.value is None or node.value is ... or isinstance(node.value, (bool, int, float, str)):
        return None
    return {
        complex: "complex numbers do not exist in kernels yet; keep the two parts apart",
        bytes: "bytes do not exist in kernels; pass an array of u8",
    }.get(type(node.value), f"{node.value!r} is not supported in kernels")


def _check_keyword(node: ast.keyword) -> str | None:
    return "`**` in a call is not supported in kernels; name each argument" if node.arg is None else None


def _check_expression(node: ast.Expr) -> str | None:
    if isinstance(node.value, (ast.Call, ast.Constant, ast.NamedExpr)) or type(node.value) not in ACCEPTED:
        return None
    return "this expression has no effect; assign it or remove it"


_DETAILS: Final[dict[type[ast.AST], Callable[..., str | None]]] = {
    ast.Constant: _check_constant,
    ast.keyword: _check_keyword,
    ast.Expr: _check_expression,
}
