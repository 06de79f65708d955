"""The door to Vulkan: the only module that imports ``vulkan``, and that only when a device is first asked for.

The package's Python wrappers free what a structure passed by value or in a list points at, raise exceptions without
text and cost ten times their ``lib`` and ``ffi``. So everything here goes through the latter: :func:`make` builds a
structure and keeps alive what it points at for as long as the structure lives, :func:`check` turns result codes into
pyvkc's errors, and :class:`Functions` holds an instance's or a device's entry points.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from typing import Any, Final
from weakref import WeakKeyDictionary

from ..errors import DeviceError, DeviceLostError, NoDeviceError, OutOfMemoryError

__all__ = ["Functions", "Handle", "binding", "check", "constant", "failure", "library", "make", "text"]

Handle = Any
"""A Vulkan handle or a cffi object; cffi has no static types."""

INSTALL: Final = {
    "linux": "Debian, Ubuntu: apt install libvulkan1 mesa-vulkan-drivers; Fedora: dnf install vulkan-loader "
    "mesa-vulkan-drivers; NVIDIA's driver brings its own.",
    "darwin": "macOS: brew install vulkan-loader molten-vk.",
    "win32": "Windows: install the graphics vendor's current driver, which brings vulkan-1.dll.",
}
LOADERS: Final = {"linux": "libvulkan.so.1", "darwin": "libvulkan.dylib", "win32": "vulkan-1.dll"}

_kept: WeakKeyDictionary[Any, list[Any]] = WeakKeyDictionary()


def advice() -> str:
    """What to install on this platform."""
    return INSTALL.get(sys.platform, "Install a Vulkan loader and a driver for this platform.")


@lru_cache(maxsize=1)
def library() -> Any:
    """The module inside ``vulkan`` that has ``lib``, ``ffi`` and the constants.

    Raises
    ------
    NoDeviceError
        When the Vulkan loader cannot be found.
    """
    try:
        import vulkan._vulkan as module
    except OSError as error:
        name = LOADERS.get(sys.platform, "libvulkan.so.1")
        message = f"There is no Vulkan loader here: the library {name} could not be opened. {advice()}"
        raise NoDeviceError(message) from error
    return module


def binding() -> tuple[Any, Any]:
    """Cffi's ``(lib, ffi)``."""
    module = library()
    return module.lib, module.ffi


@lru_cache(maxsize=512)
def constant(name: str) -> int:
    """The value of an enumerator, named without its ``VK_`` prefix; the package's Python constants lack some."""
    _, ffi = binding()
    return int(ffi.integer_const("VK_" + name))


@lru_cache(maxsize=256)
def _structure_type(type_name: str) -> int:
    """``VkPhysicalDeviceVulkan12Features`` → ``VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES``."""
    name = re.sub(r"Vulkan1(\d)", r"Vulkan_1_\1_", type_name.removeprefix("Vk"))
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[a-z])(?=[0-9])", "_", name)
    name = re.sub(r"_+", "_", name)
    return constant("STRUCTURE_TYPE_" + name.upper())


@lru_cache(maxsize=256)
def _members(type_name: str) -> dict[str, Any]:
    """The cffi types of a structure's members."""
    _, ffi = binding()
    return {name: field.type for name, field in ffi.typeof(type_name).fields}


def make(type_name: str, **members: Any) -> Handle:
    """A new Vulkan structure as a pointer, with ``sType`` filled in, that keeps alive what its members point at.

    A member may be a number, a string, a structure or pointer made earlier, or a list of numbers, strings, handles or
    structures, which becomes an array.
    """
    _, ffi = binding()
    types = _members(type_name)
    pointer = ffi.new(type_name + " *")
    if "sType" in types:
        pointer.sType = _structure_type(type_name)
    kept: list[Any] = []
    for name, value in members.items():
        converted = _converted(ffi, types[name], value, kept)
        kept += (value, converted)
        setattr(pointer, name, converted)
    _kept[pointer] = kept
    return pointer


def _converted(ffi: Any, wanted: Any, value: Any, kept: list[Any]) -> Any:
    """`value` as cffi takes it for a member of type `wanted`; what it points at is added to `kept`."""
    if isinstance(value, str):
        return ffi.new("char[]", value.encode())
    if isinstance(value, (list, tuple)):
        items = [_converted(ffi, wanted.item, item, kept) for item in value]
        kept += items
        return ffi.new(f"{wanted.item.cname}[]", items) if items else ffi.NULL
    if wanted.kind == "struct" and isinstance(value, ffi.CData) and ffi.typeof(value).kind == "pointer":
        return value[0]
    return value


def text(characters: Any) -> str:
    """A C string as a Python one."""
    _, ffi = binding()
    raw: bytes = ffi.string(characters)
    return raw.decode("utf-8", "replace")


def failure(code: int, action: str) -> DeviceError:
    """The exception for a negative result code; `action` completes "could not ..."."""
    _, ffi = binding()
    name = ffi.typeof("VkResult").elements.get(code, f"VkResult {code}")
    kinds = {
        "VK_ERROR_OUT_OF_HOST_MEMORY": OutOfMemoryError,
        "VK_ERROR_OUT_OF_DEVICE_MEMORY": OutOfMemoryError,
        "VK_ERROR_DEVICE_LOST": DeviceLostError,
    }
    return kinds.get(name, DeviceError)(f"The Vulkan driver could not {action} ({name}).")


def check(code: int, action: str) -> None:
    """Raise for a negative result code."""
    if code < 0:
        raise failure(code, action)


class Functions:
    """The entry points of an instance or a device, without their ``vk`` prefix: ``functions.CmdDispatch(...)``.

    Each is looked up once. A device's go straight to the driver, past the loader.
    """

    def __init__(self, owner: Handle, *, device: bool) -> None:
        lib, ffi = binding()
        self._owner = owner
        self._ffi = ffi
        self._find = lib.vkGetDeviceProcAddr if device else lib.vkGetInstanceProcAddr

    def __getattr__(self, name: str) -> Any:
        address = self._find(self._owner, self._ffi.new("char[]", f"vk{name}".encode()))
        if address == self._ffi.NULL:
            raise DeviceError(f"The Vulkan driver has no vk{name}.")
        function = self._ffi.cast(f"PFN_vk{name}", address)
        setattr(self, name, function)
        return function
