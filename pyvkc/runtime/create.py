"""Making arrays: ``array``, ``empty``, ``zeros``, ``full``, ``arange``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..host_values import HostVector, composite
from ..types import f32
from . import transfer
from .array import Array, new_array
from .convert import as_dtype, as_host, as_source, check_range, element_of, settled
from .device import Device, find_device
from .geometry import normal_shape

__all__ = ["arange", "array", "empty", "full", "zeros"]


def array(obj: Any, dtype: Any = None, device: Device | int | str | None = None) -> Array:
    """An array with the content of `obj`.

    Parameters
    ----------
    obj : array_like
        A NumPy array, a device array, anything with ``__array__`` or ``__dlpack__`` on the host, numbers or lists.
    dtype : optional
        The element type; by default that of `obj`. Vectors and matrices are axes of their own, as in NumPy: with
        ``dtype=vec3``, an (n, 3) array is n vectors. Python numbers are weak, so lists of them become bool, i32 (i64 if
        they do not fit) or f32 arrays, where NumPy would make int64 and float64.
    device : Device, int or str, optional
        Where it lives; by default on :func:`default_device`.

    Raises
    ------
    TypeError
        For elements that no kernel can read: complex numbers, objects, foreign byte orders.
    OverflowError
        For Python integers that do not fit `dtype`. NumPy's wrap.
    OutOfMemoryError
        When the device has no room.
    """
    if isinstance(obj, Array):
        return _copy(obj, dtype, find_device(device))
    wanted = None if dtype is None else as_dtype(dtype)
    if wanted is not None and wanted.names is not None:
        source = as_source(obj, wanted)
    else:
        source = as_host(obj)
        wanted = source.dtype if wanted is None else _without_shape(wanted, source.shape)
        if not hasattr(obj, "dtype"):
            check_range(obj, source, wanted)
        element_of(source.dtype)
    result = new_array(source.shape, wanted, find_device(device))
    write_now(result, source.astype(wanted, copy=False))
    return result


def _without_shape(dtype: np.dtype[Any], shape: tuple[int, ...]) -> np.dtype[Any]:
    """The number type of a vector or matrix type, whose shape the last axes of an array have."""
    if shape[len(shape) - len(dtype.shape) :] != dtype.shape:
        raise ValueError(
            f"The dtype asks for an array whose last axes are {dtype.shape}, and this one has shape {shape}."
        )
    return dtype.base


def _copy(source: Array, dtype: Any, device: Device) -> Array:
    wanted = source.dtype if dtype is None else _without_shape(as_dtype(dtype), source.shape)
    result = new_array(source.shape, wanted, device)
    if source.device is device and source.dtype == wanted:
        result.copy_from(source)
    else:
        write_now(result, source.numpy().astype(wanted, copy=False))
    return result


def write_now(target: Array, source: np.ndarray[Any, Any]) -> None:
    """Set a new array's elements, also inside ``record()``: making an array is never part of a sequence."""
    context = target._context()
    context.raise_failure()
    transfer.write(context, target.storage, target._geometry, source)


def empty(shape: Any, dtype: Any = f32, device: Device | int | str | None = None) -> Array:
    """An array whose content is undefined. `shape` is an integer or a tuple; parameters as for :func:`array`.

    Of vectors and matrices it has one or two axes more: ``empty(5, vec3)`` has the shape (5, 3).
    """
    return new_array(normal_shape(shape), as_dtype(dtype), find_device(device))


def zeros(shape: Any, dtype: Any = f32, device: Device | int | str | None = None) -> Array:
    """An array of zeros. Parameters as for :func:`empty`."""
    element = as_dtype(dtype)
    result = new_array(normal_shape(shape), element, find_device(device))
    transfer.fill(result._context(), result.storage, result._geometry, np.zeros((), element.base))
    return result


def full(shape: Any, value: Any, dtype: Any = None, device: Device | int | str | None = None) -> Array:
    """An array whose elements are all `value`; `dtype` is by default the type that `value` has alone."""
    if dtype is None and isinstance(value, HostVector):
        dtype = composite(value)
    wanted = as_host(value).dtype if dtype is None else as_dtype(dtype)
    content = as_source(value, wanted.base)
    if content.shape not in ((), wanted.shape):
        what = f"an element of shape {wanted.shape}" if wanted.shape else "one number"
        raise ValueError(f"full wants {what}, not an array of shape {content.shape}.")
    result = new_array(normal_shape(shape), wanted, find_device(device))
    if content.ndim:
        write_now(result, content)
    else:
        transfer.fill(result._context(), result.storage, result._geometry, content)
    return result


def arange(*bounds: Any, dtype: Any = None, device: Device | int | str | None = None) -> Array:
    """Evenly spaced numbers, as ``numpy.arange(stop)``, ``(start, stop)`` or ``(start, stop, step)``."""
    content = np.arange(*bounds)
    weak = not any(hasattr(bound, "dtype") for bound in bounds)
    wanted = as_dtype(dtype) if dtype is not None else (settled(content) if weak else content).dtype
    if weak and content.dtype.kind == "i" and content.size:
        check_range([int(content[0]), int(content[-1])], content, wanted)
    return array(content.astype(wanted), device=device)
