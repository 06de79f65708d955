"""What holds in a loop of the variables that it assigns.

The facts from before the loop are taken as hypotheses. The body is walked with them; each assignment weakens those that
it breaks; the body is walked again until none breaks. What remains holds where the loop starts and after every
assignment in it, so by induction it holds anywhere in the loop, and behind it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar, final

from ...types import Scalar, i32, u32
from .. import ir
from .assume import Assumptions
from .bounds import NONE, Atom, Bounds, top, without
from .estimate import atoms
from .facts import Facts, named
from .relevant import relevant

__all__ = ["Loops", "assignments", "changes", "has_break"]

# How often a loop, and how often all loops of a kernel, are walked before all hypotheses are given up.
ATTEMPTS: Final = 4
WALKS: Final = 200
Result = TypeVar("Result")


Assignment = tuple[ir.Variable, ir.Expression | None]
"""A variable and the value that a statement gives it, if an expression says it."""


def assignments(block: ir.Block) -> Iterator[Assignment]:
    """All assignments to mutable variables by the statements in `block`, at any depth."""
    for node in block:
        if isinstance(node, ir.Assign):
            if node.variable.mutable:
                yield node.variable, node.value
        elif isinstance(node, ir.If):
            yield from assignments(node.then)
            yield from assignments(node.otherwise)
        elif isinstance(node, ir.For):
            if node.variable.mutable:
                yield node.variable, None
            yield from assignments(node.body)
        elif isinstance(node, ir.While):
            yield from assignments(node.prelude)
            yield from assignments(node.body)
        elif isinstance(node, ir.Atomic | ir.Subgroup) and node.result.mutable:
            yield node.result, None


def changes(assigned: Iterable[Assignment]) -> frozenset[Atom]:
    """The atoms that assignments change."""
    return frozenset(atom for variable, _ in assigned for atom, _ in atoms(variable))


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
        self._walks = 0
        self._unit: ir.Block = ()
        self._relevant: set[int] | None = None

    def enter(self, unit: ir.Block) -> None:
        """The walk comes to the body of a kernel or function."""
        self._unit, self._relevant = unit, None

    def report(self, atom: Atom, type: Scalar, bounds: Bounds) -> None:
        """A variable takes a value, which may break hypotheses."""
        for hypotheses in self._hypotheses:
            if atom in hypotheses:
                hypotheses[atom] = _weaken(hypotheses[atom], bounds, type)

    def walk(self, assigned: list[Assignment], facts: Facts, body: Callable[[Facts], Result]) -> Result:
        """What ``body(facts at the start of an iteration)`` gives once the hypotheses hold.

        `assigned` are the loop's assignments. The facts become those behind the loop, however often it ran.
        """
        changed = changes(assigned)
        found = self._find_hypotheses(changed, facts)
        facts.forget(changed)
        for variable, value in assigned:
            _foresee(found, variable, value)
        self._hypotheses.append(found)
        for attempt in itertools.count():
            self._walks += 1
            if attempt > ATTEMPTS or self._walks > WALKS:
                found.clear()
            before, state = dict(found), self.assumptions.save()
            result = body(_with(facts.copy(), found))
            if found == before:
                break
            self.assumptions.restore(state)
        self._hypotheses.pop()
        _with(facts, found)
        return result

    def _find_hypotheses(self, changed: frozenset[Atom], facts: Facts) -> dict[Atom, Bounds]:
        found = {atom: without(bounds, changed) for atom, bounds in facts.known.items() if atom in changed}
        if not found:
            return found
        if self._relevant is None:
            self._relevant = relevant(self._unit)
        return {atom: bounds for atom, bounds in found.items() if atom.owner in self._relevant}


def _with(facts: Facts, found: dict[Atom, Bounds]) -> Facts:
    facts.known.update((atom, named(atom, bounds)) for atom, bounds in found.items())
    return facts


def _foresee(found: dict[Atom, Bounds], variable: ir.Variable, value: ir.Expression | None) -> None:
    """Give up at once what an assignment is sure to break, and save a walk: the body need not be walked to see it."""
    atom = Atom("local", variable.index)
    old = found.get(atom)
    if old is None:
        return
    assert isinstance(variable.type, Scalar)
    limits = top(variable.type)
    if value is not None and _from_memory(value):
        found[atom] = limits
    elif isinstance(value, ir.Operation) and value.row in ("add", "subtract"):
        first, second = value.operands
        if first == ir.Read(variable) and isinstance(second, ir.Constant):
            rises = (value.row == "add") == (second.value > 0)
            found[atom] = (
                old._replace(high=limits.high, below=NONE) if rises else old._replace(low=limits.low, above=NONE)
            )


def _from_memory(value: ir.Expression) -> bool:
    """Whether an element of an array is a part of a sum or product, of which then nothing is known."""
    if isinstance(value, ir.Operation):
        return value.row in ("add", "subtract", "multiply") and any(map(_from_memory, value.operands))
    return isinstance(value, ir.Load) and value.type in (i32, u32)


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
