"""Making arrays: ``array``, ``empty``, ``zeros``, ``full``, ``arange``."""

from __future__ import annotations

from typing import Any

import numpy as np

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
        The element type; by default that of `obj`. Python numbers are weak, so lists of them become bool, i32 (i64 if
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
    source = as_host(obj)
    wanted = source.dtype if dtype is None else as_dtype(dtype)
    if not hasattr(obj, "dtype"):
        check_range(obj, source, np.dtype(wanted))
    element_of(source.dtype)
    result = new_array(source.shape, np.dtype(wanted), find_device(device))
    write_now(result, source.astype(wanted, copy=False))
    return result


def _copy(source: Array, dtype: Any, device: Device) -> Array:
    wanted = source.dtype if dtype is None else as_dtype(dtype)
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
    """An array whose content is undefined. `shape` is an integer or a tuple; parameters as for :func:`array`."""
    return new_array(normal_shape(shape), as_dtype(dtype), find_device(device))


def zeros(shape: Any, dtype: Any = f32, device: Device | int | str | None = None) -> Array:
    """An array of zeros. Parameters as for :func:`empty`."""
    return full(shape, 0, dtype, device)


def full(shape: Any, value: Any, dtype: Any = None, device: Device | int | str | None = None) -> Array:
    """An array whose elements are all `value`; `dtype` is by default the type that `value` has alone."""
    single = as_host(value)
    if single.ndim:
        raise ValueError(f"full wants one number, not an array of shape {single.shape}.")
    wanted = single.dtype if dtype is None else as_dtype(dtype)
    element = np.dtype(wanted)
    content = as_source(value, element)
    result = new_array(normal_shape(shape), element, find_device(device))
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
