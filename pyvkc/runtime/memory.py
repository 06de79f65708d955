"""Device memory, allocated in large blocks and handed out in pieces.

A driver allows a few thousand allocations, so arrays share blocks: each block is one buffer over one allocation, and
a :class:`Storage` is a range of it. What an array gives back is reused only once the device has finished with it;
giving back never calls Vulkan and takes no lock, so it may happen in any thread and during garbage collection. When
the device will have finished is read later, under the lock, so that it counts launches which that overtook.
"""

from __future__ import annotations

import gc
import heapq
import itertools
from bisect import bisect_left
from collections import deque
from typing import TYPE_CHECKING, Any, Final, final

from ..errors import ClosedError, OutOfMemoryError
from . import vk
from .facts import Facts, MemoryType

if TYPE_CHECKING:
    from .context import Context

__all__ = ["ALIGNMENT", "Block", "Pool", "Storage", "choose_types"]

ALIGNMENT: Final = 256
FIRST_BLOCK: Final = 8 << 20
LARGEST_BLOCK: Final = 64 << 20
SHARED_LIMIT: Final = 16 << 20
"""What is larger has a block of its own."""

_order = itertools.count()

USAGE: Final = ("STORAGE_BUFFER", "TRANSFER_SRC", "TRANSFER_DST", "SHADER_DEVICE_ADDRESS")


def choose_types(facts: Facts, staged: bool | None) -> tuple[int, int, bool]:
    """The memory types of arrays and of staging buffers, and whether the host can reach the arrays themselves.

    It can where all memory is the host's own (integrated and software devices): there, mapped memory spares the copy.
    A discrete device's memory may be visible too, but reading it across the bus is slow.
    """
    heaps, types = facts.memory
    visible = [kind for kind in types if kind.has("HOST_VISIBLE", "HOST_COHERENT")]
    staging = _best(visible, "HOST_CACHED")
    shared = [kind for kind in visible if kind.has("DEVICE_LOCAL")]
    if staged is None:
        staged = facts.kind == "discrete" or not shared
    if not staged:
        return _best(shared, "HOST_CACHED").index, staging.index, True
    local = [kind for kind in types if kind.has("DEVICE_LOCAL")] or list(types)
    largest = max(local, key=lambda kind: (heaps[kind.heap].size, -kind.index))
    return largest.index, staging.index, False


def _best(types: list[MemoryType], wish: str) -> MemoryType:
    """The first type that has the property `wish`, or else the first."""
    return next((kind for kind in types if kind.has(wish)), types[0])


@final
class Block:
    """One allocation with one buffer over it, and the ranges of it that are free, as sorted lists."""

    __slots__ = ("address", "buffer", "bytes", "memory", "own", "size", "sizes", "starts")

    def __init__(self, buffer: vk.Handle, memory: vk.Handle, address: int, size: int, content: Any, own: bool) -> None:
        self.buffer = buffer
        self.memory = memory
        self.address = address
        self.size = size
        self.bytes = content
        self.own = own
        self.starts = [0]
        self.sizes = [size]

    @property
    def empty(self) -> bool:
        return self.sizes == [self.size]

    def take(self, size: int) -> int:
        """The offset of a free range, now taken, or -1."""
        for index, free in enumerate(self.sizes):
            if free >= size:
                start = self.starts[index]
                if free == size:
                    del self.starts[index], self.sizes[index]
                else:
                    self.starts[index] += size
                    self.sizes[index] -= size
                return start
        return -1

    def give(self, start: int, size: int) -> None:
        """Free a range, joined with its free neighbours."""
        index = bisect_left(self.starts, start)
        if index < len(self.starts) and start + size == self.starts[index]:
            size += self.sizes.pop(index)
            del self.starts[index]
        if index and self.starts[index - 1] + self.sizes[index - 1] == start:
            self.sizes[index - 1] += size
        else:
            self.starts.insert(index, start)
            self.sizes.insert(index, size)


@final
class Storage:
    """A range of a block: what arrays and their views share. `context` is None once it is closed.

    `last_use` and `last_write` are the serials of the submissions that last touched and last wrote it; `read_epoch` and
    `write_epoch` are the queue's epochs then, which tell whether a barrier has come between.
    """

    __slots__ = (
        "address",
        "block",
        "context",
        "last_use",
        "last_write",
        "offset",
        "pool",
        "read_epoch",
        "returned",
        "size",
        "write_epoch",
    )

    def __init__(self, context: Context, pool: Pool, block: Block, offset: int, size: int) -> None:
        self.context: Context | None = context
        self.pool = pool
        self.block = block
        self.offset = offset
        self.size = size
        self.address = block.address + offset
        self.returned = False
        self.last_use = 0
        self.last_write = 0
        self.read_epoch = 0
        self.write_epoch = context.queue.epoch  # what was here before may have been written since the last barrier

    def close(self) -> None:
        """Give the range back; it is reused once the device has finished with it."""
        if self.context is not None:
            self.context = None
            self.pool.released.append(self)

    __del__ = close

    def check_open(self) -> None:
        """Refuse to be used once closed; under the lock nothing reuses the range before the lock is given back."""
        if self.context is None:
            raise ClosedError("This array has been closed, by another thread while it was about to be used.")


@final
class Pool:
    """The blocks of one memory type. `used` and `reserved` count bytes: handed out, and allocated from the driver."""

    def __init__(self, context: Context, type_index: int, *, mapped: bool) -> None:
        self.context = context
        self.type_index = type_index
        self.mapped = mapped
        self.blocks: list[Block] = []
        self.used = 0
        self.reserved = 0
        self.released: deque[Storage] = deque()
        self._waiting: list[tuple[int, int, Block, int, int]] = []

    def allocate(self, size: int) -> Storage:
        """A storage of at least `size` bytes, its content undefined.

        Raises
        ------
        OutOfMemoryError
            When neither the device nor what arrays gave back has that much.
        """
        size = max(ALIGNMENT, -(-size // ALIGNMENT) * ALIGNMENT)
        context = self.context
        with context.lock:
            context.raise_failure()
            self.collect()
            block, offset = self._find(size)
            self.used += size
            return Storage(context, self, block, offset, size)

    def _find(self, size: int) -> tuple[Block, int]:
        own = size > SHARED_LIMIT
        for block in reversed(self.blocks):
            fits = block.empty and size <= block.size <= 2 * size if own else True
            if block.own is own and fits and (offset := block.take(size)) >= 0:
                return block, offset
        block = self._grow(size)
        return block, block.take(size)

    def _grow(self, size: int) -> Block:
        """A new block with room for `size`."""
        self._check_limits(size)
        own = size > SHARED_LIMIT
        wanted = size if own else min(LARGEST_BLOCK, max(FIRST_BLOCK, self.reserved))
        try:
            return self._block(max(size, wanted), own)
        except OutOfMemoryError:
            self._release_all()
        try:
            return self._block(size, own)
        except OutOfMemoryError as error:
            raise self._exhausted(size) from error

    def _block(self, size: int, own: bool) -> Block:
        context, (_, ffi) = self.context, vk.binding()
        functions = context.functions
        usage = sum(vk.constant(f"BUFFER_USAGE_{name}_BIT") for name in USAGE)
        info = vk.make("VkBufferCreateInfo", size=size, usage=usage)
        buffer = ffi.new("VkBuffer *")
        context.check(functions.CreateBuffer(context.handle, info, ffi.NULL, buffer), "make a buffer")
        try:
            memory, content = self._bound(buffer[0], size)
        except BaseException:
            functions.DestroyBuffer(context.handle, buffer[0], ffi.NULL)
            raise
        where = vk.make("VkBufferDeviceAddressInfo", buffer=buffer[0])
        address = functions.GetBufferDeviceAddress(context.handle, where)
        block = Block(buffer[0], memory, address, size, content, own)
        self.blocks.append(block)
        self.reserved += size
        return block

    def _bound(self, buffer: vk.Handle, size: int) -> tuple[vk.Handle, Any]:
        """Memory for `buffer`, bound to it, and its bytes where the host can reach them."""
        context, (_, ffi) = self.context, vk.binding()
        functions = context.functions
        needs = ffi.new("VkMemoryRequirements *")
        functions.GetBufferMemoryRequirements(context.handle, buffer, needs)
        assert needs.memoryTypeBits >> self.type_index & 1, "buffers of this usage cannot lie in the chosen memory type"
        flags = vk.make("VkMemoryAllocateFlagsInfo", flags=vk.constant("MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT"))
        info = vk.make("VkMemoryAllocateInfo", pNext=flags, allocationSize=needs.size, memoryTypeIndex=self.type_index)
        memory = ffi.new("VkDeviceMemory *")
        context.check(functions.AllocateMemory(context.handle, info, ffi.NULL, memory), "allocate memory")
        try:
            context.check(functions.BindBufferMemory(context.handle, buffer, memory[0], 0), "bind memory")
            return memory[0], self._map(memory[0], size) if self.mapped else None
        except BaseException:
            functions.FreeMemory(context.handle, memory[0], ffi.NULL)
            raise

    def _map(self, memory: vk.Handle, size: int) -> Any:
        context, (_, ffi) = self.context, vk.binding()
        pointer = ffi.new("void **")
        code = context.functions.MapMemory(context.handle, memory, 0, size, 0, pointer)
        context.check(code, "map memory")
        return ffi.buffer(pointer[0], size)

    def collect(self) -> None:
        """Take back what was released and is no longer in use by the device."""
        self.context.collect()
        waiting = self._waiting
        while self.released:
            storage = self.released.popleft()
            if not storage.returned:  # two threads may have closed it at once
                storage.returned = True
                entry = storage.last_use, next(_order), storage.block, storage.offset, storage.size
                heapq.heappush(waiting, entry)
        timeline = self.context.queue.timeline
        completed = timeline.poll() if waiting and waiting[0][0] > timeline.completed else timeline.completed
        while waiting and waiting[0][0] <= completed:
            _, _, block, offset, size = heapq.heappop(waiting)
            block.give(offset, size)
            self.used -= size
            if block.empty:
                self._keep_one(block)

    def _keep_one(self, block: Block) -> None:
        """Of the empty blocks of a sort keep only `block`: allocating anew is slow, so the next array may have it."""
        for other in [other for other in self.blocks if other.empty and other.own is block.own]:
            if other is not block:
                self._free(other)

    def _release_all(self) -> None:
        """Give the driver back everything that is free, waiting for the device and collecting cycles."""
        gc.collect()
        self.collect()
        if self._waiting:
            self.context.queue.wait(max(entry[0] for entry in self._waiting))
            self.collect()
        for block in [block for block in self.blocks if block.empty]:
            self._free(block)

    def _free(self, block: Block) -> None:
        context, (_, ffi) = self.context, vk.binding()
        self.blocks.remove(block)
        self.reserved -= block.size
        block.bytes = None
        context.functions.DestroyBuffer(context.handle, block.buffer, ffi.NULL)
        context.functions.FreeMemory(context.handle, block.memory, ffi.NULL)

    def _check_limits(self, size: int) -> None:
        """Refuse what cannot be. More than maxMemoryAllocationSize can, on some drivers, so it is tried."""
        limit = self.context.facts.limits.get("maxBufferSize")
        if limit is not None and size > limit:
            raise self._beyond(size, "maxBufferSize", limit)
        if size > self._heap_size():
            raise self._exhausted(size)

    def _beyond(self, size: int, name: str, limit: int) -> OutOfMemoryError:
        return OutOfMemoryError(
            f"An array of {size:,} bytes was asked for; {self.context.device} allows {limit:,} bytes in one piece "
            f"({name}). Split it into several arrays."
        )

    def _heap_size(self) -> int:
        heaps, types = self.context.facts.memory
        return heaps[types[self.type_index].heap].size

    def _exhausted(self, size: int) -> OutOfMemoryError:
        total = self._heap_size()
        limit = self.context.facts.limits.get("maxMemoryAllocationSize", total)
        if limit < size <= total:
            return self._beyond(size, "maxMemoryAllocationSize", limit)
        use = self.context.facts.memory_use()
        _, types = self.context.facts.memory
        budget, taken = use[types[self.type_index].heap] if use else (total, self.reserved)
        return OutOfMemoryError(
            f"An array of {size:,} bytes was asked for; {self.context.device} has {total:,} bytes of memory, about "
            f"{max(0, budget - taken):,} of them free. pyvkc's arrays hold {self.used:,} bytes here: close() those "
            "that are not needed any more, or work in parts."
        )

    def close(self) -> None:
        """Free all blocks; the device is idle."""
        self.released.clear()
        self._waiting.clear()
        for block in list(self.blocks):
            self._free(block)
