"""A kernel's parameters, and the arguments of a launch: bound by name, checked, and given the types they are passed as.

Annotated parameters are checked, the others take the type of what is passed: Python numbers are weak, as they are in
a kernel's text (an int beyond i32 is an i64), NumPy scalars and arrays have their own type.
"""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, final

import numpy as np

from .annotations import annotations_of, type_from
from .errors import LaunchError
from .types import WEAK_FLOAT, WEAK_INT, Array, ArrayType, Scalar, Vector, alone, bool_, f32, i32, i64, scalar_of_dtype

__all__ = ["Parameter", "Signature", "launch_sizes", "out_of_range"]

ArgumentType = Scalar | Vector | ArrayType


@final
@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as the text declares it."""

    name: str
    annotation: ArgumentType | None


@final
class _Shown(str):
    """Text that a signature shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


@final
class Signature:
    """The parameters of the kernel `name`, with the types that are known."""

    def __init__(self, name: str, signature: inspect.Signature, annotations: Mapping[str, Any]) -> None:
        self.name = name
        self._signature = signature
        self.parameters = tuple(Parameter(name, annotations.get(name)) for name in self._signature.parameters)
        self.positional = all(
            p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in self._signature.parameters.values()
        )

    @classmethod
    def of(cls, function: FunctionType) -> Signature:
        """The parameters of a function.

        Raises
        ------
        TypeError
            An annotation is none that kernels know.
        """
        signature = inspect.signature(function, follow_wrapped=False)
        return cls(function.__name__, signature, annotations_of(function))

    @classmethod
    def of_types(cls, name: str, types: Mapping[str, ArgumentType]) -> Signature:
        """Parameters with complete types, by name, in the order of the mapping."""
        parameters = [inspect.Parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD) for each in types]
        return cls(name, inspect.Signature(parameters), types)

    def __str__(self) -> str:
        """As it was written, with types for annotations: ``saxpy(x: f32[...], y: f32[...], a: f32 = 2.0)``."""
        shown = []
        for declared, parameter in zip(self._signature.parameters.values(), self.parameters, strict=True):
            annotation = inspect.Parameter.empty if parameter.annotation is None else _Shown(str(parameter.annotation))
            shown.append(declared.replace(annotation=annotation))
        return f"{self.name}{self._signature.replace(parameters=shown)}"

    def bind(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Sequence[Any]:
        """The arguments in the order of the parameters, defaults filled in; numbers in 0-d arrays taken out."""
        values: Iterable[Any] = args
        if kwargs or not self.positional or len(args) != len(self.parameters):
            try:
                bound = self._signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"kernel {self.name!r}: {error}; it is {self}") from None
            bound.apply_defaults()
            values = bound.arguments.values()
        return [_taken_out(p, value) for p, value in zip(self.parameters, values, strict=True)]

    def type_of(self, parameter: Parameter, value: Any) -> ArgumentType:
        """The type that `value` is passed as.

        Raises
        ------
        TypeError
            It is nothing that the parameter takes.
        """
        if isinstance(value, Array):
            return self._array(parameter, value.type, "vkc.array(x, dtype=vkc.{0})")  # type: ignore[attr-defined]
        if isinstance(value, np.ndarray):
            return self._array(parameter, self._host_type(parameter, value), "x.astype(np.{1})")
        type = _number_type(value)
        accepts_tuple = parameter.annotation is None or isinstance(parameter.annotation, Vector)
        if isinstance(value, tuple) and accepts_tuple:
            return self._vector(parameter, value)
        if type is None or isinstance(parameter.annotation, (ArrayType, Vector)):
            raise self._error(parameter, value, f"pass {_wanted(parameter.annotation, value)}")
        return self._number(parameter, type, value)

    def _host_type(self, parameter: Parameter, value: np.ndarray[Any, Any]) -> ArrayType:
        element = scalar_of_dtype(value.dtype)
        if isinstance(value, np.ma.MaskedArray):
            hint = "the mask would be lost: pass x.filled(...) or x.data"
            raise self._error(parameter, value, hint, found="a masked array")
        if element is None:
            hint = "kernels take numbers and bools: convert it with x.astype(...)"
            if not value.dtype.isnative:
                hint = "its bytes are in foreign order: pass x.astype(x.dtype.newbyteorder('='))"
            raise self._error(parameter, value, hint, found=f"a NumPy array of dtype {value.dtype}")
        return ArrayType(element, value.ndim)

    def _array(self, parameter: Parameter, type: ArrayType, conversion: str) -> ArgumentType:
        """An array's type, if it is what the annotation asks for; `conversion` says how one of its kind converts."""
        wanted = parameter.annotation
        if wanted is None:
            return type
        if isinstance(wanted, ArrayType):
            if wanted.element not in (None, type.element):
                assert wanted.element is not None
                raise TypeError(
                    f"kernel {self.name!r}: the argument {parameter.name!r} is an array of {type.element} "
                    f"({_dtype(type.element)}), and the annotation wants {wanted.element} ({_dtype(wanted.element)}); "
                    f"convert it with {conversion.format(wanted.element, _dtype(wanted.element))}"
                )
            if wanted.ndim not in (None, type.ndim):
                raise TypeError(
                    f"kernel {self.name!r}: the argument {parameter.name!r} has {_axes(type.ndim)}, and the annotation "
                    f"wants {wanted.ndim}; pass x.reshape(...), or change the annotation"
                )
            return type
        raise TypeError(
            f"kernel {self.name!r}: the argument {parameter.name!r} is an array {type}, and the annotation wants "
            f"{wanted}; pass {_wanted(wanted, None)}, or annotate the parameter with Array[{type.element}]"
        )

    def _vector(self, parameter: Parameter, value: tuple[Any, ...]) -> ArgumentType:
        wanted = parameter.annotation
        types = [_number_type(part) for part in value]
        if None in types or not 2 <= len(value) <= 4:
            raise self._error(parameter, value, "a tuple of two to four numbers is passed as a vector")
        if wanted is None:
            element = types[0] if len(set(types)) == 1 else f32
            assert isinstance(element, Scalar)
            element = alone(element)
            wanted = Vector(element, len(value))
        assert isinstance(wanted, Vector)
        if wanted.size != len(value):
            raise self._error(parameter, value, f"pass a tuple of {wanted.size} numbers")
        for type, part in zip(types, value, strict=True):
            assert type is not None
            self._number(Parameter(parameter.name, wanted.element), type, part)
        return wanted

    def _number(self, parameter: Parameter, type: Scalar, value: Any) -> Scalar:
        wanted = parameter.annotation
        if wanted is None:
            return type
        assert isinstance(wanted, Scalar)
        if wanted.integral and type.floating:
            raise self._error(parameter, value, "pass int(...) if it is meant to be truncated")
        if wanted == bool_ and type != bool_:
            raise self._error(parameter, value, "pass a bool, such as x != 0")
        if wanted.integral and not wanted.holds(int(value)):
            raise out_of_range(self.name, parameter.name, int(value), wanted)
        return wanted

    def _error(self, parameter: Parameter, value: Any, hint: str, found: str = "") -> TypeError:
        wanted = f", and the annotation wants {parameter.annotation}" if parameter.annotation is not None else ""
        found = found or _short(value)
        return TypeError(f"kernel {self.name!r}: the argument {parameter.name!r} is {found}{wanted}; {hint}")

    def complete(self, given: Sequence[tuple[str | None, Any]]) -> list[ArgumentType]:
        """The types of all parameters, from `given` ones by position or name and from the annotations.

        Raises
        ------
        TypeError
            A type is missing, contradicts the annotation, or names no parameter.
        """
        known: dict[str, ArgumentType] = {}
        for (name, type), parameter in zip(given, self.parameters, strict=False):
            known[name or parameter.name] = type_from(type)
        names = [parameter.name for parameter in self.parameters]
        if len(given) > len(names) or not set(known) <= set(names):
            unknown = sorted(set(known) - set(names))
            found = f"{unknown[0]!r} is none of them" if unknown else f"{len(given)} types are given"
            raise TypeError(f"kernel {self.name!r} has the parameters {', '.join(names)}; {found}")
        return [self._complete(parameter, known.get(parameter.name)) for parameter in self.parameters]

    def _complete(self, parameter: Parameter, given: ArgumentType | None) -> ArgumentType:
        annotation = parameter.annotation
        if given is None:
            if annotation is None:
                raise TypeError(
                    f"kernel {self.name!r}: the parameter {parameter.name!r} has no annotation, so its type must be "
                    f'given, as in "f32[:], i32[:, :], f32", one for each of the parameters {self._names()}'
                )
            return type_from(annotation)
        if annotation is not None and not _agree(given, annotation):
            where = f"kernel {self.name!r}: the parameter {parameter.name!r}"
            raise TypeError(f"{where} is annotated {annotation}, not {given}")
        return given

    def _names(self) -> str:
        return ", ".join(parameter.name for parameter in self.parameters)


def _agree(given: ArgumentType, annotation: ArgumentType) -> bool:
    """Whether a complete type is one that an annotation allows."""
    if isinstance(given, ArrayType) and isinstance(annotation, ArrayType):
        return annotation.element in (None, given.element) and annotation.ndim in (None, given.ndim)
    return given == annotation


def _taken_out(parameter: Parameter, value: Any) -> Any:
    """The number in a 0-d array, where the parameter is annotated as a number."""
    if isinstance(parameter.annotation, Scalar) and isinstance(value, (np.ndarray, Array)):
        return np.asarray(value)[()] if value.ndim == 0 else value  # type: ignore[union-attr]
    return value


def _number_type(value: Any) -> Scalar | None:
    """The type of a number on its own; Python's are weak."""
    if isinstance(value, np.generic):
        return scalar_of_dtype(value.dtype)
    if isinstance(value, bool):
        return bool_
    if isinstance(value, numbers.Integral):
        return WEAK_INT if i32.minimum <= int(value) <= i32.maximum else i64
    return WEAK_FLOAT if isinstance(value, numbers.Real) else None


def _axes(ndim: int | None) -> str:
    return "1 dimension" if ndim == 1 else f"{ndim} dimensions"


def _dtype(type: Scalar | None) -> str:
    return type.dtype.name if type is not None else "?"


def _short(value: Any) -> str:
    """The value and its class in a message; an object without a text of its own by its class."""
    text, name = repr(value), type(value).__name__
    if value is None:
        return text
    if " at 0x" in text:
        return f"an object of type {name}"
    return f"{text if len(text) <= 40 else text[:37] + '...'} of type {name}"


def _wanted(annotation: ArgumentType | None, value: Any) -> str:
    """What to pass instead of `value`."""
    if isinstance(annotation, Vector):
        return f"a tuple of {annotation.size} numbers"
    if isinstance(annotation, Scalar):
        return "a number"
    if isinstance(value, (list, tuple)):
        return "np.array(...) or vkc.array(...)"
    return "a device array or a NumPy array" + ("" if annotation else ", or a number")


def out_of_range(kernel: str, name: str, number: int | float, type: Scalar) -> OverflowError:
    """The exception for a number that its parameter's type cannot hold."""
    long = isinstance(number, int) and number.bit_length() > 256
    shown = f"an integer of {int(number).bit_length()} bits" if long else str(number)
    type = alone(type)
    low, high = (str(type.dtype.type(limit)) for limit in type.limits)
    return OverflowError(f"kernel {kernel!r}: the argument {name!r} is {shown}, and {type} goes from {low} to {high}")


def launch_sizes(name: str, key: Any) -> tuple[int, ...]:
    """The sizes of ``k[key]``.

    Raises
    ------
    LaunchError
        They are not one to three integers between 0 and 2^31 - 1.
    """
    sizes = key if isinstance(key, tuple) else (key,)
    if not 1 <= len(sizes) <= 3:
        raise LaunchError(f"kernel {name!r}: a launch has one to three sizes, as {name}[h, w](...), not {len(sizes)}")
    result = []
    for size in sizes:
        if isinstance(size, (bool, np.bool_)) or not isinstance(size, numbers.Integral):
            raise LaunchError(f"kernel {name!r}: a launch size is an integer, not {size!r}")
        if not 0 <= int(size) <= i32.maximum:
            raise LaunchError(f"kernel {name!r}: a launch size lies between 0 and {i32.maximum}, and {size} does not")
        result.append(int(size))
    return tuple(result)
