"""Modules as text: the disassembler.

Gets the bytes of a module; returns text that ``spirv-as --preserve-numeric-ids`` turns into the same instructions.
Ids stay numbers; the names that OpName gives are comments. What text cannot say (an enumerant of a newer version, a
number with stray bits) is written as raw words, ``!0x1f``, which spirv-as takes as they are. Bytes that are no
module, and instructions outside the grammar, raise ValueError; whether the module is valid is for spirv-val to say.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from .debug import NAME
from .encode import ID_KINDS, Slot, parse_pattern, slots_of, take_slot
from .grammar import BITMASKS, DEBUG_INFO, ENUMS, EXTENDED, INSTRUCTIONS
from .literals import float_text, integer_text, quoted
from .module import GLSL, MAGIC
from .usage import Scalar

HEADER_WORDS = 5
RAW = "Raw"  # the kind of a word of which nothing is known


class Instruction(NamedTuple):
    """A decoded instruction.

    Attributes
    ----------
    offset
        Where it begins, in words from the module's first.
    name
        Its name, such as ``"OpIAdd"``.
    result
        The id of its result, 0 when it has none.
    operands
        The other operands as text; the result type is the first where there is one.
    """

    offset: int
    name: str
    result: int
    operands: tuple[str, ...]


class Header(NamedTuple):
    """The first words of a module."""

    version: tuple[int, int]
    generator: int
    bound: int


_NAMES = {row[0]: name for name, row in INSTRUCTIONS.items()}
_SETS = {GLSL: EXTENDED, NAME: DEBUG_INFO}
_EXTENDED = {(set, row[0]): name for set, rows in _SETS.items() for name, row in rows.items()}
_enumerants: dict[str, dict[int, str]] = {}


def read_header(words: bytes) -> tuple[Header, tuple[int, ...]]:
    """Check the bytes of a module and return its header and all its words."""
    if len(words) % 4:
        raise ValueError(f"A SPIR-V module consists of words of 4 bytes, but this one has {len(words)} bytes.")
    if len(words) < 4 * HEADER_WORDS:
        raise ValueError(f"A SPIR-V module begins with {HEADER_WORDS} words, but this one has {len(words) // 4}.")
    if words[:4] == struct.pack(">I", MAGIC):
        raise ValueError("The SPIR-V module is big-endian; only little-endian ones are supported.")
    unpacked = struct.unpack(f"<{len(words) // 4}I", words)
    if unpacked[0] != MAGIC:
        raise ValueError(f"A SPIR-V module begins with the word {MAGIC:#010x}, but this one with {unpacked[0]:#010x}.")
    return Header((unpacked[1] >> 16 & 0xFF, unpacked[1] >> 8 & 0xFF), unpacked[2], unpacked[3]), unpacked


class Decoder:
    """Decodes the instructions of one module in order, since a literal's width follows from types met before."""

    __slots__ = ("imports", "scalars", "types")

    def __init__(self) -> None:
        self.scalars: dict[int, Scalar] = {}
        self.types: dict[int, int] = {}
        self.imports: dict[int, str] = {}

    def decode(self, words: bytes) -> Iterator[Instruction]:
        """Yield the instructions of a module."""
        _, unpacked = read_header(words)
        offset = HEADER_WORDS
        while offset < len(unpacked):
            count, opcode = unpacked[offset] >> 16, unpacked[offset] & 0xFFFF
            name = _NAMES.get(opcode)
            if name is None:
                raise ValueError(f"The instruction at word {offset} has the unknown opcode {opcode}.")
            if not count or offset + count > len(unpacked):
                left = len(unpacked) - offset
                raise ValueError(f"{name} at word {offset} says that it has {count} words, of {left} that are left.")
            yield self._instruction(offset, name, unpacked[offset + 1 : offset + count])
            offset += count

    def _instruction(self, offset: int, name: str, words: tuple[int, ...]) -> Instruction:
        reader = Reader(self, offset, name, words)
        operands = tuple(reader.operands())
        self._learn(name, reader)
        return Instruction(offset, name, reader.result, operands)

    def _learn(self, name: str, reader: Reader) -> None:
        """Remember what decoding later instructions needs."""
        words = reader.words
        if name == "OpTypeInt":
            self.scalars[reader.result] = Scalar(name, words[1], words[2] == 1)
        elif name == "OpTypeFloat":
            encoding = enumerant_name("FPEncoding", words[2]) or "unknown" if len(words) > 2 else ""
            self.scalars[reader.result] = Scalar(name, words[1], False, encoding)
        elif name == "OpExtInstImport":
            self.imports[reader.result] = text_of(words[1:])[0]
        if reader.type:
            self.types[reader.result] = reader.type


class Reader:
    """Reads the operands of one instruction."""

    __slots__ = ("decoder", "name", "offset", "position", "result", "set", "type", "words")

    def __init__(self, decoder: Decoder, offset: int, name: str, words: tuple[int, ...]) -> None:
        self.decoder = decoder
        self.offset = offset
        self.name = name
        self.words = words
        self.position = 0
        self.result = 0
        self.type = 0
        self.set = ""

    def operands(self) -> Iterator[str]:
        """Yield the operands as text, all but the result."""
        pending = list(reversed(slots_of(self.name)))
        while self.position < len(self.words):
            if not pending:
                raise self._malformed("has words left over")
            slot = take_slot(pending)
            text = self._operand(slot, pending)
            if slot.kind != "IdResult":
                yield text
        if any(not slot.quantifier for slot in pending):
            raise self._malformed("ends before its last operand")

    def _operand(self, slot: Slot, pending: list[Slot]) -> str:
        """Return one operand's text and put what follows from it on the pending ones."""
        if slot.kind in ID_KINDS:
            return self._id(slot)
        if slot.kind == "LiteralString":
            text, count = text_of(self.words[self.position :])
            if not count:
                raise self._malformed("has a text without an end")
            self.position += count
            return quoted(text)
        if slot.kind == "LiteralContextDependentNumber":
            return self._number()
        word = self._next()
        if slot.kind == RAW:
            return f"!{word:#x}"
        if slot.kind == "LiteralInteger":
            return str(word)
        if slot.kind == "LiteralExtInstInteger":
            return self._extended(word, pending)
        if slot.kind == "LiteralSpecConstantOpInteger":
            return self._operation(word, pending)
        return self._enumerant(slot.kind, word, pending)

    def _next(self) -> int:
        self.position += 1
        return self.words[self.position - 1]

    def _id(self, slot: Slot) -> str:
        word = self._next()
        if slot.kind == "IdResult":
            self.result = word
        elif slot.kind == "IdResultType":
            self.type = word
        elif slot.label == "Set":
            self.set = self.decoder.imports.get(word, "")
        return f"%{word}"

    def _number(self) -> str:
        """Return a number of the result type, or of the selector of a switch."""
        type = self.type or self.decoder.types.get(self.words[0], 0)
        scalar = self.decoder.scalars.get(type)
        count = 1 if scalar is None or scalar.width <= 32 else 2
        words = self.words[self.position : self.position + count]
        if len(words) < count:
            raise self._malformed("ends inside a number")
        self.position += count
        text = None
        if scalar and scalar.name == "OpTypeInt":
            text = integer_text(words, scalar.width, scalar.signed)
        elif scalar:
            text = float_text(words, scalar.width, scalar.encoding)
        return text or " ".join(f"!{word:#x}" for word in words)

    def _extended(self, word: int, pending: list[Slot]) -> str:
        name = _EXTENDED.get((self.set, word))
        if name is None:
            return str(word)
        pending[:] = reversed(parse_pattern(_SETS[self.set][name][2]))
        return name

    def _operation(self, word: int, pending: list[Slot]) -> str:
        name = _NAMES.get(word)
        if name is None:
            raise self._malformed(f"names the unknown opcode {word}")
        pending[:] = reversed(slots_of(name)[2:])
        return name[2:]

    def _enumerant(self, kind: str, word: int, pending: list[Slot]) -> str:
        names = [enumerant_name(kind, word)]
        if kind in BITMASKS and word:
            names = [enumerant_name(kind, 1 << bit) for bit in range(32) if word >> bit & 1]
        if "" in names:  # what follows it is unknown, too
            pending[:] = [Slot(RAW, "*", "")]
            return f"!{word:#x}"
        pending += [slot for name in reversed(names) for slot in reversed(parse_pattern(ENUMS[kind][name][2]))]
        return "|".join(names)

    def _malformed(self, problem: str) -> ValueError:
        return ValueError(f"{self.name} at word {self.offset} {problem}.")


def enumerant_name(kind: str, value: int) -> str:
    """Return the name of an enumerant, empty when the grammar does not know it."""
    if kind not in _enumerants:
        _enumerants[kind] = {row[0]: name for name, row in ENUMS.get(kind, {}).items()}
    return _enumerants[kind].get(value, "")


def text_of(words: tuple[int, ...]) -> tuple[str, int]:
    """Return the text that words begin with and how many of them it takes, 0 when it has no end."""
    data = struct.pack(f"<{len(words)}I", *words)
    end = data.find(b"\0")
    return (data[:end].decode("utf-8", errors="replace"), end // 4 + 1) if end >= 0 else ("", 0)


def disassemble(words: bytes) -> str:
    """Return the text of a module.

    Parameters
    ----------
    words
        A little-endian module.

    Returns
    -------
    str
        One instruction a line, results aligned, ids as numbers, names as comments.

    Raises
    ------
    ValueError
        The bytes are no module, or hold an instruction that this grammar does not have.
    """
    header, _ = read_header(words)
    instructions = list(Decoder().decode(words))
    names = {one.operands[0]: " ".join(one.operands[1][1:-1].split()) for one in instructions if one.name == "OpName"}
    width = len(f"%{header.bound}")
    lines = ["; SPIR-V {}.{}".format(*header.version), f"; Bound: {header.bound}"]
    for one in instructions:
        result = f"%{one.result}" if one.result else ""
        line = f"{result:>{width}}{' = ' if result else '   '}{' '.join([one.name, *one.operands])}"
        name = names.get(result)
        lines.append(f"{line:<60} ; {name}" if name else line)
    return "\n".join([*lines, ""])
