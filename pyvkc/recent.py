"""What a kernel remembers of its last launch, so that the next one like it need only be compared with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from .argument_types import Parameter, steps_by, taken_out
from .arguments import ArgumentType
from .frontend.layout import natural
from .plain import packed
from .specialisation import LONGEST, Specialisation
from .static import StaticType, static_key
from .types import WEAK_FLOAT, WEAK_INT, Array, ArrayType, Matrix, Scalar, Vector, bool_

if TYPE_CHECKING:
    from .runtime.device import Device

__all__ = ["Recent", "elements", "narrow", "repeats", "span"]

NARROW: Final = 2**32
"""Bytes that a driver may reach from the start of an array with a 32-bit index."""


@final
class Recent:
    """What the last launch of a kernel found out, for the next one.

    The size of a launch over one axis must be a multiple of `width`. `arrays` are the places and types of the device
    arrays and the bytes that they may span, `elements` the places of those that are passed as arrays of vectors or
    matrices, and what these are, `numbers` the places, classes and bounds of Python numbers, `composites` the places
    and parameters of vectors, matrices and structs, and `statics` the places and keys of compile-time constants.
    """

    __slots__ = (
        "arrays", "code", "composites", "count", "device", "elements", "numbers", "sizes", "statics", "width",
    )  # fmt: skip

    def __init__(
        self,
        code: Specialisation,
        device: Device,
        sizes: tuple[int, ...],
        workgroup: tuple[int, ...],
        parameters: Sequence[Parameter],
        types: Sequence[ArgumentType],
        arguments: Sequence[Any],
    ) -> None:
        self.code = code
        self.device = device
        self.sizes = sizes
        self.width = workgroup[0] if code.whole_groups else 1
        self.count = len(types)
        arrays = [(place, type) for place, type in enumerate(types) if isinstance(type, ArrayType)]
        self.arrays = [(place, arguments[place].type, _most(arguments[place], type)) for place, type in arrays]
        self.elements = [(place, a.element) for place, a in arrays if isinstance(a.element, (Vector, Matrix))]
        self.composites = [
            (place, parameters[place])
            for place, type in enumerate(types)
            if not isinstance(type, (Scalar, ArrayType, StaticType))
        ]
        self.statics = [(place, type.key) for place, type in enumerate(types) if isinstance(type, StaticType)]
        numbers = [(place, type) for place, type in enumerate(types) if isinstance(type, Scalar)]
        self.numbers: list[tuple[int, Any, float, float]] = [
            (place, *_bounds([type, *code.restrictions.get(place, ())])) for place, type in numbers
        ]

    def passed(self, args: tuple[Any, ...], sizes: tuple[int, ...]) -> Sequence[Any] | None:
        """The arguments as they are packed, if the launch is like the last one in all that matters."""
        if not self._fits(args, sizes):
            return None
        return _flattened(args, self.composites) if self.composites else args

    def _fits(self, args: tuple[Any, ...], sizes: tuple[int, ...]) -> bool:
        # Other sizes of one axis need no other workgroup.
        if (
            len(args) != self.count
            or (sizes != self.sizes and not len(sizes) == len(self.sizes) == 1)
            or 0 in sizes
            or sizes[0] >= LONGEST
            or (sizes != self.sizes and sizes[0] % self.width)
        ):
            return False
        for place, type, most in self.arrays:
            array: Any = args[place]
            if not isinstance(array, Array) or array.type is not type:  # type: ignore[attr-defined]
                return False
            if array.device is not self.device or array.span > most:  # type: ignore[attr-defined]
                return False
        for place, element in self.elements:
            array = args[place]
            if array.shape[-len(element.shape) :] != element.shape or not steps_by(array, element):
                return False
        for place, kind, low, high in self.numbers:
            number = args[place]
            if number.__class__ is not kind or not low <= number <= high:
                return False
        for place, key in self.statics:
            if static_key(args[place]) != key:
                return False
        return self.code.current()


def _flattened(args: tuple[Any, ...], composites: Sequence[tuple[int, Parameter]]) -> list[Any] | None:
    """The arguments with the numbers of vectors, matrices and structs in a row; ``None`` if one is wrong."""
    values = list(args)
    for place, parameter in composites:
        type: Any = parameter.annotation
        try:
            values[place] = packed(type, taken_out(parameter, values[place]), parameter.name)
        except (TypeError, OverflowError):
            return None  # the longer way says what
    return values


def _bounds(types: Sequence[Scalar]) -> tuple[Any, float, float]:
    """The class of Python number that passes as it is, and its bounds: those of all the types."""
    if types[0].floating:
        # Infinities and NaN take the longer way.
        return float, *types[0].limits
    if types[0] == bool_:
        return bool, 0, 1
    return int, max(type.minimum for type in types), min(type.maximum for type in types)


def _most(array: Any, type: ArrayType) -> int:
    """The bytes that an array like `array` may span for the same code to reach it all."""
    return min(narrow(type), LONGEST * int(array.dtype.itemsize) - 1)


def span(array: Any) -> int:
    """The bytes from an array's lowest element to its highest; NumPy arrays are uploaded without gaps."""
    return int(array.nbytes if isinstance(array, np.ndarray) else array.span)


def narrow(type: ArrayType) -> int:
    """The bytes that an array of a type may span before it takes arithmetic on addresses."""
    assert type.element is not None
    return NARROW if natural(type.element) else LONGEST  # a packed struct may be accessed byte by byte


def elements(array: Any) -> int:
    """The elements from an array's lowest to its highest, those between them included."""
    return span(array) // int(array.dtype.itemsize)


def repeats(parameters: Sequence[Parameter], types: Sequence[ArgumentType]) -> bool:
    """Whether a launch with Python numbers in the same places has the same types.

    A number without annotation that was NumPy's may have a type that Python's would not have, and the type of a tuple
    depends on the numbers in it.
    """
    as_python = (WEAK_INT, WEAK_FLOAT, bool_)
    free = [type for p, type in zip(parameters, types, strict=True) if p.annotation is None]
    arrays = any(isinstance(type, ArrayType) for type in types)
    return arrays and all(type in as_python or isinstance(type, ArrayType) for type in free)
