"""NonSemantic.Shader.DebugInfo.100: functions, lines, variables, types and the text, for debuggers of other makers.

Gets what :mod:`.lower_locations` comes by. Numbers and texts are ids in this set. A value has the debugging type of the
register that holds it, so that a debugger shows its number: an f16 that is held in 32 bits is an f32 there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from ..errors import Span
from ..types import Matrix, Scalar, StructType, TupleType, ValueType, Vector, parts_of, u32
from .layout import part_name
from .spirv.debug import DebugInfo

if TYPE_CHECKING:
    from . import ir
    from .lower_emitter import Emitter

__all__ = ["DebugWriter", "plain_text", "span_of"]

VERSION: Final = 100
DWARF: Final = 5
UNKNOWN_LANGUAGE: Final = 0
"""SPIR-V has numbers for source languages, and none for Python."""

ENCODINGS: Final = {"bool": 2, "float": 3, "int": 4, "uint": 6}
STRUCTURE: Final = 1
NO_FLAGS: Final = 0

LONGEST: Final = 60_000
"""Characters of a text in one instruction, which has 65535 words and holds at most 4 bytes of a character in each."""


@final
class DebugWriter:
    """Writes one module's debugging information."""

    def __init__(self, emitter: Emitter, kernel: ir.Kernel) -> None:
        self._emitter = emitter
        self._module = emitter.module
        self._info = DebugInfo(emitter.module)
        self._kernel = kernel
        self._sources: dict[str, int] = {}
        self._types: dict[ValueType, int] = {}
        self._variables: dict[int, int] = {}
        main = self._source(span_of(kernel, kernel).filename)
        self._unit = self._info.add("DebugCompilationUnit", *self._numbers(VERSION, DWARF), main, *self._numbers(0))
        self._expression = self._info.add("DebugExpression")
        self._scope = self._unit

    def begin(self, unit: ir.Kernel | ir.Function) -> None:
        """Describe a function, whose lines follow."""
        span, name = span_of(self._kernel, unit), self._text(unit.name)
        result, parameters = _signature(unit)
        returned = self._module.type("OpTypeVoid") if result is None else self._type(result)
        signature = (self._number(NO_FLAGS), returned, *map(self._type, parameters))
        type = self._info.add("DebugTypeFunction", *signature)
        place, end = self._place(span), self._number(span.line)
        flags = self._number(NO_FLAGS)
        self._scope = self._info.add("DebugFunction", name, type, *place, self._unit, name, flags, end)
        self._variables = {}

    def defined(self, identity: int) -> None:
        """Tie the function to its code, in its first block."""
        self._info.add("DebugFunctionDefinition", self._scope, identity, inside=True)

    def entered(self, entry: str) -> None:
        """Say that the function described last is an entry point."""
        self._info.add("DebugEntryPoint", self._scope, self._unit, self._text("pyvkc"), self._text(entry))

    def line(self, span: Span) -> None:
        """Say where what follows comes from. What spans lines is told by its first."""
        last = span.end_column if span.end_line == span.line else len(span.text)
        numbers = (span.line, span.line, span.column + 1, max(last, span.column) + 1)
        self._info.line(self._scope, self._source(span.filename), *self._numbers(*numbers))

    def kept(self, variable: ir.Variable, pointer: int, span: Span | None) -> None:
        """Say where a variable is kept."""
        self._info.add("DebugDeclare", self._variable(variable, span), pointer, self._expression, inside=True)

    def valued(self, variable: ir.Variable, value: int, span: Span | None) -> None:
        """Say what value a variable has from here on."""
        self._info.add("DebugValue", self._variable(variable, span), value, self._expression, inside=True)

    def _variable(self, variable: ir.Variable, span: Span | None) -> int:
        found = self._variables.get(variable.index)
        if found is None:
            place = self._place(span or span_of(self._kernel, self._kernel))
            name, flags = self._text(variable.name), self._number(NO_FLAGS)
            described = (name, self._type(variable.type), *place, self._scope, flags)
            found = self._variables[variable.index] = self._info.add("DebugLocalVariable", *described)
        return found

    def _place(self, span: Span) -> tuple[int, ...]:
        """The operands Source, Line and Column."""
        return self._source(span.filename), *self._numbers(span.line, span.column + 1)

    # Types

    def _type(self, type: ValueType) -> int:
        found = self._types.get(type)
        if found is None:
            found = self._types[type] = self._make_type(type)
        return found

    def _make_type(self, type: ValueType) -> int:
        if isinstance(type, Scalar):
            held = self._emitter.holder(type)
            numbers = (held.bits if held.kind != "bool" else 32, ENCODINGS[held.kind], NO_FLAGS)
            return self._info.add("DebugTypeBasic", self._text(str(type)), *self._numbers(*numbers))
        if isinstance(type, Vector):
            return self._info.add("DebugTypeVector", self._type(type.element), self._number(type.size))
        if isinstance(type, Matrix):
            row, *_ = parts_of(type)
            return self._info.add("DebugTypeArray", self._type(row), self._number(type.rows))
        return self._make_composite(type)

    def _make_composite(self, type: StructType | TupleType) -> int:
        place, flags = self._place(span_of(self._kernel, self._kernel)), self._number(NO_FLAGS)
        members, offset = [], 0
        for number, part in enumerate(parts_of(type)):
            name, size = self._text(part_name(type, number).strip(".[]")), _bits(part)
            where = self._numbers(offset, size)
            members.append(self._info.add("DebugTypeMember", name, self._type(part), *place, *where, flags))
            offset += size
        name, size = self._text(str(type)), self._number(offset)
        head = (name, self._number(STRUCTURE), *place, self._unit, name, size, flags)
        return self._info.add("DebugTypeComposite", *head, *members)

    # Operands

    def _source(self, filename: str) -> int:
        found = self._sources.get(filename)
        if found is None:
            text = "".join(self._kernel.sources.get(filename, ()))
            first, *rest = _pieces(text) or [""]
            found = self._sources[filename] = self._info.add("DebugSource", *map(self._text, (filename, first)))
            for piece in rest:
                self._info.add("DebugSourceContinued", self._text(piece))
        return found

    def _numbers(self, *values: int) -> tuple[int, ...]:
        return tuple(map(self._number, values))

    def _number(self, value: int) -> int:
        return self._emitter.constant(value, u32)

    def _text(self, text: str) -> int:
        return self._module.source_file(plain_text(text))


def span_of(kernel: ir.Kernel, unit: ir.Kernel | ir.Function) -> Span:
    """Where a function stands; a tree that was built by hand has no places."""
    return unit.span or Span(kernel.filename or "unknown", 1, 0, 1, 0)


def plain_text(text: str) -> str:
    """A text that UTF-8 has bytes for, as the names of some files are not, and without zeros."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def _signature(unit: ir.Kernel | ir.Function) -> tuple[ValueType | None, list[ValueType]]:
    """The result and the parameters of a function of the module; a kernel's has neither."""
    if hasattr(unit, "workgroup"):
        return None, []
    return unit.result, [variable.type for variable in unit.parameters]


def _bits(type: ValueType) -> int:
    """The size of a value in bits, a truth value counting for 32."""
    if isinstance(type, Scalar):
        return 32 if type.kind == "bool" else type.bits
    return sum(map(_bits, parts_of(type)))


def _pieces(text: str) -> list[str]:
    return [text[start : start + LONGEST] for start in range(0, len(text), LONGEST)]
