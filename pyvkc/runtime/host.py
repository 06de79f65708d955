"""NumPy arrays as arguments: uploaded before a launch, and copied back after it when the kernel wrote them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import LaunchError
from .array import Array, new_array
from .convert import element_of
from .device import Device
from .recording import state

__all__ = ["as_ndarray", "check_writable", "download_into", "settle", "take", "upload", "upload_all"]


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
    target[...] = array._read()


def settle(device: Device) -> None:
    """Wait for launches whose arguments were on the host, and tell what they report; in a recording nothing has run."""
    if state.recorder is None:
        device.context.synchronize()


def check_writable(target: np.ndarray[Any, Any]) -> None:
    """Refuse an array that nothing can be copied back into, or not before a sequence runs."""
    if not target.flags.writeable:
        raise ValueError("the kernel writes it, and the NumPy array is read-only; pass a copy, as in x.copy()")
    if state.recorder is not None:
        raise LaunchError(
            "the kernel writes it, and inside record() it runs later than a NumPy array can be copied back; "
            "pass a device array, as in pyvkc.array(x), and read it with numpy() after the run"
        )


def take(values: list[Any]) -> list[int]:
    """Replace arrays of other libraries among a launch's arguments by NumPy's view of them; where NumPy arrays are."""
    places = []
    for place, value in enumerate(values):
        if isinstance(value, (Array, int, float, np.generic)):
            continue
        found = as_ndarray(value)
        if found is not None:
            values[place] = found
            places.append(place)
    return places


def upload_all(
    kernel: str, values: list[Any], arguments: Sequence[tuple[int, str, bool]], device: Device
) -> list[tuple[np.ndarray[Any, Any], Array]]:
    """Replace the NumPy arrays among `values` by device arrays; returns the pairs that must be copied back.

    `arguments` are the places of NumPy arrays, the parameters' names, and whether the kernel writes them. All are
    checked before any upload: in a recording a refused launch leaves nothing behind.

    Raises
    ------
    TypeError
        When an array that is written is read-only, or shares memory with another argument.
    LaunchError
        When one is written inside ``record()``.
    """
    for place, name, written in arguments:
        if written:
            _check_written(kernel, name, values[place], [(n, values[p]) for p, n, _ in arguments])
    known: dict[int, Array] = {}
    returned: dict[int, tuple[np.ndarray[Any, Any], Array]] = {}
    for place, _, written in arguments:
        source = values[place]
        if id(source) not in known:
            known[id(source)] = upload(source, device)
        values[place] = known[id(source)]
        if written:
            returned[id(source)] = source, known[id(source)]
    return list(returned.values())


def _check_written(
    kernel: str, name: str, array: np.ndarray[Any, Any], others: Sequence[tuple[str, np.ndarray[Any, Any]]]
) -> None:
    where = f"kernel {kernel!r}: the argument {name!r}"
    try:
        check_writable(array)
    except LaunchError as error:
        raise LaunchError(f"{where}: {error}") from None
    except ValueError as error:
        raise TypeError(f"{where}: {error}") from None
    if _may_hold_itself(array):
        raise TypeError(f"{where} is written and some of its elements lie in the same memory; pass a copy, x.copy()")
    for other_name, other in others:
        if other is not array and np.shares_memory(array, other):
            raise TypeError(
                f"{where} is written and shares memory with {other_name!r}, and each would be copied on its own; "
                "pass a copy of one, or views of one device array"
            )


def _may_hold_itself(array: np.ndarray[Any, Any]) -> bool:
    """Whether elements may lie in the same memory: those along an axis step over all that is along the shorter ones."""
    if array.flags.c_contiguous or array.flags.f_contiguous or not array.size:
        return False
    reach = array.itemsize
    for step, extent in sorted((abs(step), extent) for step, extent in zip(array.strides, array.shape, strict=True)):
        if extent > 1 and step < reach:
            return True
        reach += step * (extent - 1)
    return False
