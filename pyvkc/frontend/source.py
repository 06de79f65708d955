"""A function's text: its FunctionDef in its own file, and spans of that file.

The file is parsed whole and the definition found by its first line, so that positions are the file's own and text is
never dedented.
"""

from __future__ import annotations

import ast
import linecache
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final, final

from ..errors import CompileError, SourceUnavailableError, Span

_PARSED: Final[dict[str, tuple[tuple[str, ...], ast.Module]]] = {}


@final
@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The text of one Python function. `lines` is the whole file."""

    function: FunctionType
    filename: str
    lines: tuple[str, ...]
    node: ast.FunctionDef

    @property
    def name(self) -> str:
        return self.node.name

    def span(self, node: ast.AST) -> Span:
        """Where `node` stands; a node without a position stands at the ``def`` line."""
        line: int = getattr(node, "lineno", self.node.lineno)
        end: int = getattr(node, "end_lineno", line)
        text = self.text(line)
        start = _characters(text, getattr(node, "col_offset", 0))
        stop = _characters(self.text(end), getattr(node, "end_col_offset", 0))
        return Span(self.filename, line, start, end, stop, text)

    def text(self, line: int) -> str:
        return self.lines[line - 1].rstrip("\r\n") if 0 < line <= len(self.lines) else ""

    def parameter(self, name: str) -> Span:
        """The annotation of a parameter, or the parameter if it has none; ``"return"`` is the result's annotation."""
        found = {argument.arg: argument.annotation or argument for argument in all_parameters(self.node.args)}
        return self.span(found.get(name) or self.node.returns or self.node)

    def header(self) -> Span:
        """The name in the ``def`` line."""
        line, text = self.node.lineno, self.text(self.node.lineno)
        start = max(text.find(self.node.name, _characters(text, self.node.col_offset) + 3), 0)
        return Span(self.filename, line, start, line, start + len(self.node.name), text)


def all_parameters(arguments: ast.arguments) -> list[ast.arg]:
    """The named parameters of a function."""
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def _characters(text: str, offset: int) -> int:
    """A column in characters from the syntax tree's column in UTF-8 bytes."""
    return offset if text.isascii() else len(text.encode()[:offset].decode(errors="replace"))


def read_source(function: FunctionType) -> Source:
    """The source of a Python function.

    Raises
    ------
    SourceUnavailableError
        The file cannot be read or does not hold the function.
    CompileError
        It is a coroutine.
    """
    code = function.__code__
    lines, tree = _parse(code.co_filename, function.__globals__)
    for node in _enclosing(tree.body, code.co_firstlineno):
        if node.name == code.co_name and _first_line(node) == code.co_firstlineno:
            if isinstance(node, ast.FunctionDef):
                return Source(function, code.co_filename, lines, node)
            coroutine = Source(function, code.co_filename, lines, node)  # type: ignore[arg-type]
            raise CompileError("a coroutine cannot be compiled; write a plain function", coroutine.header())
    if code.co_name == "<lambda>":
        raise _unavailable(function, "a lambda has no name to be found by; write a function with `def`")
    raise _unavailable(function, "the file has changed since it was imported, or the text was not in a file")


def _parse(filename: str, module_globals: dict[str, Any]) -> tuple[tuple[str, ...], ast.Module]:
    linecache.checkcache(filename)
    lines = tuple(linecache.getlines(filename, module_globals))
    if not lines:
        raise SourceUnavailableError(
            f"the source of {filename!r} cannot be read, and a kernel is compiled from its source; "
            "define it in a file or in a notebook cell"
        )
    known = _PARSED.get(filename)
    if known is None or known[0] != lines:
        known = _PARSED[filename] = lines, _tree(lines, filename)
    return known


def _tree(lines: Sequence[str], filename: str) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python has warned when it read the file itself
            return ast.parse("".join(lines), filename)
    except SyntaxError:
        raise SourceUnavailableError(f"{filename!r} is no longer what was imported: it does not parse") from None


def _unavailable(function: FunctionType, reason: str) -> SourceUnavailableError:
    code = function.__code__
    return SourceUnavailableError(
        f"the source of {code.co_name!r} is not at line {code.co_firstlineno} of {code.co_filename!r}: {reason}"
    )


def _first_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _enclosing(body: Sequence[ast.AST], line: int) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The function definitions around `line`, from the outside in."""
    for node in body:
        definition = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        first = _first_line(node) if definition else getattr(node, "lineno", 0)  # type: ignore[arg-type]
        if not first <= line <= (getattr(node, "end_lineno", None) or line):
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
        yield from _enclosing(list(ast.iter_child_nodes(node)), line)
