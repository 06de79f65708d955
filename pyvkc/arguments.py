"""A kernel's parameters: the arguments of a launch bound to them by name, and their types from annotations and text.

Annotated parameters are checked, the others take the type of what is passed: Python numbers are weak, as they are in
a kernel's text (an int beyond i32 is an i64), NumPy scalars, arrays and records have their own type.
"""

from __future__ import annotations

import inspect
import numbers
from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType
from typing import Any, Final, final

import numpy as np

from .annotations import annotations_of, type_from
from .argument_types import ArgumentType, Parameter, taken_out, type_of
from .errors import LaunchError
from .records import same_layout
from .static import STATIC, StaticType
from .types import ArrayType

__all__ = ["ArgumentType", "Parameter", "Signature", "cut_groups", "launch_sizes"]

MOST_INVOCATIONS: Final = 2**62
"""Along an axis of a launch."""


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
        annotations = annotations_of(function)
        if next(iter(signature.parameters), "") == "self" and annotations.get("self") is None:
            annotations["self"] = STATIC  # of a method
        return cls(function.__name__, signature, annotations)

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
        """The arguments in the order of the parameters, defaults filled in; values in arrays taken out."""
        values: Iterable[Any] = args
        if kwargs or not self.positional or len(args) != len(self.parameters):
            try:
                bound = self._signature.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"kernel {self.name!r}: {error}; it is {self}") from None
            bound.apply_defaults()
            values = bound.arguments.values()
        return [taken_out(p, value) for p, value in zip(self.parameters, values, strict=True)]

    def type_of(self, parameter: Parameter, value: Any) -> ArgumentType:
        """The type that `value` is passed as.

        Raises
        ------
        TypeError, OverflowError
            It is nothing that the parameter takes.
        """
        return type_of(self.name, parameter, value)

    def complete(self, given: Sequence[tuple[str | None, Any]]) -> list[ArgumentType]:
        """The types of all parameters, from `given` ones by position or name and from the annotations.

        Raises
        ------
        TypeError
            A type is missing, contradicts the annotation, or names no parameter.
        """
        known: dict[str, Any] = {}
        for (name, type), parameter in zip(given, self.parameters, strict=False):
            known[name or parameter.name] = type
        names = [parameter.name for parameter in self.parameters]
        if len(given) > len(names) or not set(known) <= set(names):
            unknown = sorted(set(known) - set(names))
            found = f"{unknown[0]!r} is none of them" if unknown else f"{len(given)} types are given"
            raise TypeError(f"kernel {self.name!r} has the parameters {', '.join(names)}; {found}")
        return [self._complete(parameter, known) for parameter in self.parameters]

    def _complete(self, parameter: Parameter, known: Mapping[str, Any]) -> ArgumentType:
        annotation = parameter.annotation
        if isinstance(annotation, StaticType):
            return self._static(parameter, known)
        given = type_from(known[parameter.name]) if parameter.name in known else None
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

    def _static(self, parameter: Parameter, known: Mapping[str, Any]) -> StaticType:
        """The value of a static parameter, which is given in place of its type, or its default."""
        value = known.get(parameter.name, self._signature.parameters[parameter.name].default)
        if value is inspect.Parameter.empty:
            raise TypeError(
                f"kernel {self.name!r}: the parameter {parameter.name!r} is Static, so its value must be given in "
                f'place of a type, as in "f32[:], {parameter.name}=4"'
            )
        found = type_of(self.name, parameter, value)
        assert isinstance(found, StaticType)
        return found

    def _names(self) -> str:
        return ", ".join(parameter.name for parameter in self.parameters)


def _agree(given: ArgumentType, annotation: ArgumentType) -> bool:
    """Whether a complete type is one that an annotation allows."""
    if isinstance(given, ArrayType) and isinstance(annotation, ArrayType):
        same = annotation.element is None or (given.element and same_layout(annotation.element, given.element))
        return bool(same) and annotation.ndim in (None, given.ndim)
    return given == annotation


def launch_sizes(name: str, key: Any) -> tuple[int, ...]:
    """The sizes of ``k[key]``.

    Raises
    ------
    LaunchError
        They are not one to three integers between 0 and 2^62.
    """
    sizes = key if isinstance(key, tuple) else (key,)
    if not 1 <= len(sizes) <= 3:
        raise LaunchError(f"kernel {name!r}: a launch has one to three sizes, as {name}[h, w](...), not {len(sizes)}")
    result = []
    for size in sizes:
        if isinstance(size, (bool, np.bool_)) or not isinstance(size, numbers.Integral):
            raise LaunchError(f"kernel {name!r}: a launch size is an integer, not {size!r}")
        if not 0 <= int(size) <= MOST_INVOCATIONS:
            raise LaunchError(f"kernel {name!r}: a launch size lies between 0 and 2**62, and {size} does not")
        result.append(int(size))
    return tuple(result)


def cut_groups(name: str, sizes: tuple[int, ...], workgroup: tuple[int, ...]) -> LaunchError:
    """The error of a launch that would leave a workgroup with fewer invocations than the others."""
    shown, width = (", ".join(map(str, numbers)) for numbers in (sizes, workgroup))
    groups = ", ".join(str(-(-size // width)) for size, width in zip(sizes, workgroup, strict=True))
    return LaunchError(
        f"kernel {name!r}: it uses barriers or subgroups, for which workgroups must be whole, and {name}[{shown}] is "
        f"no multiple of the workgroup of {width}; write {name}.groups[{groups}](...), and keep what lies beyond "
        f"{shown} from doing harm with an `if` in the kernel (an index out of range reads 0 and writes nothing)"
    )
