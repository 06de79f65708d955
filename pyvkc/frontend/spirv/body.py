"""A function while it is built: its blocks, its variables and its source lines.

Gets encoded instructions one by one; returns the words of the function. It keeps what the layout of a function demands:
blocks begin with a label and end with one terminator, the variables of all blocks stand at the start of the first,
nothing comes between a merge instruction and its branch, and a source line holds until the block ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from .encode import instruction_words

TERMINATORS = frozenset(
    {
        "OpBranch",
        "OpBranchConditional",
        "OpKill",
        "OpReturn",
        "OpReturnValue",
        "OpSwitch",
        "OpTerminateInvocation",
        "OpUnreachable",
    }
)
MERGES = frozenset({"OpLoopMerge", "OpSelectionMerge"})

Mark = tuple[int, object]
"""The word from which on instructions come from a place, and the place."""


class Line(NamedTuple):
    """What tells a module's readers where instructions come from.

    Attributes
    ----------
    place
        The place, compared to leave out repetitions.
    write
        Gives the words of the instructions that say so; it is told whether they are the first of their block.
    plain
        It is an OpLine, which alone may stand before a function and between the OpPhi of a block.
    """

    place: tuple[int, ...]
    write: Callable[[bool], Iterable[int]]
    plain: bool = True


class Body:
    """The words of one function, from its OpFunction on.

    Parameters
    ----------
    outer
        The function that is open around it; nothing for the space between functions, where no block can begin.
    mark
        Where it comes from.
    """

    __slots__ = ("_entry", "_line", "_mark", "_marks", "_merged", "block", "outer", "variables", "words")

    def __init__(self, outer: Body | None, mark: object = None) -> None:
        self.outer = outer
        self.words: list[int] = []
        self.variables: list[int] = []
        self.block: int | None = None  # the open block's label
        self._entry: int | None = None  # where the variables go
        self._line: Line | None = None  # the last one in the open block
        self._marks: list[Mark] = [(0, mark)]
        self._mark = mark
        self._merged = False  # the last instruction was a merge

    def begin(self, line: Line | None) -> None:
        """Begin the function, with its source line."""
        if line is not None and line.plain:
            self.words += line.write(True)

    def begin_block(self, label: int, mark: object = None) -> None:
        """Begin a block; the one before must have ended."""
        assert self.outer is not None, "no function is open"
        assert self.block is None, f"the block {self.block} is still open"
        self.block = label
        self._line = None
        self._note(mark)
        self.words += instruction_words("OpLabel", (label,))
        if self._entry is None:
            self._entry = len(self.words)

    def add(self, name: str, words: tuple[int, ...], line: Line | None, mark: object = None) -> None:
        """Add an instruction to the open block, with its source line when that is another than before."""
        if self.block is None:
            raise AssertionError(f"{name}: no block is open")
        if mark is not self._mark:
            self._note(mark)
        if line is not self._line and not self._merged and (line is None or line.plain or name != "OpPhi"):
            self._say(line)
        self.words += words
        self._merged = name in MERGES
        if name in TERMINATORS:
            self.block = None

    def finish(self) -> tuple[list[int], list[Mark]]:
        """Return the words of the whole function, and the marks in it."""
        assert self.block is None, f"the function ends in the open block {self.block}"
        assert self._entry is not None, "the function has no block"
        end = instruction_words("OpFunctionEnd", ())
        entry, moved = self._entry, len(self.variables)
        marks = [(offset + moved * (offset >= entry), mark) for offset, mark in self._marks]
        return [*self.words[:entry], *self.variables, *self.words[entry:], *end], marks

    def _say(self, line: Line | None) -> None:
        """Write a source line, unless the same one holds already."""
        if line is not None and (self._line is None or line.place != self._line.place):
            self.words += line.write(self._line is None)
        self._line = line

    def _note(self, mark: object) -> None:
        """Note where what follows comes from."""
        if mark is not self._mark:
            self._marks.append((len(self.words), mark))
            self._mark = mark
