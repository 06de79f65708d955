"""The Vulkan instance of the process: made at the first use, ended once at exit, and never used in a forked child.

``PYVKC_VALIDATION=1`` turns on the Khronos validation layer, with synchronisation validation; what it says is kept in
:data:`messages` and logged.

The end begins when Python calls its exit handlers; only daemon threads run on then. A call of theirs that has begun
is waited for. One that comes later raises ``SystemExit``, which ends a thread without a word; the thread that ends the
process gets a :class:`DeviceError`, for only handlers that run later still can be told there.
"""

from __future__ import annotations

import atexit
import contextlib
import glob
import logging
import os
import sys
import threading
from typing import Any, Final

from ..errors import DeviceError, NoDeviceError
from . import vk

__all__ = ["Instance", "existing", "instance", "messages", "on_exit", "on_fork", "refusal"]

LAYER: Final = "VK_LAYER_KHRONOS_validation"
FOLDERS: Final = ("/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d")
OLDEST: Final = (1, 2)
NEWEST: Final = (1, 3)

logger: Final = logging.getLogger("pyvkc")
messages: Final[list[str]] = []
"""What the validation layer has said since the start, oldest first."""

_lock = threading.Lock()
_instance: Instance | None = None
_started = False  # also while the instance is being made, by a thread that a forked child does not have
_forked = False
_ending: int | None = None  # the thread that ends the process, once the end has begun
_exit_hooks: list[Any] = []
_fork_hooks: list[Any] = []


class Instance:
    """A Vulkan instance with its physical devices' handles.

    Attributes
    ----------
    validated : bool
        Whether the validation layer is on.
    version : tuple of int
        The version of Vulkan that was asked for.
    """

    def __init__(self) -> None:
        lib, ffi = vk.binding()
        self.version = _loader_version(lib, ffi)
        layers = _names(ffi, lib.vkEnumerateInstanceLayerProperties, "VkLayerProperties", "layerName")
        extensions = _extensions(lib, ffi, ffi.NULL)
        self.validated = _wanted() and LAYER in layers
        if _wanted() and not self.validated:
            logger.warning("PYVKC_VALIDATION is set, but the layer %s is not installed: nothing is validated.", LAYER)
        info = self._information(ffi, extensions)
        handle = ffi.new("VkInstance *")
        code = lib.vkCreateInstance(info, ffi.NULL, handle)
        if code == vk.constant("ERROR_INCOMPATIBLE_DRIVER"):
            raise NoDeviceError(_no_driver())
        vk.check(code, "make an instance")
        self.handle = handle[0]
        self.functions = vk.Functions(self.handle, device=False)
        self._messenger = self._listen() if self.validated else None

    def _information(self, ffi: Any, extensions: set[str]) -> vk.Handle:
        enabled, flags, chain = [], 0, ffi.NULL
        if "VK_KHR_portability_enumeration" in extensions:
            enabled.append("VK_KHR_portability_enumeration")
            flags = vk.constant("INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR")
        if self.validated:
            lib, _ = vk.binding()
            enabled.append("VK_EXT_debug_utils")
            if "VK_EXT_validation_features" in _extensions(lib, ffi, ffi.new("char[]", LAYER.encode())):
                enabled.append("VK_EXT_validation_features")
                checks = [vk.constant("VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT")]
                chain = vk.make(
                    "VkValidationFeaturesEXT", enabledValidationFeatureCount=1, pEnabledValidationFeatures=checks
                )
        application = vk.make(
            "VkApplicationInfo", pApplicationName="pyvkc", pEngineName="pyvkc", apiVersion=_packed(self.version)
        )
        return vk.make(
            "VkInstanceCreateInfo",
            pNext=chain,
            flags=flags,
            pApplicationInfo=application,
            enabledLayerCount=int(self.validated),
            ppEnabledLayerNames=[LAYER] if self.validated else [],
            enabledExtensionCount=len(enabled),
            ppEnabledExtensionNames=enabled,
        )

    def _listen(self) -> vk.Handle:
        _, ffi = vk.binding()

        def hear(severity: int, _kinds: int, data: Any, _user: Any) -> int:
            messages.append(vk.text(data.pMessage))
            logger.warning("Vulkan validation: %s", messages[-1])
            return 0

        self._callback = ffi.callback("PFN_vkDebugUtilsMessengerCallbackEXT", hear)
        severities = ("WARNING", "ERROR")
        kinds = ("GENERAL", "VALIDATION", "PERFORMANCE")
        info = vk.make(
            "VkDebugUtilsMessengerCreateInfoEXT",
            messageSeverity=sum(vk.constant(f"DEBUG_UTILS_MESSAGE_SEVERITY_{name}_BIT_EXT") for name in severities),
            messageType=sum(vk.constant(f"DEBUG_UTILS_MESSAGE_TYPE_{name}_BIT_EXT") for name in kinds),
            pfnUserCallback=self._callback,
        )
        messenger = ffi.new("VkDebugUtilsMessengerEXT *")
        code = self.functions.CreateDebugUtilsMessengerEXT(self.handle, info, ffi.NULL, messenger)
        vk.check(code, "listen to the validation layer")
        return messenger[0]

    def physical_devices(self) -> list[vk.Handle]:
        """The handles of the physical devices, in the loader's order; none is an error."""
        _, ffi = vk.binding()
        count = ffi.new("uint32_t *")
        enumerate_devices = self.functions.EnumeratePhysicalDevices
        code = enumerate_devices(self.handle, count, ffi.NULL)
        if code < 0 or count[0] == 0:
            raise NoDeviceError(_no_driver())
        handles = ffi.new("VkPhysicalDevice[]", count[0])
        vk.check(enumerate_devices(self.handle, count, handles), "list the devices")
        return list(handles[0 : count[0]])

    def close(self) -> None:
        """Destroy the instance; its devices have been closed."""
        _, ffi = vk.binding()
        if self._messenger is not None:
            self.functions.DestroyDebugUtilsMessengerEXT(self.handle, self._messenger, ffi.NULL)
        self.functions.DestroyInstance(self.handle, ffi.NULL)


def instance() -> Instance:
    """The process's instance, made at the first call.

    Raises
    ------
    NoDeviceError
        Without a Vulkan loader or a driver that it can load.
    DeviceError
        In a child that was forked from a process which had used Vulkan.
    """
    global _instance, _started
    if _forked:
        raise DeviceError(FORKED)
    with _lock:
        if _ending is not None:
            raise refusal(DeviceError("Vulkan cannot be used any more: the process is ending."))
        if _instance is None:
            _started = True
            try:
                _instance = Instance()
            except BaseException:
                _started = False
                raise
        return _instance


def existing() -> Instance | None:
    """The instance, if there is one."""
    return _instance


FORKED: Final = (
    "This process was forked from one that had already used a Vulkan device, and Vulkan does not survive a fork. "
    "Start workers with multiprocessing's 'spawn' or 'forkserver' method, or fork before the first use of pyvkc."
)


def on_exit(hook: Any) -> None:
    """Have `hook()` called at exit, before the instance ends; the last one given is called first."""
    _exit_hooks.append(hook)


def on_fork(hook: Any) -> None:
    """Have `hook()` called in a forked child, where no lock can be trusted and no handle used."""
    _fork_hooks.append(hook)


def refusal(error: DeviceError) -> BaseException:
    """What to raise where Vulkan cannot be used any more: `error`, or ``SystemExit`` in a thread that must end."""
    return error if _ending in (None, threading.get_ident()) else SystemExit()


@atexit.register
def _close() -> None:
    global _instance, _ending
    with _lock:  # an instance that another thread is making is waited for
        _ending = threading.get_ident()
    if _instance is None or _forked:
        return
    for hook in reversed(_exit_hooks):
        hook()
    _instance.close()
    _instance = None


def _after_fork() -> None:
    global _forked, _lock
    _lock = threading.Lock()
    _forked = _forked or _started
    for hook in _fork_hooks:
        hook()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _wanted() -> bool:
    return os.environ.get("PYVKC_VALIDATION", "") not in ("", "0")


def _packed(version: tuple[int, int]) -> int:
    return version[0] << 22 | version[1] << 12


def _loader_version(lib: Any, ffi: Any) -> tuple[int, int]:
    """The newest version that both the loader and pyvkc know."""
    packed = ffi.new("uint32_t *")
    with contextlib.suppress(AttributeError):  # a loader of Vulkan 1.0 lacks the function
        lib.vkEnumerateInstanceVersion(packed)
    found = (packed[0] >> 22, packed[0] >> 12 & 0x3FF)
    if found < OLDEST:
        raise NoDeviceError(
            f"The Vulkan loader here is of version {found[0]}.{found[1]}; pyvkc needs 1.2. {vk.advice()}"
        )
    return min(found, NEWEST)


def _names(ffi: Any, function: Any, type_name: str, member: str, *arguments: Any) -> set[str]:
    count = ffi.new("uint32_t *")
    vk.check(function(*arguments, count, ffi.NULL), f"count the {member}s")
    items = ffi.new(f"{type_name}[]", max(1, count[0]))
    vk.check(function(*arguments, count, items), f"list the {member}s")
    return {vk.text(getattr(items[index], member)) for index in range(count[0])}


def _extensions(lib: Any, ffi: Any, layer: Any) -> set[str]:
    function = lib.vkEnumerateInstanceExtensionProperties
    return _names(ffi, function, "VkExtensionProperties", "extensionName", layer)


def _no_driver() -> str:
    """Where the loader looked for drivers, and what to do."""
    for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES"):
        if (value := os.environ.get(name)) is not None:
            files = filter(None, value.split(os.pathsep))
            states = [f"{file} ({'exists' if os.path.exists(file) else 'no such file'})" for file in files]
            found = ", ".join(states) or "nothing, for it is empty"
            return (
                f"The Vulkan loader found no driver that it can use. {name} restricts it to: {found}. "
                f"Correct or unset {name}. {vk.advice()}"
            )
    if sys.platform == "linux":
        found = ", ".join(sorted(file for folder in FOLDERS for file in glob.glob(folder + "/*.json"))) or "nothing"
        looked = f" In {', '.join(FOLDERS)} there is: {found}."
    else:
        looked = ""
    return f"The Vulkan loader found no driver that it can use.{looked} {vk.advice()}"
