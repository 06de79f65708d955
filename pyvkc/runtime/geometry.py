"""Shapes, strides and offsets of views, with NumPy's own rules.

A view's geometry is found by letting NumPy index an array that has the same shape and strides but no memory behind it.
Nothing here may make NumPy read that memory, so only basic indexing passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, final

import numpy as np

from ..records import alignment_of, type_of_dtype

__all__ = ["Geometry", "normal_shape"]


@final
@dataclass(frozen=True, slots=True)
class Geometry:
    """Where an array's elements lie: element [0, ..., 0] is `offset` bytes into the storage; strides are in bytes."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    dtype: np.dtype[Any]

    @classmethod
    def of_new(cls, shape: tuple[int, ...], dtype: np.dtype[Any]) -> Geometry:
        """A new array in C order."""
        strides, stride = [], dtype.itemsize
        for extent in reversed(shape):
            strides.append(stride)
            stride *= max(1, extent)
        return cls(shape, tuple(reversed(strides)), 0, dtype)

    def _phantom(self) -> np.ndarray[Any, Any]:
        """An array of this geometry whose memory must not be touched."""
        return np.lib.stride_tricks.as_strided(np.empty((1,), self.dtype), self.shape, self.strides)

    def _seen(self, view: np.ndarray[Any, Any], origin: np.ndarray[Any, Any]) -> Geometry:
        offset = view.__array_interface__["data"][0] - origin.__array_interface__["data"][0]
        return Geometry(view.shape, view.strides, self.offset + offset, self.dtype)

    def __getitem__(self, key: Any) -> Geometry:
        """The geometry of ``array[key]`` for integers, slices, ``...`` and ``None``; else an `IndexError`."""
        keys = key if isinstance(key, tuple) else (key,)
        for item in keys:
            _check_key(item)
        if Ellipsis not in keys:
            keys = (*keys, Ellipsis)  # so that NumPy gives a view even for one element
        phantom = self._phantom()
        return self._seen(phantom[keys], phantom)

    def field(self, name: str) -> Geometry:
        """The geometry of one field of all elements; a vector's components are an axis more.

        Raises
        ------
        KeyError
            There is no such field.
        ValueError
            It lies between the places where elements of its type may lie.
        """
        fields: Any = self.dtype.fields or {}
        if name not in fields:
            known = f"the fields {', '.join(fields)}" if fields else "no fields"
            raise KeyError(f"The array has {known}, and {name!r} is none of them.")
        dtype, start = fields[name][:2]
        inner = Geometry.of_new(dtype.shape, dtype.base)
        found = Geometry((*self.shape, *dtype.shape), self.strides + inner.strides, self.offset + start, dtype.base)
        type = type_of_dtype(dtype.base)
        assert type is not None
        steps = any(stride % dtype.base.itemsize for stride in self.strides)
        if steps or any(place % alignment_of(type) for place in (found.offset, *self.strides)):
            raise ValueError(
                f"The field {name!r} does not lie as the elements of an array do, at multiples of its size of "
                f"{dtype.base.itemsize} bytes; numpy()[{name!r}] reads it."
            )
        return found

    @property
    def transposed(self) -> Geometry:
        return Geometry(self.shape[::-1], self.strides[::-1], self.offset, self.dtype)

    @property
    def size(self) -> int:
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def contiguous(self) -> bool:
        """Whether the elements lie in C order without gaps."""
        stride = self.dtype.itemsize
        if 0 in self.shape:
            return True
        for extent, found in zip(reversed(self.shape), reversed(self.strides), strict=True):
            if extent != 1 and found != stride:
                return False
            stride *= extent
        return True

    @property
    def bounds(self) -> tuple[int, int]:
        """The first byte of the storage that belongs to an element, and the one after the last."""
        if 0 in self.shape:
            return self.offset, self.offset
        reach = [stride * (extent - 1) for extent, stride in zip(self.shape, self.strides, strict=True)]
        low = sum(step for step in reach if step < 0)
        high = sum(step for step in reach if step > 0)
        return self.offset + low, self.offset + high + self.dtype.itemsize

    def reshaped(self, shape: tuple[int, ...]) -> Geometry | None:
        """The geometry of a view of another shape with as many elements, or None where that needs a copy."""
        if self.contiguous:
            new = Geometry.of_new(shape, self.dtype)
            return Geometry(shape, new.strides, self.offset, self.dtype)
        strides = _regrouped(self.shape, self.strides, shape)
        return None if strides is None else Geometry(shape, strides, self.offset, self.dtype)

    def over(self, memory: Any, start: int) -> np.ndarray[Any, Any]:
        """An array of this geometry over `memory`, in which the storage begins at byte `start`."""
        array: np.ndarray[Any, Any] = np.ndarray(self.shape, self.dtype, memory, start + self.offset, self.strides)
        return array


def _check_key(item: Any) -> None:
    if isinstance(item, (bool, np.bool_)) or not (
        item is None or item is Ellipsis or isinstance(item, (int, np.integer, slice))
    ):
        found = "a boolean" if isinstance(item, (bool, np.bool_)) else f"a {type(item).__name__}"
        raise IndexError(
            f"A device array is indexed with integers, slices, ... and None, not with {found}. "
            "Lists and masks need a kernel, or the copy that numpy() gives."
        )


def _regrouped(shape: tuple[int, ...], strides: tuple[int, ...], wanted: tuple[int, ...]) -> tuple[int, ...] | None:
    """Strides for a view of shape `wanted`, or None.

    Axes are matched in groups of equal size; a group of old axes must lie evenly to be split differently. (6, 4) with
    strides (32, 8) becomes (2, 3, 4) with (96, 32, 8).
    """
    old = [(extent, stride) for extent, stride in zip(shape, strides, strict=True) if extent != 1]
    result: list[int] = []
    position, index = 0, 0
    while index < len(wanted):
        if wanted[index] == 1:
            result.append(0)
            index += 1
            continue
        group, product, target, last = [old[position]], old[position][0], wanted[index], index + 1
        position += 1
        while product != target:
            if product < target:
                group.append(old[position])
                product *= old[position][0]
                position += 1
            else:
                target *= wanted[last]
                last += 1
        if any(stride != inner * width for (_, stride), (inner, width) in pairwise(group)):
            return None
        split, stride = [], group[-1][1]
        for extent in reversed(wanted[index:last]):
            split.append(stride)
            stride *= extent
        result += reversed(split)
        index = last
    return tuple(result)


def normal_shape(shape: Any) -> tuple[int, ...]:
    """`shape`, an integer or a sequence of them, as a tuple; what is neither or negative is refused."""
    items = tuple(shape) if np.iterable(shape) else (shape,)
    for item in items:
        if isinstance(item, (bool, np.bool_)) or not isinstance(item, (int, np.integer)):
            raise TypeError(f"A shape is an integer or a tuple of integers, not {shape!r}.")
        if item < 0:
            raise ValueError(f"A shape has no negative extents, but {shape!r} was given.")
    return tuple(int(item) for item in items)
