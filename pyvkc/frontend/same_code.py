"""Whether a text is the one that a function was compiled from.

A function runs as its code object says and a kernel as its text does: they must not be two versions. The definition is
compiled once more, alone, and compared with the code object by everything but places in the file.
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Iterator, Sequence
from types import CodeType
from typing import Any, Final

from .quiet import quietly

__all__ = ["compiles_to"]

FUTURES: Final = {getattr(__future__, name).compiler_flag for name in __future__.all_feature_names}

COMPARED: Final = (
    "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars",
    "co_argcount", "co_posonlyargcount", "co_kwonlyargcount",
)  # fmt: skip


_BARE: Final[dict[str, Any]] = {"decorator_list": [], "returns": None, "type_params": []}


def compiles_to(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda,
    code: CodeType,
    *,
    in_class: str,
    imports: Sequence[ast.stmt],
) -> bool:
    """Whether the definition `node`, directly in the class `in_class` if that is not empty, compiles to `code`.

    Python compiles calls of what the module `imports` in a way of its own.
    """
    module = ast.Module([*imports, _wrapped(node, code.co_freevars, in_class)], [])
    flags = sum(flag for flag in FUTURES if code.co_flags & flag)
    # Python -O and compile(..., optimize=...) leave asserts and docstrings out.
    for optimize in (-1, 0, 1, 2):
        with quietly():
            try:
                again = compile(module, code.co_filename, "exec", flags=flags, dont_inherit=True, optimize=optimize)
            except RecursionError:  # Python takes longer expressions from text than from a tree
                return True
        if any(_same(found, code) for found in _codes(again, code.co_name, ("_", in_class))):
            return True
    return False


def _wrapped(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, free: Sequence[str], in_class: str) -> ast.stmt:
    """The definition without its decorators; one that uses variables around it stands in a function that has them."""
    definition = ast.copy_location(type(node)(**_fields(node, args=_without_defaults(node.args), **_BARE)), node)
    statement: ast.stmt = ast.Expr(definition) if isinstance(definition, ast.Lambda) else definition
    ast.copy_location(statement, node)
    if in_class:
        body = [statement]
        statement = ast.copy_location(_bare(ast.ClassDef, name=in_class, bases=[], keywords=[], body=body), node)
    free = [name for name in free if name != "__class__"]  # the class itself has that
    if not free:
        return statement
    parameters = [ast.arg(name) for name in free]
    arguments = ast.arguments([], parameters, None, [], [], None, [])
    for parameter in parameters:
        ast.copy_location(parameter, node)
    outer: ast.FunctionDef = _bare(ast.FunctionDef, name="_", args=arguments, body=[statement])
    return ast.copy_location(outer, node)


def _fields(node: ast.AST, **others: Any) -> dict[str, Any]:
    """A node's fields, with other values for some."""
    return {name: others.get(name, value) for name, value in ast.iter_fields(node)}


def _without_defaults(arguments: ast.arguments) -> ast.arguments:
    """Defaults are evaluated outside of the function, and may hold functions themselves."""
    return ast.arguments(**_fields(arguments, defaults=[], kw_defaults=[None] * len(arguments.kwonlyargs)))


def _bare(kind: Any, **fields: Any) -> Any:
    return kind(decorator_list=[], **({"type_params": []} if "type_params" in kind._fields else {}), **fields)


def _codes(outer: CodeType, name: str, around: Sequence[str]) -> Iterator[CodeType]:
    """The code objects of a name, in those that are called as in `around`."""
    for code in outer.co_consts:
        if isinstance(code, CodeType):
            if code.co_name == name:
                yield code
            if code.co_name in around:
                yield from _codes(code, name, around)


def _same(a: CodeType, b: CodeType) -> bool:
    return all(getattr(a, name) == getattr(b, name) for name in COMPARED) and _same_constant(a.co_consts, b.co_consts)


def _same_constant(a: Any, b: Any) -> bool:
    if type(a) is not type(b):
        return False
    if isinstance(a, CodeType):
        return _same(a, b)
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(_same_constant, a, b))
    if isinstance(a, str) and "<locals>" in a:
        return a.split(".")[-1] == str(b).split(".")[-1]  # the qualified name of a function inside, up to Python 3.10
    return repr(a) == repr(b) if isinstance(a, (float, complex)) else bool(a == b)
