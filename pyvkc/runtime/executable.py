"""What a driver says of the code that it made of a program: registers, spills and whatever else it counts.

It says so for a pipeline that was made for that, which is made here and destroyed; launches use others. The extension
is VK_KHR_pipeline_executable_properties; without it nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..program import Program
from . import vk
from .facts import EXECUTABLES, enabled_features
from .pipeline import build_pipeline

if TYPE_CHECKING:
    from .device import Device

__all__ = ["executables_of"]

# The members of VkPipelineExecutableStatisticValueKHR, by VkPipelineExecutableStatisticFormatKHR.
VALUES: Final[tuple[Callable[[Any], int | float | bool], ...]] = (
    lambda value: bool(value.b32),
    lambda value: int(value.i64),
    lambda value: int(value.u64),
    lambda value: float(value.f64),
)


def executables_of(device: Device, program: Program) -> list[tuple[str, str, int, dict[str, int | float | bool]]]:
    """For each executable its name, its description, its subgroup size and the driver's numbers by their names.

    Raises
    ------
    FeatureError, LaunchError, DeviceError
        The device cannot run the program, or refuses it.
    """
    if device.kind == "reference":  # there is no driver
        return []
    context = device.context
    if EXECUTABLES not in context.facts.extensions or "pipelineExecutableInfo" not in enabled_features(context.facts):
        return []
    flags = vk.constant("PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR")
    with context.lock:
        handles = build_pipeline(context, program, flags)
        try:
            found = _read(
                context.functions.GetPipelineExecutablePropertiesKHR,
                context.handle,
                "VkPipelineExecutablePropertiesKHR",
                vk.make("VkPipelineInfoKHR", pipeline=handles.pipeline),
            )
            return [
                (
                    vk.text(each.name),
                    vk.text(each.description),
                    int(each.subgroupSize),
                    _numbers(device, handles, index),
                )
                for index, each in enumerate(found)
            ]
        finally:
            handles.destroy(context)


def _numbers(device: Device, handles: Any, index: int) -> dict[str, int | float | bool]:
    context = device.context
    info = vk.make("VkPipelineExecutableInfoKHR", pipeline=handles.pipeline, executableIndex=index)
    function = context.functions.GetPipelineExecutableStatisticsKHR
    found = _read(function, context.handle, "VkPipelineExecutableStatisticKHR", info)
    return {vk.text(each.name): VALUES[each.format](each.value) for each in found}


def _read(function: Any, device: vk.Handle, type_name: str, info: vk.Handle) -> list[Any]:
    """The structures that a function lists: it is asked how many there are, and then for them."""
    _, ffi = vk.binding()
    count = ffi.new("uint32_t *")
    vk.check(function(device, info, count, ffi.NULL), "describe a pipeline")
    structures = ffi.new(f"{type_name}[]", max(1, count[0]))
    kind = vk.make(type_name).sType
    for index in range(count[0]):
        structures[index].sType = kind
    vk.check(function(device, info, count, structures), "describe a pipeline")
    return [structures[index] for index in range(count[0])]
