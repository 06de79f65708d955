"""Devices as users see them, and how one is chosen.

A :class:`Device` describes a physical device and makes its logical device when that is first needed. The order of
:func:`devices` is the order of preference: discrete, integrated, virtual, cpu; indices refer to it.
"""

from __future__ import annotations

import contextvars
import logging
import os
import threading
import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType, TracebackType
from typing import Any, Final, final

from ..errors import FeatureError, NoDeviceError, located
from ..program import Need
from . import facts as device_facts
from . import instance as instances
from .context import Context, contexts

__all__ = ["Device", "default_device", "devices", "find_device", "synchronize"]

PREFERENCE: Final = ("discrete", "integrated", "virtual", "cpu", "reference")
NEEDED: Final = ("timelineSemaphore", "bufferDeviceAddress")

logger: Final = logging.getLogger("pyvkc")
_lock = threading.RLock()
_devices: list[Device] | None = None
_default: Device | None = None
_chosen: contextvars.ContextVar[tuple[Device, ...]] = contextvars.ContextVar("pyvkc_devices", default=())


@final
class Device:
    """A device that kernels run on. ``with device:`` makes it the default inside the block.

    Attributes
    ----------
    name : str
        The driver's name for it.
    kind : str
        ``"discrete"``, ``"integrated"``, ``"virtual"``, ``"cpu"`` or ``"reference"``.
    driver : str
        The driver's name and version.
    features : mapping of str to bool
        Vulkan's features, under the names of the members of ``VkPhysicalDevice...Features``: ``shaderFloat64`` and
        ``storageBuffer8BitAccess`` for types, ``shaderBufferFloat32AtomicAdd`` and ``shaderSharedInt64Atomics`` for
        atomic operations without a loop, ``shaderSubgroupExtendedTypes`` for subgroups on numbers of all widths.
    limits : mapping
        Vulkan's limits and properties, likewise. ``shaderDenormPreserveFloat32`` says whether subnormals are kept,
        ``maxComputeSharedMemorySize`` how many bytes of shared memory a workgroup has; ``subgroupSize`` and the bits in
        ``subgroupSupportedOperations`` and ``subgroupSupportedStages`` say what subgroups there are.
    uuid : str
        The driver's identification, in hexadecimal.
    """

    def __init__(self, facts: device_facts.Facts, *, staged: bool | None = None) -> None:
        self._facts = facts
        self._staged = staged
        self._context: Context | None = None
        self.name = facts.name
        self.kind = facts.kind

    @property
    def driver(self) -> str:
        return self._facts.driver

    @property
    def features(self) -> Mapping[str, bool]:
        return MappingProxyType(self._facts.features)

    @property
    def limits(self) -> Mapping[str, Any]:
        return MappingProxyType(self._facts.limits)

    @property
    def uuid(self) -> str:
        return self._facts.uuid

    @property
    def target(self) -> str:
        """The environment that modules are made for: ``"vulkan1.2"`` or ``"vulkan1.3"``."""
        return self._facts.target

    @property
    def storage8(self) -> bool:
        """Whether kernels can load and store single bytes."""
        return self._facts.features.get("storageBuffer8BitAccess", False)

    @property
    def takes_debug_info(self) -> bool:
        """Whether modules may have instructions that mean nothing, such as those for debuggers."""
        return self._facts.version >= (1, 3) or device_facts.NON_SEMANTIC in self._facts.extensions

    @property
    def float_controls(self) -> frozenset[str]:
        """Which of ``SignedZeroInfNanPreserve``, ``RoundingModeRTE`` and ``DenormPreserve`` exist for 32-bit floats.

        Those for other widths are called ``RoundingModeRTE 16`` and the like.
        """
        return self._facts.float_controls

    @property
    def memory(self) -> dict[str, int]:
        """Bytes: ``size`` of the memory that arrays live in, ``reserved`` of it by pyvkc, and ``used`` by arrays."""
        heaps, types = self._facts.memory
        if self._context is None:
            size = max((heap.size for heap in heaps if heap.device_local), default=max(heap.size for heap in heaps))
            return {"size": size, "reserved": 0, "used": 0}
        pool = self._context.arrays
        with self._context.lock:
            if self._context.failure is None:
                pool.collect()
        return {"size": heaps[types[pool.type_index].heap].size, "reserved": pool.reserved, "used": pool.used}

    @property
    def context(self) -> Context:
        """The logical device, made at the first use."""
        context = self._context
        return context if context is not None else self._open()

    def _open(self) -> Context:
        with _lock:
            if self._context is None:
                instances.instance()  # raises in a forked child
                self._require_basics()
                self._context = Context(self, self._facts, staged=self._staged)
            return self._context

    def _require_basics(self) -> None:
        if self._facts.version < instances.OLDEST:
            major, minor = self._facts.version
            raise FeatureError(f"{self}: its driver is of Vulkan {major}.{minor}, but pyvkc needs 1.2 or newer.")
        missing = [name for name in NEEDED if not self._facts.features.get(name)]
        if missing:
            raise FeatureError(f"{self}: its driver lacks {' and '.join(missing)}, which pyvkc needs to run anything.")

    def lacks(self, features: Iterable[str]) -> list[str]:
        """Those of `features` that the device does not have."""
        enabled = device_facts.enabled_features(self._facts)
        return [name for name in features if name not in enabled]

    def require(self, features: Iterable[str], kernel: str, needs: Iterable[Need] = ()) -> None:
        """Raise a :class:`FeatureError` unless the device has all `features`; `needs` says which lines need them."""
        missing = self.lacks(features)
        if missing:
            word = "feature" if len(missing) == 1 else "features"
            found: dict[str, Need] = {}
            for need in needs:
                if need.feature in missing:
                    found.setdefault(need.feature, need)
            lines = {name: f"{name} ({need.span.filename}:{need.span.line})" for name, need in found.items()}
            named = ", ".join(lines.get(name, name) for name in missing)
            shown = "".join(f"\n{located(need.reason, need.span)}" for need in found.values())
            raise FeatureError(f"Kernel {kernel!r} needs the {word} {named}, which {self} lacks.{shown}")

    def __enter__(self) -> Device:
        _chosen.set((*_chosen.get(), self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _chosen.set(_chosen.get()[:-1])

    def __repr__(self) -> str:
        return f"<Device {self.name!r} ({self.kind})>"

    def __str__(self) -> str:
        return f"device {self.name!r} ({self.kind}, driver {self.driver})"


def _renew_lock() -> None:
    global _lock
    _lock = threading.RLock()


def _finish_opening() -> None:
    """At exit: let other threads come to the end of opening devices; they cannot begin anew."""
    with _lock:
        pass


instances.on_fork(_renew_lock)
instances.on_exit(_finish_opening)


def devices() -> list[Device]:
    """All devices, best first: discrete, integrated, virtual, cpu.

    Raises
    ------
    NoDeviceError
        Without a Vulkan loader or driver; the message says where they were looked for and what to install.
    """
    global _devices
    with _lock:
        made = instances.instance()
        if _devices is None:
            found = [device_facts.read(made.functions, handle, made.version) for handle in made.physical_devices()]
            _devices = [Device(facts) for facts in sorted(found, key=lambda facts: PREFERENCE.index(facts.kind))]
        return list(_devices)


def default_device() -> Device:
    """The device of the innermost ``with device:``, else the one that PYVKC_DEVICE names, else the best one."""
    chosen = _chosen.get()
    return chosen[-1] if chosen else _initial_device()


def _initial_device() -> Device:
    global _default
    if _default is None:
        wish = os.environ.get("PYVKC_DEVICE", "")
        _default = find_device(wish) if wish else devices()[0]
        if _default.kind == "cpu":
            logger.info("Kernels run on the processor: %s.", _default)
    return _default


def find_device(spec: Device | int | str | None) -> Device:
    """The device that `spec` names: a Device, an index, a kind, a UUID, part of a name in any case; None: the default.

    Raises
    ------
    NoDeviceError
        When nothing matches; the message lists what there is.
    """
    if spec is None:
        return default_device()
    if isinstance(spec, Device):
        return spec
    if isinstance(spec, bool) or not isinstance(spec, (int, str)):
        raise TypeError(f"A device is named by a Device, an index or part of its name, not by {spec!r}.")
    known = devices()
    wish = str(spec).strip().lower()
    if wish.isdecimal():
        matches = known[int(wish) : int(wish) + 1]
    else:
        matches = [device for device in known if device.kind == wish or device.uuid == wish.replace("-", "")]
        matches = matches or [device for device in known if wish and wish in device.name.lower()]
    if not matches:
        listing = "; ".join(f"{index}: {device.name} ({device.kind})" for index, device in enumerate(known))
        raise NoDeviceError(f"No device matches {spec!r}. The devices here are {listing}.")
    return matches[0]


def synchronize(device: Device | int | str | None = None, timeout: float | None = None) -> None:
    """Wait until all launches on a device, by default on every device in use, have completed.

    Parameters
    ----------
    device : Device, int or str, optional
        The device to wait for.
    timeout : float, optional
        Seconds to wait at most.

    Raises
    ------
    TimeoutError
        When work is still running after `timeout` seconds.
    DeviceLostError
        When the driver gave the device up; the message names the kernels that ran.
    """
    deadline = None if timeout is None else time.perf_counter() + timeout
    chosen = [find_device(device).context] if device is not None else list(contexts)
    for context in chosen:
        left = None if deadline is None else max(0.0, deadline - time.perf_counter())
        if not context.synchronize(left):
            running = ", ".join(context.queue.running()) or "copies"
            raise TimeoutError(f"After {timeout} s {context.device} is still running: {running}.")
