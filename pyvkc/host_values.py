"""Vectors, matrices and structs outside kernels, so that functions written for kernels run as plain Python.

``vec3(1, 2, 3)`` is a small NumPy array whose components have names; ``mat3(...)`` is one whose rows are vectors. A
struct such as ``Particle(...)`` is a NumPy record whose fields are attributes; so are the elements of NumPy arrays with
the struct's dtype. They hold numbers of the type's own width, as kernels do.

Where they differ from kernels: ``q = p`` and ``q = ps[0]`` are the same object, as always in Python, and kernels copy.
"""

from __future__ import annotations

import copyreg
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final, final

import numpy as np

from .plain import plain, short
from .types import ElementType, Matrix, StructType, Vector, scalar_of_dtype

__all__ = [
    "HostStruct", "HostVector", "composite", "given_fields", "matrix_value", "struct_class", "struct_value",
    "vector_value",
]  # fmt: skip

NAMES: Final = ("xyzw", "rgba")
"""The names of components, in sets that do not mix."""


@final
class HostVector(np.ndarray[Any, Any]):
    """A vector, or a matrix whose rows are vectors: a NumPy array with swizzles, ``v.x``, ``v.zyx``, ``v.rg = 1, 2``.

    Several components are a copy. Results of operations are vectors and matrices where their shapes are such.
    """

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        array = np.asarray(array)
        if not array.ndim:
            return array[()]
        return array if composite(array) is None else array.view(HostVector)

    def __getattr__(self, name: str) -> Any:
        places = _places(name, self.shape)
        if places is None:
            raise AttributeError(f"a {_shown_type(self)} has no components {name!r}")
        return self[places[0]] if len(places) == 1 else self[places]

    def __setattr__(self, name: str, value: Any) -> None:
        places = _places(name, self.shape)
        if places is None:
            super().__setattr__(name, value)
            return
        if len(set(places)) != len(places):
            raise AttributeError(f"{name!r} names a component twice, and it can be set once")
        element = scalar_of_dtype(self.dtype)
        assert element is not None
        kind = element if len(places) == 1 else Vector(element, len(places))
        self[places] = plain(kind, value, name, wrap=True)

    def __repr__(self) -> str:
        type = composite(self)
        if type is None:
            return repr(np.asarray(self))
        return f"{type}{_shown(self)}"

    __str__ = __repr__

    def __reduce__(self) -> Any:
        return _viewed, (np.asarray(self),)


Sequence.register(HostVector)  # so that sequence patterns of `match` take vectors apart, as they do in kernels


def _viewed(array: np.ndarray[Any, Any]) -> HostVector:
    return array.view(HostVector)


def _places(name: str, shape: tuple[int, ...]) -> list[int] | None:
    """The components that a swizzle names."""
    if len(shape) != 1 or not 1 <= len(name) <= 4:
        return None
    for names in NAMES:
        places = [names.find(letter, 0, shape[0]) for letter in name]
        if -1 not in places:
            return places
    return None


def _shown(values: np.ndarray[Any, Any]) -> str:
    """Components in parentheses, rows in parentheses of their own."""
    return f"({', '.join(_shown(v) if isinstance(v, np.ndarray) else str(v) for v in np.asarray(values))})"


def _shown_type(array: np.ndarray[Any, Any]) -> str:
    return str(composite(array) or f"NumPy array of shape {array.shape}")


def composite(array: np.ndarray[Any, Any]) -> Vector | Matrix | None:
    """The type that an array of a vector's or a matrix's shape has as a value."""
    element = scalar_of_dtype(array.dtype)
    if element is None or not 1 <= array.ndim <= 2 or not all(2 <= extent <= 4 for extent in array.shape):
        return None
    return Vector(element, *array.shape) if array.ndim == 1 else Matrix(element, *array.shape)


def vector_value(type: Vector, parts: tuple[Any, ...]) -> HostVector:
    """``vec3(...)``: of its components, of shorter vectors and numbers one after the other, or all of one number.

    Raises
    ------
    TypeError
        The numbers are too few or too many.
    """
    numbers = [number for part in parts for number in _numbers(part)]
    if len(parts) == 1 and len(numbers) == 1 and not isinstance(parts[0], (tuple, list)):
        numbers *= type.size
    if len(numbers) != type.size:
        raise TypeError(f"{type}(...) takes {type.size} numbers, or one for all, not {len(numbers)}")
    return np.array([type.element(number) for number in numbers], type.element.dtype).view(HostVector)


def _numbers(part: Any) -> Iterator[Any]:
    """The numbers in a vector, a tuple or a list; a number is one."""
    if isinstance(part, (tuple, list, np.ndarray)) and np.ndim(part):
        for inner in part:
            yield from _numbers(inner)
    else:
        yield part


def matrix_value(type: Matrix, parts: tuple[Any, ...]) -> HostVector:
    """``mat3(...)``: of its rows or of all its numbers, row after row; one number is the diagonal of zeros.

    Raises
    ------
    TypeError
        The numbers are too few or too many.
    """
    numbers = [number for part in parts for number in _numbers(part)]
    count = type.rows * type.columns
    if len(parts) == 1 and not isinstance(parts[0], (tuple, list)) and not np.ndim(parts[0]):
        diagonal = np.zeros(type.shape, type.element.dtype)
        np.fill_diagonal(diagonal, parts[0])
        return diagonal.view(HostVector)
    if len(numbers) != count:
        rows = f"{type.rows} rows of {type.columns} numbers, the {count} numbers row by row, or one for the diagonal"
        raise TypeError(f"{type}(...) takes {rows}, not {len(numbers)}")
    content = np.array([type.element(number) for number in numbers], type.element.dtype)
    return content.reshape(type.shape).view(HostVector)


class _StructClass(type):
    """The class of structs' classes, which are pickled as what makes them: the type."""

    __pyvkc_struct__: StructType


class HostStruct(np.void, metaclass=_StructClass):  # type: ignore[misc]  # NumPy itself derives np.record from it
    """A struct's value: a NumPy record with the fields as attributes, compared field by field."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # it changes
    __pyvkc_struct__: StructType

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, np.void) or np.asarray(other).dtype != self.__pyvkc_struct__.dtype:
            return NotImplemented
        return plain(self.__pyvkc_struct__, self, "") == plain(self.__pyvkc_struct__, other, "")

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __repr__(self) -> str:
        names = self.__pyvkc_struct__.names
        fields = (f"{name}={_shown_field(_field(self, name))}" for name in names)
        return f"{self.__pyvkc_struct__}({', '.join(fields)})"

    __str__ = __repr__


def _shown_field(value: Any) -> str:
    return _shown(value) if isinstance(value, np.ndarray) else str(value)


def _field(value: np.void, name: str) -> Any:
    """A field as a value of its own: components share the record's memory, as a nested struct's fields do."""
    found = np.void.__getitem__(value, name)
    return found.view(HostVector) if isinstance(found, np.ndarray) else found


def _property(name: str, type: ElementType) -> property:
    def read(self: np.void) -> Any:
        return _field(self, name)

    def write(self: np.void, value: Any) -> None:
        np.void.__setitem__(self, name, plain(type, value, name, wrap=True))

    return property(read, write, doc=f"The field, {type}.")


@cache
def struct_class(type: StructType) -> _StructClass:
    """The class of a struct's values, which its dtype carries: elements of NumPy arrays belong to it."""
    members: dict[str, Any] = {name: _property(name, field) for name, field in type.fields}
    members |= dict(type.methods)
    members |= {
        "__slots__": (),
        "__pyvkc_struct__": type,
        "__module__": "pyvkc",
        "__doc__": f"A value of the struct {type}.",
    }
    return _StructClass(type.name or "struct", (HostStruct,), members)


def _reduced(each: _StructClass) -> tuple[Any, tuple[StructType]]:
    return struct_class, (each.__pyvkc_struct__,)


copyreg.pickle(_StructClass, _reduced)


def struct_value(type: StructType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> HostStruct:
    """``Particle(...)``: the fields by position or name, defaults filled in.

    Raises
    ------
    TypeError
        Fields are missing, unknown or given twice, or are no values of their types.
    OverflowError
        A number does not fit.
    """
    given = given_fields(type, args, kwargs)
    content = tuple(plain(field, given[name], f"{type}.{name}", wrap=True) for name, field in type.fields)
    value: Any = np.array(content, type.dtype)[()]
    return value  # type: ignore[no-any-return]


def given_fields(type: StructType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The values of a constructor's arguments, by field; one for each."""
    if len(args) > len(type.names):
        raise TypeError(f"{type}(...) takes {_list(type.names)}, not {len(args)} values")
    given = dict(zip(type.names, args, strict=False))
    for name, value in kwargs.items():
        if name not in type.names:
            raise TypeError(f"{type} has no field {name!r}; it has {_list(type.names)}")
        if name in given:
            raise TypeError(f"{type}(...) is given {name!r} twice, by position and by name ({short(value)})")
        given[name] = value
    given = {**dict(type.defaults), **given}
    missing = [name for name in type.names if name not in given]
    if missing:
        raise TypeError(f"{type}(...) lacks {_list(missing)}; it takes {_list(type.names)}")
    return given


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
