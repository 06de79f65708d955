"""A function's text: its FunctionDef in its own file, and spans of that file.

The text is parsed whole and the definition found by its first line, so that positions are the file's own and text is
never dedented. It is the text that the function was compiled from: that is checked where it could be another one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, Final, final
from weakref import WeakKeyDictionary

from ..errors import CompileError, SourceUnavailableError, Span
from .same_code import compiles_to
from .text import Text, cached_text, given_text, may_be_rewritten

__all__ = ["FUNCTIONS", "Source", "all_parameters", "defaults_of", "lambda_definition", "read_source"]

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

_GIVEN: Final[WeakKeyDictionary[FunctionType, str]] = WeakKeyDictionary()
"""The texts of functions that came with theirs."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """The text of one Python function. `lines` is the whole file.

    The source of a function inside another one has the `function` around it, the `annotations` of its own (they are the
    function's if this is ``None``), and in `outer` the names of the variables around it.
    """

    function: FunctionType
    filename: str
    lines: tuple[str, ...]
    node: ast.FunctionDef
    annotations: Mapping[str, Any] | None = None
    outer: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        return self.node.name

    def inner(self, node: ast.FunctionDef, annotations: Mapping[str, Any], names: Iterable[str]) -> Source:
        """The source of a function inside this one, whose variables are `names`."""
        return replace(self, node=node, annotations=annotations, outer=self.outer.union(names))

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
        keyword = 0 if self.node.name == "lambda" else len("def")
        start = max(text.find(self.node.name, _characters(text, self.node.col_offset) + keyword), 0)
        return Span(self.filename, line, start, line, start + len(self.node.name), text)


def all_parameters(arguments: ast.arguments) -> list[ast.arg]:
    """The named parameters of a function, the starred ones last."""
    stars = [star for star in (arguments.vararg, arguments.kwarg) if star is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *stars]


def defaults_of(arguments: ast.arguments) -> dict[str, ast.expr]:
    """The defaults in a function's text by parameter, in the order in which they are evaluated."""
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    found = {node.arg: default for node, default in zip(with_default, arguments.defaults, strict=True)}
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return found | {node.arg: default for node, default in keywords if default is not None}


def lambda_definition(node: ast.Lambda) -> ast.FunctionDef:
    """A lambda as the definition of a function that returns its value."""
    result = ast.copy_location(ast.Return(node.body), node.body)
    fields: dict[str, Any] = {"name": "lambda", "args": node.args, "body": [result], "decorator_list": []}
    if "type_params" in ast.FunctionDef._fields:
        fields["type_params"] = []
    return ast.copy_location(ast.FunctionDef(**fields), node)


def _characters(text: str, offset: int) -> int:
    """A column in characters from the syntax tree's column in UTF-8 bytes."""
    return offset if text.isascii() else len(text.encode()[:offset].decode(errors="replace"))


def read_source(function: FunctionType, text: str | None = None, near: Source | None = None) -> Source:
    """The source of a Python function.

    Parameters
    ----------
    function : function
        Its text is read from its file, or from what :mod:`linecache` has for it.
    text : str, optional
        The text instead: that of the function alone, or all that was executed.
    near : Source, optional
        That of a function that calls it, whose text is tried, too.

    Raises
    ------
    SourceUnavailableError
        The text cannot be read, or is not what the function was compiled from.
    CompileError
        It is a coroutine.
    """
    if text is not None:
        _GIVEN[function] = text
    text = _GIVEN.get(function)
    found = _from_given(function, text) if text is not None else _from_cache(function, near)
    if isinstance(found.node, ast.AsyncFunctionDef):
        raise CompileError("a coroutine cannot be compiled; write a plain function", found.header())
    return found


def _from_given(function: FunctionType, text: str) -> Source:
    source = _found(function, given_text(text), moved=True)
    if source is None:
        name = function.__code__.co_name
        raise SourceUnavailableError(
            f"the text that was given as the source of {name!r} is not what it was compiled from; "
            "give the text of the function, or all of the text that was executed"
        )
    return source


def _from_cache(function: FunctionType, near: Source | None) -> Source:
    code = function.__code__
    text = cached_text(code, function.__globals__)
    source = _found(function, text) if text is not None else None
    if source is None and near is not None and near.filename == code.co_filename:
        source = _found(function, given_text("".join(near.lines)))
    if source is not None:
        return source
    if text is None:
        raise SourceUnavailableError(
            f"the source of {code.co_name!r} cannot be read, and a kernel is compiled from its source: there is no "
            f"text of {code.co_filename!r}; define it in a file or in a notebook cell, or give the text that "
            "is executed, as in `exec(text, names)` with `@kernel(source=text)`"
        )
    raise SourceUnavailableError(
        f"the source of {code.co_name!r} is not at line {code.co_firstlineno} of {code.co_filename!r}: "
        "the file has changed since it was imported, or the text was not in a file"
    )


def _found(function: FunctionType, text: Text, *, moved: bool = False) -> Source | None:
    """The function in a text, if it is there; `moved` when its lines may have other numbers than in the code object."""
    code = function.__code__
    found = _named(text, code.co_name, code.co_firstlineno)
    if moved and not found:
        found = _named(text, code.co_name, None)
    if moved or len(found) > 1 or not may_be_rewritten(function.__globals__):
        found = [
            (node, parent) for node, parent in found if compiles_to(node, code, in_class=parent, imports=text.imports)
        ]
    if not found:
        return None
    node = found[0][0]
    if _first_line(node) != code.co_firstlineno:
        return _found(function, text.moved(code.co_firstlineno - _first_line(node)))
    definition = lambda_definition(node) if isinstance(node, ast.Lambda) else node
    return Source(function, code.co_filename, text.lines, definition)  # type: ignore[arg-type]


def _named(text: Text, name: str, line: int | None) -> list[tuple[Definition, str]]:
    """The definitions of a name, those that begin at `line` if it is not ``None``, each with the class it is in."""
    definitions = _definitions(text.tree.body, line, "")
    found = [(node, parent) for node, parent in definitions if getattr(node, "name", "<lambda>") == name]
    return [(node, parent) for node, parent in found if line in (None, _first_line(node))]


def _first_line(node: Definition | ast.ClassDef) -> int:
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _definitions(nodes: Iterable[ast.AST], line: int | None, in_class: str) -> Iterator[tuple[Definition, str]]:
    """The definitions around `line`, or all, from the outside in, each with the class that it is directly in."""
    for node in nodes:
        definition = isinstance(node, (*FUNCTIONS, ast.ClassDef))
        first: int = _first_line(node) if definition else getattr(node, "lineno", 0)  # type: ignore[arg-type]
        if line is not None and not first <= line <= (getattr(node, "end_lineno", None) or line):
            continue
        inside = in_class
        if isinstance(node, FUNCTIONS):
            yield node, in_class
            inside = ""
        elif isinstance(node, ast.ClassDef):
            inside = node.name
        yield from _definitions(ast.iter_child_nodes(node), line, inside)
