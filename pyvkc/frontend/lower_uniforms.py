"""Uniform buffers of the descriptor interface: numbers that a function's text gives a place of their own.

Gets the kernel's parameters; those that lie in the same buffer are members of one block, at the offsets that their
slots say. A block is declared when the first of its members is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from ..program import Binding, Slot
from ..types import Scalar, Vector, i32
from . import ir
from .lower_emitter import Emitter

__all__ = ["Uniforms"]

Place = tuple[int, int]
"""A descriptor set and a binding."""


@final
class Uniforms:
    """The uniform buffers of a kernel; `carrier` gives the type that a number travels as."""

    __slots__ = ("_members", "_variables", "carrier", "emitter")

    def __init__(self, emitter: Emitter, kernel: ir.Kernel, carrier: Callable[[Scalar], Scalar]) -> None:
        self.emitter = emitter
        self.carrier = carrier
        self._variables: dict[Place, int] = {}
        self._members: dict[Place, list[tuple[ir.ValueParameter, Slot]]] = {}
        for parameter in kernel.parameters:
            if isinstance(parameter, ir.ValueParameter) and parameter.slot is not None:
                slot = parameter.slot
                self._members.setdefault((slot.set, slot.binding), []).append((parameter, slot))

    def bindings(self) -> list[Binding]:
        """The buffers, in the order of the parameters."""
        return [Binding(*place, members[0][0].index, "read", "uniform") for place, members in self._members.items()]

    def load(self, parameter: ir.ValueParameter, axis: int) -> int:
        """Load a number, or the component `axis` of a vector, as the type that carries it."""
        assert parameter.slot is not None
        place = parameter.slot.set, parameter.slot.binding
        if place not in self._variables:
            self._variables[place] = self._declare(place)
        number = [member.index for member, _ in self._members[place]].index(parameter.index)
        path = [number] if isinstance(parameter.type, Scalar) else [number, axis]
        emitter, element = self.emitter, self._element(parameter)
        pointer = emitter.pointer("Uniform", emitter.type(element))
        indices = [emitter.constant(index, i32) for index in path]
        chain = emitter.module.value("OpAccessChain", pointer, self._variables[place], *indices)
        return emitter.module.value("OpLoad", emitter.type(element), chain)

    def _declare(self, place: Place) -> int:
        emitter, module = self.emitter, self.emitter.module
        members = self._members[place]
        block = module.struct(*(emitter.type(self._type(each)) for each, _ in members), unique=("uniform", place))
        module.decorate(block, "Block")
        module.name(block, "uniforms")
        for number, (parameter, slot) in enumerate(members):
            module.decorate_member(block, number, "Offset", slot.offset)
            module.name_member(block, number, parameter.name)
        variable = module.variable(emitter.pointer("Uniform", block), "Uniform")
        module.decorate(variable, "DescriptorSet", place[0])
        module.decorate(variable, "Binding", place[1])
        return variable

    def _element(self, parameter: ir.ValueParameter) -> Scalar:
        type = parameter.type
        assert isinstance(type, (Scalar, Vector)), "structs are passed field by field"
        return self.carrier(type if isinstance(type, Scalar) else type.element)

    def _type(self, parameter: ir.ValueParameter) -> Scalar | Vector:
        element = self._element(parameter)
        return Vector(element, parameter.type.size) if isinstance(parameter.type, Vector) else element
