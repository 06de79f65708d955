"""What running kernels tell the host: the report buffer, the places that write to it, and what they say as text.

A kernel that prints, asserts or is checked writes numbers of the place (a :class:`Site`) and the bits of the values
that it shows; everything else is known here. The front end makes a :class:`Report` of the sites, the code writes what
it says and the runtime reads it. In words of 32 bits, all of them 0 before the launch::

    fault     the number of the site of the first fault, counted from 1
    lines     how many lines were printed, those that found no room among them
    ...       what the first fault has to say: where the invocation stands, and its values
    line[k]   each the number of its site, where the invocation stands, and its values; all equally long

A value of more than 32 bits is two words, the lower one first; what is narrower is one: integers and bools with their
sign, floats as f32.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, final

from .errors import (
    KernelAssertionError,
    KernelError,
    KernelIndexError,
    KernelValueError,
    KernelZeroDivisionError,
    Span,
)
from .types import Matrix, Scalar, StructType, TupleType, ValueType, Vector, bf16, bool_, f64, parts_of

__all__ = [
    "FAULT", "FIRST", "LINES", "MOST_LINES", "Group", "Piece", "Report", "Shown", "Site", "format_value", "words_of",
]  # fmt: skip

FAULT: Final = 0
LINES: Final = 1
FIRST: Final = 2

MOST_LINES: Final = 2**31
"""Lines up to which they are counted."""

MOST_WORDS: Final = 2**26
"""Words of a report at most, however many lines were asked for."""

FAULTS: Final[dict[str, type[KernelError]]] = {
    "assert":        KernelAssertionError,
    "index":         KernelIndexError,
    "zero_division": KernelZeroDivisionError,
    "value":         KernelValueError,
}  # fmt: skip
"""The exception by the kind of site; a site of the kind ``"print"`` raises none."""


@final
@dataclass(frozen=True, slots=True)
class Shown:
    """A value in a text, as Python formats it: ``{x!r:>8}`` has the conversion ``"r"`` and the spec ``">8"``."""

    type: ValueType
    conversion: str = ""
    spec: str = ""


@final
@dataclass(frozen=True, slots=True)
class Group:
    """Several pieces that are formatted as one text with a spec."""

    pieces: tuple[Piece, ...]
    spec: str


Piece = str | Shown | Group


@final
@dataclass(frozen=True, slots=True)
class Site:
    """A place in a kernel that reports, and the text that it reports, in pieces.

    `kind` is ``"print"`` or a key of :data:`FAULTS`.
    """

    kind: str
    pieces: tuple[Piece, ...]
    span: Span

    @property
    def types(self) -> Iterator[ValueType]:
        """The types of the values in the text, in order."""
        return _types(self.pieces)

    def text(self, words: Iterator[int]) -> str:
        """The text, with values from the words that the kernel wrote."""
        return _text(self.pieces, words)


def _types(pieces: Iterable[Piece]) -> Iterator[ValueType]:
    for piece in pieces:
        if isinstance(piece, Shown):
            yield piece.type
        elif isinstance(piece, Group):
            yield from _types(piece.pieces)


def _text(pieces: Iterable[Piece], words: Iterator[int]) -> str:
    return "".join(piece if isinstance(piece, str) else _piece_text(piece, words) for piece in pieces)


def _piece_text(piece: Shown | Group, words: Iterator[int]) -> str:
    if isinstance(piece, Group):
        return format(_text(piece.pieces, words), piece.spec)
    return format_value(piece, _take(piece.type, words))


@final
@dataclass(frozen=True, slots=True)
class Report:
    """The report buffer of a program, which has `lines` for what is printed.

    `workgroup` is in NumPy order, `index` the type of the places where invocations stand.
    """

    kernel: str
    sites: tuple[Site, ...] = field(repr=False)
    lines: int
    workgroup: tuple[int, ...]
    index: Scalar

    @property
    def first_line(self) -> int:
        """The word at which the first line lies."""
        return FIRST + self._longest(site for site in self.sites if site.kind != "print")

    @property
    def stride(self) -> int:
        """The words of a line; 0 where nothing is printed."""
        return self._longest((site for site in self.sites if site.kind == "print"), number=1)

    @property
    def room(self) -> int:
        """How many lines there is room for."""
        return min(self.lines, (MOST_WORDS - self.first_line) // self.stride) if self.stride else 0

    @property
    def size(self) -> int:
        """The bytes of the buffer."""
        return 4 * (self.first_line + self.room * self.stride)

    def _longest(self, sites: Iterable[Site], number: int = 0) -> int:
        place = len(self.workgroup) * words_of(self.index)
        return max((number + place + sum(map(words_of, site.types)) for site in sites), default=0)

    def used(self, lines: int) -> int:
        """The words that hold something, when so many lines were printed."""
        return self.first_line + min(lines, self.room) * self.stride

    def fault(self, words: Iterable[int]) -> KernelError | None:
        """The first fault as the exception that tells it."""
        left = iter(words)
        number, _ = next(left), next(left)
        if not number:
            return None
        site = self.sites[number - 1]
        place = self._place(left)
        return FAULTS[site.kind](
            site.text(left),
            site.span,
            kernel=self.kernel,
            invocation=place,
            group=tuple(p // width for p, width in zip(place, self.workgroup, strict=True)),
            local=tuple(p % width for p, width in zip(place, self.workgroup, strict=True)),
        )

    def printed(self, words: list[int]) -> str:
        """All that was printed, whole lines of each invocation, and how many lines were lost."""
        texts: list[str] = []
        begun: dict[tuple[int, ...], str] = {}
        for start in range(self.first_line, self.used(words[LINES]), self.stride or 1):
            left = iter(words[start : start + self.stride])
            site = self.sites[next(left) - 1]
            place = self._place(left)
            text = begun.pop(place, "") + site.text(left)
            whole, newline, rest = text.rpartition("\n")
            texts.append(whole + newline)
            if rest:
                begun[place] = rest
        return "".join([*texts, *begun.values()]) + self._lost(words[LINES], begun)

    def _lost(self, lines: int, begun: dict[tuple[int, ...], str]) -> str:
        lost = lines - self.room
        if lost <= 0:
            return ""
        count = f"{lost:,}{'+' * (lines >= MOST_LINES)}"
        return (
            f"{chr(10) * bool(begun)}... {count} more line{'s' * (lost > 1)} of the kernel {self.kernel!r} lost; "
            f"raise print_lines={self.lines} of the kernel, or PYVKC_PRINT_LINES\n"
        )

    def _place(self, words: Iterator[int]) -> tuple[int, ...]:
        return tuple(int(_take(self.index, words)) for _ in self.workgroup)


def words_of(type: ValueType) -> int:
    """The words of a value in a report."""
    if isinstance(type, Scalar):
        return 2 if type.bits == 64 else 1
    return sum(map(words_of, parts_of(type)))


def _take(type: ValueType, words: Iterator[int]) -> Any:
    """A value from its words: a number of Python's, or a tuple of its parts."""
    if not isinstance(type, Scalar):
        return tuple(_take(part, words) for part in parts_of(type))
    bits = next(words) | (next(words) << 32 if type.bits == 64 else 0)
    if type.floating:
        format = "<d" if type == f64 else "<f"
        number: float = struct.unpack(format, bits.to_bytes(struct.calcsize(format), "little"))[0]
        return number
    if type == bool_:
        return bool(bits)
    wide = 64 if type.bits == 64 else 32
    return bits - (1 << wide) if type.kind == "int" and bits >> (wide - 1) else bits


# Texts


def format_value(piece: Shown, value: Any) -> str:
    """A value as Python formats it, floats as short as they are in NumPy.

    Raises
    ------
    ValueError
        Values of this type cannot be formatted so.
    """
    if piece.conversion or not piece.spec:
        return format(_shown(piece.type, value), piece.spec)
    if not isinstance(piece.type, Scalar):
        raise ValueError("a value of several numbers has no format; write for instance {x!s:>20}")
    if piece.type.floating and piece.spec[-1] not in "eEfFgGn%":
        value = float(_shown(piece.type, value))
    return format(value, piece.spec)


def _shown(type: ValueType, value: Any) -> str:
    """``str()`` of a value; a number's is also its ``repr()``."""
    if isinstance(type, Scalar):
        return _shortest(type, value) if type.floating else str(value)
    if isinstance(type, StructType):
        fields = zip(type.names, parts_of(type), value, strict=True)
        return f"{type}({', '.join(f'{name}={_shown_field(part, inner)}' for name, part, inner in fields)})"
    if isinstance(type, TupleType) and len(value) == 1:
        return f"({_shown(type.elements[0], value[0])},)"
    name = "" if isinstance(type, TupleType) else str(type)
    nested = _shown if isinstance(type, TupleType) else _shown_field
    return f"{name}({', '.join(nested(part, inner) for part, inner in zip(parts_of(type), value, strict=True))})"


def _shown_field(type: ValueType, value: Any) -> str:
    """A part of a vector, a matrix or a struct, whose type is known: vectors without their names."""
    if isinstance(type, (Vector, Matrix)):
        return f"({', '.join(_shown_field(part, inner) for part, inner in zip(parts_of(type), value, strict=True))})"
    return _shown(type, value)


def _shortest(type: Scalar, value: float) -> str:
    """The shortest digits that give the number back in its type."""
    if type == f64:
        return repr(value)
    if type != bf16:
        return str(type(value))
    digits = (f"{value:.{count}g}" for count in range(1, 10))
    return str(float(next((text for text in digits if type.nearest(float(text)) == value), str(value))))
