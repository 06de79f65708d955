"""The queue: commands go into a ring of command buffers and are submitted in order, each submission with a serial.

Barriers are recorded only for hazards: a storage that was written since the last barrier and is touched again, or
that was read and is written. Each barrier starts a new epoch, so a storage needs only to remember the epochs of its
last read and write.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final, final

from . import vk
from .timeline import Timeline

if TYPE_CHECKING:
    from .context import Context
    from .memory import Storage
    from .reporting import Buffer

__all__ = ["ARENA", "Arenas", "Queue"]

RING: Final = 64
"""Command buffers at most; a launch waits for the oldest when all are in flight."""

ARENA: Final = 4096
"""Bytes of memory for parameter blocks that are taken at a time."""


@final
class Arenas:
    """Memory that the host writes and kernels read: parameter blocks. `clear` makes it all free again."""

    __slots__ = ("_storages", "_taken")

    def __init__(self) -> None:
        self._storages: list[Storage] = []
        self._taken = 0

    def take(self, context: Context, size: int) -> tuple[int, Any, int]:
        """The address of `size` bytes, and the memory with the offset at which the host reaches them."""
        size = -(-size // 16) * 16
        if not self._storages or self._taken + size > self._storages[-1].size:
            self._storages.append(context.staging.allocate(max(ARENA, size)))
            self._taken = 0
        arena, start = self._storages[-1], self._taken
        self._taken += size
        return arena.address + start, arena.block.bytes, arena.offset + start

    def clear(self) -> None:
        """Free everything that was taken; the device has finished with it."""
        del self._storages[1:]
        self._taken = 0


@final
class Slot:
    """A command buffer with what it is submitted with. `serial` is that of its last submission."""

    __slots__ = ("arenas", "commands", "kept", "serial", "submission", "value")

    def __init__(self, commands: vk.Handle, value: Any, submission: vk.Handle) -> None:
        self.commands = commands
        self.value = value
        self.submission = submission
        self.serial = 0
        self.arenas = Arenas()
        self.kept: list[Any] = []


@final
class Queue:
    """The compute queue of a context. All methods but `wait` want the context's lock held."""

    def __init__(self, context: Context) -> None:
        _, ffi = vk.binding()
        self.context = context
        self.timeline = Timeline(context)
        self.epoch = 1
        self._ffi = ffi
        self._functions = functions = context.functions
        queue = ffi.new("VkQueue *")
        functions.GetDeviceQueue(context.handle, context.family, 0, queue)
        self.handle = queue[0]
        self._pool = self._make_pool()
        self._flying: deque[Slot] = deque()
        self._free: list[Slot] = []
        self._open: Slot | None = None
        self._names: deque[tuple[int, tuple[str, ...]]] = deque(maxlen=RING)
        self._begin = vk.make("VkCommandBufferBeginInfo", flags=vk.constant("COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT"))
        self._device_barrier = _barrier(host=False)
        self._host_barrier = _barrier(host=True)

    def _make_pool(self) -> vk.Handle:
        flags = vk.constant("COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT")
        info = vk.make("VkCommandPoolCreateInfo", flags=flags, queueFamilyIndex=self.context.family)
        pool = self._ffi.new("VkCommandPool *")
        code = self._functions.CreateCommandPool(self.context.handle, info, self._ffi.NULL, pool)
        vk.check(code, "make a command pool")
        return pool[0]

    # Recording

    @property
    def next_serial(self) -> int:
        """The serial that what is recorded now will have."""
        return self.timeline.submitted + 1

    def access(self, reads: Collection[Storage], writes: Collection[Storage]) -> vk.Handle:
        """Where to record a command that reads and writes these storages; a barrier comes before it if needed."""
        slot = self._open or self._start()
        if self.conflicts(reads, writes):
            self.order(slot.commands)
            self.epoch += 1
        self.touched(reads, writes, self.timeline.submitted + 1)
        return slot.commands

    def conflicts(self, reads: Iterable[Storage], writes: Iterable[Storage]) -> bool:
        """Whether accesses to these storages must wait for others since the last barrier."""
        epoch = self.epoch
        for storage in reads:
            if storage.write_epoch == epoch:
                return True
        for storage in writes:  # noqa: SIM110  # as any(...) it takes three times as long
            if storage.write_epoch == epoch or storage.read_epoch == epoch:
                return True
        return False

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
        self._functions.CmdPipelineBarrier(commands, *self._device_barrier)

    def host_barrier(self, commands: vk.Handle) -> None:
        """Make what has been written visible to the host, once it has waited."""
        self._functions.CmdPipelineBarrier(commands, *self._host_barrier)

    def parameters(self, size: int) -> tuple[int, Any, int]:
        """Room for a parameter block that lives as long as the commands: its address, and the memory with an offset."""
        slot = self._open or self._start()
        return slot.arenas.take(self.context, size)

    def keep(self, thing: Any) -> None:
        """Keep `thing` alive until the open commands have run."""
        slot = self._open or self._start()
        slot.kept.append(thing)

    def reports(self, buffer: Buffer) -> None:
        """What has been recorded writes a report buffer."""
        self.context.reports.flies(buffer, self.timeline.submitted + 1)

    def launched(self, name: str) -> None:
        """A launch has been recorded: remember its name and submit."""
        self._names.append((self.timeline.submitted + 1, (name,)))
        self.flush()

    def _start(self) -> Slot:
        """Open a command buffer."""
        if self.context.failure is not None:
            self.context.raise_failure()
        slot = self._free_slot()
        code = self._functions.BeginCommandBuffer(slot.commands, self._begin)
        if code < 0:
            raise self.context.failed(code, "record commands")
        self._open = slot
        return slot

    def _free_slot(self) -> Slot:
        """A command buffer that is not in use: the last that became free, or a new one while the ring may grow."""
        timeline = self.timeline
        self._recycle()
        if not self._free and self._flying:
            timeline.poll()
            self._recycle()
        if not self._free and len(self._flying) >= RING:
            timeline.wait(self._flying[0].serial)
            self._recycle()
        if self._free:
            return self._free.pop()
        commands = self.command_buffers(1)
        return Slot(commands[0], *self.submission(commands))

    def _recycle(self) -> None:
        flying, completed = self._flying, self.timeline.completed
        while flying and flying[0].serial <= completed:
            slot = flying.popleft()
            slot.arenas.clear()
            slot.kept.clear()
            self._free.append(slot)

    # Submitting

    def flush(self) -> int:
        """Submit what has been recorded; the serial of the last submission."""
        slot, timeline = self._open, self.timeline
        if slot is None:
            return timeline.submitted
        self._open = None
        try:
            self._end(slot)
        except BaseException:  # KeyboardInterrupt too: what it has cut short must not be submitted
            self._free.append(slot)
            raise
        slot.serial = timeline.submitted + 1
        self._flying.append(slot)
        return self._submit(slot.submission, slot.value)

    def _end(self, slot: Slot) -> None:
        if self.context.mapped:
            self._functions.CmdPipelineBarrier(slot.commands, *self._host_barrier)
        code = self._functions.EndCommandBuffer(slot.commands)
        if code < 0:
            raise self.context.failed(code, "record commands")

    def submit(self, submission: vk.Handle, value: Any, names: Iterable[str]) -> int:
        """Submit commands that were recorded elsewhere; `value` is where their serial goes."""
        self.flush()
        self._names.append((self.timeline.submitted + 1, tuple(names)))
        return self._submit(submission, value)

    def _submit(self, submission: vk.Handle, value: Any) -> int:
        timeline = self.timeline
        # Counted before the call: Python may handle a signal, and raise, right after it.
        timeline.submitted = serial = value[0] = timeline.submitted + 1
        code = self._functions.QueueSubmit(self.handle, 1, submission, self._ffi.NULL)
        if code < 0:
            error = self.context.failed(code, "run commands")
            timeline.submitted = serial - 1
            raise error
        return serial

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
            pSignalSemaphores=[self.timeline.semaphore],
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
        code = self._functions.AllocateCommandBuffers(self.context.handle, info, buffers)
        self.context.check(code, "make command buffers")
        return list(buffers[0:count])

    def free_command_buffers(self, buffers: list[vk.Handle]) -> None:
        """Give back command buffers that are not in use."""
        array = self._ffi.new("VkCommandBuffer[]", buffers)
        self._functions.FreeCommandBuffers(self.context.handle, self._pool, len(buffers), array)

    # Waiting

    def wait(self, serial: int, timeout: float | None = None) -> bool:
        """Wait until a submission has completed; False when `timeout` seconds have passed first.

        A serial that never came to be submitted, because of an exception, counts as the last one that was.
        """
        if serial > self.timeline.submitted:
            with self.context.lock:
                serial = min(serial, self.flush())
        return self.timeline.wait(serial, timeout)

    def running(self) -> list[str]:
        """The names of the latest kernels that may not have completed."""
        completed = self.timeline.completed
        return list(dict.fromkeys(name for serial, names in self._names if serial > completed for name in names))

    def close(self) -> None:
        """Destroy everything; the device is idle."""
        self._open = None
        self._functions.DestroyCommandPool(self.context.handle, self._pool, self._ffi.NULL)
        self.timeline.close()


def _barrier(*, host: bool) -> tuple[Any, ...]:
    """The arguments of a barrier that orders device work after earlier device work, or the host's reads after it."""
    _, ffi = vk.binding()
    device = vk.constant("PIPELINE_STAGE_COMPUTE_SHADER_BIT") | vk.constant("PIPELINE_STAGE_TRANSFER_BIT")
    written = vk.constant("ACCESS_SHADER_WRITE_BIT") | vk.constant("ACCESS_TRANSFER_WRITE_BIT")
    read = vk.constant("ACCESS_SHADER_READ_BIT") | vk.constant("ACCESS_TRANSFER_READ_BIT")
    after = vk.constant("PIPELINE_STAGE_HOST_BIT") if host else device
    visible = vk.constant("ACCESS_HOST_READ_BIT") if host else read | written
    barrier = vk.make("VkMemoryBarrier", srcAccessMask=written, dstAccessMask=visible)
    return device, after, 0, 1, barrier, 0, ffi.NULL, 0, ffi.NULL
