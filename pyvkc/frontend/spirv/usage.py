"""What a module uses, noted while it is built.

Gets every type, constant and instruction as it is made, before the encoder checks the operands; gives the
capabilities and extensions that follow (`requirements` for what the grammar says, the tables of `widths` for what
depends on types).
"""

from __future__ import annotations

from typing import NamedTuple

from .encode import ID_KINDS, Operand, Used, match
from .grammar import INSTRUCTIONS
from .literals import float_words, integer_words
from .requirements import Version, require, rows_of
from .widths import ATOMICS, FULL, HOLDS, STORAGE, STORAGE_ONLY

# The grammar lets either of two capabilities enable these instructions; which one it is depends on the group operation.
GROUPED = frozenset(name for name, row in INSTRUCTIONS.items() if "GroupNonUniformClustered" in row[3])

# The instructions that `Usage.inspect` must see even where no narrow types exist.
ATOMIC = frozenset(name for name in INSTRUCTIONS if name.startswith("OpAtomic"))
INSPECTED = frozenset({"OpSwitch"}) | ATOMIC | GROUPED


class Scalar(NamedTuple):
    """A type of numbers or truth values: its instruction, width in bits, signedness and floating-point encoding."""

    name: str
    width: int
    signed: bool = False
    encoding: str = ""


class Usage:
    """Everything that decides what a module must declare."""

    __slots__ = (
        "capabilities",
        "enumerants",
        "extended",
        "extensions",
        "instructions",
        "narrow",
        "narrow_structs",
        "scalars",
        "types",
    )

    def __init__(self) -> None:
        self.instructions: set[str] = set()
        self.extended: set[str] = set()
        self.enumerants: Used = set()
        self.capabilities: set[str] = set()
        self.extensions: set[str] = set()
        self.types: dict[Operand, int] = {}  # the type of each value
        self.scalars: dict[Operand, Scalar] = {}  # by type
        self.narrow: dict[Operand, frozenset[Scalar]] = {}  # the numbers of 8 and 16 bits in values of a type
        self.narrow_structs: set[Operand] = set()

    def type(self, type: int, name: str, operands: tuple[Operand, ...]) -> None:
        """Note a type."""
        self.instructions.add(name)
        if name in ("OpTypeInt", "OpTypeFloat", "OpTypeBool"):
            self._scalar(type, name, operands)
        if not self.narrow or name not in HOLDS:
            return
        held = frozenset(each for part in operands[HOLDS[name]] for each in self.narrow.get(part, ()))
        if name == "OpTypePointer":
            self._memory(str(operands[0]), held)
        elif name == "OpTypeFunction":
            self._full(held)
        elif held:
            self.narrow[type] = held
            self.narrow_structs.update({type} if name == "OpTypeStruct" else ())

    def constant(self, name: str, type: int, value: int) -> None:
        """Note a constant, an undefined value or anything else that needs the full capability of its type."""
        self.instructions.add(name)
        self.types[value] = type
        self._full(self.narrow.get(type, frozenset()))

    def name(self, id: int) -> None:
        """Note that an id is named: where only the storage of a type is declared, its values may not even be named."""
        if self.narrow:
            self._full(self.narrow.get(self.types.get(id, 0), frozenset()))

    def number(self, type: int, value: Operand) -> tuple[int, ...]:
        """Return the words of a number of a type."""
        scalar = self.scalars[type]
        assert isinstance(value, (int, float)), f"{value!r} is no number"
        if scalar.name == "OpTypeInt":
            assert isinstance(value, int), f"{value!r} is no integer, the type is one"
            return integer_words(value, scalar.width, scalar.signed)
        return float_words(float(value), scalar.width, scalar.encoding)

    def inspect(self, name: str, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        """Note what the types of an instruction's operands require; return the operands as the encoder takes them."""
        if name == "OpSwitch":
            operands = self._switch(operands)
        elif name in ATOMIC:
            self._atomic(name, operands)
        elif name in GROUPED:
            clustered = "ClusteredReduce" in operands
            self.capabilities.add("GroupNonUniformClustered" if clustered else "GroupNonUniformArithmetic")
        if self.narrow and name not in STORAGE_ONLY:
            self._uses(name, operands)
        return operands

    def requirements(self, version: Version) -> tuple[list[str], list[str]]:
        """Return the capabilities and extensions to declare."""
        self._declare_narrow()
        rows = rows_of(self.instructions, self.extended, self.enumerants)
        capabilities, extensions = require(rows, self.capabilities, version)
        return capabilities, sorted(self.extensions.union(extensions))

    def _scalar(self, type: int, name: str, operands: tuple[Operand, ...]) -> None:
        width, kind = (*operands, None)[:2] if operands else (1, None)
        assert isinstance(width, int)
        scalar = Scalar(name, width, kind == 1, kind if isinstance(kind, str) else "")
        self.scalars[type] = scalar
        if width in (8, 16):
            self.narrow[type] = frozenset({scalar})
        elif (name, width) in FULL:
            self.capabilities.add(FULL[name, width])

    def _declare_narrow(self) -> None:
        """Even the type of a number needs one of the capabilities that have it, though it is in no memory."""
        for scalar in {scalar for held in self.narrow.values() for scalar in held}:
            stored = {capability for (_, width), capability in STORAGE.items() if width == scalar.width}
            if not stored & self.capabilities:
                self._full(frozenset({scalar}))

    def _full(self, scalars: frozenset[Scalar]) -> None:
        for scalar in scalars:
            if not scalar.encoding:  # another encoding's enumerant names its capability
                self.capabilities.add(FULL[scalar.name, scalar.width])

    def _memory(self, storage_class: str, scalars: frozenset[Scalar]) -> None:
        for scalar in scalars:
            capability = STORAGE.get((storage_class, scalar.width))
            if capability:
                self.capabilities.add(capability)
            else:
                self._full(frozenset({scalar}))

    def _uses(self, name: str, operands: tuple[Operand, ...]) -> None:
        if not any(operand in self.narrow or self.types.get(operand) in self.narrow for operand in operands):
            return  # most instructions; what is left may still be a literal with the number of a type
        for slot, operand in match(name, operands):
            if slot.kind == "IdResultType":
                self._full(self.narrow.get(operand, frozenset()))
            elif slot.kind in ID_KINDS and operand in self.types:
                self._full(self.narrow.get(self.types[operand], frozenset()))

    def _atomic(self, name: str, operands: tuple[Operand, ...]) -> None:
        type = self.types.get(operands[3]) if name == "OpAtomicStore" else operands[0]
        scalar = self.scalars.get(type) if type else None
        if scalar is None:
            return
        if scalar.name == "OpTypeInt" and scalar.width == 64:
            self.capabilities.add("Int64Atomics")
        elif (name, scalar.width) in ATOMICS:
            self.capabilities.add(ATOMICS[name, scalar.width])

    def _switch(self, operands: tuple[Operand, ...]) -> tuple[Operand, ...]:
        """Return the operands with the values of the targets as wide as the selector."""
        scalar = self.scalars.get(self.types.get(operands[0], 0))
        assert scalar and scalar.name == "OpTypeInt", f"OpSwitch: the selector {operands[0]!r} is no known integer"
        widened = list(operands)
        for position, value in enumerate(operands[2::2]):
            assert isinstance(value, int), f"OpSwitch: the value {value!r} is no integer"
            widened[2 + 2 * position] = integer_words(value, scalar.width, scalar.signed)
        return tuple(widened)
