"""What users pass as dtypes, shapes and data, turned into what the runtime works with, or refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from ..annotations import element_type
from ..plain import plain
from ..records import struct_of_dtype
from ..types import SCALARS, Scalar, StructType, i32, i64, scalar_of_dtype

__all__ = ["as_dtype", "as_host", "as_source", "check_range", "element_of", "plain_bools", "settled"]

ACCEPTED: Final = (
    "bool, int8 to int64, uint8 to uint64, float16, float32 and float64 in native byte order, and structs of them"
)

LONGEST_SHOWN: Final = 256
"""Bits of an integer whose digits a message shows."""


def as_dtype(spec: Any) -> np.dtype[Any]:
    """The NumPy dtype that an argument means; that of a vector or a matrix has a shape of its own.

    It may be one of pyvkc's types, the name of a number type, one of pyshader's types, a NumPy dtype, `bool`, `int` or
    `float`.
    """
    named: Any = SCALARS.get(spec) if isinstance(spec, str) else None
    if named is None and not isinstance(spec, np.dtype):
        named = element_type(spec)
    if named is not None:
        return named.dtype  # type: ignore[no-any-return]
    try:
        dtype: np.dtype[Any] = np.dtype(spec)
    except TypeError:
        raise TypeError(
            f"{spec!r} is no element type. Accepted are {ACCEPTED}, and pyvkc's types such as f32."
        ) from None
    element_of(dtype.base)
    return dtype


def element_of(dtype: np.dtype[Any]) -> Scalar | StructType:
    """The type of elements of a dtype; a `TypeError` says what is accepted instead."""
    if dtype.names is not None:
        try:
            return struct_of_dtype(dtype)
        except TypeError as error:
            raise TypeError(f"Arrays of this structured dtype are not supported: {error}.") from None
    scalar = scalar_of_dtype(dtype)
    if scalar is None:
        raise TypeError(f"Arrays of {_describe(dtype)} are not supported. Accepted are {ACCEPTED}.{_remedy(dtype)}")
    return scalar


def _describe(dtype: np.dtype[Any]) -> str:
    if not dtype.isnative:
        return f"dtype {dtype.str!r} (foreign byte order)"
    return f"dtype {dtype}"


def _remedy(dtype: np.dtype[Any]) -> str:
    if not dtype.isnative:
        return f" Convert it first: x.astype({dtype.newbyteorder('=').name!r})."
    if dtype.kind == "c":
        return " Pass the real and imaginary parts, e.g. x.view(float) with one more axis."
    return ""


def as_host(obj: Any) -> np.ndarray[Any, Any]:
    """`obj` as a NumPy array. Python numbers, alone or in lists, are weak: they become bool, i32 (or i64) and f32."""
    if isinstance(obj, np.ndarray):
        return obj
    if hasattr(obj, "__dlpack__") and not hasattr(obj, "__array__"):
        return np.from_dlpack(obj)
    content = np.asarray(obj)
    return content if any(hasattr(leaf, "dtype") for leaf in _leaves(obj)) else settled(content)


def settled(content: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Weak numbers in the type that they take alone: f32, i32, or i64 where one does not fit."""
    if content.dtype.kind == "f":
        return content.astype(np.float32)
    if content.dtype.kind != "i":
        return content
    fits = content.size == 0 or (i32.minimum <= content.min() and content.max() <= i32.maximum)
    return content.astype((i32 if fits else i64).dtype)


def plain_bools(source: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`source`, to be stored into elements of `dtype`: foreign memory may have any byte for a bool, ours has 0 or 1."""
    if dtype.names is not None and source.dtype == dtype and _has_bools(dtype):
        source = source.copy()
        _settle_bools(source)
    return source.view(np.uint8) != 0 if source.dtype.kind == dtype.kind == "b" else source


def _has_bools(dtype: np.dtype[Any]) -> bool:
    fields: Any = dtype.fields or {}
    return dtype.base.kind == "b" or any(_has_bools(part[0]) for part in fields.values())


def _settle_bools(records: np.ndarray[Any, Any]) -> None:
    """Make every bool in the fields of `records` the byte 0 or 1."""
    for name in records.dtype.names or ():
        part = records[name]
        if part.dtype.names is not None:
            _settle_bools(part)
        elif part.dtype.kind == "b":
            part[...] = part.view(np.uint8) != 0


def _leaves(obj: Any) -> Iterator[Any]:
    if isinstance(obj, (list, tuple, range)):
        for item in obj:
            yield from _leaves(item)
    else:
        yield obj


def as_source(obj: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`obj` as an array to be stored into elements of `dtype`, as NumPy 2 does.

    Python integers must fit; NumPy's wrap in other integers of their kind. Losing the kind of number is refused.

    Raises
    ------
    OverflowError
        For a Python integer out of the range of `dtype`.
    TypeError
        For another kind of number, or another struct.
    """
    if dtype.names is not None:
        return _as_records(obj, dtype)
    source = obj if isinstance(obj, np.ndarray) else np.asarray(obj)
    if not hasattr(obj, "dtype"):
        check_range(obj, source, dtype)
        if source.dtype.kind == "O" and dtype.kind == "f" and all(isinstance(n, (int, float)) for n in _leaves(obj)):
            return np.asarray(obj, dtype)  # there are integers of more than 64 bits
        if _weakly_fits(source, dtype):
            return source
    if np.can_cast(source.dtype, dtype, "same_kind"):
        return source
    raise TypeError(
        f"Elements of dtype {source.dtype} do not go into an array of dtype {dtype} by themselves. "
        f"Convert them: x.astype({dtype.name!r})."
    )


def _as_records(obj: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Structs' values as elements of a structured dtype: records with the same fields, or tuples, also in lists."""
    if not isinstance(obj, (list, tuple)):
        source = np.asarray(obj)
        if source.dtype.names == dtype.names and np.can_cast(source.dtype, dtype, "same_kind"):
            return source.astype(dtype, copy=False)
        if source.dtype.names is not None or source.ndim:
            raise TypeError(f"Elements of dtype {source.dtype} do not go into an array of dtype {dtype}.")
    type = struct_of_dtype(dtype)

    def listed(item: Any) -> Any:
        return [listed(each) for each in item] if isinstance(item, list) else plain(type, item, "element")

    return np.array(listed(obj), dtype)


def check_range(obj: Any, source: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> None:
    """Refuse Python integers in `obj` that elements of `dtype` cannot hold; `source` is `obj` as NumPy reads it."""
    if dtype.kind not in "iu" or _all_within(source, dtype):
        return
    limits = np.iinfo(dtype)
    for leaf in _leaves(obj):
        if isinstance(leaf, int) and not limits.min <= leaf <= limits.max:
            shown = leaf if leaf.bit_length() <= LONGEST_SHOWN else f"of {leaf.bit_length()} bits"
            raise OverflowError(
                f"The Python integer {shown} does not fit {scalar_of_dtype(dtype)}, "
                f"which goes from {limits.min} to {limits.max}."
            )


def _all_within(source: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> bool:
    """Whether `source` has integers only, all of which `dtype` holds."""
    if source.dtype.kind not in "biu":
        return False
    limits = np.iinfo(dtype)
    return not source.size or (limits.min <= int(source.min()) and int(source.max()) <= limits.max)


def _weakly_fits(source: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> bool:
    """Whether all numbers are integers that go into an array of integers or bools as they are."""
    if source.dtype.kind not in "iu" or dtype.kind not in "iub":
        return False
    return bool(np.isin(source, (0, 1)).all()) if dtype.kind == "b" else _all_within(source, dtype)
