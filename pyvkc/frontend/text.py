"""Where the text of functions is found: in files and in what linecache has, or given by the user; parsed once."""

from __future__ import annotations

import ast
import copy
import importlib.machinery
import io
import linecache
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, Final, final

from ..errors import SourceUnavailableError
from .quiet import quietly

__all__ = ["Text", "cached_text", "given_text", "may_be_rewritten"]

MOST_GIVEN: Final = 64
"""Given texts whose trees are kept."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """The lines of a file, or of other text that was executed, and their syntax tree; `imports` are its own."""

    lines: tuple[str, ...]
    tree: ast.Module
    imports: tuple[ast.stmt, ...]

    def moved(self, count: int) -> Text:
        """The text `count` lines further down."""
        tree = ast.increment_lineno(copy.deepcopy(self.tree), count)
        return _text((("\n",) * count + self.lines)[max(-count, 0) :], tree)


def _text(lines: tuple[str, ...], tree: ast.Module) -> Text:
    return Text(lines, tree, tuple(_imports(tree.body)))


def _imports(nodes: Iterable[ast.AST]) -> Iterator[ast.stmt]:
    """The imports in a module's own scope."""
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield node
        elif not isinstance(node, (ast.expr, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield from _imports(ast.iter_child_nodes(node))


_CACHED: Final[dict[str, Text]] = {}
_GIVEN: Final[dict[str, Text]] = {}


def cached_text(code: CodeType, module_globals: dict[str, Any]) -> Text | None:
    """The text that Python would show in a traceback, or ``None`` if there is none.

    Raises
    ------
    SourceUnavailableError
        It does not parse: it is another text than what was compiled.
    """
    filename = code.co_filename
    linecache.checkcache(filename)
    lines = tuple(linecache.getlines(filename, module_globals) or _interactive(code))
    if not lines:
        return None
    known = _CACHED.get(filename)
    if known is None or known.lines != lines:
        try:
            known = _CACHED[filename] = _text(lines, _parse("".join(lines), filename))
        except SyntaxError:
            raise SourceUnavailableError(f"{filename!r} is no longer what was imported: it does not parse") from None
    return known


def _interactive(code: CodeType) -> list[str]:
    """The text of an interactive command, which newer Pythons keep by its code."""
    find: Any = getattr(linecache, "_getlines_from_code", None)
    return list(find(code)) if find is not None else []


def given_text(text: str) -> Text:
    """A text that the user gives, which may be indented as a whole.

    Raises
    ------
    SourceUnavailableError
        It does not parse.
    """
    known = _GIVEN.get(text)
    if known is None:
        try:
            tree = _parse_indented(text) if text[:1] in (" ", "\t") else _parse(text, "<source>")
        except (SyntaxError, ValueError) as error:
            raise SourceUnavailableError(f"the text given as source does not parse: {error}") from None
        known = _GIVEN[text] = _text(tuple(io.StringIO(text, newline=None)), tree)
        for oldest in list(_GIVEN)[:-MOST_GIVEN]:
            _GIVEN.pop(oldest, None)
    return known


def _parse_indented(text: str) -> ast.Module:
    """The tree of a text that is indented as a whole, its positions as they are."""
    around = _parse(f"if True:\n{text}", "<source>")
    outer = around.body[0]
    assert isinstance(outer, ast.If)
    return ast.increment_lineno(ast.Module(outer.body, []), -1)


def _parse(text: str, filename: str) -> ast.Module:
    with quietly():
        return ast.parse(text, filename)


def may_be_rewritten(module_globals: dict[str, Any]) -> bool:
    """Whether the module's loader may have compiled something else than its text, as those do that rewrite asserts."""
    loader = module_globals.get("__loader__")
    standard = (type(None), importlib.machinery.SourceFileLoader, importlib.machinery.SourcelessFileLoader)
    kind = loader if isinstance(loader, type) else type(loader)
    return kind not in standard and not kind.__module__.startswith(("zipimport", "_frozen_importlib", "importlib."))
