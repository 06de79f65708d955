"""What holds in a loop of the variables that it assigns.

The facts from before the loop are taken as hypotheses. The body is walked with them; each assignment weakens those that
it breaks; the body is walked again until none breaks. What remains holds where the loop starts and after every
assignment in it, so by induction it holds anywhere in the loop, and behind it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Final, TypeVar, final

from ...types import Scalar
from .. import ir
from .assume import Assumptions
from .bounds import Atom, Bounds, top, without
from .estimate import atoms
from .facts import Facts, named

__all__ = ["Loops", "changes", "has_break"]

ATTEMPTS: Final = 4  # after which all that is left of the hypotheses is given up
Result = TypeVar("Result")


def changes(block: ir.Block) -> frozenset[Atom]:
    """The atoms of the mutable variables that some statement in `block`, at any depth, assigns."""
    return frozenset(atom for variable in _assigned(block) if variable.mutable for atom, _ in atoms(variable))


def _assigned(block: ir.Block) -> Iterator[ir.Variable]:
    for node in block:
        if isinstance(node, ir.If):
            yield from _assigned((*node.then, *node.otherwise))
        elif isinstance(node, ir.While):
            yield from _assigned((*node.prelude, *node.body))
        elif isinstance(node, ir.For):
            yield node.variable
            yield from _assigned(node.body)
        elif isinstance(node, ir.Assign):
            yield node.variable
        elif isinstance(node, ir.Atomic):
            yield node.result


def has_break(block: ir.Block) -> bool:
    """Whether a ``break`` of the loop around `block` is in it."""
    return any(
        isinstance(node, ir.Break) or (isinstance(node, ir.If) and has_break((*node.then, *node.otherwise)))
        for node in block
    )


@final
class Loops:
    """The loops around the point where the walk is, outermost first, each with its hypotheses."""

    def __init__(self, assumptions: Assumptions) -> None:
        self.assumptions = assumptions
        self._hypotheses: list[dict[Atom, Bounds]] = []

    def report(self, atom: Atom, type: Scalar, bounds: Bounds) -> None:
        """A variable takes a value, which may break hypotheses."""
        for hypotheses in self._hypotheses:
            if atom in hypotheses:
                hypotheses[atom] = _weaken(hypotheses[atom], bounds, type)

    def walk(self, changed: frozenset[Atom], facts: Facts, body: Callable[[Facts], Result]) -> Result:
        """What ``body(facts at the start of an iteration)`` gives once the hypotheses hold.

        `changed` are the atoms that the loop assigns. The facts become those behind the loop, however often it ran.
        """
        found = {atom: without(bounds, changed) for atom, bounds in facts.known.items() if atom in changed}
        facts.forget(changed)
        self._hypotheses.append(found)
        for attempt in itertools.count():
            before, state = dict(found), self.assumptions.save()
            result = body(_with(facts.copy(), found))
            if found == before:
                break
            self.assumptions.restore(state)
            if attempt == ATTEMPTS:
                found.clear()
        self._hypotheses.pop()
        _with(facts, found)
        return result


def _with(facts: Facts, found: dict[Atom, Bounds]) -> Facts:
    facts.known.update((atom, named(atom, bounds)) for atom, bounds in found.items())
    return facts


def _weaken(hypothesis: Bounds, value: Bounds, type: Scalar) -> Bounds:
    """What of a hypothesis is also true of another value; a limit that is broken at all is given up."""
    low, high, below, above = hypothesis
    if value.low < low:
        low = top(type).low
    if value.high > high:
        high = top(type).high
    below = {atom: by for atom, by in below.items() if atom in value.below and value.below[atom] <= by}
    above = {atom: by for atom, by in above.items() if atom in value.above and value.above[atom] >= by}
    return Bounds(low, high, below, above)
