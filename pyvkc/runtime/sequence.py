"""Recorded sequences: launches and copies captured once, run many times.

Inside ``with record() as sequence:`` nothing runs; commands go into command buffers of the sequence's own. A barrier
lies inside the sequence wherever one command depends on an earlier one, and another one, in a command buffer of its
own, is submitted between runs only if the end of a run conflicts with the start of the next, or with other work.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from ..errors import ClosedError, LaunchError
from . import transfer, vk
from .convert import plain_bools
from .geometry import Geometry
from .queue import Arenas
from .recording import state

if TYPE_CHECKING:
    from .array import Array
    from .context import Context
    from .memory import Storage
    from .reporting import Buffer

__all__ = ["Recorder", "Sequence", "record"]

BATCH: Final = 256
"""Runs that go into one submission."""


@final
@dataclass(frozen=True, slots=True)
class Upload:
    """A copy from the host: before a run `source` is written into `staging`, from where the sequence copies it."""

    source: np.ndarray[Any, Any]
    staging: Storage
    geometry: Geometry

    def refresh(self) -> None:
        """Read the host array anew."""
        source = plain_bools(self.source, self.geometry.dtype)
        self.geometry.over(self.staging.block.bytes, self.staging.offset)[...] = source


@final
class Recorder:
    """What a recording thread's commands go into: an encoder like the queue, whose commands wait for a run."""

    def __init__(self) -> None:
        self.context: Context | None = None
        self.commands: vk.Handle = None
        self.names: list[str] = []
        self.uploads: list[Upload] = []
        self.kept: list[Any] = []
        self.buffers: list[Buffer] = []
        self.read: set[Storage] = set()
        self.written: set[Storage] = set()
        self.first_reads: set[Storage] = set()
        self.first_writes: set[Storage] = set()
        self._fresh_reads: set[Storage] = set()
        self._fresh_writes: set[Storage] = set()
        self.crossed = False
        self._arenas = Arenas()

    def on(self, context: Context) -> Recorder:
        """The recorder itself, recording on `context`; a sequence stays on one device. Wants the context's lock."""
        context.raise_failure()
        if self.context is None:
            with context.lock:
                context.collect()
                commands = context.queue.command_buffers(1)[0]
                flags = vk.constant("COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT")
                begin = vk.make("VkCommandBufferBeginInfo", flags=flags)
                context.check(context.functions.BeginCommandBuffer(commands, begin), "record commands")
                self.context, self.commands = context, commands
        if context is not self.context:
            here, there = self.context.device, context.device
            raise LaunchError(f"A sequence runs on one device: this one on {here}, not on {there}.")
        return self

    def access(self, reads: Collection[Storage], writes: Collection[Storage]) -> vk.Handle:
        """Where to record a command that reads and writes these storages; a barrier comes before it if needed."""
        assert self.context is not None
        touched = {*reads, *writes}
        if self._fresh_writes & touched or not self._fresh_reads.isdisjoint(writes):
            self._barrier()
        if not self.crossed:
            self.first_reads.update(reads)
            self.first_writes.update(writes)
        self._fresh_reads.update(reads)
        self._fresh_writes.update(writes)
        self.read.update(reads)
        self.written.update(writes)
        return self.commands

    def _barrier(self) -> None:
        assert self.context is not None
        self.context.queue.order(self.commands)
        self._fresh_reads.clear()
        self._fresh_writes.clear()
        self.crossed = True

    @property
    def wraps(self) -> bool:
        """Whether a run must wait for the one before: its start conflicts with what comes after the last barrier."""
        late = self._fresh_writes & (self.first_reads | self.first_writes) or self._fresh_reads & self.first_writes
        return bool(late)

    def parameters(self, size: int) -> tuple[int, Any, int]:
        """Room for a parameter block that lives as long as the sequence."""
        assert self.context is not None
        return self._arenas.take(self.context, size)

    def keep(self, thing: Any) -> None:
        """Keep `thing` alive as long as the sequence."""
        self.kept.append(thing)

    def reports(self, buffer: Buffer) -> None:
        """What has been recorded writes a report buffer, in every run."""
        self.buffers.append(buffer)

    def launched(self, name: str) -> None:
        """A launch has been recorded."""
        self.names.append(name)

    # Copies

    def upload(self, context: Context, target: Array, source: np.ndarray[Any, Any]) -> None:
        """Record that `target` takes the content that the host array has at each run."""
        if not target.contiguous:
            raise LaunchError("Inside record() a view with gaps cannot be filled from the host; copy the whole array.")
        if not target.size:
            return
        with context.lock:
            self.on(context)
            staging = context.staging.allocate(target.nbytes)
            self.copy(context, (staging, 0), (target.storage, target._geometry.offset), target.nbytes)
            self.uploads.append(Upload(source, staging, Geometry.of_new(target.shape, target.dtype)))

    def copy(self, context: Context, source: tuple[Storage, int], target: tuple[Storage, int], size: int) -> None:
        """Record a copy of bytes between storages."""
        with context.lock:
            transfer.record_copy(context, self.on(context), source, target, size)

    def fill(self, context: Context, target: Array, value: np.ndarray[Any, Any]) -> None:
        """Record that all elements of `target` take one value."""
        pattern = transfer.fill_pattern(value, target.dtype)
        first, last = target._geometry.bounds
        whole = target.contiguous and first % 4 == 0 and (last - first) % 4 == 0
        if pattern is None or not whole:
            self.upload(context, target, np.array(value).astype(target.dtype))
            return
        with context.lock:
            transfer.record_fill(context, self.on(context), target.storage, first, last - first, pattern)


@final
@dataclass(slots=True, eq=False)
class _Commands:
    """A sequence's command buffers and all that they use; they outlive the sequence until the device has finished."""

    body: vk.Handle
    between: vk.Handle
    kept: list[Any] = field(repr=False)

    def destroy(self, context: Context) -> None:
        context.queue.free_command_buffers([self.body, self.between])
        self.kept.clear()


@final
class Sequence:
    """Launches and copies that were captured by :func:`record`. It keeps the arrays and kernels it uses alive.

    Empty until the ``with`` block ends without an exception.
    """

    def __init__(self) -> None:
        self._context: Context | None = None
        self._recorder: Recorder | None = None
        self._last = 0
        self._prepared: tuple[Any, vk.Handle, tuple[bool, int]] | None = None
        self._state = "open"

    def __repr__(self) -> str:
        count = len(self._recorder.names) if self._recorder is not None else 0
        return f"<Sequence of {count} {'launch' if count == 1 else 'launches'}, {self._state}>"

    # Recording

    def __enter__(self) -> Sequence:
        if self._state != "open":
            raise LaunchError("A sequence is recorded once; make another one with record().")
        if state.recorder is not None:
            raise LaunchError("record() inside record(): a sequence cannot contain another one.")
        self._recorder = state.recorder = Recorder()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        recorder, state.recorder = state.recorder, None
        assert recorder is not None and recorder is self._recorder
        if kind is not None:
            self._discard(recorder)
            self._state, self._recorder = "discarded", None
            return
        self._state = "recorded"
        if recorder.context is not None:
            self._finish(recorder.context, recorder)

    @staticmethod
    def _discard(recorder: Recorder) -> None:
        if (context := recorder.context) is not None:
            with context.lock:
                if context.failure is None:
                    context.queue.free_command_buffers([recorder.commands])

    def _finish(self, context: Context, recorder: Recorder) -> None:
        with context.lock:
            context.raise_failure()
            queue, functions = context.queue, context.functions
            if context.mapped:
                queue.host_barrier(recorder.commands)
            context.check(functions.EndCommandBuffer(recorder.commands), "record commands")
            between = queue.command_buffers(1)[0]
            flags = vk.constant("COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT")
            context.check(
                functions.BeginCommandBuffer(between, vk.make("VkCommandBufferBeginInfo", flags=flags)),
                "record commands",
            )
            queue.order(between)
            context.check(functions.EndCommandBuffer(between), "record commands")
            self._commands = _Commands(recorder.commands, between, [recorder])
            context.own(self._commands)
        self._context = context

    def __del__(self) -> None:
        if self._context is not None:
            self._context.retire(self._commands, self._last)

    # Running

    def run(self, times: int = 1) -> None:
        """Run the sequence `times` times, one after the other, and wait for the last.

        Host arrays that it copies from are read once, at the start.
        """
        self.submit(times)
        if self._context is not None:
            self._context.queue.wait(self._last)
            self._context.reports.deliver()

    def submit(self, times: int = 1) -> None:
        """As :meth:`run`, without waiting for the device.

        Raises
        ------
        LaunchError
            When the sequence was not recorded to its end.
        ClosedError
            When an array that it uses has been closed.
        """
        if state.recorder is not None:
            raise LaunchError("Inside record() a sequence cannot run; its launches can be recorded again, one by one.")
        self._check(times)
        context, recorder = self._context, self._recorder
        if context is None or recorder is None:
            return
        with context.lock:
            context.raise_failure()
            if any(storage.context is None for storage in recorder.read | recorder.written):
                raise ClosedError("An array that this sequence uses has been closed.")
            if recorder.uploads:
                context.queue.wait(self._last)
                for upload in recorder.uploads:
                    upload.refresh()
            while times:
                count = min(times, BATCH)
                self._submit(context, recorder, count)
                times -= count

    def _check(self, times: int) -> None:
        if self._state != "recorded":
            raise LaunchError(f"This sequence cannot run: its recording is {self._state}.")
        if isinstance(times, bool) or not isinstance(times, (int, np.integer)) or times < 0:
            raise ValueError(f"A sequence runs a whole number of times, 0 or more, not {times!r}.")

    def _submit(self, context: Context, recorder: Recorder, count: int) -> None:
        queue = context.queue
        conflict = queue.conflicts(recorder.first_reads, recorder.first_writes)
        value, submission = self._submission(queue, recorder, conflict, count)
        self._last = queue.submit(submission, value, recorder.names)
        if conflict or recorder.wraps or recorder.crossed:
            queue.epoch += 1
        queue.touched(recorder.read, recorder.written, self._last)
        for buffer in recorder.buffers:
            context.reports.flies(buffer, self._last)

    def _submission(self, queue: Any, recorder: Recorder, conflict: bool, count: int) -> tuple[Any, vk.Handle]:
        """The structure that submits `count` runs; the last one is kept, since most submissions repeat."""
        if self._prepared is None or self._prepared[2] != (conflict, count):
            body, between = self._commands.body, self._commands.between
            runs = [between, body] if recorder.wraps else [body]
            buffers = runs * count
            if conflict and not recorder.wraps:
                buffers = [between, *buffers]
            if recorder.wraps and not conflict:
                buffers = buffers[1:]
            self._prepared = (*queue.submission(buffers), (conflict, count))
        return self._prepared[0], self._prepared[1]


def record() -> Sequence:
    """Capture the launches and copies of a ``with`` block instead of running them.

    Captured are launches, ``copy_from``, ``fill`` and assignments to arrays; making an array is not, and happens at
    once. An exception in the block discards the recording. A sequence stays on one device.

    Examples
    --------
    >>> with record() as sequence:  # doctest: +SKIP
    ...     weights.copy_from(host_weights)
    ...     gradient[n](weights, out)
    >>> sequence.run(times=100)  # doctest: +SKIP
    """
    return Sequence()
