"""The types of what lies in the memory of arrays, with the layout that the host gives it.

Everything there is made of scalars: a vector is an array of its components, a matrix an array of such arrays, a struct
has its fields at their offsets. Arrays of scalars may begin wherever a scalar may, so a vec3 takes 12 bytes and a field
lies where NumPy puts it, and no device needs a feature for that.
"""

from __future__ import annotations

from typing import final

from ..types import ElementType, Matrix, Scalar, StructType, Vector, parts_of, u32
from .lower_emitter import Emitter

__all__ = ["MemoryTypes"]


@final
class MemoryTypes:
    """The types of elements, and of parts of elements, in memory; each is declared once."""

    __slots__ = ("_emitter", "_found")

    def __init__(self, emitter: Emitter) -> None:
        self._emitter = emitter
        self._found: dict[ElementType, int] = {}

    def type(self, type: ElementType) -> int:
        """The id of a type."""
        found = self._found.get(type)
        if found is None:
            found = self._found[type] = self._declare(type)
        return found

    def _declare(self, type: ElementType) -> int:
        if isinstance(type, Scalar):
            return self._emitter.memory_type(type)
        if isinstance(type, StructType):
            return self._declare_struct(type)
        part, *_ = parts_of(type)
        assert isinstance(part, (Scalar, Vector)), type
        return self._declare_array(type, self.type(part), part.itemsize)

    def _declare_array(self, type: Vector | Matrix, part: int, stride: int) -> int:
        module, length = self._emitter.module, self._emitter.constant(type.shape[0], u32)
        array = module.type("OpTypeArray", part, length, unique=("memory", stride))
        module.decorate(array, "ArrayStride", stride)
        return array

    def _declare_struct(self, type: StructType) -> int:
        module = self._emitter.module
        struct = module.struct(*(self.type(field) for _, field in type.fields), unique=("memory", type))
        module.name(struct, type.name)
        for number, (name, offset) in enumerate(zip(type.names, type.offsets, strict=True)):
            module.decorate_member(struct, number, "Offset", offset)
            module.name_member(struct, number, name)
        return struct
