"""Which facts about a launch are worth relying on.

A launch for which one assumption fails runs code without any, so only what a sensible launch satisfies is assumed:

- of several numbers that bound an index, those that the kernel itself compares with come first (a small constant, a
  scalar, an extent), the size of the launch last;
- that an array reaches beyond such a number (``x[i + 1]`` for i below n) is assumed only where no condition stands
  around the access: what the condition protects from is not known to be false.
"""

from __future__ import annotations

from typing import Final, final

from ...program import Assumption, Symbol
from ...types import i32, u32
from .bounds import Atom, Bounds
from .facts import MODERATE, Launch

__all__ = ["Assumptions"]

SMALL: Final = 1024  # An index below this is one that the array is made for.
BYTE: Final = 255  # Unless it is any byte, which says nothing about the array.
ZERO: Final = Atom("zero")
# The atoms that a launch knows the values of; the lesser are preferred.
RANKS: Final = {"zero": 0, "value": 1, "extent": 1, "groups": 2, "size": 3}

Relation = tuple[Atom, Atom]
"""A number and the extent that it is assumed to be below, apart from an offset."""
State = tuple[int, int, dict[Relation, int]]


@final
class Assumptions:
    """What is assumed so far: for each relation the greatest offset.

    Attributes
    ----------
    allowed : bool
        Whether anything may be assumed.
    kept : int
        The axes that stay tested.
    daring : int
        The assumptions that a sensible launch may break: that an array reaches beyond a number, or that it is as long
        as a launch in which not all invocations use it.
    """

    def __init__(self, allowed: bool) -> None:
        self.allowed = allowed
        self.kept = 0
        self.daring = 0
        self._offsets: dict[Relation, int] = {}

    def save(self) -> State:
        """The present state, for :meth:`restore`."""
        return self.kept, self.daring, dict(self._offsets)

    def restore(self, state: State) -> None:
        self.kept, self.daring, self._offsets = state

    def assume(self, launch: Launch, index: Bounds, extent: Atom, guarded: bool) -> bool:
        """Assume that an index is below an extent, if some number makes that plausible."""
        if not self.allowed:
            return False
        relations = {(atom, extent): by for atom, by in index.below.items() if _plausible(launch, atom, extent)}
        if index.high < SMALL and (index.high != BYTE or any(atom.kind == "local_id" for atom in index.below)):
            relations[ZERO, extent] = index.high
        candidates = [
            (RANKS[relation[0].kind], by, relation)
            for relation, by in relations.items()
            if not (guarded and by >= 0) or relation[0] == ZERO
        ]
        if not candidates:
            return False
        if not any(self._offsets.get(relation, -MODERATE) >= by for _, by, relation in candidates):
            _, by, relation = min(candidates)
            self._offsets[relation] = max(by, self._offsets.get(relation, by))
            self.daring += by >= 0 or (guarded and relation[0].kind == "size")
        return True

    def better(self, other: Assumptions) -> bool:
        """Whether this leaves out more tests than `other`, or as many with less daring assumptions."""
        return (self.kept, self.daring) < (other.kept, other.daring)

    def wanting(self, launch: Launch) -> bool:
        """Whether there is something to better, and a hope to do so where the launch is moderate."""
        return self.allowed and ((self.kept > 0 and launch.strained) or (self.daring > 0 and launch.blunt))

    def result(self, launch: Launch) -> tuple[Assumption, ...]:
        """All that a launch must satisfy, in an order that depends on nothing else."""
        found = [
            Assumption(_symbol(atom), by, extent.owner, extent.axis)
            for (atom, extent), by in sorted(self._offsets.items())
        ]
        for atom in sorted(launch.used):
            found += _moderation(atom, launch)
        return tuple(found)


def _plausible(launch: Launch, atom: Atom, extent: Atom) -> bool:
    """Whether the runtime knows the number, and it is another than the extent itself."""
    if atom.kind == "value":
        return atom.axis < 0 and launch.parameters[atom.owner].type in (i32, u32)
    return atom.kind in RANKS and atom._replace(scale=1) != extent


def _symbol(atom: Atom) -> Symbol:
    return Symbol(atom.kind, atom.owner, max(atom.axis, 0), atom.scale)


def _moderation(atom: Atom, launch: Launch) -> list[Assumption]:
    """``atom <= MODERATE``; an extent is also above 0, and a signed scalar at least ``-MODERATE``."""
    room = i32.maximum - MODERATE
    found = [Assumption(_symbol(atom), room, -1, 0)]
    if atom.kind == "extent":
        found.append(Assumption(_symbol(ZERO), 0, atom.owner, atom.axis))
    if atom.kind == "value" and launch.parameters[atom.owner].type == i32:
        found.append(Assumption(_symbol(atom._replace(scale=-1)), room, -1, 0))
    return found
