"""Moving bytes: host to device and back, device to device, and fills.

Where the host can reach the arrays' memory, it reads and writes them in place once the device has finished with them.
Elsewhere the bytes go through staging buffers in chunks, so that the copy on the host and the copy on the bus overlap;
a view with gaps is read, or read and written back, as the span of bytes that holds it.
"""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from . import vk
from .convert import plain_bools

if TYPE_CHECKING:
    from .context import Context
    from .geometry import Geometry
    from .launch import Encoder
    from .memory import Storage

__all__ = ["copy", "fill", "fill_pattern", "idle", "read", "record_copy", "record_fill", "write"]

Ndarray = np.ndarray[Any, Any]

CHUNK: Final = 16 << 20
FLYING: Final = 2
"""Chunks in flight at a time."""


def idle(context: Context, storage: Storage) -> bool:
    """Whether the device has finished with `storage`."""
    timeline, serial = context.queue.timeline, storage.last_use
    return serial <= timeline.completed or (serial <= timeline.submitted and serial <= timeline.poll())


def read(context: Context, storage: Storage, geometry: Geometry) -> Ndarray:
    """A copy on the host, in C order; waits for what writes it."""
    context.raise_failure()
    if 0 in geometry.shape:
        return np.empty(geometry.shape, geometry.dtype)
    if context.mapped:
        context.queue.wait(storage.last_write)
        with context.lock:
            context.raise_failure()
            storage.check_open()
            return np.array(geometry.over(storage.block.bytes, storage.offset), order="C")
    first, last = geometry.bounds
    content = np.empty(last - first, np.uint8)
    _download(context, storage, first, content)
    span = geometry.over(content, -first)
    return span if geometry.contiguous else np.array(span, order="C")


def write(context: Context, storage: Storage, geometry: Geometry, source: Ndarray) -> None:
    """Set the elements from `source`, which broadcasts to the shape; its bytes may change once this returns."""
    context.raise_failure()
    if 0 in geometry.shape:
        return
    source = plain_bools(source, geometry.dtype)
    if context.mapped:
        with context.lock:
            context.raise_failure()
            storage.check_open()
            context.queue.wait(storage.last_use)
            geometry.over(storage.block.bytes, storage.offset)[...] = source
        return
    first, last = geometry.bounds
    if geometry.contiguous:
        content = np.ascontiguousarray(np.broadcast_to(source, geometry.shape), geometry.dtype)
        _upload(context, storage, first, content.reshape(-1).view(np.uint8))
        return
    with context.lock:
        span = np.empty(last - first, np.uint8)
        _download(context, storage, first, span)
        geometry.over(span, -first)[...] = source
        _upload(context, storage, first, span)


def _upload(context: Context, storage: Storage, offset: int, content: Ndarray) -> None:
    flying: deque[int] = deque()
    with context.lock:
        for start in range(0, content.nbytes, CHUNK):
            part = content[start : start + CHUNK]
            if len(flying) == FLYING:
                context.queue.wait(flying.popleft())
            chunk = context.staging.allocate(part.nbytes)
            _bytes(chunk, part.nbytes)[:] = part
            record_copy(context, context.queue, (chunk, 0), (storage, offset + start), part.nbytes)
            flying.append(context.queue.flush())


def _download(context: Context, storage: Storage, offset: int, content: Ndarray) -> None:
    flying: deque[tuple[int, Storage, Ndarray]] = deque()
    with context.lock:
        for start in range(0, content.nbytes, CHUNK):
            part = content[start : start + CHUNK]
            chunk = context.staging.allocate(part.nbytes)
            commands = record_copy(context, context.queue, (storage, offset + start), (chunk, 0), part.nbytes)
            context.queue.host_barrier(commands)
            flying.append((context.queue.flush(), chunk, part))
            if len(flying) == FLYING:
                _land(context, *flying.popleft())
        while flying:
            _land(context, *flying.popleft())


def _land(context: Context, serial: int, chunk: Storage, part: Ndarray) -> None:
    context.queue.wait(serial)
    part[:] = _bytes(chunk, part.nbytes)


def _bytes(storage: Storage, size: int) -> Ndarray:
    return np.frombuffer(storage.block.bytes, np.uint8, size, storage.offset)


def record_copy(
    context: Context, encoder: Encoder, source: tuple[Storage, int], target: tuple[Storage, int], size: int
) -> vk.Handle:
    """Record a copy of `size` bytes between storages, each with an offset; ranges of one storage must not overlap."""
    _, ffi = vk.binding()
    source[0].check_open()
    target[0].check_open()
    commands = encoder.access((source[0],), (target[0],))
    region = ffi.new("VkBufferCopy *")
    region.srcOffset = source[0].offset + source[1]
    region.dstOffset = target[0].offset + target[1]
    region.size = size
    context.functions.CmdCopyBuffer(commands, source[0].block.buffer, target[0].block.buffer, 1, region)
    return commands


def record_fill(context: Context, encoder: Encoder, storage: Storage, offset: int, size: int, pattern: int) -> None:
    """Record that `size` bytes from `offset` on, both multiples of 4, take the value of a 32-bit `pattern`."""
    storage.check_open()
    commands = encoder.access((), (storage,))
    context.functions.CmdFillBuffer(commands, storage.block.buffer, storage.offset + offset, size, pattern)


def fill_pattern(value: Any, dtype: np.dtype[Any]) -> int | None:
    """The 32-bit number whose repetition fills memory with `value`, or None if there is none."""
    content = np.asarray(value).astype(dtype).tobytes()
    content *= 4 // math.gcd(4, len(content))
    words = {content[index : index + 4] for index in range(0, len(content), 4)}
    return int.from_bytes(words.pop(), "little") if len(words) == 1 else None


def fill(context: Context, storage: Storage, geometry: Geometry, value: Any) -> None:
    """Set all elements to one value, on the device where it can."""
    if 0 in geometry.shape:
        return
    with context.lock:
        context.raise_failure()
        first, last = geometry.bounds
        pattern = fill_pattern(value, geometry.dtype)
        whole = geometry.contiguous and first % 4 == 0 and (last - first) % 4 == 0
        if pattern is None or not whole or (context.mapped and idle(context, storage)):
            write(context, storage, geometry, np.asarray(value).astype(geometry.dtype))
            return
        record_fill(context, context.queue, storage, first, last - first, pattern)
        context.queue.flush()


def copy(context: Context, source: tuple[Storage, int], target: tuple[Storage, int], size: int) -> None:
    """Copy bytes between storages of a device, after what came before, without waiting."""
    with context.lock:
        context.raise_failure()
        record_copy(context, context.queue, source, target, size)
        context.queue.flush()
