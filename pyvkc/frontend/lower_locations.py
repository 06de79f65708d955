"""Where a module's instructions come from: noted beside the module always, written into it where that is asked for.

Gets the spans of statements and accesses as the lowering comes by; tells the module builder, which notes them for
:attr:`~pyvkc.program.Program.lines`. With ``debug="lines"`` the module has them as OpLine, with ``debug="info"`` as
:mod:`.lower_debug` writes them; with ``"none"`` its words are those that they would be without any of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from ..program import Line
from .lower_debug import DebugWriter, plain_text, span_of

if TYPE_CHECKING:
    from ..errors import Span
    from . import ir
    from .lower_emitter import Emitter
    from .spirv.assembled import Assembled

__all__ = ["Locations", "lines_of"]


@final
class Locations:
    """The present place in the text, of one module.

    Parameters
    ----------
    emitter : Emitter
        The module's.
    kernel : Kernel
        What is lowered.
    debug : str
        As in :class:`~.target.Target`.
    """

    __slots__ = ("_files", "_module", "_plain", "_span", "_writer")

    def __init__(self, emitter: Emitter, kernel: ir.Kernel, debug: str) -> None:
        self._module = emitter.module
        self._span: Span | None = None
        self._plain = debug == "lines"
        self._files: dict[str, int] = {}
        self._writer = DebugWriter(emitter, kernel) if debug == "info" else None
        if self._plain:
            self._file(span_of(kernel, kernel).filename)

    def at(self, span: Span | None) -> Span | None:
        """What follows comes from `span`; or, without one, from where the last came from. Gives the place before."""
        before = self._span
        if span is not None and span is not before:
            self._span = span
            self._module.mark(span)
            if self._plain:
                self._module.line(self._file(span.filename), span.line, span.column + 1)
            elif self._writer is not None:
                self._writer.line(span)
        return before

    def begin(self, kernel: ir.Kernel, unit: ir.Kernel | ir.Function) -> None:
        """A function of the module begins: what belongs to no statement comes from its ``def`` line."""
        if self._writer is not None:
            self._writer.begin(unit)
        self.at(unit.span or span_of(kernel, unit))

    def defined(self, identity: int) -> None:
        """The function that has begun has this id, and its first block is open."""
        if self._writer is not None:
            self._writer.defined(identity)

    def kept(self, variable: ir.Variable, pointer: int) -> None:
        """A variable is kept in memory."""
        if self._writer is not None:
            self._writer.kept(variable, pointer, self._span)

    def valued(self, variable: ir.Variable, value: int) -> None:
        """A variable that is assigned once has a value."""
        if self._writer is not None:
            self._writer.valued(variable, value, self._span)

    def entered(self, entry: str) -> None:
        """The kernel's function is an entry point of the module."""
        if self._writer is not None:
            self._writer.entered(entry)

    def _file(self, name: str) -> int:
        if name not in self._files:
            self._files[name] = self._module.source_file(plain_text(name))
            self._module.source(self._files[name])
        return self._files[name]


def lines_of(assembled: Assembled) -> tuple[Line, ...]:
    """The table of a module's places; neighbours that are the same are one."""
    found: list[Line] = []
    for word, span in assembled.marks:
        if found and found[-1].word == word:  # nothing came from there
            found.pop()
        if not found or found[-1].span != span:
            found.append(Line(word, span))  # type: ignore[arg-type]
    return tuple(found)
