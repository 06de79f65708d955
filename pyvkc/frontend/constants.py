"""Objects from outside a kernel as compile-time values: numbers, tuples, enums, vectors, structs, tables.

What can change without its name changing (an array's contents, a record's fields) is compared when a kernel is launched
again, by :func:`~.scope.contents`.
"""

from __future__ import annotations

import enum
from typing import Any, Final, Protocol

import numpy as np

from ..host_values import HostVector, composite
from ..plain import flat, plain
from ..records import type_of_dtype
from ..types import ElementType, StructType, bool_, scalar_of_dtype
from . import ir
from .ir_build import constant
from .scope import MOST_BYTES
from .values import ArrayValue, Mistake, Object, TupleValue, Value, Weak

__all__ = ["Tables", "from_python", "make_table"]

MOST_ELEMENTS: Final = 4096
"""Elements of a constant table."""


class Tables(Protocol):
    """Who keeps a specialisation's constant tables, each of them once."""

    def table(self, name: str, element: ElementType, shape: tuple[int, ...], values: tuple[Any, ...]) -> ArrayValue: ...


def from_python(value: Any, tables: Tables | None = None, name: str = "table") -> Value:
    """A Python object as a compile-time value; without `tables`, arrays are refused."""
    if isinstance(value, (bool, np.bool_)):
        return ir.Constant(bool(value), bool_)
    if isinstance(value, enum.Enum):
        return _enum_member(value)
    if isinstance(value, (int, float)) and not isinstance(value, np.generic):
        return Weak(int(value) if isinstance(value, int) else float(value))
    if isinstance(value, np.void):
        return _record(value)
    if isinstance(value, np.generic):
        return _numpy_scalar(value)
    if isinstance(value, tuple):
        parts = tuple(from_python(part, tables, name) for part in value)
        return TupleValue(parts, tuple(getattr(value, "_fields", ())))
    if type(value) in (np.ndarray, HostVector) and tables is not None:
        return _array(value, tables, name)
    _refuse_data(value)
    return Object(value)


def _enum_member(member: enum.Enum) -> Value:
    """A member with a number for its value is that number; any other stands for itself."""
    if not isinstance(member.value, (int, float, np.generic)):
        return Object(member)
    number = from_python(member.value)
    return Weak(number.value, member) if isinstance(number, Weak) else number


def _numpy_scalar(value: Any) -> Value:
    type = scalar_of_dtype(value.dtype)
    if type is None:
        raise Mistake(f"a NumPy scalar of type {value.dtype} has no counterpart in kernels")
    return ir.Constant(value.item(), type)


def _record(value: np.void) -> Value:
    """A struct's value: a NumPy record."""
    try:
        type = type_of_dtype(value.dtype)
    except TypeError as error:
        raise Mistake(f"a NumPy record is no struct's value here: {error}") from None
    if not isinstance(type, StructType):
        raise Mistake(f"a NumPy scalar of type {value.dtype} has no counterpart in kernels")
    return constant(type, plain(type, value, "it"))


def _refuse_data(value: Any) -> None:
    """Python's collections and the arrays that are not NumPy's."""
    if isinstance(value, type):
        return
    if isinstance(value, (list, bytearray)):
        kind = type(value).__name__
        raise Mistake(
            f"a {kind} is not read from outside a kernel: make it a tuple or a small NumPy array, or pass an array"
        )
    if isinstance(value, (dict, set, frozenset)):
        raise Mistake(
            f"a {type(value).__name__} is not read from outside a kernel: use a dataclass, an enum or a tuple"
        )
    if hasattr(value, "__array__") or hasattr(value, "_b_base_"):
        raise Mistake(
            f"a kernel reads numbers, tuples and small NumPy arrays from outside, not an object of type "
            f"{type(value).__name__}; pass arrays as arguments"
        )


# Arrays


def _array(value: np.ndarray[Any, Any], tables: Tables, name: str) -> Value:
    type = composite(value) if isinstance(value, HostVector) else None
    if type is not None:
        return constant(type, plain(type, value, name))
    return make_table(value, tables, name)


def make_table(array: np.ndarray[Any, Any], tables: Tables, name: str) -> ArrayValue:
    """A constant table with an array's contents."""
    if array.size > MOST_ELEMENTS or array.nbytes > MOST_BYTES:
        raise Mistake(
            f"a NumPy array from outside becomes a part of the kernel, and may have {MOST_ELEMENTS:,} elements and "
            f"{MOST_BYTES:,} bytes at most; this one has {array.size:,} in {array.nbytes:,}: pass it as an argument"
        )
    if not array.size:
        raise Mistake("a NumPy array from outside that has no elements cannot become a part of the kernel")
    native = array.astype(array.dtype.newbyteorder("="), copy=False)
    element = _element(native.dtype)
    if isinstance(element, StructType):
        values = tuple(number for item in native.flat for number in flat(element, plain(element, item, name)))
    else:
        values = tuple(item.item() if native.dtype.kind in "biu" else float(item) for item in native.flat)
    return tables.table(name, element, array.shape, values)


def _element(dtype: np.dtype[Any]) -> ElementType:
    try:
        element = type_of_dtype(dtype)
    except TypeError as error:
        raise Mistake(f"a NumPy array of {dtype} cannot become a part of a kernel: {error}") from None
    if element is None:
        raise Mistake(f"a NumPy array of {dtype} cannot become a part of a kernel, which has no such numbers")
    return element
