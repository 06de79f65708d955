"""Values of every type as Python's numbers: a number, or tuples of them nested as the type is.

This is the form in which values are checked, kept as defaults and packed for a launch. ``plain`` makes it of what users
pass; ``flat`` takes the tuples away: the numbers in the order in which a launch passes them, fields as declared and
rows before components.
"""

from __future__ import annotations

import enum
import numbers
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from .types import (
    WEAK_FLOAT,
    WEAK_INT,
    ElementType,
    Matrix,
    Scalar,
    StructType,
    Vector,
    bool_,
    i32,
    i64,
    scalar_of_dtype,
)

__all__ = ["converted", "flat", "limits_of", "number_type", "packed", "plain", "short", "takes"]

LONGEST_SHOWN: Final = 40
"""Characters of a value that a message shows."""


def number_type(value: Any) -> Scalar | None:
    """The type of a number on its own, ``None`` for what is no number; Python's are weak."""
    if isinstance(value, np.generic):
        return scalar_of_dtype(value.dtype)
    if isinstance(value, bool):
        return bool_
    if isinstance(value, numbers.Integral):
        return WEAK_INT if i32.minimum <= int(value) <= i32.maximum else i64
    return WEAK_FLOAT if isinstance(value, numbers.Real) else None


def plain(type: ElementType, value: Any, name: str, *, wrap: bool = False) -> Any:
    """`value` as a value of `type`, if it is one; `name` is what messages call it.

    Python's numbers must fit. NumPy's must too, unless they may `wrap`, as they do where a kernel stores them.

    Raises
    ------
    TypeError
        It is no such value: a float for an integer, a number for a bool, too few components, another struct.
    OverflowError
        A number does not fit.
    """
    if isinstance(type, Scalar):
        return _plain_number(type, value, name, wrap)
    if isinstance(type, StructType):
        return _plain_struct(type, value, name, wrap)
    parts = _parts(value, type.shape)
    if parts is None:
        raise TypeError(f"{name!r} is {short(value)}; {type} takes {takes(type)}")
    if isinstance(type, Vector):
        components = zip("xyzw", parts, strict=False)
        return tuple(_plain_number(type.element, part, f"{name}.{axis}", wrap) for axis, part in components)
    row = Vector(type.element, type.columns)
    return tuple(plain(row, part, f"{name}[{number}]", wrap=wrap) for number, part in enumerate(parts))


def takes(type: ElementType) -> str:
    """What is accepted for a value of a type, in a message."""
    if isinstance(type, Vector):
        return f"a tuple of {type.size} numbers"
    if isinstance(type, Matrix):
        return f"a tuple of {type.rows} rows of {type.columns} numbers, or a NumPy array of shape {type.shape}"
    if isinstance(type, StructType):
        return f"{type}(...), a tuple of its fields, or a NumPy record of its dtype"
    return "a number"


def _plain_number(type: Scalar, value: Any, name: str, wrap: bool) -> int | float | bool:
    value = value.value if isinstance(value, enum.Enum) else value
    value = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    found = number_type(value)
    if found is None:
        raise TypeError(f"{name!r} is {short(value)}; {type} takes a number")
    if type == bool_ and found != bool_:
        raise TypeError(f"{name!r} is {short(value)}; pass a bool, such as x != 0")
    if type.integral and found.floating:
        raise TypeError(f"{name!r} is {short(value)}; pass int(...) if it is meant to be truncated")
    if wrap and isinstance(value, np.generic):
        return _stored(type, value)
    if not type.holds(value):
        raise OverflowError(f"{name!r} is {short(value)}, and {limits_of(type)}")
    return type.nearest(value) if type.floating else bool(value) if type == bool_ else int(value)


def _stored(type: Scalar, value: np.generic) -> int | float | bool:
    """A NumPy number in another type, as a kernel stores it: integers wrap, floats round."""
    if type.floating:
        return type.nearest(value.item())
    if type == bool_:
        return bool(value)
    number = int(value) & (1 << type.bits) - 1
    return number if number <= type.maximum else number - (1 << type.bits)


def converted(type: Scalar, value: Any) -> Any:
    """The NumPy number that `value` becomes where a type is called, as in kernels."""
    value = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    found = number_type(value)
    if type.integral and found is not None and found.floating:
        number = float(value)
        low, high = type.limits
        value = 0 if number != number else int(low) if number <= low else int(high) if number >= high else int(number)
    with np.errstate(over="ignore"):
        return type.dtype.type(value)


def _plain_struct(type: StructType, value: Any, name: str, wrap: bool) -> tuple[Any, ...]:
    value = value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value
    found = np.asarray(value).dtype.names or () if isinstance(value, np.void) else type.names
    if found != type.names:
        fields = ", ".join(found) or "none"
        raise TypeError(f"{name!r} is a NumPy record whose fields are {fields}; {type} has {', '.join(type.names)}")
    known: Any = value if isinstance(value, (np.void, tuple)) else ()
    parts = list(known)
    if len(parts) != len(type.fields):
        raise TypeError(f"{name!r} is {short(value)}; it takes {takes(type)}")
    return tuple(
        plain(field, part, f"{name}.{label}", wrap=wrap)
        for (label, field), part in zip(type.fields, parts, strict=True)
    )


def _parts(value: Any, shape: tuple[int, ...]) -> list[Any] | None:
    """The components or rows of what has such a shape, or may have."""
    if isinstance(value, np.ndarray):
        return list(value) if value.shape == shape else None
    return list(value) if isinstance(value, tuple) and len(value) == shape[0] else None


def packed(type: ElementType, value: Any, name: str) -> tuple[int | float | bool, ...]:
    """The numbers of a value in the order in which a launch passes them; the rest as for :func:`plain`."""
    if isinstance(type, StructType) and getattr(value, "__pyvkc_struct__", None) is type:
        return tuple(flat(type, np.asarray(value).tolist()))
    return tuple(flat(type, plain(type, value, name)))


def flat(type: ElementType, value: Any) -> Iterator[int | float | bool]:
    """The numbers in a plain value."""
    if isinstance(type, Scalar):
        yield value
    elif isinstance(type, Vector):
        yield from value
    elif isinstance(type, Matrix):
        for row in value:
            yield from row
    else:
        for (_, field), part in zip(type.fields, value, strict=True):
            yield from flat(field, part)


def limits_of(type: Scalar) -> str:
    """``f32 goes from -3.4028235e+38 to 3.4028235e+38``, in a message."""
    low, high = (str(limit if type.name == "bf16" else type.dtype.type(limit)) for limit in type.limits)
    return f"{type} goes from {low} to {high}"


def short(value: Any) -> str:
    """The value and its class in a message; an object without a text of its own by its class."""
    text, name = repr(value), type(value).__name__
    if value is None:
        return text
    if " at 0x" in text:
        return f"an object of type {name}"
    return f"{text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + '...'} of type {name}"
