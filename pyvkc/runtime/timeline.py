"""Which submissions have completed: a timeline semaphore that each submission sets to its serial."""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final, final

from . import vk

if TYPE_CHECKING:
    from .context import Context

__all__ = ["Timeline"]

SPIN: Final = 100e-6
"""Seconds to poll before sleeping: waking up costs about as much. A software device needs the processor itself."""

SLICE: Final = 100_000_000
"""Nanoseconds to sleep at most before Python may handle a signal."""


@final
class Timeline:
    """`submitted` is the serial of the last submission, `completed` that of the last one known to have completed.

    Any thread may poll and wait; `submitted` belongs to the queue.
    """

    def __init__(self, context: Context) -> None:
        _, ffi = vk.binding()
        self.submitted = 0
        self.completed = 0
        self._context = context
        self._ffi = ffi
        self._device = context.handle
        kind = vk.make("VkSemaphoreTypeCreateInfo", semaphoreType=vk.constant("SEMAPHORE_TYPE_TIMELINE"))
        info = vk.make("VkSemaphoreCreateInfo", pNext=kind)
        semaphore = ffi.new("VkSemaphore *")
        vk.check(context.functions.CreateSemaphore(self._device, info, ffi.NULL, semaphore), "make a semaphore")
        self.semaphore = semaphore[0]
        self._counters: list[Any] = []
        self._query = context.functions.GetSemaphoreCounterValue
        self._spin = 0.0 if context.facts.kind == "cpu" else SPIN
        self._waiting: deque[None] = deque()
        self._waits: list[tuple[Any, vk.Handle]] = []

    def poll(self) -> int:
        """Ask anew which submission was the last to complete."""
        # Each asking thread has a counter of its own: what another one's call has written may not be known to the
        # validation layer yet.
        counter = self._counters.pop() if self._counters else self._ffi.new("uint64_t *")
        code = self._query(self._device, self.semaphore, counter)
        if code < 0:
            raise self._context.failed(code, "wait for the device")
        value: int = counter[0]
        self._counters.append(counter)
        if value > self.completed:
            self.completed = value
        return self.completed

    def wait(self, serial: int, timeout: float | None = None) -> bool:
        """Wait until a submission has completed; False when `timeout` seconds have passed first.

        Polls for some tens of microseconds on a real device, then sleeps in slices, so that Ctrl-C works.
        """
        if serial <= self.completed:
            return True
        self._waiting.append(None)  # before the look at the failure, which is set before the look at those who wait
        try:
            self._context.raise_failure()
            return self._wait(serial, timeout)
        finally:
            self._waiting.pop()

    def _wait(self, serial: int, timeout: float | None) -> bool:
        now, start = time.perf_counter, time.perf_counter()
        while True:
            if self.poll() >= serial:
                return True
            if now() - start >= self._spin:
                return self._sleep(serial, None if timeout is None else start + timeout)

    def _sleep(self, serial: int, deadline: float | None) -> bool:
        value, info = self._waits.pop() if self._waits else self._wait_info()
        value[0] = serial
        try:
            while True:
                left = SLICE if deadline is None else int(1e9 * max(0.0, deadline - time.perf_counter()))
                code = self._context.functions.WaitSemaphores(self._device, info, min(left, SLICE))
                if code < 0:
                    raise self._context.failed(code, "wait for the device")
                if code == 0:
                    self.completed = max(self.completed, serial)
                    return True
                if left == 0:
                    return False
        finally:
            self._waits.append((value, info))

    def _wait_info(self) -> tuple[Any, vk.Handle]:
        """Where the serial goes, and the structure that waits for it; each waiting thread has its own."""
        value = self._ffi.new("uint64_t *")
        return value, vk.make("VkSemaphoreWaitInfo", semaphoreCount=1, pSemaphores=[self.semaphore], pValues=value)

    def drain(self, timeout: float) -> bool:
        """Wait until no thread waits any more; the device is idle and its context has failed. False after `timeout`."""
        deadline = time.perf_counter() + timeout
        while self._waiting and time.perf_counter() < deadline:
            time.sleep(0.001)
        return not self._waiting

    def close(self) -> None:
        """Destroy the semaphore; the device is idle."""
        self._context.functions.DestroySemaphore(self._device, self.semaphore, self._ffi.NULL)
