"""The types that arguments of a launch are passed as, and what to say about arguments that cannot be passed.

An annotated parameter is checked, another takes the type of what is passed. An array of numbers is passed as one of
vectors or matrices where the annotation says so: its last axes are their components.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final, final

import numpy as np

from .host_values import HostVector, composite
from .plain import limits_of, number_type, plain, short, takes
from .records import same_layout, struct_of_dtype
from .static import StaticType, static_type
from .types import (
    MOST_AXES,
    Array,
    ArrayType,
    ElementType,
    Matrix,
    Scalar,
    StructType,
    Vector,
    alone,
    array_type,
    bool_,
    f32,
    parts_of,
    scalar_of_dtype,
)

__all__ = ["ArgumentType", "Parameter", "holds", "out_of_range", "taken_out", "type_of"]

ArgumentType = ElementType | ArrayType | StaticType

Composite: Final = (Vector, Matrix, StructType)

LONGEST_SHOWN: Final = 256
"""Bits of an integer whose digits a message shows."""


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as the text declares it."""

    name: str
    annotation: ArgumentType | None


def taken_out(parameter: Parameter, value: Any) -> Any:
    """What is passed in place of `value`: what enumerations' members, 0-d arrays, vectors and matrices hold."""
    wanted = parameter.annotation
    if isinstance(wanted, StaticType):
        return value
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(wanted, (Scalar, StructType)) and isinstance(value, (np.ndarray, Array)):
        return np.asarray(value)[()] if value.ndim == 0 else value  # type: ignore[union-attr]
    if isinstance(value, np.ndarray):
        annotated = isinstance(wanted, (Vector, Matrix)) and value.shape == wanted.shape
        if annotated or (isinstance(value, HostVector) and not isinstance(wanted, ArrayType) and composite(value)):
            return tuple(map(tuple, value)) if value.ndim == 2 else tuple(value)
    return value


def type_of(kernel: str, parameter: Parameter, value: Any) -> ArgumentType:
    """The type that `value`, which :func:`taken_out` returned, is passed as.

    Raises
    ------
    TypeError, OverflowError
        It is nothing that the parameter takes.
    """
    return _Argument(kernel, parameter, value).type()


@final
class _Argument:
    """An argument being checked."""

    def __init__(self, kernel: str, parameter: Parameter, value: Any) -> None:
        self.kernel = kernel
        self.name = parameter.name
        self.wanted = parameter.annotation
        self.value = value

    def type(self) -> ArgumentType:
        if isinstance(self.wanted, StaticType):
            return self._static()
        if isinstance(self.value, (Array, np.ndarray)):
            return self._of_few_axes(self._array())
        if isinstance(self.wanted, Composite):
            return self._composite(self.wanted)
        if isinstance(self.wanted, ArrayType):
            raise self._error(f"pass {self._acceptable()}")
        if isinstance(self.value, tuple) and self.wanted is None:
            return self._composite(self._tuple())
        if isinstance(self.value, np.void):
            return self._record()
        type = number_type(self.value)
        if type is None:
            raise self._error(f"pass {self._acceptable()}")
        return type if self.wanted is None else self._number(self.wanted, type)

    # Values

    def _number(self, wanted: Scalar, type: Scalar) -> Scalar:
        if wanted.integral and type.floating:
            raise self._error("pass int(...) if it is meant to be truncated")
        if wanted == bool_ and type != bool_:
            raise self._error("pass a bool, such as x != 0")
        if wanted.integral and not wanted.holds(int(self.value)):
            raise out_of_range(self.kernel, self.name, int(self.value), wanted)
        return wanted

    def _static(self) -> StaticType:
        try:
            return static_type(self.value)
        except TypeError as error:
            raise TypeError(f"kernel {self.kernel!r}: the argument {self.name!r}: {error}") from None

    def _composite(self, wanted: Vector | Matrix | StructType) -> ArgumentType:
        try:
            plain(wanted, self.value, self.name)
        except (TypeError, OverflowError) as error:
            raise type(error)(f"kernel {self.kernel!r}: the argument {error}") from None
        return wanted

    def _tuple(self) -> Vector | Matrix:
        """What a tuple of numbers, or of rows of numbers, is passed as where nothing is annotated."""
        nested = all(isinstance(part, tuple) for part in self.value)
        rows = self.value if nested else (self.value,)
        lengths = {len(self.value), *map(len, rows)}
        types = [number_type(part) for row in rows for part in row]
        if None in types or not all(2 <= length <= 4 for length in lengths) or len(set(map(len, rows))) != 1:
            raise self._error("a tuple of two to four numbers is passed as a vector, one of such tuples as a matrix")
        only = types[0] if len(set(types)) == 1 else f32
        assert only is not None
        return Matrix(alone(only), len(rows), len(rows[0])) if nested else Vector(alone(only), len(rows[0]))

    def _record(self) -> StructType:
        found = np.asarray(self.value).dtype
        if self.wanted is not None or found.names is None:
            raise self._error(f"pass {self._acceptable()}")
        return self._struct(found)

    def _struct(self, dtype: np.dtype[Any]) -> StructType:
        try:
            return struct_of_dtype(dtype)
        except TypeError as error:
            raise self._error(f"kernels cannot read it: {error}", "of a structured dtype") from None

    # Arrays

    def _array(self) -> ArgumentType:
        own: ArrayType = self.value.type if isinstance(self.value, Array) else self._host_type()  # type: ignore[attr-defined]
        wanted = self.wanted
        assert own.element is not None
        assert own.ndim is not None
        if wanted is None:
            return own
        if not isinstance(wanted, ArrayType):
            annotate = f"annotate the parameter with Array[{own.element}]"
            raise self._error(f"pass {self._acceptable()}, or {annotate}", f"an array {own}")
        if isinstance(wanted.element, (Vector, Matrix)):
            return self._array_of(wanted.element, wanted.ndim, own)
        if wanted.element is not None and not same_layout(own.element, wanted.element):
            found = f"an array of {_described(own.element)}"
            if isinstance(own.element, StructType) and isinstance(wanted.element, StructType):
                found += " laid out otherwise" * (own.element.fields == wanted.element.fields)
            raise self._error(self._conversion(own.element, wanted.element), found)
        if wanted.ndim not in (None, own.ndim):
            raise self._error("pass x.reshape(...), or change the annotation", f"an array with {_axes(own.ndim)}")
        return own if wanted.element in (None, own.element) else array_type(wanted.element, own.ndim, own.contiguous)

    def _of_few_axes(self, type: ArgumentType) -> ArgumentType:
        if isinstance(type, ArrayType) and type.ndim is not None and type.ndim > MOST_AXES:
            raise self._error(
                f"kernels take arrays with up to {MOST_AXES}: pass x.reshape(...)", f"an array with {_axes(type.ndim)}"
            )
        return type

    def _host_type(self) -> ArrayType:
        value = self.value
        if isinstance(value, np.ma.MaskedArray):
            raise self._error("the mask would be lost: pass x.filled(...) or x.data", "a masked array")
        if value.dtype.names is not None:
            return array_type(self._struct(value.dtype), value.ndim, True)
        element = scalar_of_dtype(value.dtype)
        if element is None:
            hint = "kernels take numbers, bools and structs of them: convert it with x.astype(...)"
            if not value.dtype.isnative:
                hint = "its bytes are in foreign order: pass x.astype(x.dtype.newbyteorder('='))"
            raise self._error(hint, f"a NumPy array of dtype {value.dtype}")
        return array_type(element, value.ndim, True)

    def _array_of(self, element: Vector | Matrix, ndim: int | None, own: ArrayType) -> ArrayType:
        """The type of an array of numbers that is passed as one of vectors or matrices."""
        assert own.element is not None
        assert own.ndim is not None
        if own.element != element.element:
            raise self._error(self._conversion(own.element, element.element), f"an array of {_described(own.element)}")
        axes = len(element.shape)
        shape = tuple(self.value.shape)
        if shape[-axes:] != element.shape or ndim not in (None, own.ndim - axes):
            leading = ("...",) if ndim is None else "nmlkji"[:ndim]
            form = ", ".join([*leading, *map(str, element.shape)])
            raise self._error(
                f"an array of {element} has the shape ({form}), the numbers of each in the last ax{'ei'[axes == 1]}s",
                f"an array of shape {shape}",
            )
        device_array: Any = self.value if isinstance(self.value, Array) else None
        if device_array is not None and not steps_by(device_array, element):
            raise self._error(
                f"the numbers of a {element} lie side by side, and each {element} a multiple of its size from the "
                "next; pass a copy, as in vkc.array(x)",
                f"an array of shape {shape} and strides {device_array.strides}",
            )
        return array_type(element, own.ndim - axes, own.contiguous)

    def _conversion(self, own: ElementType, wanted: ElementType) -> str:
        """How to convert an array."""
        if isinstance(own, StructType) and isinstance(wanted, Scalar):
            return f"pass a field of it, as in x[{own.names[0]!r}]"
        if isinstance(wanted, StructType) and not (isinstance(own, StructType) and own.names == wanted.names):
            return f"make one with vkc.zeros(n, {wanted}) or np.zeros(n, {wanted}.dtype)"
        if isinstance(self.value, Array):
            return f"convert it with vkc.array(x, dtype={'vkc.' * isinstance(wanted, Scalar)}{wanted})"
        known = f"np.{wanted.dtype.name}" if isinstance(wanted, Scalar) and wanted.name != "bf16" else f"{wanted}.dtype"
        return f"convert it with x.astype({known})"

    # Messages

    def _error(self, hint: str, found: str = "") -> TypeError:
        wanted = f", and the annotation wants {self.wanted}" if self.wanted is not None else ""
        return TypeError(
            f"kernel {self.kernel!r}: the argument {self.name!r} is {found or short(self.value)}{wanted}; {hint}"
        )

    def _acceptable(self) -> str:
        """What to pass instead."""
        if self.wanted is not None and not isinstance(self.wanted, (ArrayType, StaticType)):
            return takes(self.wanted)
        if isinstance(self.value, FunctionType):
            return "numbers and arrays; a kernel finds the functions that it calls among the names around it"
        if isinstance(self.value, (list, tuple)):
            return "np.array(...) or vkc.array(...)"
        return "a device array or a NumPy array" + ("" if self.wanted else ", or a number")


def steps_by(array: Any, element: Vector | Matrix) -> bool:
    """Whether the last axes of a device array of numbers lie as vectors or matrices do, at multiples of their size."""
    if array.type.contiguous:
        return True
    axes = len(element.shape)
    inner = (1,) if axes == 1 else (element.shape[-1], 1)
    if array.element_strides[-axes:] != inner:
        return False
    size = element.itemsize // element.element.itemsize
    outer = zip(array.shape[:-axes], array.element_strides[:-axes], strict=True)
    return all(extent < 2 or stride % size == 0 for extent, stride in outer)


def holds(type: ArgumentType, scalar: Scalar) -> bool:
    """Whether numbers of a type are among those that an argument is made of."""
    if isinstance(type, StaticType):
        return False
    if isinstance(type, ArrayType):
        assert type.element is not None
        return holds(type.element, scalar)
    return type == scalar or any(holds(part, scalar) for part in parts_of(type))  # type: ignore[arg-type]


def _axes(count: int | None) -> str:
    return "1 dimension" if count == 1 else f"{count} dimensions"


def _described(type: ElementType) -> str:
    """A type in a message, with NumPy's name where that has one."""
    return f"{type} ({type.dtype.name})" if isinstance(type, Scalar) and type.name != "bf16" else str(type)


def out_of_range(kernel: str, name: str, number: int | float, type: Scalar) -> OverflowError:
    """The exception for a number that its parameter's type cannot hold."""
    long = isinstance(number, int) and number.bit_length() > LONGEST_SHOWN
    shown = f"an integer of {int(number).bit_length()} bits" if long else str(number)
    return OverflowError(f"kernel {kernel!r}: the argument {name!r} is {shown}, and {limits_of(alone(type))}")
