"""Control flow in the checker: which names are surely assigned, and what the jumps out of a loop find.

In the tree a jump leaves the innermost loop. A loop that is unrolled has no iterations of its own there: it stands in
loops that run once, so that a ``break`` of one is what leaves an iteration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import final

from . import ir

__all__ = ["Loop", "State", "meet"]

State = frozenset[str] | None
"""The names surely assigned here; ``None`` where control never comes."""


def meet(states: Sequence[State]) -> State:
    """The state where several paths join."""
    reached = [state for state in states if state is not None]
    return frozenset.intersection(*reached) if reached else None


@final
@dataclass(slots=True)
class Loop:
    """A loop whose body is being checked. `flag` is set before a ``break`` when something behind it must know.

    `unrolled` is whether the tree has an iteration, if it needs any loop, as a loop that runs once.
    """

    flag: ir.Variable | None = None
    unrolled: bool = False
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)
