"""What a launch of a shader passes: its buffers and uniforms as the parameters of a kernel.

A struct is passed field by field, so that the kernel knows numbers, vectors and arrays alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any, final

from ..arguments import ArgumentType
from ..program import Slot
from ..types import ArrayType, Scalar, StructType, Vector
from .resources import Resource

__all__ = ["Passed"]


@final
class Passed:
    """The buffers and uniforms of the shader `name`.

    Attributes
    ----------
    types, slots : dict
        The kernel's parameters, by name: their types and places.
    parts : dict
        The parameters that each resource is.
    """

    def __init__(self, name: str, resources: Sequence[Resource]) -> None:
        self.name = name
        self.resources = tuple(resources)
        self.types: dict[str, ArgumentType] = {}
        self.slots: dict[str, Slot] = {}
        self.parts: dict[str, tuple[str, ...]] = {}
        for resource in resources:
            self.parts[resource.name] = tuple(self._add(resource, *field) for field in _fields(resource))
        names = [inspect.Parameter(each.name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in resources]
        self._signature = inspect.Signature(names)
        self._plain = not any(isinstance(each.type, (StructType, Vector)) for each in resources)

    def _add(self, resource: Resource, field: str, type: ArgumentType, offset: int) -> str:
        name = f"{resource.name}_{field}" if field else resource.name
        taken = {each.name for each in self.resources} if field else ()
        while name in self.types or name in taken:
            name += "_"
        self.types[name] = type
        self.slots[name] = Slot(*resource.place, offset)
        return name

    def values(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Sequence[Any]:
        """The arguments of the kernel."""
        if self._plain and not kwargs and len(args) == len(self.resources):
            return args
        try:
            bound = self._signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"shader {self.name!r}: {error}; it is {self.name}{self._signature}") from None
        values: list[Any] = []
        for resource in self.resources:
            values += self._split(resource, bound[resource.name])
        return values

    def _split(self, resource: Resource, value: Any) -> Sequence[Any]:
        """One argument as the kernel's: a vector becomes a tuple, a struct its fields."""
        if isinstance(resource.type, Vector):
            return [_as_tuple(value)]
        if not isinstance(resource.type, StructType):
            return [value]
        names = resource.type.names
        try:
            fields = [value[name] for name in names] if hasattr(value, "keys") or _is_record(value) else list(value)
        except (KeyError, ValueError, TypeError):
            fields = []
        if len(fields) != len(names):
            raise TypeError(
                f"shader {self.name!r}: the argument {resource.name!r} is {resource.type}; pass a dictionary or a "
                f"NumPy record with the fields {', '.join(names)}, or a tuple of {len(names)}"
            )
        types = [type for _, type in resource.type.fields]
        return [
            _as_tuple(field) if isinstance(type, Vector) else field for field, type in zip(fields, types, strict=True)
        ]


def _fields(resource: Resource) -> list[tuple[str, ArgumentType, int]]:
    """The parts of a resource: name, type and offset; the name is empty where it is not a struct."""
    type = resource.type
    if isinstance(type, StructType):
        parts: Any = zip(type.fields, type.offsets, strict=True)
        return [(name, part, offset) for (name, part), offset in parts]
    assert isinstance(type, (Scalar, Vector, ArrayType))
    return [("", type, 0)]


def _is_record(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "names", None) is not None


def _as_tuple(value: Any) -> Any:
    """A vector given as a list or an array, as the tuple that kernels take."""
    return tuple(value) if isinstance(value, list) or getattr(value, "ndim", 0) == 1 else value
