"""Structs in memory: their layout, and NumPy's structured dtypes as structs and back.

This is the one place where a layout is computed; the compiler and NumPy's dtypes both read it off the type. Fields lie
in the order of the text, each at the next multiple of its alignment, which is the size of its widest number; a struct
is as long as a multiple of its own alignment. That is NumPy's rule for ``align=True``, and C's.
"""

from __future__ import annotations

import keyword
import threading
from collections.abc import Hashable, Sequence
from functools import cache, lru_cache
from typing import Any, Final

import numpy as np

from .host_values import struct_class
from .types import ElementType, Matrix, Scalar, StructType, Vector, scalar_of_dtype

__all__ = [
    "aligned", "alignment_of", "check_names", "laid_out", "misplaced", "register", "same_layout", "struct_dtype",
    "struct_of_dtype", "type_of_dtype",
]  # fmt: skip

Field = tuple[str, ElementType]


def alignment_of(type: ElementType) -> int:
    """The bytes of which a value's place in a struct is a multiple: the size of its widest number."""
    if isinstance(type, Scalar):
        return type.itemsize
    if isinstance(type, StructType):
        return max(alignment_of(field) for _, field in type.fields)
    return type.element.itemsize


def laid_out(fields: Sequence[Field]) -> tuple[tuple[int, ...], int]:
    """The offsets of `fields`, and the size of the struct that they make."""
    offsets, end, widest = [], 0, 1
    for _, type in fields:
        alignment = alignment_of(type)
        offsets.append(-(-end // alignment) * alignment)
        end = offsets[-1] + type.itemsize
        widest = max(widest, alignment)
    return tuple(offsets), -(-end // widest) * widest


def aligned(type: StructType) -> StructType:
    """The struct with the same fields in the aligned layout."""
    fields = tuple((name, aligned(part) if isinstance(part, StructType) else part) for name, part in type.fields)
    return StructType(type.name, fields, *laid_out(fields), type.defaults, type.methods)


def misplaced(type: StructType, start: int = 0, stride: int = 0) -> str | None:
    """The first field that does not lie, in every element of an array, at a multiple of its numbers' size.

    Devices neither read nor write such numbers.
    """
    stride = stride or type.itemsize
    for (name, field), offset in zip(type.fields, type.offsets, strict=True):
        if isinstance(field, StructType):
            inner = misplaced(field, start + offset, stride)
            if inner is not None:
                return f"{name}.{inner}"
        elif (start + offset) % alignment_of(field) or stride % alignment_of(field):
            return name
    return None


# NumPy's dtypes


@cache
def struct_dtype(type: StructType) -> np.dtype[Any]:
    """The structured dtype with a struct's layout, whose elements have the fields as attributes."""
    layout: Any = {
        "names": list(type.names),
        "formats": [field.dtype for _, field in type.fields],
        "offsets": list(type.offsets),
        "itemsize": type.itemsize,
    }
    return np.dtype((struct_class(type), np.dtype(layout, align=misplaced(type) is None)))


def type_of_dtype(dtype: np.dtype[Any]) -> ElementType | None:
    """The type of a NumPy dtype: a number's, a vector's or matrix's for a subarray, a struct's; ``None`` for others.

    Raises
    ------
    TypeError
        A field of a structured dtype is none that structs have.
    """
    elements: Any = dtype.type  # NumPy's comparison does not tell dtypes apart by the class of their elements
    return _type_of_dtype(dtype, elements, _registrations)


@lru_cache(maxsize=256)
def _type_of_dtype(dtype: np.dtype[Any], _elements: Hashable, _registrations: int) -> ElementType | None:
    if dtype.names is not None:
        return struct_of_dtype(dtype)
    element = scalar_of_dtype(dtype.base)
    if dtype.subdtype is None or element is None:
        return element
    if not 1 <= len(dtype.shape) <= 2 or not all(2 <= extent <= 4 for extent in dtype.shape):
        return None
    return Vector(element, *dtype.shape) if len(dtype.shape) == 1 else Matrix(element, *dtype.shape)


def struct_of_dtype(dtype: np.dtype[Any]) -> StructType:
    """The struct of a structured dtype: the one that has this layout and these names, or one without a name.

    Raises
    ------
    TypeError
        A field is none that structs have.
    """
    known = getattr(dtype.type, "__pyvkc_struct__", None)
    if known is not None:
        return known  # type: ignore[no-any-return]
    found = _read(dtype)
    return _KNOWN.get(_layout(found), found)


def _read(dtype: np.dtype[Any]) -> StructType:
    """A dtype's fields as they lie."""
    names = dtype.names or ()
    check_names(f"the structured dtype {dtype}", names)
    parts = [dtype.fields[name][:2] for name in names] if dtype.fields else []
    fields = tuple((name, _field(name, part)) for name, (part, _) in zip(names, parts, strict=True))
    offsets = tuple(offset for _, offset in parts)
    _check_apart(dtype, fields, offsets)
    return StructType("", fields, offsets, dtype.itemsize)


def _field(name: str, dtype: np.dtype[Any]) -> ElementType:
    found = type_of_dtype(dtype)
    if found is not None:
        return found
    if not dtype.base.isnative:
        raise TypeError(f"the field {name!r} has the dtype {dtype}, whose bytes are in foreign order")
    hint = "numbers, and subarrays of numbers with the shape of a vector or a matrix (2 to 4 along each axis)"
    raise TypeError(f"the field {name!r} has the dtype {dtype}; fields of structs in kernels are {hint}")


def _check_apart(dtype: np.dtype[Any], fields: Sequence[Field], offsets: Sequence[int]) -> None:
    end, last = 0, ""
    for offset, (name, type) in sorted(zip(offsets, fields, strict=True), key=lambda place: place[0]):
        if offset < end:
            raise TypeError(f"the fields {last!r} and {name!r} of {dtype} overlap; kernels have no unions")
        end, last = offset + type.itemsize, name


def check_names(where: str, names: Sequence[str]) -> None:
    """Refuse names of fields that could not be written after a dot."""
    if not names:
        raise TypeError(f"{where} has no fields")
    for name in names:
        if not name.isidentifier() or keyword.iskeyword(name):
            raise TypeError(
                f"{where}: the field name {name!r} is no name that Python could write after a dot; rename it"
            )
        if name.startswith("__"):
            raise TypeError(f"{where}: the field name {name!r} begins with two underscores, which are Python's")


# Which struct a dtype is


_KNOWN: Final[dict[Any, StructType]] = {}
"""The structs that were defined, by their layout; of several the last."""

_LOCK: Final = threading.Lock()

_registrations = 0


def _layout(type: ElementType) -> Any:
    """What two structs share that differ in name, defaults and methods only."""
    if not isinstance(type, StructType):
        return type
    return tuple((name, _layout(field)) for name, field in type.fields), type.offsets, type.itemsize


def same_layout(a: ElementType, b: ElementType) -> bool:
    """Whether values of both types are the same bytes with the same names."""
    return a == b or _layout(a) == _layout(b)


def register(type: StructType) -> StructType:
    """Make `type` the one that dtypes of its layout stand for."""
    global _registrations
    with _LOCK:
        _KNOWN[_layout(type)] = type
        _registrations += 1
    return type
