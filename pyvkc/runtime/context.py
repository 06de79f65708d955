"""A logical device and everything that lives on it: entry points, memory pools, the queue, the pipeline cache.

One lock a context orders all calls that Vulkan wants ordered. When the device is lost, closed at exit or left behind
in a forked child, `failure` holds why, and every later use raises it; at exit, other threads are ended instead.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

from ..errors import DeviceError, DeviceLostError
from . import instance as instances
from . import vk
from .facts import Facts, enabling_chain
from .memory import Pool, choose_types
from .queue import Queue
from .reporting import Reports

if TYPE_CHECKING:
    from .device import Device

__all__ = ["Context", "Owned", "contexts"]


class Owned(Protocol):
    """Vulkan objects that the device may still use after their owner in Python is gone."""

    def destroy(self, context: Context) -> None: ...


PATIENCE: Final = 5.0
"""Seconds that the end of the process waits for threads to notice that the device has finished."""

contexts: Final[list[Context]] = []
"""The contexts of the process; they live until it ends."""


class Context:
    """The logical device of `device`. `mapped` says that arrays lie in memory that the host can read and write.

    `staged` forces the choice: tests use it to take the path of discrete devices on a software driver.
    """

    def __init__(self, device: Device, facts: Facts, *, staged: bool | None = None) -> None:
        self.device = device
        self.facts = facts
        self.lock = threading.RLock()
        self.failure: DeviceError | None = None
        self.family = self._compute_family()
        self.handle = self._create()
        self.functions = vk.Functions(self.handle, device=True)
        array_type, staging_type, self.mapped = choose_types(facts, staged)
        self.arrays = Pool(self, array_type, mapped=self.mapped)
        self.staging = self.arrays if self.mapped else Pool(self, staging_type, mapped=True)
        self.queue = Queue(self)
        self.reports = Reports(self)
        self._owned: set[Owned] = set()
        self._retired: deque[tuple[int, Owned]] = deque()
        self._pipeline_cache: vk.Handle = None
        contexts.append(self)

    def _compute_family(self) -> int:
        _, ffi = vk.binding()
        functions, physical = self.facts.functions, self.facts.handle
        count = ffi.new("uint32_t *")
        functions.GetPhysicalDeviceQueueFamilyProperties(physical, count, ffi.NULL)
        families = ffi.new("VkQueueFamilyProperties[]", count[0])
        functions.GetPhysicalDeviceQueueFamilyProperties(physical, count, families)
        compute = vk.constant("QUEUE_COMPUTE_BIT")
        for index in range(count[0]):
            if families[index].queueFlags & compute:
                return index
        raise DeviceError(f"{self.device} has no queue for compute work.")

    def _create(self) -> vk.Handle:
        _, ffi = vk.binding()
        features, extensions = enabling_chain(self.facts)
        queue = vk.make("VkDeviceQueueCreateInfo", queueFamilyIndex=self.family, queueCount=1, pQueuePriorities=[1.0])
        info = vk.make(
            "VkDeviceCreateInfo",
            pNext=features,
            queueCreateInfoCount=1,
            pQueueCreateInfos=queue,
            enabledExtensionCount=len(extensions),
            ppEnabledExtensionNames=extensions,
        )
        handle = ffi.new("VkDevice *")
        vk.check(self.facts.functions.CreateDevice(self.facts.handle, info, ffi.NULL, handle), f"open {self.device}")
        return handle[0]

    @property
    def pipeline_cache(self) -> vk.Handle:
        """The cache that all pipelines of the device are made with."""
        if self._pipeline_cache is None:
            _, ffi = vk.binding()
            cache = ffi.new("VkPipelineCache *")
            info = vk.make("VkPipelineCacheCreateInfo")
            code = self.functions.CreatePipelineCache(self.handle, info, ffi.NULL, cache)
            vk.check(code, "make a pipeline cache")
            self._pipeline_cache = cache[0]
        return self._pipeline_cache

    def own(self, things: Owned) -> None:
        """Have `things` destroyed at the end, unless they retire before."""
        self._owned.add(things)

    def retire(self, things: Owned, serial: int) -> None:
        """Have `things` destroyed once the device has completed `serial`. Calls no Vulkan and takes no lock."""
        self._retired.append((serial, things))

    def collect(self) -> None:
        """Destroy what has retired and is not in use any more."""
        completed = self.queue.timeline.poll() if self._retired else 0
        while self._retired and self._retired[0][0] <= completed:
            _, things = self._retired.popleft()
            self._owned.discard(things)
            things.destroy(self)

    def raise_failure(self) -> None:
        """Raise why the device cannot be used any more, if so."""
        if self.failure is not None:
            raise instances.refusal(type(self.failure)(*self.failure.args))

    def check(self, code: int, action: str) -> None:
        """Raise for a negative result code; a lost device stays lost."""
        if code < 0:
            raise self.failed(code, action)

    def failed(self, code: int, action: str) -> DeviceError:
        """The exception for a negative result code, remembered when it says that the device is lost."""
        error = vk.failure(code, action)
        if isinstance(error, DeviceLostError):
            running = self.queue.running()
            kernels = f"while {' or '.join(map(repr, running))} ran" if running else "outside any kernel"
            error = DeviceLostError(
                f"The driver gave up {self.device} {kernels}. Often a kernel ran for longer than the system allows: "
                "split the work into several launches, or raise the limit (on Windows the registry's TdrDelay)."
            )
            self.failure = error
        return error

    def synchronize(self, timeout: float | None = None) -> bool:
        """Wait for all work; False when `timeout` seconds have passed first."""
        self.raise_failure()
        with self.lock:
            serial = self.queue.flush()
        done = self.queue.wait(serial, timeout)
        self.reports.deliver()
        return done

    def close(self) -> None:
        """Wait for the device and for threads that wait for it, then free everything on it."""
        with self.lock:
            usable = self.failure is None or isinstance(self.failure, DeviceLostError)
            lost = isinstance(self.failure, DeviceLostError)
            self.failure = DeviceError(f"{self.device} has been closed: the process is ending.")
            if usable:
                self.functions.DeviceWaitIdle(self.handle)
                if not lost:
                    self.reports.finish()
                if self.queue.timeline.drain(PATIENCE):  # else the system frees everything when the process ends
                    self._destroy()

    def _destroy(self) -> None:
        _, ffi = vk.binding()
        self._retired.clear()
        for things in self._owned:
            things.destroy(self)
        self._owned.clear()
        self.queue.close()
        for pool in {self.arrays, self.staging}:
            pool.close()
        if self._pipeline_cache is not None:
            self.functions.DestroyPipelineCache(self.handle, self._pipeline_cache, ffi.NULL)
        self.functions.DestroyDevice(self.handle, ffi.NULL)


def _close_all() -> None:
    while contexts:
        contexts.pop().close()


def _leave_all() -> None:
    """In a forked child: no lock can be trusted and no handle used."""
    for context in contexts:
        context.lock = threading.RLock()
        context.failure = DeviceError(instances.FORKED)


instances.on_exit(_close_all)
instances.on_fork(_leave_all)
