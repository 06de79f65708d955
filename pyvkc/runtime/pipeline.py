"""A program's pipeline on a device: its shader module, layouts and the compiled code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

from ..errors import DeviceError, LaunchError
from ..program import Program
from . import vk
from .facts import enabled_features

if TYPE_CHECKING:
    from .context import Context

__all__ = ["Pipeline", "PipelineHandles", "build_pipeline"]

WORKGROUP_AXES: Final = "xyz"


@final
@dataclass(frozen=True, slots=True, eq=False)
class PipelineHandles:
    """What Vulkan made for a pipeline; it outlives the :class:`Pipeline` until the device has finished."""

    module: vk.Handle
    sets: tuple[vk.Handle, ...]
    layout: vk.Handle
    pipeline: vk.Handle

    def destroy(self, context: Context) -> None:
        """Destroy everything; the device does not use it any more."""
        (_, ffi), functions, device = vk.binding(), context.functions, context.handle
        functions.DestroyPipeline(device, self.pipeline, ffi.NULL)
        functions.DestroyPipelineLayout(device, self.layout, ffi.NULL)
        for layout in self.sets:
            functions.DestroyDescriptorSetLayout(device, layout, ffi.NULL)
        functions.DestroyShaderModule(device, self.module, ffi.NULL)


@final
class Pipeline:
    """The pipeline of `program` on the device of `context`.

    Raises
    ------
    FeatureError
        When the device lacks a feature of the program.
    LaunchError
        When the program's workgroup or launch data exceeds the device's limits.
    DeviceError
        When the driver refuses the program; the message names the kernel.
    """

    def __init__(self, context: Context, program: Program) -> None:
        self.context = context
        self.program = program
        self.last_use = 0
        with context.lock:
            context.raise_failure()
            context.collect()
            self.handles = build_pipeline(context, program)
            context.own(self.handles)
        self.handle = self.handles.pipeline
        self.layout = self.handles.layout

    def __del__(self) -> None:
        if hasattr(self, "handles"):
            self.context.retire(self.handles, self.last_use)


def build_pipeline(context: Context, program: Program, flags: int = 0) -> PipelineHandles:
    """The objects of a pipeline, which whoever asks for them has to destroy; `flags` are Vulkan's.

    Raises
    ------
    FeatureError, LaunchError, DeviceError
        As for :class:`Pipeline`.
    """
    context.device.require(program.features, program.name, program.needs)
    check_limits(context, program)
    return _Builder(context, program, flags).build()


def check_limits(context: Context, program: Program) -> None:
    """Refuse a workgroup, shared memory or push constants beyond the device's limits, with both numbers."""
    limits, name = context.facts.limits, program.name
    for axis, size, most in zip(WORKGROUP_AXES, program.workgroup, limits["maxComputeWorkGroupSize"], strict=True):
        if size > most:
            raise LaunchError(
                f"Kernel {name!r} has a workgroup of {size} along {axis}; {context.device} allows {most}."
            )
    x, y, z = program.workgroup
    if x * y * z > (most := limits["maxComputeWorkGroupInvocations"]):
        raise LaunchError(f"Kernel {name!r} has {x * y * z} invocations a workgroup; {context.device} allows {most}.")
    if program.shared_size > (most := limits["maxComputeSharedMemorySize"]):
        arrays = ", ".join(f"{array.name} {array.size:,}" for array in program.shared)
        raise LaunchError(
            f"Kernel {name!r} shares {program.shared_size:,} bytes among the invocations of a workgroup ({arrays}); "
            f"{context.device} allows {most:,}."
        )
    if program.layout.push_size > (most := limits["maxPushConstantsSize"]):
        size = program.layout.push_size
        raise LaunchError(f"Kernel {name!r} has {size} bytes of push constants; {context.device} allows {most}.")


class _Builder:
    """Makes the objects of a pipeline in order and, when one fails, destroys those before it."""

    def __init__(self, context: Context, program: Program, flags: int) -> None:
        self.context = context
        self.program = program
        self.flags = flags
        self.functions = context.functions
        self.device = context.handle
        _, self.ffi = vk.binding()
        self.undo: list[tuple[str, vk.Handle]] = []

    def build(self) -> PipelineHandles:
        try:
            module = self.module()
            sets = self.set_layouts()
            layout = self.layout(sets)
            return PipelineHandles(module, sets, layout, self.pipeline(module, layout))
        except BaseException:
            for destroy, handle in reversed(self.undo):
                getattr(self.functions, destroy)(self.device, handle, self.ffi.NULL)
            raise

    def create(self, kind: str, info: vk.Handle) -> vk.Handle:
        """Make an object of a kind such as ``"ShaderModule"``."""
        handle = self.ffi.new(f"Vk{kind} *")
        code = getattr(self.functions, f"Create{kind}")(self.device, info, self.ffi.NULL, handle)
        self.check(code)
        self.undo.append((f"Destroy{kind}", handle[0]))
        return handle[0]

    def check(self, code: int) -> None:
        if code >= 0:
            return
        error = self.context.failed(code, f"compile kernel {self.program.name!r}")
        if type(error) is DeviceError:
            error = DeviceError(f"{error} The driver is {self.context.device.driver}.")
        raise error

    def module(self) -> vk.Handle:
        words = self.ffi.from_buffer("uint32_t[]", bytearray(self.program.words))
        size = len(self.program.words)
        return self.create("ShaderModule", vk.make("VkShaderModuleCreateInfo", codeSize=size, pCode=words))

    def set_layouts(self) -> tuple[vk.Handle, ...]:
        """One layout for each descriptor set up to the highest used."""
        count = max((binding.set for binding in self.program.bindings), default=-1) + 1
        return tuple(self.set_layout(index) for index in range(count))

    def set_layout(self, index: int) -> vk.Handle:
        bindings = [
            vk.make(
                "VkDescriptorSetLayoutBinding",
                binding=binding.binding,
                descriptorType=vk.constant("DESCRIPTOR_TYPE_STORAGE_BUFFER"),
                descriptorCount=1,
                stageFlags=vk.constant("SHADER_STAGE_COMPUTE_BIT"),
            )
            for binding in self.program.bindings
            if binding.set == index
        ]
        info = vk.make(
            "VkDescriptorSetLayoutCreateInfo", bindingCount=len(bindings), pBindings=[item[0] for item in bindings]
        )
        return self.create("DescriptorSetLayout", info)

    def layout(self, sets: tuple[vk.Handle, ...]) -> vk.Handle:
        size = self.program.layout.push_size
        stage = vk.constant("SHADER_STAGE_COMPUTE_BIT")
        ranges = [vk.make("VkPushConstantRange", stageFlags=stage, size=size)[0]] if size else []
        info = vk.make(
            "VkPipelineLayoutCreateInfo",
            setLayoutCount=len(sets),
            pSetLayouts=list(sets),
            pushConstantRangeCount=len(ranges),
            pPushConstantRanges=ranges,
        )
        return self.create("PipelineLayout", info)

    def stage_flags(self) -> int:
        """Full subgroups, for a kernel that uses them, where the workgroup can be made of such on any device."""
        limits = self.context.facts.limits
        if "computeFullSubgroups" not in enabled_features(self.context.facts):
            return 0
        uses = any(name.startswith("GroupNonUniform") for name in self.program.capabilities)
        whole = uses and self.program.workgroup[0] % limits["maxSubgroupSize"] == 0
        return int(vk.constant("PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT")) if whole else 0

    def pipeline(self, module: vk.Handle, layout: vk.Handle) -> vk.Handle:
        stage = vk.make(
            "VkPipelineShaderStageCreateInfo",
            stage=vk.constant("SHADER_STAGE_COMPUTE_BIT"),
            module=module,
            pName=self.program.entry,
            flags=self.stage_flags(),
        )
        info = vk.make("VkComputePipelineCreateInfo", stage=stage, layout=layout, flags=self.flags)
        handle = self.ffi.new("VkPipeline *")
        cache = self.context.pipeline_cache
        self.check(self.functions.CreateComputePipelines(self.device, cache, 1, info, self.ffi.NULL, handle))
        return handle[0]
