"""Report buffers: what kernels that print, assert or are checked write, read once the device has completed them.

Every launch has a buffer of its own in memory that the host reaches, so that what it says is attributed to it however
many launches are in flight; a recorded launch has one that all runs of its sequence add to. What was printed is written
to ``sys.stdout`` by whoever waits next for the device. The first fault is raised by the next wait for the whole device,
in the thread that launched the kernel, or for an array that was passed to it.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

import numpy as np

from ..reports import FAULT, LINES, Report

if TYPE_CHECKING:
    from ..errors import KernelError
    from .context import Context
    from .memory import Storage

__all__ = ["Buffer", "Reports"]

MOST_WAITING: Final = 64
"""Reports that are kept for a wait. With more, what was printed is written before; more faults say nothing new."""


@final
class Buffer:
    """The report buffer of one launch at a time. `serial` is that of the last submission that writes it.

    `thread` is the one that made that submission, `storages` are those of the arrays that are passed to the launch.
    Nothing is in it when it is made and after it has been read. It goes back to the list `home`, if it has one.
    """

    __slots__ = ("home", "report", "serial", "storage", "storages", "thread", "words")

    def __init__(self, report: Report, storage: Storage, home: list[Buffer] | None) -> None:
        self.report = report
        self.storage = storage
        self.home = home
        self.serial = self.thread = 0
        self.storages: tuple[Storage, ...] = ()
        self.words = np.frombuffer(storage.block.bytes, np.uint32, report.size // 4, storage.offset)
        self.words[: report.first_line] = 0

    def take(self) -> list[int]:
        """What has been written, if anything; the buffer is empty then."""
        lines = int(self.words[LINES])
        if not lines and not self.words[FAULT]:
            return []
        found: list[int] = self.words[: self.report.used(lines)].tolist()
        self.words[: self.report.first_line] = 0
        return found


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Fault:
    """What a launch that failed has written, and whom it concerns."""

    report: Report
    words: list[int]
    thread: int
    storages: tuple[Storage, ...]

    def concerns(self, storage: Storage | None) -> bool:
        """Whether it is raised by a wait for a storage, or for the whole device."""
        return storage is None or self.thread == threading.get_ident() or storage in self.storages


@final
class Reports:
    """The reports of a context's launches. All methods but `deliver` want its lock held."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._flying: deque[tuple[int, Buffer]] = deque()
        self._printed: deque[tuple[Report, list[int]]] = deque()
        self._faults: list[_Fault] = []

    def buffer(self, report: Report, storages: tuple[Storage, ...], home: list[Buffer] | None) -> Buffer:
        """An empty buffer, one of those at `home` if there are any, for a launch on `storages`."""
        if self._flying:
            self.collect(self.context.queue.timeline.poll())
            if len(self._printed) > MOST_WAITING:
                self._write()
        found = home.pop() if home else Buffer(report, self.context.staging.allocate(report.size), home)
        found.storages = storages
        return found

    def flies(self, buffer: Buffer, serial: int) -> None:
        """The submission `serial` writes a buffer."""
        buffer.serial = buffer.storage.last_use = serial
        buffer.thread = threading.get_ident()
        for storage in buffer.storages:  # who waits for an array hears of all launches that got it
            storage.last_use = serial
        self._flying.append((serial, buffer))

    def collect(self, completed: int) -> None:
        """Read the buffers that the device has finished with."""
        flying = self._flying
        while flying and flying[0][0] <= completed:
            serial, buffer = flying.popleft()
            if serial == buffer.serial:  # else a later run of the sequence writes it, too
                self._read(buffer)

    def _read(self, buffer: Buffer) -> None:
        words = buffer.take()
        if words and words[LINES]:
            self._printed.append((buffer.report, words))
        if words and words[FAULT] and len(self._faults) < MOST_WAITING:
            self._faults.append(_Fault(buffer.report, words, buffer.thread, buffer.storages))
        if buffer.home is not None:
            buffer.storages = ()
            buffer.home.append(buffer)

    def deliver(self, storage: Storage | None = None) -> None:
        """Write what completed launches have printed, and raise the first fault of theirs.

        With a `storage`, launches that got it are waited for, and only faults that concern it or this thread raised.

        Raises
        ------
        KernelError
            An assertion failed, or a checked kernel found something wrong.
        """
        if not (self._flying or self._printed or self._faults):
            return
        if storage is not None:
            self.context.queue.wait(storage.last_use)
        with self.context.lock:
            self.collect(self.context.queue.timeline.completed)
            self._write()
            fault = self._take_fault(storage)
        if fault is not None:
            raise fault

    def _write(self) -> None:
        texts = []
        while self._printed:
            report, words = self._printed.popleft()
            texts.append(report.printed(words))
        if texts and sys.stdout is not None:
            sys.stdout.write("".join(texts))

    def _take_fault(self, storage: Storage | None) -> KernelError | None:
        """The first fault that concerns a wait; the others that do are only counted."""
        found = [fault for fault in self._faults if fault.concerns(storage)]
        if not found:
            return None
        self._faults = [fault for fault in self._faults if fault not in found]
        first, more = found[0].report.fault(found[0].words), len(found) - 1
        if first is not None and more and hasattr(first, "add_note"):  # from Python 3.11 on
            first.add_note(f"  {more} more launch{'es' * (more > 1)} failed")
        return first

    def finish(self) -> None:
        """At the end of the process, tell what nothing has waited for; the device is idle."""
        self.collect(self.context.queue.timeline.submitted)
        self._write()
        fault = self._take_fault(None)
        if fault is not None and sys.stderr is not None:
            sys.stderr.write(f"A kernel failed, and nothing waited for it: {type(fault).__name__}: {fault}\n")
