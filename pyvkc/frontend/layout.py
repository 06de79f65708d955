"""Where every piece of launch data lies: the one source for the code that reads it and the host that writes it.

Gets a kernel's parameters, its number of dimensions and the target; returns a :class:`~pyvkc.program.Layout`, which
the lowering turns into the members of a block and the runtime into a packer. All offsets are scalar-aligned.

The address interface
---------------------
A header of u32, then everything else, 8-byte numbers first so that nothing is padded. Where elements and invocations
are counted in 64 bits, sizes, extents, strides and origins have 64 bits, too::

    base[axis]     the first invocation of this dispatch     axes in NumPy order
    size[axis]     invocations of the whole launch
    report         the address of the report buffer, if the kernel has one
    table          the address of each constant table that is not in the module
    address        of the element of each array that lies lowest in memory, on its own 8 bytes
    value          a scalar, or a component of a vector
    extent[axis]   of each array, i32
    stride[axis]   of each array that is not contiguous: i32, in elements, maybe negative
    origin         of each such array: the elements from the lowest to [0, ..., 0], so that no offset is negative
    shift          of each array accessed through words

Push constants hold 128 bytes on every device. What exceeds them leaves only the header there, followed by ``block``:
the address of a parameter block in memory, which holds all the rest in the same order.

The descriptor interface
------------------------
Arrays are buffers, so there is no header and no address: values in the order of the parameters, then the extents of
arrays of several dimensions (a 1-D array knows its own length). Nothing spills; `push_size` is what the engine that
launches the module has to provide. Values that have a slot lie in uniform buffers instead.

Numbers
-------
A vector, a matrix or a struct is passed as its numbers, one by one: ``value`` with the number's place among them.
What is narrower than 32 bits travels as 32 bits of its kind (a bool as 0 or 1, an f16 as an f32), so that no kernel
needs 8- or 16-bit push constants.

Arrays accessed through words
-----------------------------
Where the device has no 8-bit storage, an array of bools is read and written as 32-bit words; so is, on every device, an
array of numbers of 8 or 16 bits that the kernel updates atomically. The host
then passes its address rounded down to a multiple of 4, and as ``shift`` the bytes by which it was rounded (0 to 3).
The word that holds an array's last element is read whole and written back with atomics that change that alone, so
memory must be allocated in multiples of 4 bytes, and neighbours are safe. In the descriptor interface the buffer
starts at element 0, there is no shift, and the length of a 1-D array is passed, as a buffer knows it in whole words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from ..program import Binding, Layout, Member
from ..records import alignment_of
from ..types import (
    ArrayType,
    ElementType,
    Matrix,
    Scalar,
    StructType,
    TupleType,
    ValueType,
    Vector,
    bool_,
    i32,
    i64,
    parts_of,
    u8,
    u16,
    u32,
)
from . import ir
from .target import Target

__all__ = [
    "PUSH_LIMIT", "Leaf", "carrier", "launch_layout", "leaves", "natural", "offset_of", "part_name", "path_name",
    "report_binding", "through_words", "unit_of",
]  # fmt: skip

PUSH_LIMIT: Final = 128
"""Bytes of push constants that every Vulkan device has."""

FORMATS: Final = {
    ("int",   32): "i",
    ("int",   64): "q",
    ("uint",  32): "I",
    ("uint",  64): "Q",
    ("float", 32): "f",
    ("float", 64): "d",
}  # fmt: skip
"""The :mod:`struct` codes by kind and width in bits."""

UNSIGNED: Final = {i32: "I", i64: "Q"}
"""The codes of what counts invocations, by the type that counts."""

# Members before they have offsets: (kind, format, parameter, axis).
_Piece = tuple[str, str, int, int]


def launch_layout(
    parameters: Sequence[ir.Parameter],
    ndim: int,
    target: Target,
    words: Collection[int] | None = None,
    index: Scalar = i32,
    tables: int = 0,
    reports: bool = False,
) -> Layout:
    """The launch data of a kernel with `parameters`, launched over `ndim` axes.

    `words` are the indices of the arrays that are accessed through words, by default those that have to be. `index` is
    the type that counts elements and invocations, `tables` how many tables lie in memory, and `reports` whether the
    kernel has a report buffer.
    """
    if words is None:
        arrays = (parameter for parameter in parameters if isinstance(parameter, ir.ArrayParameter))
        words = {array.index for array in arrays if through_words(array.type, target)}
    if not target.addresses:
        pushed = [parameter for parameter in parameters if parameter.slot is None]
        push, push_size = _place([*_values(pushed), *_extents(parameters, "i", words, 2)], 0)
        return Layout(push, push_size)
    header = [(kind, UNSIGNED[index], -1, axis) for kind in ("base", "size") for axis in range(ndim)]
    addresses = [("report", "Q", -1, 0)] * reports + [("table", "Q", number, 0) for number in range(tables)]
    pieces = [*addresses, *_arguments(parameters, words, _format(index))]
    push, push_size = _place([*header, *pieces], 0)
    if push_size <= PUSH_LIMIT:
        return Layout(push, push_size)
    push, push_size = _place([*header, ("block", "Q", -1, 0)], 0)
    block, block_size = _place(pieces, 0)
    return Layout(push, push_size, block, -(-block_size // 8) * 8)


def report_binding(bindings: Iterable[Binding]) -> Binding:
    """Where the report buffer is bound in the descriptor interface: in set 0, behind all other buffers."""
    number = max((binding.binding for binding in bindings if binding.set == 0), default=-1) + 1
    return Binding(0, number, -1, "read_write", "report")


def carrier(scalar: Scalar) -> tuple[str, int]:
    """The kind and the width in bits of the number that carries a `scalar` in the launch data."""
    return ("uint" if scalar.kind == "bool" else scalar.kind), max(32, scalar.bits)


class Leaf(NamedTuple):
    """A number in a value: the way to it from the outside in, its type, and its place in memory in bytes."""

    path: tuple[int, ...]
    scalar: Scalar
    offset: int


@cache
def leaves(type: ElementType) -> tuple[Leaf, ...]:
    """The numbers that a value is made of, in their order: fields as declared, rows before components."""
    return tuple(_leaves(type, (), 0))


def _leaves(type: ValueType, path: tuple[int, ...], offset: int) -> Iterator[Leaf]:
    if isinstance(type, Scalar):
        yield Leaf(path, type, offset)
        return
    for number, part in enumerate(parts_of(type)):
        yield from _leaves(part, (*path, number), offset + offset_of(type, number))


def offset_of(type: ValueType, number: int) -> int:
    """Where a part begins in memory, in bytes from the beginning of the whole."""
    if isinstance(type, StructType):
        return type.offsets[number]
    assert isinstance(type, (Vector, Matrix)), type
    return number * type.itemsize // len(parts_of(type))


@cache
def natural(type: ElementType) -> bool:
    """Whether SPIR-V can say how a type lies in memory: every number aligned, fields in order and without overlap.

    SPIR-V has fields in any order, too, but in storage buffers a driver of NVIDIA's reads those wrongly.
    """
    parts, end = parts_of(type), 0
    if not isinstance(type, StructType):
        return True
    for offset, part in zip(type.offsets, parts, strict=True):
        assert not isinstance(part, TupleType)
        if offset < end or offset % alignment_of(part) or not natural(part):
            return False
        end = offset + part.itemsize
    return end <= type.itemsize and type.itemsize % alignment_of(type) == 0


def unit_of(type: ElementType) -> Scalar:
    """The largest unsigned integer, up to 32 bits, of which every number in an array of `type` is made."""
    numbers = type.itemsize | 4
    for leaf in leaves(type):
        numbers |= leaf.offset | leaf.scalar.itemsize
    return {1: u8, 2: u16, 4: u32}[numbers & -numbers]


def part_name(type: ValueType, number: int) -> str:
    """How a part of a value is written behind it: ``.mass``, ``.x`` or ``[0]``."""
    if isinstance(type, StructType):
        return f".{type.names[number]}"
    return f".{'xyzw'[number]}" if isinstance(type, Vector) else f"[{number}]"


def path_name(type: ValueType, path: tuple[int, ...]) -> str:
    """How the part that a path leads to is written behind the whole: ``.pos.x``."""
    text = ""
    for number in path:
        text += part_name(type, number)
        type = parts_of(type)[number]
    return text


def through_words(array: ArrayType, target: Target) -> bool:
    """Whether the elements of `array` have to be accessed through 32-bit words: bools have, where bytes cannot be."""
    return array.element == bool_ and not target.storage8


def _arguments(parameters: Sequence[ir.Parameter], words: Collection[int], count: str) -> list[_Piece]:
    """All but the header; `count` is the format of what counts elements."""
    arrays = [p for p in parameters if isinstance(p, ir.ArrayParameter)]
    pieces: list[_Piece] = [("address", "Q", array.index, 0) for array in arrays]
    pieces += _values(parameters)
    pieces += _extents(parameters, count)
    pieces += [("stride", count, a.index, axis) for a in arrays if not a.type.contiguous for axis in range(a.ndim)]
    pieces += [("origin", count, array.index, 0) for array in arrays if not array.type.contiguous]
    pieces += [("shift", "I", array.index, 0) for array in arrays if array.index in words]
    return sorted(pieces, key=lambda piece: piece[1] not in "Qqd")


def _values(parameters: Iterable[ir.Parameter]) -> list[_Piece]:
    return [
        ("value", _format(scalar), parameter.index, axis)
        for parameter in parameters
        if isinstance(parameter, ir.ValueParameter)
        for axis, (_, scalar, _) in enumerate(leaves(parameter.type))
    ]


def _extents(
    parameters: Iterable[ir.Parameter], count: str, also: Collection[int] = (), least: int = 1
) -> list[_Piece]:
    """The extents of the arrays of at least `least` dimensions, and of those `also`."""
    arrays = [p for p in parameters if isinstance(p, ir.ArrayParameter) and (p.ndim >= least or p.index in also)]
    return [("extent", count, array.index, axis) for array in arrays for axis in range(array.ndim)]


def _format(scalar: Scalar) -> str:
    return FORMATS[carrier(scalar)]


def _place(pieces: Iterable[_Piece], offset: int) -> tuple[tuple[Member, ...], int]:
    """Members at their aligned offsets from `offset` on, and where they end."""
    members = []
    for kind, format, parameter, axis in pieces:
        size = 8 if format in "Qqd" else 4
        offset = -(-offset // size) * size
        members.append(Member(kind, offset, size, format, parameter, axis))
        offset += size
    return tuple(members), offset
