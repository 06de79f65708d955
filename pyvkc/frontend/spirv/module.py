"""The module builder: sections, unique types and constants, function bodies.

Gets instructions by name, with ids for operands (`encode` says how operands are spelled); gives the bytes of a
module laid out as section 2.4 of the specification demands, with the capabilities and extensions that its contents
need. The same calls give the same bytes. A malformed call is an AssertionError; whether the instructions make sense
together is for spirv-val to say.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from .assembled import Assembled
from .body import Body, Line, Mark
from .encode import Operand, decoration_instruction, enumerant, extended_words, instruction_words, mode_instruction
from .grammar import VERSION
from .usage import INSPECTED, Usage

MAGIC = 0x07230203
GLSL = "GLSL.std.450"

AGGREGATES = frozenset({"OpTypeStruct", "OpTypeArray", "OpTypeRuntimeArray"})


class Module:
    """A SPIR-V module for compute shaders, built call by call.

    Parameters
    ----------
    version
        The version of SPIR-V to write, which decides what is core and what is an extension.
    """

    def __init__(self, version: tuple[int, int] = (1, 5)) -> None:
        assert (1, 0) <= version <= VERSION[:2], f"no SPIR-V {version[0]}.{version[1]} in the grammar"
        self.version = version
        self._next = 1
        self._usage = Usage()
        self._unique: dict[tuple[object, ...], int] = {}  # types, constants, texts and imports by what they are
        self._imports: list[int] = []
        self._entry_points: list[tuple[int, str]] = []
        self._modes: list[tuple[int, str, tuple[Operand, ...]]] = []
        self._strings: list[int] = []
        self._names: list[int] = []
        self._annotations: list[int] = []
        self._annotated: set[tuple[object, ...]] = set()
        self._decorations: dict[tuple[object, ...], tuple[int, ...]] = {}  # the words of an OpDecorate of id 1
        self._globals: list[int] = []
        self._interface: list[tuple[int, str]] = []
        self._functions: list[int] = []
        self._marks: list[Mark] = []
        self._mark: object = None
        self._body = Body(None)  # the open function's; this one stands for the space between functions
        self._line: Line | None = None

    def fresh(self) -> int:
        """Return a new id."""
        self._next += 1
        return self._next - 1

    def type_of(self, value: int) -> int:
        """Return the type of a value made here."""
        return self._usage.types[value]

    def width_of(self, value: int) -> int:
        """Return the width in bits of a number made here."""
        return self._usage.scalars[self._usage.types[value]].width

    # Types and constants

    def type(self, name: str, *operands: Operand, unique: object = None) -> int:
        """Return the type with these operands, the same each time.

        Parameters
        ----------
        name
            The instruction, such as ``"OpTypeVector"``.
        operands
            Its operands without the result.
        unique
            Arrays and structures with another key are other types, since decorations differ.
        """
        assert unique is None or name in AGGREGATES, f"{name}: only aggregate types can differ by their decorations"
        key = (name, operands, unique)
        found = self._unique.get(key)
        if found is None:
            found = self._unique[key] = self.fresh()
            if operands[:1] == ("PhysicalStorageBuffer",) and operands[1] in self._usage.narrow_structs:
                # spirv-val takes what holds such a pointer for something that holds 8- or 16-bit numbers, and asks for
                # capabilities that nothing needs. It stops at a pointer that was declared before.
                self._globals += self._words("OpTypeForwardPointer", found, operands[0])
            self._define_type(found, name, operands)
        return found

    def struct(self, *members: int, unique: object = None) -> int:
        """Return a structure type; a new one, unless the same key was given with the same members before."""
        return self.type("OpTypeStruct", *members, unique=object() if unique is None else unique)

    def forward_pointer(self, storage_class: str) -> int:
        """Declare a pointer type whose pointee is not yet known."""
        type = self.fresh()
        self._globals += self._words("OpTypeForwardPointer", type, storage_class)
        return type

    def define_pointer(self, type: int, storage_class: str, pointee: int) -> None:
        """Define a pointer type that was declared before."""
        self._unique.setdefault(("OpTypePointer", (storage_class, pointee), None), type)
        self._define_type(type, "OpTypePointer", (storage_class, pointee))

    def constant(self, name: str, type: int, *operands: Operand) -> int:
        """Return a constant, the same each time; specialisation constants are new each time.

        The value of an ``OpConstant`` is an int or a float, as for `literal`.
        """
        if name == "OpConstant":
            return self.literal(type, operands[0])  # type: ignore[arg-type]
        if name == "OpSpecConstant":
            operands = (self._usage.number(type, operands[0]),)
        elif not name.startswith("OpSpec"):
            return self._constant(name, type, operands)
        return self._define_constant(name, type, operands)

    def literal(self, type: int, value: int | float | bool) -> int:
        """Return the constant of a number or a truth value.

        Parameters
        ----------
        type
            An OpTypeInt, OpTypeFloat or OpTypeBool.
        value
            An int that fits its width, signed or unsigned; a float, which is rounded; or a bool.
        """
        if self._usage.scalars[type].name == "OpTypeBool":
            return self._constant("OpConstantTrue" if value else "OpConstantFalse", type, ())
        return self._constant("OpConstant", type, (self._usage.number(type, value),))

    def undefined(self, type: int) -> int:
        """Return the undefined value of a type."""
        return self._constant("OpUndef", type, ())

    def variable(self, pointer_type: int, storage_class: str, initializer: int | None = None) -> int:
        """Return a new variable of the module, in the interface of its entry points where it belongs there."""
        result = self.fresh()
        self._usage.types[result] = pointer_type
        rest = () if initializer is None else (initializer,)
        self._globals += self._words("OpVariable", pointer_type, result, storage_class, *rest)
        self._interface.append((result, storage_class))
        return result

    # Annotations and debugging information

    def decorate(self, target: int, decoration: str, *operands: Operand) -> None:
        """Decorate an id; once, however often it is asked for."""
        key = (target, decoration, operands)
        if key in self._annotated:
            return
        self._annotated.add(key)
        words = self._decorations.get(key[1:])
        if words is None:
            name = decoration_instruction(decoration)
            self._usage.instructions.add(name)
            words = self._decorations[key[1:]] = self._words(name, 1, decoration, *operands)
        self._annotations += (words[0], target, *words[2:])

    def decorate_member(self, struct: int, member: int, decoration: str, *operands: Operand) -> None:
        """Decorate a member of a structure; once, however often it is asked for."""
        key = (struct, member, decoration, operands)
        if key not in self._annotated:
            self._annotated.add(key)
            self._annotations += self._words("OpMemberDecorate", struct, member, decoration, *operands)

    def name(self, target: int, text: str) -> None:
        """Name an id for readers."""
        self._usage.name(target)
        self._names += self._words("OpName", target, text)

    def name_member(self, struct: int, member: int, text: str) -> None:
        """Name a member of a structure for readers."""
        self._names += self._words("OpMemberName", struct, member, text)

    def source_file(self, path: str) -> int:
        """Return the text that `line` refers to."""
        return self._text(self._strings, "OpString", path)

    def source(self, file: int) -> None:
        """Name the file that `line` refers to as a source of the module, in a language that SPIR-V has no name for."""
        self._strings += self._words("OpSource", "Unknown", 0, file)

    def insert(self, words: tuple[int, ...], *, inside: bool) -> None:
        """Add an instruction that means nothing, to the open block or outside of functions."""
        if inside:
            self._body.add("OpExtInst", words, self._line, self._mark)
        else:
            self._globals += words

    # What the module declares

    def capability(self, name: str) -> None:
        """Declare a capability that does not follow from the instructions."""
        enumerant("Capability", name)
        self._usage.capabilities.add(name)

    def extension(self, name: str) -> None:
        """Declare an extension that does not follow from the instructions."""
        self._usage.extensions.add(name)

    def entry_point(self, function: int, name: str, workgroup: tuple[int, int, int]) -> None:
        """Make a function an entry point with a workgroup of x, y and z invocations."""
        self._entry_points.append((function, name))
        self.execution_mode("LocalSize", *workgroup)

    def instruction_set(self, name: str) -> int:
        """Return the import of a set of extended instructions."""
        return self._text(self._imports, "OpExtInstImport", name)

    def execution_mode(self, mode: str, *operands: Operand) -> None:
        """Set a mode of the latest entry point, or of the first when there is none yet."""
        number = max(len(self._entry_points) - 1, 0)
        name = mode_instruction(mode)
        instruction_words(name, (1, mode, *operands), self._usage.enumerants)
        self._usage.instructions.add(name)
        self._modes.append((number, mode, operands))

    # Functions

    def begin_function(
        self, result_type: int, parameter_types: Sequence[int], *, control: str = "None"
    ) -> tuple[int, list[int]]:
        """Begin a function; another one may be open, and goes on when this one ends.

        Returns
        -------
        The ids of the function and of its parameters.
        """
        type = self.type("OpTypeFunction", result_type, *parameter_types)
        function, parameters = self.fresh(), [self.fresh() for _ in parameter_types]
        body = self._body = Body(self._body, self._mark)
        body.begin(self._line)
        body.words += self._words("OpFunction", result_type, function, control, type)
        for parameter, parameter_type in zip(parameters, parameter_types, strict=True):
            body.words += self._words("OpFunctionParameter", parameter_type, parameter)
            self._usage.types[parameter] = parameter_type
        return function, parameters

    def end_function(self) -> None:
        """End the open function, whose last block must have ended."""
        body = self._body
        assert body.outer is not None, "no function is open"
        words, marks = body.finish()
        self._marks += [(len(self._functions) + offset, mark) for offset, mark in marks]
        self._functions += words
        self._body = body.outer

    def label(self, id: int | None = None) -> int:
        """Begin a block, with a label from `fresh` or a new one; the block before must have ended."""
        label = self.fresh() if id is None else id
        self._body.begin_block(label, self._mark)
        return label

    def local(self, pointer_type: int, initializer: int | None = None) -> int:
        """Return a new variable of the open function, placed at its beginning."""
        result = self.fresh()
        self._usage.types[result] = pointer_type
        rest = () if initializer is None else (initializer,)
        self._body.variables += self._words("OpVariable", pointer_type, result, "Function", *rest)
        return result

    def emit(self, name: str, *operands: Operand) -> None:
        """Add an instruction without a result to the open block."""
        self._append(name, operands)

    def value(self, name: str, type: int, *operands: Operand) -> int:
        """Add an instruction with a result to the open block and return the result."""
        result = self._next
        self._next = result + 1
        self._append(name, (type, result, *operands))
        self._usage.types[result] = type
        return result

    def extended(self, name: str, type: int, *operands: Operand) -> int:
        """Add an instruction of GLSL.std.450 to the open block and return its result."""
        imported = self.instruction_set(GLSL)
        result = self.fresh()
        usage = self._usage
        usage.extended.add(name)
        usage.types[result] = type
        if usage.narrow:
            usage.inspect("OpExtInst", (type, result, imported, name, *operands))
        self._body.add("OpExtInst", extended_words(name, type, result, imported, operands), self._line, self._mark)
        return result

    @property
    def terminated(self) -> bool:
        """Whether no block is open, so that no instruction can be added."""
        return self._body.block is None

    @property
    def block(self) -> int:
        """The label of the open block."""
        block = self._body.block
        assert block is not None, "no block is open"
        return block

    def line(self, file: int, line: int, column: int) -> None:
        """Say where in a source file the following instructions come from."""
        words = instruction_words("OpLine", (file, line, column))
        self._line = Line((file, line, column), lambda opening: words)

    def line_as(self, line: Line) -> None:
        """Say so in other words than OpLine."""
        self._line = line

    def mark(self, place: object) -> None:
        """Note where the following instructions come from beside the module, in :attr:`Assembled.marks`."""
        self._mark = place

    # The result

    def finish(self) -> Assembled:
        """Return the module; every function must have ended."""
        assert self._body.outer is None, "a function is still open"
        capabilities, extensions = self._usage.requirements(self.version)
        declared: list[int] = []
        for capability in capabilities:
            declared += instruction_words("OpCapability", (capability,))
        for extension in extensions:
            declared += instruction_words("OpExtension", (extension,))
        major, minor = self.version
        words = [MAGIC, major << 16 | minor << 8, 0, self._next, 0, *declared, *self._imports]
        words += self._entry_words(physical="PhysicalStorageBufferAddresses" in capabilities)
        for section in (self._strings, self._names, self._annotations, self._globals, self._functions):
            words += section
        start = len(words) - len(self._functions)
        marks = tuple((start + offset, mark) for offset, mark in self._marks)
        packed = struct.pack(f"<{len(words)}I", *words)
        return Assembled(packed, tuple(capabilities), tuple(extensions), self.version, marks)

    def _entry_words(self, *, physical: bool) -> list[int]:
        """Return the memory model, the entry points and their modes."""
        addressing = "PhysicalStorageBuffer64" if physical else "Logical"
        words = [*instruction_words("OpMemoryModel", (addressing, "GLSL450"))]
        everything = self.version >= (1, 4)
        interface = [id for id, storage_class in self._interface if everything or storage_class in ("Input", "Output")]
        for function, name in self._entry_points:
            words += instruction_words("OpEntryPoint", ("GLCompute", function, name, *interface))
        for number, mode, operands in self._modes:
            words += instruction_words(mode_instruction(mode), (self._entry_points[number][0], mode, *operands))
        return words

    # Writing

    def _words(self, name: str, *operands: Operand) -> tuple[int, ...]:
        """Return the words of an instruction and note its enumerants."""
        return instruction_words(name, operands, self._usage.enumerants)

    def _append(self, name: str, operands: tuple[Operand, ...]) -> None:
        """Add an instruction to the open block."""
        usage = self._usage
        usage.instructions.add(name)
        if usage.narrow or name in INSPECTED:
            operands = usage.inspect(name, operands)
        self._body.add(name, instruction_words(name, operands, usage.enumerants), self._line, self._mark)

    def _define_type(self, type: int, name: str, operands: tuple[Operand, ...]) -> None:
        self._globals += self._words(name, type, *operands)
        self._usage.type(type, name, operands)

    def _constant(self, name: str, type: int, operands: tuple[Operand, ...]) -> int:
        """Return a constant, made at its first use."""
        key = (name, type, operands)
        found = self._unique.get(key)
        if found is None:
            found = self._unique[key] = self._define_constant(name, type, operands)
        return found

    def _define_constant(self, name: str, type: int, operands: tuple[Operand, ...]) -> int:
        result = self.fresh()
        self._globals += self._words(name, type, result, *operands)
        self._usage.constant(name, type, result)
        return result

    def _text(self, section: list[int], name: str, text: str) -> int:
        """Return an OpString or an import, made at its first use."""
        found = self._unique.get((name, text))
        if found is None:
            found = self._unique[name, text] = self.fresh()
            section += self._words(name, found, text)
        return found
