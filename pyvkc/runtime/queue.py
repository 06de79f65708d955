"""The queue: commands go into a ring of command buffers and are submitted in order, each submission with a serial.

One timeline semaphore counts the submissions that have completed. Barriers are recorded only for hazards: a storage
that was written since the last barrier and is touched again, or that was read and is written. Each barrier starts a
new epoch, so a storage needs only to remember the epochs of its last read and write.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, final

from ..errors import DeviceError
from . import vk

if TYPE_CHECKING:
    from .context import Context
    from .memory import Storage

__all__ = ["Queue", "memory_barrier"]

RING: Final = 64
"""Command buffers at most; a launch waits for the oldest when all are in flight."""

SPIN: Final = 60e-6
"""Seconds to poll before sleeping: waking up costs about as much."""

SLICE: Final = 100_000_000
"""Nanoseconds to sleep at most before Python may handle a signal."""

ARENA: Final = 4096


def memory_barrier(*, host: bool = False) -> tuple[int, int, vk.Handle]:
    """The stages before and after, and the barrier, that order device work after earlier device work, or the host's."""
    compute, transfer = (vk.constant(f"PIPELINE_STAGE_{name}_BIT") for name in ("COMPUTE_SHADER", "TRANSFER"))
    shader_read, shader_write, transfer_read, transfer_write, host_read = (
        vk.constant(f"ACCESS_{name}_BIT")
        for name in ("SHADER_READ", "SHADER_WRITE", "TRANSFER_READ", "TRANSFER_WRITE", "HOST_READ")
    )
    written = shader_write | transfer_write
    after = host_read if host else written | shader_read | transfer_read
    barrier = vk.make("VkMemoryBarrier", srcAccessMask=written, dstAccessMask=after)
    return compute | transfer, vk.constant("PIPELINE_STAGE_HOST_BIT") if host else compute | transfer, barrier


@final
class Slot:
    """A command buffer with what it is submitted with. `serial` is that of its last submission.

    `arena` is memory for parameter blocks, `taken` how much of it the present commands use.
    """

    __slots__ = ("arenas", "commands", "kept", "serial", "submission", "taken", "value")

    def __init__(self, commands: vk.Handle, value: Any, submission: vk.Handle) -> None:
        self.commands = commands
        self.value = value
        self.submission = submission
        self.serial = 0
        self.arenas: list[Storage] = []
        self.taken = 0
        self.kept: list[Any] = []


@final
class Queue:
    """The compute queue of a context. All methods but `wait` want the context's lock held."""

    def __init__(self, context: Context) -> None:
        _, ffi = vk.binding()
        self.context = context
        self.serial = 0
        self.completed = 0
        self.epoch = 1
        self._ffi = ffi
        self._functions = functions = context.functions
        self._device = context.handle
        queue = ffi.new("VkQueue *")
        functions.GetDeviceQueue(self._device, context.family, 0, queue)
        self.handle = queue[0]
        self._semaphore = self._make_semaphore()
        self._pool = self._make_pool()
        self._slots: deque[Slot] = deque()
        self._count = 0
        self._open: Slot | None = None
        self._names: deque[tuple[Any, ...]] = deque(maxlen=RING)
        self._counter = ffi.new("uint64_t *")
        self._begin = vk.make("VkCommandBufferBeginInfo", flags=vk.constant("COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT"))
        self._before, self._after, self._barrier = memory_barrier()
        self._host = memory_barrier(host=True)

    def _make_semaphore(self) -> vk.Handle:
        kind = vk.make("VkSemaphoreTypeCreateInfo", semaphoreType=vk.constant("SEMAPHORE_TYPE_TIMELINE"))
        info = vk.make("VkSemaphoreCreateInfo", pNext=kind)
        semaphore = self._ffi.new("VkSemaphore *")
        code = self._functions.CreateSemaphore(self._device, info, self._ffi.NULL, semaphore)
        vk.check(code, "make a semaphore")
        return semaphore[0]

    def _make_pool(self) -> vk.Handle:
        flags = vk.constant("COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT")
        info = vk.make("VkCommandPoolCreateInfo", flags=flags, queueFamilyIndex=self.context.family)
        pool = self._ffi.new("VkCommandPool *")
        code = self._functions.CreateCommandPool(self._device, info, self._ffi.NULL, pool)
        vk.check(code, "make a command pool")
        return pool[0]

    # Recording

    def begin(self) -> vk.Handle:
        """The command buffer to record into, opened if none is open."""
        slot = self._open
        if slot is None:
            if self.context.failure is not None:
                self.context.raise_failure()
            slot = self._next_slot()
            self.context.check(self._functions.BeginCommandBuffer(slot.commands, self._begin), "record commands")
            self._open = slot
        return slot.commands

    def access(self, reads: Iterable[Storage], writes: Iterable[Storage]) -> vk.Handle:
        """Where to record a command that reads and writes these storages; a barrier comes before it if needed."""
        commands = self.begin()
        if self.conflicts(reads, writes):
            self.order(commands)
            self.epoch += 1
        self.touched(reads, writes, self.serial + 1)
        return commands

    def conflicts(self, reads: Iterable[Storage], writes: Iterable[Storage]) -> bool:
        """Whether accesses to these storages must wait for others since the last barrier."""
        epoch = self.epoch
        if any([storage.write_epoch == epoch for storage in reads]):  # noqa: C419  # a list is faster for a few
            return True
        return any([epoch in (storage.write_epoch, storage.read_epoch) for storage in writes])  # noqa: C419

    def touched(self, reads: Iterable[Storage], writes: Iterable[Storage], serial: int) -> None:
        """Remember that the submission `serial` reads and writes these storages."""
        epoch = self.epoch
        for storage in reads:
            storage.read_epoch = epoch
            storage.last_use = serial
        for storage in writes:
            storage.write_epoch = epoch
            storage.last_use = storage.last_write = serial

    def order(self, commands: vk.Handle) -> None:
        """Record a barrier: everything after waits for everything before."""
        null = self._ffi.NULL
        self._functions.CmdPipelineBarrier(commands, self._before, self._after, 0, 1, self._barrier, 0, null, 0, null)

    def host_barrier(self, commands: vk.Handle) -> None:
        """Make what has been written visible to the host, once it has waited."""
        null = self._ffi.NULL
        before, after, barrier = self._host
        self._functions.CmdPipelineBarrier(commands, before, after, 0, 1, barrier, 0, null, 0, null)

    def parameters(self, size: int) -> tuple[int, Any, int]:
        """Room for a parameter block that lives as long as the commands: its address, and the memory with an offset."""
        self.begin()
        slot = self._open
        assert slot is not None
        size = -(-size // 16) * 16
        if not slot.arenas or slot.taken + size > slot.arenas[-1].size:
            slot.arenas.append(self.context.staging.allocate(max(ARENA, size)))
            slot.taken = 0
        arena, start = slot.arenas[-1], slot.taken
        slot.taken += size
        return arena.address + start, arena.block.bytes, arena.offset + start

    def keep(self, thing: Any) -> None:
        """Keep `thing` alive until the open commands have run."""
        assert self._open is not None
        self._open.kept.append(thing)

    def launched(self, name: str) -> None:
        """A launch has been recorded: remember its name and submit."""
        self._names.append((self.serial + 1, name))
        self.flush()

    def flush(self) -> int:
        """Submit what has been recorded; the serial of the last submission."""
        slot = self._open
        if slot is None:
            return self.serial
        self._open = None
        functions, context = self._functions, self.context
        if context.mapped:
            self.host_barrier(slot.commands)
        context.check(functions.EndCommandBuffer(slot.commands), "record commands")
        self.serial = slot.serial = slot.value[0] = (
            self.serial + 1
        )  # before the call: a signal may arrive right after it
        self._slots.append(slot)
        code = functions.QueueSubmit(self.handle, 1, slot.submission, self._ffi.NULL)
        if code < 0:
            raise self._unsubmitted(slot, code)
        return self.serial

    def _unsubmitted(self, slot: Slot, code: int) -> DeviceError:
        error = self.context.failed(code, "run commands")
        self.serial -= 1
        slot.serial = self.serial
        return error

    def submit(self, submission: vk.Handle, value: Any, names: Iterable[str]) -> int:
        """Submit commands that were recorded elsewhere; `value` is where their serial goes."""
        self.flush()
        self._names.append((self.serial + 1, *names))
        self.serial = value[0] = self.serial + 1
        code = self._functions.QueueSubmit(self.handle, 1, submission, self._ffi.NULL)
        if code < 0:
            self.serial -= 1
            raise self.context.failed(code, "run commands")
        return self.serial

    def submission(self, command_buffers: list[vk.Handle]) -> tuple[Any, vk.Handle]:
        """Where the serial goes, and the structure that submits these command buffers."""
        value = self._ffi.new("uint64_t *")
        timeline = vk.make("VkTimelineSemaphoreSubmitInfo", signalSemaphoreValueCount=1, pSignalSemaphoreValues=value)
        structure = vk.make(
            "VkSubmitInfo",
            pNext=timeline,
            commandBufferCount=len(command_buffers),
            pCommandBuffers=command_buffers,
            signalSemaphoreCount=1,
            pSignalSemaphores=[self._semaphore],
        )
        return value, structure

    def command_buffers(self, count: int) -> list[vk.Handle]:
        """New command buffers of the queue's pool."""
        info = vk.make(
            "VkCommandBufferAllocateInfo",
            commandPool=self._pool,
            level=vk.constant("COMMAND_BUFFER_LEVEL_PRIMARY"),
            commandBufferCount=count,
        )
        buffers = self._ffi.new("VkCommandBuffer[]", count)
        code = self._functions.AllocateCommandBuffers(self._device, info, buffers)
        self.context.check(code, "make command buffers")
        return list(buffers[0:count])

    def free_command_buffers(self, buffers: list[vk.Handle]) -> None:
        """Give back command buffers that are not in use."""
        array = self._ffi.new("VkCommandBuffer[]", buffers)
        self._functions.FreeCommandBuffers(self._device, self._pool, len(buffers), array)

    def _next_slot(self) -> Slot:
        """A command buffer that is not in use, as a fresh one: the oldest, or a new one while the ring may grow."""
        if self._slots and self._slots[0].serial > self.completed:
            self.poll()
        busy = not self._slots or self._slots[0].serial > self.completed
        if busy and self._count < RING:
            commands = self.command_buffers(1)
            self._count += 1
            return Slot(commands[0], *self.submission(commands))
        if busy:
            self.wait(self._slots[0].serial)
        slot = self._slots.popleft()
        if slot.arenas or slot.kept:
            del slot.arenas[1:]
            slot.taken = 0
            slot.kept.clear()
        return slot

    # Waiting

    def poll(self) -> int:
        """The serial of the last submission that is known to have completed, asked anew."""
        counter = self._counter
        code = self._functions.GetSemaphoreCounterValue(self._device, self._semaphore, counter)
        if code < 0:
            raise self.context.failed(code, "wait for the device")
        self.completed = max(self.completed, counter[0])
        return self.completed

    def wait(self, serial: int, timeout: float | None = None) -> bool:
        """Wait until a submission has completed; False when `timeout` seconds have passed first.

        Polls for a few tens of microseconds, then sleeps in slices, so that Ctrl-C works.
        """
        if serial <= self.completed:
            return True
        if serial > self.serial:
            with self.context.lock:
                self.flush()
        if self.context.failure is not None:
            self.context.raise_failure()
        now = time.perf_counter
        start = now()
        spin = start + SPIN
        while True:
            if self.poll() >= serial:
                return True
            if now() > spin:
                return self._sleep(serial, None if timeout is None else start + timeout)

    def _sleep(self, serial: int, deadline: float | None) -> bool:
        info = vk.make("VkSemaphoreWaitInfo", semaphoreCount=1, pSemaphores=[self._semaphore], pValues=[serial])
        while True:
            slice_ = SLICE
            if deadline is not None:
                slice_ = min(slice_, int(1e9 * max(0.0, deadline - time.perf_counter())))
            code = self._functions.WaitSemaphores(self._device, info, slice_)
            if code < 0:
                raise self.context.failed(code, "wait for the device")
            if code == 0:
                self.completed = max(self.completed, serial)
                return True
            if slice_ == 0:
                return False

    def running(self) -> list[str]:
        """The names of the latest kernels that may not have completed."""
        return list(dict.fromkeys(name for serial, *names in self._names if serial > self.completed for name in names))

    def close(self) -> None:
        """Destroy everything; the device is idle."""
        self._functions.DestroyCommandPool(self._device, self._pool, self._ffi.NULL)
        self._functions.DestroySemaphore(self._device, self._semaphore, self._ffi.NULL)
