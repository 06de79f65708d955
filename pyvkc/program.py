"""A compiled kernel: what the front end makes and the runtime runs.

A :class:`Program` is the whole contract between the two halves. It says which words to hand to Vulkan, what each
parameter is and how it is accessed, where every piece of launch data lies, and which facts about a launch the code
relies on. It knows neither the Python text it came from nor any device.
"""

from __future__ import annotations

import bisect
import struct
from dataclasses import dataclass, field
from typing import Any, final

from .errors import Span
from .reports import Report
from .static import StaticType
from .types import ArrayType, ValueType

__all__ = [
    "Assumption", "Binding", "Layout", "Line", "Member", "Need", "Parameter", "Program", "Shared", "Slot", "Symbol",
    "Table",
]  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel's parameter. `access` is ``"none"``, ``"read"``, ``"write"`` or ``"read_write"`` for arrays."""

    name: str
    type: ArrayType | ValueType | StaticType
    access: str = "none"

    @property
    def written(self) -> bool:
        return "write" in self.access

    @property
    def read(self) -> bool:
        return "read" in self.access


@final
@dataclass(frozen=True, slots=True)
class Member:
    """One number of the launch data.

    `kind` is ``"base"`` (first invocation of this dispatch), ``"size"`` (invocations of the launch), ``"address"``,
    ``"extent"``, ``"stride"`` or ``"origin"`` (of an array; in elements), ``"shift"`` (of an array accessed through
    words; in bytes), ``"value"`` (a scalar, or a number in a vector, matrix or struct), ``"table"`` (the address of a
    constant table), ``"report"`` (that of the report buffer) or ``"block"`` (that of the parameter block). `parameter`
    is an index into the parameters, or into the tables, `axis` an axis in NumPy order or the place of a number among
    those of a value.
    """

    kind: str
    offset: int
    size: int
    format: str
    parameter: int = -1
    axis: int = 0


@final
@dataclass(frozen=True, slots=True)
class Layout:
    """Where the launch data lies: push constants, and a parameter block in memory for what does not fit there.

    Both tuples are in the order of their offsets. `block_size` is 0 when there is no parameter block.
    """

    push: tuple[Member, ...]
    push_size: int
    block: tuple[Member, ...] = ()
    block_size: int = 0

    def packer(self, members: tuple[Member, ...]) -> struct.Struct:
        """A packer for the values of `members`, in their order, with the padding between them."""
        pieces, offset = ["<"], 0
        for member in members:
            pieces.append(f"{member.offset - offset}x{member.format}")
            offset = member.offset + member.size
        return struct.Struct("".join(pieces))


@final
@dataclass(frozen=True, slots=True)
class Slot:
    """A place that the function's text gives a parameter in the descriptor interface.

    An array is the storage buffer there; a number is in the uniform buffer there, `offset` bytes from its start.
    """

    set: int
    binding: int
    offset: int = 0


@final
@dataclass(frozen=True, slots=True)
class Binding:
    """A buffer of the descriptor interface; `kind` is ``"storage"``, ``"uniform"``, or ``"report"`` for the one that a
    kernel reports to, which has no parameter.

    The `parameter` of a uniform buffer is the first that lies in it.
    """

    set: int
    binding: int
    parameter: int
    access: str
    kind: str = "storage"


@final
@dataclass(frozen=True, slots=True)
class Symbol:
    """A number known at launch, times `scale`.

    `kind` is ``"size"`` (of the launch, `axis` in NumPy order), ``"groups"`` (that it has), ``"extent"`` (of an array),
    ``"value"`` (a scalar's) or ``"zero"``.
    """

    kind: str
    parameter: int = -1
    axis: int = 0
    scale: int = 1


@final
@dataclass(frozen=True, slots=True)
class Assumption:
    """The code is right only for launches with ``symbol + offset < extent of the array's axis``.

    Without an array (`parameter` is -1) the limit is ``2**31``. All numbers are unbounded integers here.
    """

    symbol: Symbol
    offset: int
    parameter: int
    axis: int


@final
@dataclass(frozen=True, slots=True)
class Shared:
    """Memory of a workgroup that a kernel allocates: what it is called there, where it begins and how long it is."""

    name: str
    offset: int
    size: int


@final
@dataclass(frozen=True, slots=True)
class Table:
    """A constant table as it lies in memory, where its address is a multiple of 8."""

    name: str
    content: bytes = field(repr=False)


@final
@dataclass(frozen=True, slots=True)
class Need:
    """A feature that a place in a kernel needs, and why, as a sentence; empty where the place says it."""

    feature: str
    span: Span
    reason: str = ""


@final
@dataclass(frozen=True, slots=True)
class Line:
    """From the word `word` of a module on, up to the next of these, instructions come from the place `span`."""

    word: int
    span: Span


@final
@dataclass(frozen=True, slots=True)
class Program:
    """A kernel compiled for one set of argument types.

    Attributes
    ----------
    name : str
        The Python function's name; `entry` is the entry point's.
    words : bytes
        The SPIR-V module, little-endian.
    workgroup : tuple of int
        Local size in SPIR-V order (x, y, z).
    ndim : int
        Dimensions of the launch.
    abi : str
        ``"address"``: arrays are addresses in the push constants. ``"descriptor"``: they are storage buffers.
    assumptions : tuple of Assumption
        What the launch must satisfy; otherwise compile without them.
    whole_groups : bool
        The kernel cannot be padded (it has barriers): launch whole workgroups only.
    shared : tuple of Shared
        What the kernel keeps in the memory of a workgroup, in the order in which it lies there.
    tables : tuple of Table
        Constants that the launch needs in the device's memory.
    features : tuple of str
        Vulkan features that the module needs, as the members of ``VkPhysicalDevice...Features`` are called.
    report : Report, optional
        What it prints, asserts and checks; ``None`` if it does nothing of that.
    needs : tuple of Need
        Of the features those that lines of the kernel need, with each such line.
    tree : object
        The typed tree, for printing.
    lines : tuple of Line
        Where the words of functions come from, by their place in the module.
    """

    name: str
    entry: str
    words: bytes = field(repr=False)
    target: str
    abi: str
    workgroup: tuple[int, int, int]
    ndim: int
    parameters: tuple[Parameter, ...]
    layout: Layout
    bindings: tuple[Binding, ...]
    capabilities: tuple[str, ...]
    extensions: tuple[str, ...]
    features: tuple[str, ...]
    assumptions: tuple[Assumption, ...] = ()
    whole_groups: bool = False
    shared: tuple[Shared, ...] = ()
    tables: tuple[Table, ...] = ()
    needs: tuple[Need, ...] = ()
    report: Report | None = None
    tree: Any = field(default=None, repr=False, compare=False)
    lines: tuple[Line, ...] = field(default=(), repr=False, compare=False)

    def span_at(self, word: int) -> Span | None:
        """The place in the text that the word `word` of the module comes from; ``None`` outside of functions."""
        number = bisect.bisect_right(self.lines, word, key=lambda line: line.word)
        return self.lines[number - 1].span if number else None

    @property
    def shared_size(self) -> int:
        """The bytes of a workgroup's memory that a device needs."""
        return max((each.offset + each.size for each in self.shared), default=0)
