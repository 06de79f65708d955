"""NumPy arrays as arguments: uploaded before a launch, and copied back after it when the kernel wrote them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import LaunchError
from .array import Array, new_array
from .convert import element_of
from .device import Device
from .recording import state

__all__ = ["as_ndarray", "check_writable", "download_into", "upload"]


def as_ndarray(obj: Any) -> np.ndarray[Any, Any] | None:
    """`obj` as a NumPy array that shares its memory, where it is an array on the host; otherwise None.

    NumPy arrays pass as they are; so does anything whose ``__dlpack__`` leads to host memory.
    """
    if isinstance(obj, np.ndarray):
        return obj
    if not hasattr(obj, "__dlpack__"):
        return None
    return np.from_dlpack(obj)


def upload(source: np.ndarray[Any, Any], device: Device) -> Array:
    """A contiguous device array with the elements of `source`, whatever its strides.

    Inside ``record()`` the copy is part of the sequence, which reads `source` anew at each run.

    Raises
    ------
    TypeError
        For elements that no kernel can read.
    """
    element_of(source.dtype)
    result = new_array(source.shape, source.dtype, device)
    result.copy_from(source)
    return result


def download_into(target: np.ndarray[Any, Any], array: Array) -> None:
    """Copy a device array back into `target`, of the same shape and dtype and any strides; waits for the launches.

    Raises
    ------
    ValueError
        When `target` is read-only.
    LaunchError
        Inside ``record()``, where nothing has run yet.
    """
    check_writable(target)
    target[...] = array.numpy()


def check_writable(target: np.ndarray[Any, Any]) -> None:
    """Refuse an array that nothing can be copied back into, or not before a sequence runs."""
    if not target.flags.writeable:
        raise ValueError("the kernel writes it, and the NumPy array is read-only; pass a copy, as in x.copy()")
    if state.recorder is not None:
        raise LaunchError(
            "the kernel writes it, and inside record() it runs later than a NumPy array can be copied back; "
            "pass a device array, as in pyvkc.array(x), and read it with numpy() after the run"
        )
