"""The module's side of the launch: the push constants and the parameter block, the arrays, and their types.

Gets a :class:`~pyvkc.program.Layout` and says how to reach each of its members; declares what is used and no more, so
a module without scalars in the descriptor interface has no push constants at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, final

from ..program import Binding, Layout, Member, Need, Slot
from ..types import ArrayType, ElementType, Scalar, f32, i32, i64, u32, u64, uvec3
from . import ir, lower_declare
from .layout import carrier, leaves, natural, path_name, report_binding, unit_of
from .lower_cells import allocation_in_cells, find_cells, find_words, in_cells
from .lower_emitter import Emitter
from .lower_locations import Locations
from .lower_memory_type import MemoryTypes
from .lower_narrow import memory_scalar
from .lower_tables import row_of, stored_tables
from .lower_uniforms import Uniforms
from .lower_uses import Key, Uses
from .target import Target

if TYPE_CHECKING:
    from ..errors import Span
    from ..reports import Report

__all__ = ["Interface"]

BUFFER: Final = {"address": "PhysicalStorageBuffer", "descriptor": "StorageBuffer"}
"""The storage class of arrays."""

CARRIERS: Final = {"int": i32, "uint": u32, "float": f32}
"""What carries a number of 32 bits or less."""

COUNTERS: Final = {"i": i32, "I": u32, "q": i64, "Q": u64}
"""What counts elements, invocations and bytes."""


@final
class Interface:
    """How a kernel's code reaches what the launch passes.

    Parameters
    ----------
    emitter : Emitter
        Where declarations and instructions go.
    kernel : Kernel
        Whose parameters they are.
    layout : Layout
        Where each member lies.
    target : Target
        Which interface it is.
    uses : Uses
        What the kernel and its functions do with each array.
    report : Report, optional
        What the kernel reports.
    """

    def __init__(
        self,
        emitter: Emitter,
        kernel: ir.Kernel,
        layout: Layout,
        target: Target,
        uses: Uses,
        report: Report | None = None,
    ) -> None:
        self.emitter = emitter
        self.module = emitter.module
        self.kernel = kernel
        self.layout = layout
        self.target = target
        self.uses = uses
        self.report = report
        self.storage = BUFFER[target.abi]
        self.places: dict[Key, tuple[bool, int]] = {}  # of each member: whether it is pushed, and its number
        for pushed, members in ((True, layout.push), (False, layout.block)):
            for number, member in enumerate(members):
                self.places[member.kind, member.parameter, member.axis] = (pushed, number)
        self.words = find_words(kernel, target, uses)
        self.cells = find_cells(target, uses)
        tables = stored_tables(uses.allocations.values()) if target.addresses else ()
        self.tables = {array: number for number, array in enumerate(tables)}
        self.features: dict[str, list[Span]] = {}
        self.memory = MemoryTypes(emitter)
        self.locations = Locations(emitter, kernel, target.debug)
        self._globals: dict[object, int] = {}
        self.uniforms = Uniforms(emitter, kernel, self.carrier_type)

    def need(self, feature: str, span: Span | None) -> None:
        """Record a feature of the device that no capability tells, and a place that needs it."""
        if feature:
            self.features.setdefault(feature, []).extend([span] if span else [])

    def needs(self) -> Iterator[Need]:
        """The features that were recorded with their places, of a line the first one."""
        for feature, spans in self.features.items():
            lines = {(span.filename, span.line): span for span in reversed(spans)}
            yield from (Need(feature, span) for span in reversed(lines.values()))

    # Arrays

    def stored(self, array: ir.ArrayParameter) -> ElementType:
        """What an array's memory is made of: its elements, words, cells, or the pieces of packed structs.

        What is not accessed may be anything.
        """
        if array.index in self.words or self.uses.access(array.index) == "none":
            return u32
        if not natural(array.element):
            return unit_of(array.element)
        return in_cells(array) if array in self.cells else array.element

    def array_type(self, array: ir.ArrayParameter) -> int:
        """The block that holds an array, by what its elements are and how they are accessed."""
        element, access = self.stored(array), self._memory_access(array)
        if isinstance(element, Scalar):
            element = memory_scalar(element)
        return self._block(element, access)

    def _block(self, element: ElementType, access: str) -> int:
        key = (element, access)
        if key not in self._globals:
            self._globals[key] = self._declare_array(element, access)
        return self._globals[key]

    def buffer(self, array: ir.ArrayParameter) -> int:
        """The variable of an array in the descriptor interface."""
        key = (self.storage, array.index)
        if key not in self._globals:
            self._globals[key] = self._declare_buffer(array)
        return self._globals[key]

    def bindings(self) -> tuple[Binding, ...]:
        """The arrays as storage buffers, in the order of the parameters, the uniform buffers, the report buffer."""
        if self.target.addresses:
            return ()
        arrays = (p for p in self.kernel.parameters if isinstance(p, ir.ArrayParameter))
        found = (*(self._binding(n, array) for n, array in enumerate(arrays)), *self.uniforms.bindings())
        return found if self.report is None else (*found, report_binding(found))

    def _binding(self, number: int, array: ir.ArrayParameter) -> Binding:
        slot = array.slot or Slot(0, number)
        return Binding(slot.set, slot.binding, array.index, self.uses.access(array.index))

    def _memory_access(self, array: ir.ArrayParameter) -> str:
        access = self.uses.access(array.index)
        changes_words = "write" in access and array.index in self.words
        return "read_write" if changes_words else access

    def _declare_array(self, element: ElementType, access: str) -> int:
        module = self.module
        narrow = self.target.addresses and any(leaf.scalar.bits < 32 for leaf in leaves(element))
        forward = module.forward_pointer(self.storage) if narrow else None
        elements = module.type("OpTypeRuntimeArray", self.memory.type(element))
        module.decorate(elements, "ArrayStride", element.itemsize)
        block = module.struct(elements, unique=("array", access))
        module.decorate(block, "Block")
        module.decorate_member(block, 0, "Offset", 0)
        if "write" not in access:
            module.decorate_member(block, 0, "NonWritable")
        elif self.uses.barriers:  # what one invocation writes others are to see after a barrier
            module.decorate_member(block, 0, "Coherent")
        if "read" not in access:
            module.decorate_member(block, 0, "NonReadable")
        module.name(block, f"{element}_array")
        if forward:  # spirv-val looks through other pointers, and would call the address itself 8-bit launch data
            module.define_pointer(forward, self.storage, block)
        return block

    def _declare_buffer(self, array: ir.ArrayParameter) -> int:
        module = self.module
        variable = module.variable(self.emitter.pointer(self.storage, self.array_type(array)), self.storage)
        binding = next(each for each in self.bindings() if each.parameter == array.index)
        module.decorate(variable, "DescriptorSet", binding.set)
        module.decorate(variable, "Binding", binding.binding)
        if len(self.uses.read | self.uses.written) > 1 and self.uses.written:
            module.decorate(variable, "Aliased")  # one buffer may be bound to several arrays
        module.name(variable, array.name)
        return variable

    def report_buffer(self) -> int:
        """The variable of the report buffer in the descriptor interface."""
        if "report" not in self._globals:
            module = self.module
            pointer = self.emitter.pointer(self.storage, self._report_block())
            variable = self._globals["report"] = module.variable(pointer, self.storage)
            binding = self.bindings()[-1]
            module.decorate(variable, "DescriptorSet", binding.set)
            module.decorate(variable, "Binding", binding.binding)
            module.name(variable, "report")
        return self._globals["report"]

    def _report_block(self) -> int:
        """The block that holds the words of the report buffer."""
        if "report block" not in self._globals:
            module = self.module
            words = module.type("OpTypeRuntimeArray", self.emitter.type(u32))
            module.decorate(words, "ArrayStride", 4)
            block = self._globals["report block"] = module.struct(words, unique="report")
            module.decorate(block, "Block")
            module.decorate_member(block, 0, "Offset", 0)
            module.name(block, "report")
        return self._globals["report block"]

    def allocation(self, array: ir.Allocation) -> int:
        """The variable of memory of the kernel's own."""
        key = ("allocation", array.index)
        if key not in self._globals:
            (declared,) = self.declared([array])
            self._globals[key] = lower_declare.declare(self.emitter, declared)
        return self._globals[key]

    def declared(self, arrays: Iterable[ir.Allocation]) -> list[ir.Allocation]:
        """Memory of the kernel's own as it is declared: in cells where it is."""
        return [allocation_in_cells(array) if array in self.cells else array for array in arrays]

    # Launch data

    def load_pushed(self, number: int) -> int:
        """Load a member of the push constants, as the type that carries it."""
        if "push constants" not in self._globals:
            self._globals["push constants"] = self._declare_push_constants()
        return self._load("PushConstant", self._globals["push constants"], number, self.layout.push[number])

    def load_parameter(self, block: int, number: int) -> int:
        """Load a member of the parameter block at the address `block`."""
        return self._load("PhysicalStorageBuffer", block, number, self.layout.block[number])

    def input(self, name: str) -> int:
        """The variable of a built-in number of a subgroup's, or else a vector of three; of u32."""
        if name not in self._globals:
            self._globals[name] = self._declare_input(name)
        return self._globals[name]

    def carrier_type(self, scalar: Scalar) -> Scalar:
        """The scalar that carries a parameter of type `scalar`."""
        kind, bits = carrier(scalar)
        return CARRIERS[kind] if bits == 32 else scalar

    def _load(self, storage: str, base: int, number: int, member: Member) -> int:
        module, type = self.module, self._member_type(member)
        pointer = self.emitter.pointer(storage, type)
        place = module.value("OpAccessChain", pointer, base, self.emitter.constant(number, i32))
        aligned = ("Aligned", member.size) if storage == "PhysicalStorageBuffer" else ()
        return module.value("OpLoad", type, place, *aligned)

    def _member_type(self, member: Member) -> int:
        emitter = self.emitter
        if member.kind == "block":
            return emitter.pointer("PhysicalStorageBuffer", self._parameter_block())
        if member.kind == "address":
            array = self.kernel.parameters[member.parameter]
            assert isinstance(array, ir.ArrayParameter)
            return emitter.pointer(self.storage, self.array_type(array))
        if member.kind == "report":
            return emitter.pointer(self.storage, self._report_block())
        if member.kind == "table":
            return emitter.pointer(self.storage, self._block(row_of(self._table(member).element), "read"))
        return emitter.type(self._member_scalar(member))

    def _table(self, member: Member) -> ir.Allocation:
        return next(array for array, number in self.tables.items() if number == member.parameter)

    def _member_scalar(self, member: Member) -> Scalar:
        if member.kind != "value":
            return COUNTERS[member.format]
        type = self.kernel.parameters[member.parameter].type
        assert not isinstance(type, ArrayType)
        return self.carrier_type(leaves(type)[member.axis].scalar)

    def _parameter_block(self) -> int:
        if "block" not in self._globals:
            block = self._globals["block"] = self._declare_block(self.layout.block, "parameters")
            for number in range(len(self.layout.block)):
                self.module.decorate_member(block, number, "NonWritable")
        return self._globals["block"]

    def _declare_push_constants(self) -> int:
        block = self._declare_block(self.layout.push, "push_constants")
        return self.module.variable(self.emitter.pointer("PushConstant", block), "PushConstant")

    def _declare_block(self, members: tuple[Member, ...], name: str) -> int:
        module = self.module
        block = module.struct(*map(self._member_type, members), unique=name)
        module.decorate(block, "Block")
        module.name(block, name)
        for number, member in enumerate(members):
            module.decorate_member(block, number, "Offset", member.offset)
            module.name_member(block, number, self._member_name(member))
        return block

    def _declare_input(self, name: str) -> int:
        type = self.emitter.pointer("Input", self.emitter.type(u32 if name.startswith("Subgroup") else uvec3))
        variable = self.module.variable(type, "Input")
        self.module.decorate(variable, "BuiltIn", name)
        self.module.name(variable, name)
        return variable

    def _member_name(self, member: Member) -> str:
        if member.kind == "table":
            return self._table(member).name
        if member.parameter < 0:
            return member.kind if member.kind in ("block", "report") else f"{member.kind}{member.axis}"
        parameter = self.kernel.parameters[member.parameter]
        if member.kind == "address" or isinstance(parameter.type, Scalar):
            return parameter.name
        if isinstance(parameter, ir.ValueParameter):
            return parameter.name + path_name(parameter.type, leaves(parameter.type)[member.axis].path)
        return f"{parameter.name}.{member.kind}{member.axis}"
