"""Why only some invocations of a workgroup come to a point, and what a barrier there is told.

:mod:`.uniformity` finds it out; the texts are here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

__all__ = ["Cause", "Split"]

EVEN: Final = "let the loop run equally often for all of them, with an `if` around what only some do"

# By the kind of a split: where the barrier is, and what to write instead.
PLACES: Final = {
    "if": (
        "is under the condition of line {line}, which differs between them",
        "move it out of the `if`",
    ),
    "loop": (
        "is in the loop of line {line}, which does not run equally often for all of them",
        EVEN,
    ),
    "break": (
        "is in a loop that some of them leave by a `break` under the condition of line {line}",
        EVEN,
    ),
    "continue": (
        "is skipped by some of them, by a `continue` under the condition of line {line}",
        "put what the others do under an `if`, and the barrier behind it",
    ),
    "return": (
        "is not reached by those that `return` under the condition of line {line}",
        "let all of them go on, with an `if` around what only some do (an index out of range harms nothing)",
    ),
}  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Cause:
    """Why a value differs: what it comes from, and the name in the text that it has, with the line."""

    root: str
    name: str = ""
    line: int = 0

    def __str__(self) -> str:
        return f"`{self.name}` (line {self.line}), which comes from {self.root}" if self.name else self.root


@final
@dataclass(frozen=True, slots=True)
class Split:
    """Why only some invocations come to a point: a key of :data:`PLACES`, the line of the condition, and its cause."""

    kind: str
    line: int
    cause: Cause

    @property
    def complaint(self) -> str:
        """What is wrong with a barrier there."""
        place, remedy = PLACES[self.kind]
        return (
            "barrier() must be reached by all invocations of a workgroup, and this one "
            f"{place.format(line=self.line)}: that depends on {self.cause}; {remedy}"
        )
