"""What is known at one point of a kernel: bounds of atoms, which grow with each condition and end with assignments.

:class:`Launch` knows what holds of every launch. :class:`Facts` adds what the way to this point has shown. Knowledge
of a variable that changes ends where it changes, together with all that was said in its terms; nothing is ever known
of memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from ...static import StaticType
from ...types import ArrayType, Scalar, i32, parts_of, u32
from .. import ir
from .bounds import EVERYTHING, NONE, Atom, Bounds, exactly, join, meet, moved, top, without

__all__ = ["MODERATE", "Facts", "Launch", "named"]

GREATEST: Final = i32.maximum
MODERATE: Final = 1 << 29


@final
class Launch:
    """What holds of the numbers of every launch, or of every moderate one.

    In a moderate launch no size, extent or scalar is farther than :data:`MODERATE` from 0, and no array is empty. So
    ``n - 1`` and ``4 * i + 3`` do not wrap there, and ``i % n`` is an index.

    Attributes
    ----------
    moderate : bool
        Whether moderation may be used.
    used : list of Atom
        The numbers whose moderation may have been used, each once.
    strained : bool
        Whether something was left unknown that may be known of a moderate launch.
    blunt : bool
        Whether a condition was, which so taught less than it might.
    terms : dict of Expression to Atom
        The atoms that stand for expressions of numbers that do not change.
    """

    __slots__ = ("_known", "blunt", "moderate", "parameters", "strained", "terms", "used", "workgroup")

    def __init__(self, kernel: ir.Kernel, moderate: bool) -> None:
        self.parameters = kernel.parameters
        self.workgroup = kernel.workgroup
        self.moderate = moderate
        self.used: list[Atom] = []
        self.strained = self.blunt = False
        self.terms: dict[ir.Expression, Atom] = {}
        self._known: dict[Atom, Bounds] = {}

    def bounds(self, atom: Atom) -> Bounds:
        """What is known of an atom from the start, with the atom itself among it."""
        if atom.kind in ("local", "term"):
            return named(atom, EVERYTHING)
        found = self._known.get(atom)
        if found is None:
            found = self._known[atom] = named(atom, self._start(atom))
        return found

    def _start(self, atom: Atom) -> Bounds:
        kind, _, axis, scale = atom
        if scale != 1:
            once = self.bounds(atom._replace(scale=1))
            return Bounds(scale * once.low, scale * once.high)
        if kind == "extent":
            return self._moderated(atom, Bounds(0, GREATEST), 1)
        if kind == "size":
            return self._moderated(atom, Bounds(1, GREATEST), 1)
        if kind == "value":
            type = self._value_type(atom)
            return self._moderated(atom, top(type), -MODERATE) if type in (i32, u32) else top(type)
        if kind == "local_id":
            return Bounds(0, self.workgroup[axis] - 1)
        if kind == "group_size":
            return exactly(self.workgroup[axis])
        if kind in ("subgroup_size", "subgroup_lane"):  # which have to do with no axis, and not with the launch's size
            return Bounds(int(kind == "subgroup_size"), GREATEST)
        size = Atom("size", -1, axis)
        greatest = self.bounds(size).high
        if kind == "groups":  # at most one for each invocation
            return Bounds(1, greatest, {size: 0})
        return Bounds(0, greatest - 1, {Atom("groups", -1, axis) if kind == "group_id" else size: -1})

    def _value_type(self, atom: Atom) -> Scalar:
        """The type of a number that is passed, or of a part of a composite one."""
        type = self.parameters[atom.owner].type
        assert not isinstance(type, (ArrayType, StaticType))
        number = type if atom.axis < 0 else parts_of(type)[atom.axis]
        assert isinstance(number, Scalar), number
        return number

    def _moderated(self, atom: Atom, bounds: Bounds, least: int) -> Bounds:
        """Narrower bounds in a moderate launch; a component of a vector is not looked at, and may be anything."""
        if not self.moderate or (atom.kind == "value" and atom.axis >= 0):
            return bounds
        self.used.append(atom)
        return Bounds(max(bounds.low, least), MODERATE)


def named(atom: Atom, bounds: Bounds) -> Bounds:
    """The bounds of an atom, which is equal to itself."""
    return Bounds(bounds.low, bounds.high, {**bounds.below, atom: 0}, {**bounds.above, atom: 0})


MOST_COMPARED: Final = 16
"""Numbers that one is known to be at least, or at most, from which on no more are looked for."""


@final
class Facts:
    """Bounds of atoms where the walk is; copied where ways part, joined where they meet.

    Attributes
    ----------
    known : dict of Atom to Bounds
        What is known beyond :meth:`Launch.bounds`.
    conditions : dict of int to Expression
        The values of the bool variables, by index, that are made of numbers that do not change.
    """

    __slots__ = ("conditions", "known", "launch")

    def __init__(self, launch: Launch, known: dict[Atom, Bounds] | None = None) -> None:
        self.launch = launch
        self.known = {} if known is None else known
        self.conditions: dict[int, ir.Expression] = {}

    def copy(self) -> Facts:
        facts = Facts(self.launch, dict(self.known))
        facts.conditions = self.conditions
        return facts

    def take(self, other: Facts) -> None:
        """Become `other`."""
        self.known, self.conditions = other.known, other.conditions

    def of(self, atom: Atom) -> Bounds:
        """What is known of an atom."""
        return self.known.get(atom) or self.launch.bounds(atom)

    def low(self, atom: Atom) -> int:
        return self.of(atom).low

    def bind(self, atom: Atom, bounds: Bounds) -> None:
        """Give an atom a new value; what was said of the old one, and in its terms, is no more."""
        gone = frozenset((atom,))
        self.forget(gone)
        self.known[atom] = named(atom, without(bounds, gone))

    def forget(self, atoms: frozenset[Atom]) -> None:
        """End all knowledge of `atoms`."""
        for atom, bounds in self.known.items():
            self.known[atom] = without(bounds, atoms)
        for atom in atoms:
            self.known.pop(atom, None)

    def note(self, variable: ir.Variable, condition: ir.Expression) -> None:
        """Remember the condition that a bool variable stands for."""
        self.conditions = {**self.conditions, variable.index: condition}

    def less_or_equal(self, a: Bounds, b: Bounds, offset: int = 0) -> None:
        """Learn that ``a <= b + offset``.

        ``a >= atom + 2`` gives ``atom <= b + offset - 2``, and ``b <= atom + 2`` gives ``atom >= a - offset - 2``. Of
        numbers that are already compared with many others no more is learned, as it would be of use to none.
        """
        if len(a.above) > MOST_COMPARED or len(b.below) > MOST_COMPARED:
            return
        for atom, distance in a.above.items():
            by = offset - distance
            self._lower(atom, Bounds(EVERYTHING.low, b.high + by, moved(b.below, by)))
        for atom, distance in b.below.items():
            by = -offset - distance
            self._raise(atom, Bounds(a.low + by, EVERYTHING.high, NONE, moved(a.above, by)))

    def _lower(self, atom: Atom, bounds: Bounds) -> None:
        """Learn an upper bound of an atom, and so of all that is known to be at most so much more than it."""
        for other, found in self._with(atom):
            by = found.below.get(atom)
            if by is not None:
                more = Bounds(EVERYTHING.low, bounds.high + by, moved(bounds.below, by))
                self.known[other] = meet(found, more)

    def _raise(self, atom: Atom, bounds: Bounds) -> None:
        """Learn a lower bound of an atom, and so of all that is known to be at least so much more than it."""
        for other, found in self._with(atom):
            by = found.above.get(atom)
            if by is not None:
                more = Bounds(bounds.low + by, EVERYTHING.high, NONE, moved(bounds.above, by))
                self.known[other] = meet(found, more)

    def _with(self, atom: Atom) -> Iterable[tuple[Atom, Bounds]]:
        """All that is known, the atom among it: it is at most, and at least, itself."""
        if atom not in self.known:
            self.known[atom] = self.launch.bounds(atom)
        return list(self.known.items())

    def join(self, other: Facts) -> None:
        """Keep what is true on both of two ways."""
        known = {}
        for atom, a in self.known.items():
            b = other.known.get(atom)
            if b is not None:
                known[atom] = a if a is b else join(a, self.low, b, other.low)
        self.known = known
        if self.conditions is not other.conditions:
            self.conditions = {
                index: condition
                for index, condition in self.conditions.items()
                if other.conditions.get(index) is condition
            }
