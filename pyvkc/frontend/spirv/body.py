"""A function while it is built: its blocks, its variables and its source lines.

Gets encoded instructions one by one; returns the words of the function. It keeps what the layout of a function demands:
blocks begin with a label and end with one terminator, the variables of all blocks stand at the start of the first,
nothing comes between a merge instruction and its branch, and a source line holds until the block ends.
"""

from __future__ import annotations

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

Line = tuple[int, int, int]


class Body:
    """The words of one function, from its OpFunction on.

    Parameters
    ----------
    outer
        The function that is open around it; nothing for the space between functions, where no block can begin.
    """

    __slots__ = ("_entry", "_line", "_merged", "block", "outer", "variables", "words")

    def __init__(self, outer: Body | None) -> None:
        self.outer = outer
        self.words: list[int] = []
        self.variables: list[int] = []
        self.block: int | None = None  # the open block's label
        self._entry: int | None = None  # where the variables go
        self._line: Line | None = None  # the last OpLine in the open block
        self._merged = False  # the last instruction was a merge

    def begin_block(self, label: int) -> None:
        """Begin a block; the one before must have ended."""
        assert self.outer is not None, "no function is open"
        assert self.block is None, f"the block {self.block} is still open"
        self.block = label
        self._line = None
        self.words += instruction_words("OpLabel", (label,))
        if self._entry is None:
            self._entry = len(self.words)

    def add(self, name: str, words: tuple[int, ...], line: Line | None) -> None:
        """Add an instruction to the open block, with its source line when that is another than before."""
        if self.block is None:
            raise AssertionError(f"{name}: no block is open")
        if line is not self._line and not self._merged:
            if line is not None and line != self._line:
                self.words += instruction_words("OpLine", line)
            self._line = line
        self.words += words
        self._merged = name in MERGES
        if name in TERMINATORS:
            self.block = None

    def finish(self) -> list[int]:
        """Return the words of the whole function."""
        assert self.block is None, f"the function ends in the open block {self.block}"
        assert self._entry is not None, "the function has no block"
        end = instruction_words("OpFunctionEnd", ())
        return [*self.words[: self._entry], *self.variables, *self.words[self._entry :], *end]
