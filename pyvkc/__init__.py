"""pyvkc: Python functions as GPU kernels, on any device with Vulkan.

>>> import numpy as np
>>> import pyvkc as vkc
>>> from pyvkc import Array, f32
>>> @vkc.kernel
... def saxpy(x: Array[f32], y: Array[f32], a: f32):
...     i = vkc.global_id()
...     y[i] = a * x[i] + y[i]
>>> x = vkc.array(np.arange(8, dtype=np.float32))
>>> y = vkc.zeros(8, f32)
>>> saxpy[8](x, y, 2.0)
>>> print(y.numpy())

Names are loaded when they are first used: importing pyvkc loads neither the compiler nor Vulkan.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, final

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import atomic, subgroup
    from .errors import (
        ClosedError,
        CompileError,
        DeviceError,
        DeviceLostError,
        Error,
        FeatureError,
        KernelAssertionError,
        KernelError,
        KernelIndexError,
        KernelValueError,
        KernelZeroDivisionError,
        LaunchError,
        NoDeviceError,
        OutOfMemoryError,
        SourceUnavailableError,
    )
    from .frontend.builtins.names import (
        barrier,
        bitcast,
        global_id,
        global_size,
        group_id,
        group_size,
        local,
        local_id,
        memory_barrier,
        num_groups,
        shared,
        static_range,
    )
    from .frontend.func import func
    from .kernel import Kernel, kernel
    from .pyshader import Shader, python2shader
    from .runtime.array import Array
    from .runtime.create import arange, array, empty, full, zeros
    from .runtime.device import Device, default_device, devices, synchronize
    from .runtime.sequence import record
    from .static import Static
    from .structs import struct
    from .types import (
        Matrix,
        Vector,
        bf16,
        bool_,
        bvec2,
        bvec3,
        bvec4,
        dvec2,
        dvec3,
        dvec4,
        f16,
        f32,
        f64,
        hvec2,
        hvec3,
        hvec4,
        i8,
        i16,
        i32,
        i64,
        ivec2,
        ivec3,
        ivec4,
        mat2,
        mat3,
        mat4,
        u8,
        u16,
        u32,
        u64,
        uvec2,
        uvec3,
        uvec4,
        vec2,
        vec3,
        vec4,
    )

HOMES: Final = {
    ".errors":                  "ClosedError CompileError DeviceError DeviceLostError Error FeatureError "
                                "KernelAssertionError KernelError KernelIndexError KernelValueError "
                                "KernelZeroDivisionError LaunchError NoDeviceError OutOfMemoryError "
                                "SourceUnavailableError",
    ".frontend.builtins.names": "barrier bitcast global_id global_size group_id group_size local local_id "
                                "memory_barrier num_groups shared static_range",
    ".frontend.func":           "func",
    ".kernel":                  "Kernel kernel",
    ".pyshader":                "Shader python2shader",
    ".runtime.array":           "Array",
    ".runtime.create":          "arange array empty full zeros",
    ".runtime.device":          "Device default_device devices synchronize",
    ".runtime.sequence":        "record",
    ".static":                  "Static",
    ".structs":                 "struct",
    ".types":                   "Matrix Vector bf16 bool_ bvec2 bvec3 bvec4 dvec2 dvec3 dvec4 f16 f32 f64 hvec2 hvec3 "
                                "hvec4 i8 i16 i32 i64 ivec2 ivec3 ivec4 mat2 mat3 mat4 u8 u16 u32 u64 uvec2 uvec3 "
                                "uvec4 vec2 vec3 vec4",
}  # fmt: skip
"""The public names, by the module that defines them; the functions of the builtin table come on top."""

_MODULES: Final = ("atomic", "subgroup")
_HOME: Final = {name: home for home, names in HOMES.items() for name in names.split()}


def _functions() -> dict[str, Any]:
    """The importable functions of the builtin table."""
    from .frontend.builtins import ROWS, builtin

    return {row.name: builtin(row.name) for row in ROWS.values() if row.public}


def __getattr__(name: str) -> Any:
    value: Any
    if name in _HOME:
        value = getattr(import_module(_HOME[name], __name__), name)
    elif name in _MODULES:
        value = import_module(f".{name}", __name__)
    elif name == "__all__":
        # abs stays Python's own under `from pyvkc import *`; both mean the same in a kernel.
        value = sorted({*_HOME, *_MODULES, *_functions()} - {"abs"})
    elif name.startswith("_") or name not in _functions():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    else:
        value = _functions()[name]
    globals()[name] = value
    return value


@final
class _Package(ModuleType):
    """The package. Loading the module ``pyvkc.kernel`` leaves the name ``kernel`` to the decorator."""

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value.kernel if name == "kernel" and isinstance(value, ModuleType) else value)


sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return sorted({*_HOME, *_MODULES, *_functions(), *(name for name in globals() if name.startswith("__"))})
