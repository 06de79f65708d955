"""Control flow in the checker: which names are surely assigned, what jumps find, and what checking taught.

In the tree a jump leaves the innermost loop. A loop that is unrolled has no iterations of its own there: it stands in
loops that run once, so that a ``break`` of one is what leaves an iteration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, final

from . import ir
from .values import Mistake

if TYPE_CHECKING:
    from .body import Body

__all__ = ["MOST_ITERATIONS", "Knowledge", "Loop", "State", "meet", "unassigned", "written_out"]

State = frozenset[str] | None
"""The names surely assigned here; ``None`` where control never comes."""


def meet(states: Sequence[State]) -> State:
    """The state where several paths join."""
    reached = [state for state in states if state is not None]
    return frozenset.intersection(*reached) if reached else None


def unassigned(name: str, first: int, loop: int | None) -> str:
    """Why a name may have no value: the line that assigns it `first`, and that of a loop that may not run."""
    if loop is not None:
        return (
            f"{name!r} may be unassigned here: the loop of line {loop} assigns it, and may run no iteration; "
            "assign it before the loop"
        )
    return (
        f"{name!r} may be unassigned here: line {first} assigns it on some paths only; "
        "assign it before, or on every path"
    )


@final
@dataclass(slots=True)
class Loop:
    """A loop whose body is being checked. `flag` is set before a ``break`` when something behind it must know.

    `unrolled` is whether the tree has an iteration, if it needs any loop, as a loop that runs once; `number` says which
    is being checked.
    """

    flag: ir.Variable | None = None
    unrolled: bool = False
    number: int = 0
    breaks: list[State] = field(default_factory=list)
    continues: list[State] = field(default_factory=list)


MOST_ITERATIONS: Final = 1024
"""Iterations that are written out, those of loops inside one another multiplied."""


@contextmanager
def written_out(body: Body, times: int) -> Iterator[None]:
    """What is inside is checked so many times.

    Raises
    ------
    Mistake
        With what is around it, these are too many.
    """
    around, body.unrolled = body.unrolled, body.unrolled * max(times, 1)
    if body.unrolled > MOST_ITERATIONS:
        raise Mistake(
            f"this makes {body.unrolled} iterations that are written out, as what they go over has a fixed size; at "
            f"most {MOST_ITERATIONS} are, those of loops inside one another multiplied: use range(...) or an array"
        )
    yield
    body.unrolled = around


@final
@dataclass(slots=True)
class Knowledge:
    """What is known of a body before it is checked.

    `sites` counts where each local name is bound; the rest was taught by earlier checks of the same body: the
    variables' types, the names that need a variable, those whose parts are assigned (``p.mass = 2``), the type of what
    is returned, and the memory of the calls that allocate some, by what `_find` in allocations.py says.
    """

    sites: Counter[str]
    types: dict[str, ir.ValueType] = field(default_factory=dict)
    mutable: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    result: ir.ValueType | None = None
    allocations: dict[tuple[Any, ...], ir.Allocation] = field(default_factory=dict)
