"""The three texts of a kernel as rows that know each other: rows of the same line of Python have a key in common.

Gets a program; a row is made of pieces, each with a kind, for its colour, and a remark, such as the type of a name.
Nothing here is HTML.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, final

from ..frontend import ir
from ..frontend.builtins import POSITIONS
from ..frontend.pprint import pprint_units
from ..frontend.spirv.disasm import Decoder
from .describe import describe_ids
from .pieces import Piece, python_pieces, spirv_pieces, tree_pieces

if TYPE_CHECKING:
    from ..errors import Span
    from ..program import Program

__all__ = ["Pane", "Row", "panes_of"]

MOST_LINES: Final = 40
"""Lines of one statement that are linked; a table in the text may have thousands."""


@final
@dataclass(frozen=True, slots=True)
class Row:
    """A line of a pane: `keys` name lines of Python, `label` stands before it, `count` behind."""

    pieces: tuple[Piece, ...]
    keys: tuple[str, ...] = ()
    label: str = ""
    count: int = 0
    heading: bool = False


@final
@dataclass(frozen=True, slots=True)
class Pane:
    """One of the texts."""

    name: str
    title: str
    rows: list[Row] = field(default_factory=list)


@final
class _Keys:
    """Names for lines: the number of the file and that of the line."""

    def __init__(self, program: Program) -> None:
        self._files: dict[str, int] = {}
        self.main = program.tree.filename

    def of(self, span: Span | None) -> tuple[str, ...]:
        """The keys of all lines of a place."""
        if span is None:
            return ()
        last = min(max(span.end_line, span.line), span.line + MOST_LINES)
        return tuple(self.line(span.filename, line) for line in range(span.line, last + 1))

    def first(self, span: Span | None) -> tuple[str, ...]:
        return self.of(span)[:1]

    def line(self, filename: str, line: int) -> str:
        return f"{self._files.setdefault(filename, len(self._files))}-{line}"


def panes_of(program: Program) -> list[Pane]:
    """The panes of a program: Python, the typed tree and SPIR-V."""
    keys = _Keys(program)
    spirv = Pane("spirv", "SPIR-V", list(_spirv_rows(program, keys)))
    counts: dict[str, int] = {}
    for row in spirv.rows:
        for key in row.keys:
            counts[key] = counts.get(key, 0) + 1
    return [
        Pane("python", "Python", list(_python_rows(program, keys, counts))),
        Pane("tree", "Typed tree", list(_tree_rows(program, keys))),
        spirv,
    ]


# Python


def _python_rows(program: Program, keys: _Keys, counts: Mapping[str, int]) -> Iterator[Row]:
    """The text of the kernel, then that of the functions it calls, by file and line."""
    tree: ir.Kernel = program.tree
    types = _types_by_line(program)
    extents = sorted(_extents(tree), key=lambda extent: (extent[0] != tree.filename, extent))
    for filename, first, last in extents:
        if len(extents) > 1:
            yield Row((Piece(f"{filename}:{first}", "file"),), heading=True)
        lines = tree.sources[filename]
        pieces = python_pieces(lines, first, last, types.get(filename, {}))
        for number in range(first, last + 1):
            key = keys.line(filename, number)
            yield Row(pieces[number], (key,), str(number), counts.get(key, 0))


def _extents(tree: ir.Kernel) -> list[tuple[str, int, int]]:
    """The first and the last line of each definition, decorators included; those inside others are left out."""
    found: set[tuple[str, int, int]] = set()
    for unit in _units(tree):
        if unit.span is not None and unit.span.filename in tree.sources:
            lines = tree.sources[unit.span.filename]
            found.add((unit.span.filename, _decorated(lines, unit.span.line), min(unit.span.end_line, len(lines))))
    return [each for each in found if not any(_inside(each, other) for other in found)]


def _inside(inner: tuple[str, int, int], outer: tuple[str, int, int]) -> bool:
    return inner != outer and inner[0] == outer[0] and outer[1] <= inner[1] and inner[2] <= outer[2]


def _decorated(lines: tuple[str, ...], line: int) -> int:
    """The line of the first decorator of the function that is defined at `line`."""
    try:
        nodes = ast.walk(ast.parse("".join(lines)))
    except SyntaxError:  # a notebook's text may hold more than Python
        return line
    definitions = (node for node in nodes if isinstance(node, ast.FunctionDef) and node.lineno == line)
    return min((d.lineno for node in definitions for d in node.decorator_list), default=line)


def _types_by_line(program: Program) -> dict[str, dict[int, dict[str, str]]]:
    """The types of names, by file and line: a function's names have them in its lines."""
    tree: ir.Kernel = program.tree
    found: dict[str, dict[int, dict[str, str]]] = {}
    for unit, printed in zip(_units(tree), pprint_units(tree), strict=True):
        types: dict[str, list[str]] = {}
        for name, type in (*printed.types.items(), *_outer_types(program)):
            types.setdefault(re.sub(r"\.\d+$", "", name), []).append(type)
        if unit.span is not None:
            for name in _positions(tree.sources.get(unit.span.filename, ()), unit.span):
                types.setdefault(name, [str(tree.index)])
            named = {name: " or ".join(dict.fromkeys(several)) for name, several in types.items()}
            for line in range(unit.span.line, unit.span.end_line + 1):
                found.setdefault(unit.span.filename, {}).setdefault(line, {}).update(named)
    return found


def _positions(lines: tuple[str, ...], span: Span) -> Iterator[str]:
    """The names that a function gives to its position, for which the tree has no variable."""
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return
    for node in ast.walk(tree):
        inside = span.line <= getattr(node, "lineno", 0) <= span.end_line
        if isinstance(node, ast.Assign) and inside and called(node.value) in POSITIONS:
            yield from (name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name))


def called(node: ast.AST) -> str:
    """What an expression calls, by its last name."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _outer_types(program: Program) -> Iterator[tuple[str, str]]:
    """Parameters and shared memory, which functions may reach, too."""
    for parameter in program.parameters:
        access = f", {parameter.access.replace('_', ' and ')}" if parameter.access != "none" else ""
        yield parameter.name, f"{parameter.type}{access}"
    for array in program.shared:
        yield array.name, f"shared memory, {array.size:,} bytes"


# The typed tree


def _tree_rows(program: Program, keys: _Keys) -> Iterator[Row]:
    outer = dict(_outer_types(program))
    for number, printed in enumerate(pprint_units(program.tree)):
        if number:
            yield Row(())
        head = printed.lines[0].span
        for text, span in printed.lines:
            own = keys.first(span) if span is head else keys.of(span)
            yield Row(tuple(tree_pieces(text, outer | printed.types)), own)


# SPIR-V


def _spirv_rows(program: Program, keys: _Keys) -> Iterator[Row]:
    instructions = list(Decoder().decode(program.words))
    described = describe_ids(instructions)
    heads = _heads(program)
    for one in instructions:
        span = program.span_at(one.offset)
        own = keys.first(span) if span in heads else keys.of(span)
        yield Row(tuple(spirv_pieces(one, described)), own)


def _heads(program: Program) -> Iterable[Span | None]:
    return [unit.span for unit in _units(program.tree)]


def _units(tree: ir.Kernel) -> tuple[ir.Kernel | ir.Function, ...]:
    """The functions and the kernel, in the order of the printed tree."""
    return (*tree.functions, tree)
