"""What pyshader's parameters say of themselves: ``("buffer", 0, Array(f32))`` as a default or as an annotation.

Gets a function's source and gives a :class:`Resource` a parameter; whatever is none of a compute shader's is refused
at the parameter.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, final

from ..errors import CompileError, Span, did_you_mean
from ..frontend.source import Source, all_parameters, defaults_of
from ..types import ArrayType, Scalar, StructType, Vector, i32, u32
from .inputs import INPUTS
from .types import AnyType, spell, type_from

__all__ = ["Resource", "read_resources"]

KINDS: Final = ("input", "buffer", "uniform")

EXAMPLE: Final = '("buffer", 0, Array(f32))'

ELSEWHERE: Final = {
    "output":  "a compute shader has no outputs; write to a buffer",
    "texture": "textures belong to graphics; pass the pixels as a buffer, such as {example}",
    "sampler": "samplers belong to graphics; pass the pixels as a buffer, such as {example}",
    "push":    'push constants are not of this dialect; write ("uniform", slot, type)',
}  # fmt: skip
"""Kinds of resources that are refused, and why."""


@final
@dataclass(frozen=True, slots=True)
class Resource:
    """A parameter. `kind` is one of `KINDS`; `slot` is an input's name, or the set and the binding of a buffer."""

    name: str
    kind: str
    slot: str | tuple[int, int]
    type: AnyType

    @property
    def place(self) -> tuple[int, int]:
        """The set and the binding."""
        assert isinstance(self.slot, tuple)
        return self.slot

    def described(self) -> dict[str, Any]:
        """The parameter in the words of its text, ready for JSON."""
        slot = self.slot
        if isinstance(slot, tuple):
            return {"set": slot[0], "slot": slot[1], "type": spell(self.type)}
        return {"slot": slot, "type": spell(self.type)}


def read_resources(source: Source) -> tuple[Resource, ...]:
    """The parameters of a function written for pyshader.

    Raises
    ------
    CompileError
        A parameter is not what pyshader takes, or nothing that a compute shader has.
    """
    found: dict[Any, Resource] = {}
    for name, value, span in _declared(source):
        try:
            resource = _read(name, value)
            earlier = found.setdefault(name if resource.kind == "input" else resource.slot, resource)
            if earlier is not resource:
                raise TypeError(
                    f"{name!r} has the set {resource.place[0]} and the slot {resource.place[1]}, and so has "
                    f"{earlier.name!r}; give each buffer and uniform a slot of its own"
                )
        except TypeError as error:
            raise CompileError(str(error), span, kernel=source.name) from None
    return tuple(found.values())


def _declared(source: Source) -> Iterator[tuple[str, Any, Span]]:
    """Each parameter with the object that says what it is, ``None`` if there is none, and where that stands."""
    function = source.function
    parameters = inspect.signature(function, follow_wrapped=False).parameters
    nodes, defaults = all_parameters(source.node.args), defaults_of(source.node.args)
    for node in nodes:
        annotation, default = function.__annotations__.get(node.arg), parameters[node.arg].default
        if annotation is not None:
            span = source.span(node.annotation or node)
            yield node.arg, _evaluated(source, annotation, span), span
        else:
            yield (
                node.arg,
                None if default is inspect.Parameter.empty else default,
                source.span(defaults.get(node.arg, node)),
            )


def _evaluated(source: Source, annotation: Any, span: Span) -> Any:
    """An annotation, evaluated where ``from __future__ import annotations`` has made text of it."""
    if not isinstance(annotation, str):
        return annotation
    function = source.function
    outer = inspect.getclosurevars(function).nonlocals
    try:
        return eval(annotation, function.__globals__, dict(outer))  # the user's own annotation, as Python would
    except Exception as error:
        raise CompileError(f"the annotation cannot be evaluated: {error}", span, kernel=source.name) from None


def _read(name: str, value: Any) -> Resource:
    if value is None:
        raise TypeError(f"{name!r} does not say what it is; write it as a default or an annotation, such as {EXAMPLE}")
    if not isinstance(value, tuple) or len(value) != 3 or not isinstance(value[0], str):
        raise TypeError(f"{name!r} is {value!r}, which is no tuple of a kind, a slot and a type, such as {EXAMPLE}")
    kind, slot, type = value[0].lower(), value[1], value[2]
    if kind not in KINDS:
        reason = ELSEWHERE.get(kind, f"the kinds are {', '.join(KINDS)}").format(example=EXAMPLE)
        raise TypeError(f"{name!r} is of the kind {value[0]!r}: {reason}")
    if kind == "input":
        return Resource(name, kind, _input(name, slot), _input_type(name, slot, type_from(type)))
    check = _check_buffer if kind == "buffer" else _check_uniform
    resource = Resource(name, kind, _slot(name, slot), type_from(type))
    check(name, resource.type)
    return resource


# Inputs


def _input(name: str, slot: Any) -> str:
    if isinstance(slot, str) and slot in INPUTS:
        return slot
    if isinstance(slot, str):
        hint = did_you_mean(slot, INPUTS) or f"a compute shader has {', '.join(INPUTS)}"
        raise TypeError(f"there is no input {slot!r} here; {hint}")
    raise TypeError(
        f"{name!r} is the input {slot!r}: inputs with numbers belong to graphics; a compute shader has "
        f"{', '.join(INPUTS)}"
    )


def _input_type(name: str, slot: str, type: AnyType) -> AnyType:
    scalar = type.element if isinstance(type, Vector) else type
    size = type.size if isinstance(type, Vector) else 1
    if scalar not in (i32, u32) or size not in INPUTS[slot].sizes:
        wanted = "ivec3 or uvec3" if 3 in INPUTS[slot].sizes else "i32 or u32"
        raise TypeError(f"the input {slot} is of type {wanted}, not {spell(type)}")
    return type


# Buffers and uniforms


def _slot(name: str, slot: Any) -> tuple[int, int]:
    """The set and the binding; a number alone is a binding of set 0."""
    place = (0, slot) if not isinstance(slot, (tuple, list)) else tuple(slot)
    if len(place) != 2 or any(not isinstance(part, int) or isinstance(part, bool) or part < 0 for part in place):
        raise TypeError(f"the slot of {name!r} is a number from 0 on, or a set and such a number, not {slot!r}")
    return place[0], place[1]


def _check_buffer(name: str, type: AnyType) -> None:
    if not isinstance(type, ArrayType) or type.element is None or type.ndim != 1:
        raise TypeError(f"the buffer {name!r} is an array such as Array(f32), not {spell(type)}")


def _check_uniform(name: str, type: AnyType) -> None:
    fields = type.fields if isinstance(type, StructType) else ((name, type),)
    offsets = type.offsets if isinstance(type, StructType) else (0,)
    for (field, part), offset in zip(fields, offsets, strict=True):
        scalar = part.element if isinstance(part, Vector) else part
        if not isinstance(part, (Scalar, Vector)) or not isinstance(scalar, Scalar) or scalar.bits < 32:
            raise TypeError(
                f"the uniform {field!r} is {spell(part)}; uniforms are numbers of 32 and 64 bits, vectors of them, and "
                "structs of these. Pass anything else as a buffer"
            )
        if offset % scalar.itemsize or (offset % 16 and offset % 16 + part.itemsize > 16):
            raise TypeError(
                f"the field {field!r} of the uniform {name!r} would lie at byte {offset}, where Vulkan allows no "
                f"{spell(part)}; put the larger fields first"
            )
