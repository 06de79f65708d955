"""Reading annotations: our types, NumPy's, Python's number classes, pyshader's types, and types written as text.

pyshader's types are recognised without importing pyshader: whoever annotates with them has done so.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import typing
from collections.abc import Callable, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, TypeVar, final, get_args, get_origin

import numpy as np

from .records import type_of_dtype
from .static import STATIC, Static, StaticType
from .types import (
    MOST_AXES,
    SCALARS,
    Array,
    ArrayType,
    ElementType,
    Matrix,
    Scalar,
    StructType,
    TupleType,
    ValueType,
    Vector,
    bool_,
    f32,
    i32,
    scalar_of_dtype,
)

__all__ = [
    "AnnotationError", "annotation_type", "annotations_of", "array_annotation", "closure_names", "element_type",
    "evaluate", "field_type", "matrix_annotation", "numpy_type", "parameter_type", "parse_types", "result_annotation",
    "result_type", "scalar_type", "type_from", "vector_annotation",
]  # fmt: skip

T = TypeVar("T")

ABSTRACT: Final = frozenset({
    np.generic, np.number, np.integer, np.signedinteger, np.unsignedinteger, np.inexact, np.floating,
    np.complexfloating, np.flexible, np.character,
})  # fmt: skip
"""NumPy's classes of scalars that are no types themselves."""

PYTHON_TYPES: Final[dict[Any, Scalar]] = {int: i32, float: f32, bool: bool_}
"""What Python's number classes mean as annotations: the types that their numbers take on their own."""

NAME: Final = re.compile(r"\s*(?:(?P<name>[^\W\d]\w*)\s*[:=])?\s*")
TYPE: Final = re.compile(r"(?P<element>\w+)\s*(?P<axes>\[[\s:,]*\])?\s*(?:,|$)")
SEPARATOR: Final = re.compile(r",|$")


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


def element_type(value: Any) -> ElementType | None:
    """The type of elements and values that an object stands for: ours, NumPy's, Python's or pyshader's.

    Raises
    ------
    TypeError
        It is a structured dtype with a field that structs do not have.
    """
    if isinstance(value, (Scalar, Vector, Matrix, StructType)):
        return value
    if isinstance(value, np.dtype):
        return type_of_dtype(value)
    if not isinstance(value, type):
        return None
    found = PYTHON_TYPES.get(value) or scalar_type(value) or _pyshader_type(value)
    return None if isinstance(found, ArrayType) else found


def annotation_type(value: Any) -> ElementType | ArrayType | StaticType | None:
    """What an annotation asks for; ``None`` for an annotation that asks for nothing.

    Raises
    ------
    TypeError
        The object is no annotation for kernels.
    """
    if value is None or value is Any or value is inspect.Parameter.empty:
        return None
    if value is Static:
        return STATIC
    if isinstance(value, ArrayType):
        return value
    if isinstance(value, type) and issubclass(value, Array):
        return ArrayType()
    found = element_type(value) or (_pyshader_type(value) if isinstance(value, type) else None)
    if found is not None:
        return found
    hint = "write a type such as f32, Array[f32] or Array[f32, 2]"
    if isinstance(value, type) and inspect.get_annotations(value):
        hint = f"a class with fields becomes a type by @vkc.struct above `class {value.__name__}`"
    raise TypeError(f"{inspect.formatannotation(value)} is not an annotation for kernels; {hint}")


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
    element, *rest = item if isinstance(item, tuple) and item else (item,)
    ndim = rest[0] if rest else None
    type = element_type(element)
    if type is None:
        raise TypeError(f"Array[...] takes an element type such as f32, not {element!r}")
    if len(rest) > 1 or isinstance(ndim, bool) or ndim not in (None, *range(MOST_AXES + 1)):
        raise TypeError(f"Array[{type}, ...] takes a number of dimensions from 0 to {MOST_AXES}, not {rest!r}")
    return ArrayType(type, ndim)


def vector_annotation(item: Any) -> Vector:
    """What ``Vector[f32, 3]`` means.

    Raises
    ------
    TypeError
        `item` is not a number type and a size from 2 to 4.
    """
    element, *sizes = item if isinstance(item, tuple) and item else (item,)
    return Vector(*_composite("Vector[f32, 3]", element, sizes, 1))


def matrix_annotation(item: Any) -> Matrix:
    """What ``Matrix[f32, 2, 3]`` means: two rows and three columns.

    Raises
    ------
    TypeError
        `item` is not a number type, the rows and the columns, each from 2 to 4.
    """
    element, *sizes = item if isinstance(item, tuple) and item else (item,)
    return Matrix(*_composite("Matrix[f32, 2, 3]", element, sizes, 2))


def _composite(example: str, element: Any, sizes: list[Any], count: int) -> tuple[Any, ...]:
    type = element_type(element)
    kind = example.partition("[")[0]
    if not isinstance(type, Scalar):
        raise TypeError(f"{kind}[...] takes a number type first, as in {example}, not {element!r}")
    if len(sizes) != count or not all(_is_size(size) for size in sizes):
        what = "a size" if count == 1 else "rows and columns"
        raise TypeError(f"{kind}[{type}, ...] takes {what} from 2 to 4, as in {example}, not {sizes!r}")
    return type, *map(int, sizes)


def _is_size(size: Any) -> bool:
    return isinstance(size, (int, np.integer)) and not isinstance(size, bool) and 2 <= int(size) <= 4


def field_type(value: Any) -> ElementType:
    """The type of a struct's field.

    Raises
    ------
    TypeError
        The annotation is none that fields have.
    """
    accepted = "fields are numbers, vectors, matrices and other structs"
    if isinstance(value, ArrayType) or (isinstance(value, type) and issubclass(value, Array)):
        raise TypeError(f"a struct holds no arrays; {accepted}")
    found = element_type(value)
    if found is None:
        raise TypeError(f"{inspect.formatannotation(value)} is no type of a field; {accepted}")
    return found


@final
class AnnotationError(TypeError):
    """An annotation that means nothing in a kernel; `parameter` has it, or ``"return"``."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.parameter = parameter


def parameter_type(value: Any) -> ValueType | ArrayType | StaticType | None:
    """What the annotation of a device function's parameter asks for: it may be a tuple too, or a function.

    Raises
    ------
    TypeError
        The object is no annotation for kernels.
    """
    origin = get_origin(value) or value
    if origin is tuple:
        return None if value is tuple or Ellipsis in get_args(value) else result_type(value)
    return None if origin in (Callable, typing.Callable) else annotation_type(value)


def annotations_of(function: FunctionType, read: Callable[[Any], Any] = annotation_type) -> dict[str, Any]:
    """The annotations of a function's parameters, those that are text evaluated where the function was written.

    `read` makes types of them, and raises a TypeError where that cannot be.

    Raises
    ------
    AnnotationError
        An annotation cannot be evaluated or asks for what kernels do not have; the message names the parameter.
    """
    return {
        name: _annotation(function, name, value, read) for name, value in _written(function).items() if name != "return"
    }


def _written(function: FunctionType) -> dict[str, Any]:
    """The annotations as they are; as text where one uses a name that Python, from 3.14 on, does not find."""
    try:
        return inspect.get_annotations(function)
    except NameError:
        annotationlib = importlib.import_module("annotationlib")
        found: dict[str, Any] = annotationlib.get_annotations(function, format=annotationlib.Format.STRING)
        return found


def result_annotation(function: FunctionType) -> ValueType | None:
    """What a function says that it returns; ``None`` if it does not say.

    Raises
    ------
    AnnotationError
        As for :func:`annotations_of`.
    """
    value: Any = _written(function).get("return")
    return _annotation(function, "return", value, result_type)


def result_type(value: Any) -> ValueType | None:
    """What the annotation of a function's result asks for."""
    if get_origin(value) is tuple:
        elements = [result_type(element) for element in get_args(value)]
        return TupleType(tuple(e for e in elements if e is not None)) if None not in elements else None
    type = annotation_type(value)
    if isinstance(type, StaticType):
        raise TypeError("a function returns what is known at run time; leave the annotation out")
    if isinstance(type, ArrayType):
        raise TypeError("a function returns numbers and tuples of them, not arrays")
    return type


def _annotation(function: FunctionType, name: str, value: Any, read: Callable[[Any], T]) -> T:
    try:
        local = closure_names(function) if isinstance(value, str) else {}
        return read(evaluate(value, function.__globals__, local))
    except Exception as error:
        raise AnnotationError(f"the annotation of {name!r}: {getattr(error, 'msg', error)}", name) from None


def evaluate(value: Any, names: dict[str, Any], local: Mapping[str, Any]) -> Any:
    """An annotation, evaluated as Python would if it is text."""
    for _ in range(2):  # `from __future__ import annotations` makes text of what is text already
        value = eval(value, names, dict(local)) if isinstance(value, str) else value
    return value


def closure_names(function: FunctionType) -> dict[str, Any]:
    """The local names around a function: of the function that is defining it, if one is, and of its closure."""
    found = _defining_names(function.__code__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            continue
    return found


def _defining_names(code: CodeType) -> dict[str, Any]:
    """The local names where a function is being defined, which its text alone may use in annotations."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if code in frame.f_code.co_consts:
            return dict(frame.f_locals)
        frame = frame.f_back
    return {}


def type_from(value: Any) -> ElementType | ArrayType:
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
    if type is None or isinstance(type, StaticType):
        raise TypeError(f"{value!r} is not a type")
    return type


def parse_types(text: str) -> list[tuple[str | None, Any]]:
    """Types written as text, such as ``"f32[:], x: i32[:, :], f32"``, with the names that were given.

    In the place of a type there may be the value of a static parameter, as Python writes it: ``"f32[:], n=4"``.

    Raises
    ------
    TypeError
        The text is not a list of types; the message says where it stops being one.
    """
    found: list[tuple[str | None, Any]] = []
    place = 0
    while place < len(text.rstrip()):
        name = NAME.match(text, place)
        assert name is not None
        item, end = _value_at(text, name.end()) or _type_at(text, name.end(), text[place:].strip())
        found.append((name["name"], item))
        place = end
    return found


def _value_at(text: str, start: int) -> tuple[Any, int] | None:
    """A number, text, tuple or the like that Python has written at `start`, up to a comma, and where it ends."""
    for separator in SEPARATOR.finditer(text, start):
        try:
            return ast.literal_eval(text[start : separator.start()].strip()), separator.end()
        except (SyntaxError, ValueError):
            continue
    return None


def _type_at(text: str, start: int, rest: str) -> tuple[ElementType | ArrayType, int]:
    match = TYPE.match(text, start)
    if match is None:
        raise TypeError(f'{rest!r} is not a list of types; write for instance "f32[:], i32[:, :], f32"')
    return _named_type(match["element"], match["axes"]), match.end()


def _named_type(name: str, axes: str | None) -> ElementType | ArrayType:
    from . import types

    found = getattr(types, name, None) or getattr(types, f"{name}_", None)
    if not isinstance(found, (Scalar, Vector, Matrix)):
        raise TypeError(
            f"{name!r} is not a type; the number types are {', '.join(SCALARS)}, of which there are vectors such as "
            "vec3 and matrices such as mat4; give structs and other types as objects, one by one"
        )
    if axes is None:
        return found
    return ArrayType(found, axes.count(",") + 1 if ":" in axes else 0)
