"""Reading annotations: our types, NumPy's, Python's number classes, pyshader's types, and types written as text.

pyshader's types are recognised without importing pyshader: whoever annotates with them has done so.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, TypeVar, final, get_args, get_origin

import numpy as np

from .types import SCALARS, Array, ArrayType, Scalar, TupleType, Vector, bool_, f32, i32, scalar_of_dtype

__all__ = [
    "AnnotationError", "annotation_type", "annotations_of", "array_annotation", "numpy_type", "parse_types",
    "result_annotation", "scalar_type", "type_from",
]  # fmt: skip

T = TypeVar("T")

MOST_AXES: Final = 6

ABSTRACT: Final = frozenset({
    np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact, np.floating,
    np.complexfloating, np.flexible, np.character,
})  # fmt: skip
"""NumPy's classes of scalars that are no types themselves."""

PYTHON_TYPES: Final[dict[Any, Scalar]] = {int: i32, float: f32, bool: bool_}
"""What Python's number classes mean as annotations: the types that their numbers take on their own."""

PARAMETER = re.compile(r"\s*(?:(?P<name>\w+)\s*:)?\s*(?P<element>\w+)\s*(?P<axes>\[[\s:,]*\])?\s*(?:,|$)")


def scalar_type(value: Any) -> Scalar | None:
    """The scalar type that an object stands for: one of ours, a NumPy type or dtype, or one of pyshader's."""
    if isinstance(value, Scalar):
        return value
    if isinstance(value, np.dtype):
        return scalar_of_dtype(value)
    if isinstance(value, type):
        if issubclass(value, np.generic):
            return numpy_type(value)
        found = _pyshader_type(value)
        return found if isinstance(found, Scalar) else None
    return None


def numpy_type(value: type[np.generic]) -> Scalar | None:
    """The scalar type of a NumPy scalar class; abstract ones have none."""
    # Older versions of NumPy take np.floating for float64, with a warning.
    return None if value in ABSTRACT else scalar_of_dtype(np.dtype(value))


def annotation_type(value: Any) -> Scalar | Vector | ArrayType | None:
    """What an annotation asks for; ``None`` for an annotation that asks for nothing.

    Raises
    ------
    TypeError
        The object is no annotation for kernels.
    """
    if value is None or value is Any or value is inspect.Parameter.empty:
        return None
    if isinstance(value, (Scalar, Vector, ArrayType)):
        return value
    if isinstance(value, type):
        if value in PYTHON_TYPES:
            return PYTHON_TYPES[value]
        if issubclass(value, Array):
            return ArrayType()
        found = scalar_type(value) or _pyshader_type(value)
        if found is not None:
            return found
    raise TypeError(
        f"{inspect.formatannotation(value)} is not an annotation for kernels; "
        "write a type such as f32, Array[f32] or Array[f32, 2]"
    )


def _pyshader_type(value: type) -> Scalar | Vector | ArrayType | None:
    """The counterpart of one of pyshader's types, whose names are ``f32``, ``Vector(3,i32)`` and ``Array(f32)``."""
    if not value.__module__.startswith("pyshader"):
        return None
    element = getattr(value, "subtype", None)
    inner = _pyshader_type(element) if element is not None else None
    if value.__name__.startswith("Vector(") and isinstance(inner, Scalar):
        return Vector(inner, value.length)  # type: ignore[attr-defined]
    if value.__name__.startswith("Array(") and isinstance(inner, Scalar):
        return ArrayType(inner)
    return bool_ if value.__name__ == "boolean" else SCALARS.get(value.__name__)


def array_annotation(item: Any) -> ArrayType:
    """What ``Array[item]`` means.

    Raises
    ------
    TypeError
        `item` is not an element type, or an element type and a number of dimensions from 0 to 6.
    """
    element, *rest = item if isinstance(item, tuple) else (item,)
    ndim = rest[0] if rest else None
    type = scalar_type(element) or PYTHON_TYPES.get(element)
    if type is None:
        raise TypeError(f"Array[...] takes an element type such as f32, not {element!r}")
    if len(rest) > 1 or isinstance(ndim, bool) or ndim not in (None, *range(MOST_AXES + 1)):
        raise TypeError(f"Array[{type}, ...] takes a number of dimensions from 0 to {MOST_AXES}, not {rest!r}")
    return ArrayType(type, ndim)


@final
class AnnotationError(TypeError):
    """An annotation that means nothing in a kernel; `parameter` has it, or ``"return"``."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.parameter = parameter


def annotations_of(function: FunctionType) -> dict[str, Scalar | Vector | ArrayType | None]:
    """The annotations of a function's parameters, those that are text evaluated where the function was written.

    Raises
    ------
    AnnotationError
        An annotation cannot be evaluated or asks for what kernels do not have; the message names the parameter.
    """
    read: Callable[[FunctionType], dict[str, Any]] = inspect.get_annotations
    return {
        name: _annotation(function, name, value, annotation_type)
        for name, value in read(function).items()
        if name != "return"
    }


def result_annotation(function: FunctionType) -> Scalar | Vector | TupleType | None:
    """What a function says that it returns; ``None`` if it does not say.

    Raises
    ------
    AnnotationError
        As for :func:`annotations_of`.
    """
    value: Any = inspect.get_annotations(function).get("return")
    return _annotation(function, "return", value, _result_type)


def _result_type(value: Any) -> Scalar | Vector | TupleType | None:
    if get_origin(value) is tuple:
        elements = [_result_type(element) for element in get_args(value)]
        return TupleType(tuple(e for e in elements if e is not None)) if None not in elements else None
    type = annotation_type(value)
    if isinstance(type, ArrayType):
        raise TypeError("a function returns numbers and tuples of them, not arrays")
    return type


def _annotation(function: FunctionType, name: str, value: Any, read: Callable[[Any], T]) -> T:
    try:
        for _ in range(2):  # `from __future__ import annotations` makes text of what is text already
            value = _evaluate(function, value) if isinstance(value, str) else value
        return read(value)
    except Exception as error:
        raise AnnotationError(f"the annotation of {name!r}: {getattr(error, 'msg', error)}", name) from None


def _evaluate(function: FunctionType, text: str) -> Any:
    """An annotation that is text; closure variables that hold a value are visible."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    local = {}
    for name, cell in cells:
        try:
            local[name] = cell.cell_contents
        except ValueError:
            continue
    return eval(text, function.__globals__, local)  # the user's own annotation, evaluated as Python would


def type_from(value: Any) -> Scalar | Vector | ArrayType:
    """A type for one argument, an array without a number of dimensions having one.

    Raises
    ------
    TypeError
        It is not a type, or an array whose element type is open.
    """
    type = annotation_type(value)
    if isinstance(type, ArrayType):
        if type.element is None:
            raise TypeError("an array's element type is needed, as in Array[f32]")
        return ArrayType(type.element, 1 if type.ndim is None else type.ndim, type.contiguous)
    if type is None:
        raise TypeError(f"{value!r} is not a type")
    return type


def parse_types(text: str) -> list[tuple[str | None, Scalar | Vector | ArrayType]]:
    """Types written as text, such as ``"f32[:], x: i32[:, :], f32"``, with the names that were given.

    Raises
    ------
    TypeError
        The text is not a list of types; the message says where it stops being one.
    """
    found: list[tuple[str | None, Scalar | Vector | ArrayType]] = []
    place = 0
    while place < len(text.rstrip()):
        match = PARAMETER.match(text, place)
        if match is None:
            rest = text[place:].strip()
            raise TypeError(f'{rest!r} is not a list of types; write for instance "f32[:], i32[:, :], f32"')
        found.append((match["name"], _named_type(match["element"], match["axes"])))
        place = match.end()
    return found


def _named_type(name: str, axes: str | None) -> Scalar | Vector | ArrayType:
    from . import types

    found = getattr(types, name, None) or getattr(types, f"{name}_", None)
    if isinstance(found, Vector) and axes is None:
        return found
    if not isinstance(found, Scalar):
        raise TypeError(f"{name!r} is not a type; the number types are {', '.join(SCALARS)}")
    if axes is None:
        return found
    return ArrayType(found, axes.count(",") + 1 if ":" in axes else 0)
