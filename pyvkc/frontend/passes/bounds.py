"""What is known of an integer: the least and the greatest value, and how it compares with numbers that have names.

A :class:`Bounds` speaks of a mathematical integer, never of bits. :data:`RESULTS` gives the bounds of an operation's
exact result; :func:`fit` takes them over to a type: where the exact result may leave the type, the real one wraps, and
nothing is known of it but the type. So a wrapped value is never taken for the exact one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from ...types import Scalar

__all__ = [
    "FAR",
    "LAUNCH",
    "NONE",
    "RESULTS",
    "Atom",
    "Bounds",
    "exactly",
    "fit",
    "join",
    "meet",
    "middle",
    "moved",
    "shifted",
    "top",
    "without",
]


class Atom(NamedTuple):
    """A number with a name: of a kind of :class:`~pyvkc.program.Symbol` or of a position, ``"local"`` or ``"term"``.

    `owner` is the index of the parameter or variable, `axis` an axis or a component. A local is a variable; a term is
    an expression of numbers that do not change. A number that a launch gives may be meant `scale` times.
    """

    kind: str
    owner: int = -1
    axis: int = -1
    scale: int = 1


Offsets = Mapping[Atom, int]
LAUNCH: Final = ("size", "groups", "extent", "value")  # the kinds of atoms whose values a launch gives
NONE: Final[Offsets] = MappingProxyType({})


class Bounds(NamedTuple):
    """``low <= value <= high``, ``value <= atom + below[atom]`` and ``value >= atom + above[atom]``."""

    low: int
    high: int
    below: Offsets = NONE
    above: Offsets = NONE


Lows = Callable[[Atom], int]
"""The least value of an atom, where it is needed to compare a plain number with it."""

FAR: Final = 1 << 28  # Offsets beyond it are of no use to anyone, and are left out.
EVERYTHING: Final = Bounds(-(1 << 70), 1 << 70)


def exactly(value: int) -> Bounds:
    """The bounds of a number that is known."""
    return Bounds(value, value)


_TOPS: Final[dict[Scalar, Bounds]] = {}


def top(type: Scalar) -> Bounds:
    """What is known of any value of a type."""
    found = _TOPS.get(type)
    if found is None:
        found = Bounds(0, 1) if type.kind == "bool" else Bounds(type.minimum, type.maximum)
        _TOPS[type] = found
    return found


def fit(bounds: Bounds, type: Scalar) -> Bounds:
    """The bounds of a value as it is in `type`: they are kept only if no value wraps."""
    limits = top(type)
    return bounds if bounds.low >= limits.low and bounds.high <= limits.high else limits


# Two sources of knowledge


def meet(a: Bounds, b: Bounds) -> Bounds:
    """What is known of a value of which both are true."""
    below, above = a.below, a.above
    if b.below:
        below = {**b.below, **below}
        for atom, offset in b.below.items():
            below[atom] = min(offset, below[atom])
    if b.above:
        above = {**b.above, **above}
        for atom, offset in b.above.items():
            above[atom] = max(offset, above[atom])
    return Bounds(max(a.low, b.low), min(a.high, b.high), below, above)


def join(a: Bounds, low_a: Lows, b: Bounds, low_b: Lows) -> Bounds:
    """What is known of a value of which one is true; each with the least values that atoms have where it is."""
    above = {atom: min(offset, b.above[atom]) for atom, offset in a.above.items() if atom in b.above}
    return Bounds(min(a.low, b.low), max(a.high, b.high), _least_upper(a, low_a, b, low_b), above)


def _least_upper(a: Bounds, low_a: Lows, b: Bounds, low_b: Lows) -> Offsets:
    """Offsets above both values. A plain number compares too: 0 is at most ``n - 1`` where n is at least 1."""
    below = {}
    for atom in {**a.below, **b.below}:
        first, second = a.below.get(atom), b.below.get(atom)
        offset = max(
            a.high - low_a(atom) if first is None else first,
            b.high - low_b(atom) if second is None else second,
        )
        if offset < FAR:
            below[atom] = offset
    return below


def without(bounds: Bounds, atoms: frozenset[Atom]) -> Bounds:
    """The bounds with nothing said about `atoms`."""
    if atoms.isdisjoint(bounds.below) and atoms.isdisjoint(bounds.above):
        return bounds
    below = {atom: offset for atom, offset in bounds.below.items() if atom not in atoms}
    above = {atom: offset for atom, offset in bounds.above.items() if atom not in atoms}
    return Bounds(bounds.low, bounds.high, below, above)


# Arithmetic


def moved(offsets: Offsets, by: int) -> Offsets:
    """The offsets of a value that is greater by a number."""
    return offsets if by == 0 else {atom: offset + by for atom, offset in offsets.items() if -FAR < offset + by < FAR}


def shifted(a: Bounds, by: int) -> Bounds:
    """The bounds of ``a + by``."""
    return Bounds(a.low + by, a.high + by, moved(a.below, by), moved(a.above, by))


def _add(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    if b.low == b.high:
        return shifted(a, b.low)
    if a.low == a.high:
        return shifted(b, a.low)
    first = Bounds(a.low + b.low, a.high + b.high, moved(a.below, b.high), moved(a.above, b.low))
    return meet(first, EVERYTHING._replace(below=moved(b.below, a.high), above=moved(b.above, a.low)))


def _subtract(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """From ``a <= s + 3`` and ``b >= s + 1`` follows ``a - b <= 2``, whatever s is."""
    least, greatest = a.low - b.high, a.high - b.low
    for atom, offset in a.below.items():
        if atom in b.above:
            greatest = min(greatest, offset - b.above[atom])
    for atom, offset in a.above.items():
        if atom in b.below:
            least = max(least, offset - b.below[atom])
    return Bounds(least, greatest, moved(a.below, -b.low), moved(a.above, -b.high))


def _scaled(a: Bounds, by: int) -> Bounds:
    """The bounds of ``by * a``: what is below ``n - 1`` is then below ``2 * n - 2``."""
    below, above = (
        {
            atom._replace(scale=atom.scale * by): offset * by
            for atom, offset in offsets.items()
            if atom.kind in LAUNCH and -FAR < offset * by < FAR
        }
        for offsets in (a.below, a.above)
    )
    return Bounds(a.low * by, a.high * by, below, above)


def _multiply(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    if b.low == b.high == 1:
        return a
    if a.low == a.high == 1:
        return b
    for one, other in ((a, b), (b, a)):
        if one.low == one.high > 0:
            return _scaled(other, one.low)
    corners = (a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high)
    return Bounds(min(corners), max(corners))


def _negative(a: Bounds, low: Lows) -> Bounds:
    return Bounds(-a.high, -a.low)


def _positive(a: Bounds, low: Lows) -> Bounds:
    return a


def _absolute(a: Bounds, low: Lows) -> Bounds:
    return a if a.low >= 0 else Bounds(max(0, -a.high), max(-a.low, a.high))


def _floor_divide(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """By zero it is 0; else the quotient is no farther from 0 than `a`, and nearer the greater the divisor."""
    if b.low == b.high == 1:
        return a
    if b.low >= 1:
        return Bounds(a.low // (b.low if a.low < 0 else b.high), a.high // (b.high if a.high < 0 else b.low))
    if b.low == 0:
        return Bounds(min(a.low, 0), max(a.high, 0))
    size = max(-a.low, a.high)
    return Bounds(-size, size)


def _remainder(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """It has the sign of the divisor and is less; by zero it is 0, which is not less than the divisor."""
    if b.low >= 1:
        if a.low >= 0 and a.high < b.low:
            return a
        high = min(b.high - 1, a.high) if a.low >= 0 else b.high - 1
        return Bounds(0, high, moved(b.below, -1))
    return Bounds(min(b.low + 1, 0), max(b.high - 1, 0))


def _left_shift(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """A count of the width or more gives 0, where the exact result does not fit, or 0 is shifted."""
    if a.low < 0 or b.low < 0 or b.high > 63:
        return EVERYTHING
    return _scaled(a, 1 << b.low) if b.low == b.high else Bounds(a.low << b.low, a.high << b.high)


def _right_shift(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """A negative count is a great one, which gives 0 or -1."""
    if not 0 <= b.low <= b.high <= 63:
        return Bounds(min(a.low, 0), max(a.high, -1))
    return Bounds(a.low >> (b.high if a.low >= 0 else b.low), a.high >> (b.low if a.high >= 0 else b.high))


def _bitwise_and(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """At most either operand that is not negative. Beside a constant mask the other says nothing worth assuming."""
    bounds = EVERYTHING
    for one, other in ((b, a), (a, b)):
        if one.low >= 0:
            below = NONE if other.low == other.high else one.below
            bounds = meet(bounds, Bounds(0, one.high, below))
    return bounds


def _bitwise_or(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    if a.low < 0 or b.low < 0:
        return EVERYTHING
    return Bounds(max(a.low, b.low), (1 << max(a.high, b.high).bit_length()) - 1)


def _bitwise_xor(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    return _bitwise_or(a, b, low)._replace(low=0) if a.low >= 0 and b.low >= 0 else EVERYTHING


def _invert(a: Bounds, low: Lows) -> Bounds:
    return Bounds(-a.high - 1, -a.low - 1)


def _upper(a: Bounds) -> Bounds:
    """What is known of anything that is at most `a`."""
    return Bounds(EVERYTHING.low, a.high, a.below)


def _lower(a: Bounds) -> Bounds:
    """What is known of anything that is at least `a`."""
    return Bounds(a.low, EVERYTHING.high, NONE, a.above)


def _minimum(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    return meet(meet(join(a, low, b, low), _upper(a)), _upper(b))


def _maximum(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    return meet(meet(join(a, low, b, low), _lower(a)), _lower(b))


def middle(a: Bounds, b: Bounds, low: Lows) -> Bounds:
    """The exact ``(a + b) // 2``: between the two, and where ``a <= b - 1`` no more than ``b - 1``."""
    difference = _subtract(a, b, low)
    if difference.low >= 0:
        a, b, difference = b, a, Bounds(-difference.high, -difference.low)
    if difference.high > 0:
        return join(a, low, b, low)
    half = difference.high // 2  # not above 0
    return meet(_lower(a), _upper(shifted(b, half)))


def _clamp(a: Bounds, b: Bounds, c: Bounds, low: Lows) -> Bounds:
    return _minimum(_maximum(a, b, low), c, low)


# The exact result of each row whose result is known; the others give any value of their type.
RESULTS: Final[dict[str, Callable[..., Bounds]]] = {
    "add":          _add,
    "subtract":     _subtract,
    "multiply":     _multiply,
    "floor_divide": _floor_divide,
    "remainder":    _remainder,
    "left_shift":   _left_shift,
    "right_shift":  _right_shift,
    "bitwise_and":  _bitwise_and,
    "bitwise_or":   _bitwise_or,
    "bitwise_xor":  _bitwise_xor,
    "negative":     _negative,
    "positive":     _positive,
    "invert":       _invert,
    "abs":          _absolute,
    "min":          _minimum,
    "max":          _maximum,
    "minimum":      _minimum,
    "maximum":      _maximum,
    "fmin":         _minimum,
    "fmax":         _maximum,
    "clamp":        _clamp,
}  # fmt: skip
