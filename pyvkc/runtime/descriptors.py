"""Descriptor sets for programs with the descriptor interface: each set of buffers that is bound gets one, and keeps it.

A set may not change while the device uses it, so sets are made per combination of buffers and the oldest goes when
there are many.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, final

from ..errors import LaunchError
from . import vk

if TYPE_CHECKING:
    from .context import Context
    from .launch import Encoder
    from .pipeline import Pipeline
    from .reporting import Buffer

__all__ = ["DescriptorSets"]

KEPT: Final = 64
"""Combinations that are remembered; programs that cycle through more make sets anew."""

Range = tuple[Any, int, int]
"""A buffer, an offset and a size."""


@final
@dataclass(frozen=True, slots=True, eq=False)
class _Pool:
    """A descriptor pool, apart from its group, so that it can outlive it until the device has finished."""

    handle: vk.Handle

    def destroy(self, context: Context) -> None:
        _, ffi = vk.binding()
        context.functions.DestroyDescriptorPool(context.handle, self.handle, ffi.NULL)


@final
class _Group:
    """The descriptor sets of one combination of buffers, in a pool of their own that goes with them."""

    def __init__(self, pipeline: Pipeline, ranges: Sequence[Range]) -> None:
        (_, ffi), context = vk.binding(), pipeline.context
        self.context = context
        self.serial = 0
        self.pool = self._make_pool(pipeline)
        context.own(self.pool)
        layouts = list(pipeline.handles.sets)
        info = vk.make(
            "VkDescriptorSetAllocateInfo",
            descriptorPool=self.pool.handle,
            descriptorSetCount=len(layouts),
            pSetLayouts=layouts,
        )
        self.sets = ffi.new("VkDescriptorSet[]", len(layouts))
        self.count = len(layouts)
        code = context.functions.AllocateDescriptorSets(context.handle, info, self.sets)
        context.check(code, "make descriptor sets")
        self._write(pipeline, ranges)

    @staticmethod
    def _make_pool(pipeline: Pipeline) -> _Pool:
        (_, ffi), context = vk.binding(), pipeline.context
        kind = vk.constant("DESCRIPTOR_TYPE_STORAGE_BUFFER")
        size = vk.make("VkDescriptorPoolSize", type=kind, descriptorCount=len(pipeline.program.bindings))
        info = vk.make(
            "VkDescriptorPoolCreateInfo", maxSets=len(pipeline.handles.sets), poolSizeCount=1, pPoolSizes=size
        )
        pool = ffi.new("VkDescriptorPool *")
        code = context.functions.CreateDescriptorPool(context.handle, info, ffi.NULL, pool)
        context.check(code, "make a descriptor pool")
        return _Pool(pool[0])

    def _write(self, pipeline: Pipeline, ranges: Sequence[Range]) -> None:
        _, ffi = vk.binding()
        writes = []
        for binding, (buffer, offset, size) in zip(pipeline.program.bindings, ranges, strict=True):
            info = vk.make("VkDescriptorBufferInfo", buffer=buffer, offset=offset, range=size)
            writes.append(
                vk.make(
                    "VkWriteDescriptorSet",
                    dstSet=self.sets[binding.set],
                    dstBinding=binding.binding,
                    descriptorCount=1,
                    descriptorType=vk.constant("DESCRIPTOR_TYPE_STORAGE_BUFFER"),
                    pBufferInfo=info,
                )
            )
        array = ffi.new("VkWriteDescriptorSet[]", [write[0] for write in writes])
        context = self.context
        context.functions.UpdateDescriptorSets(context.handle, len(writes), array, 0, ffi.NULL)
        del writes  # until here they kept the structures alive that `array` points at

    def __del__(self) -> None:
        if hasattr(self, "pool"):
            self.context.retire(self.pool, self.serial)


@final
class DescriptorSets:
    """Binds the arrays among a launch's arguments as storage buffers."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        self._known: OrderedDict[tuple[Range, ...], _Group] = OrderedDict()
        limits = pipeline.context.facts.limits
        self._sized = {m.parameter for m in pipeline.program.layout.push if m.kind == "extent"}
        self._alignment: int = limits["minStorageBufferOffsetAlignment"]
        self._largest: int = limits["maxStorageBufferRange"]

    def bind(
        self, encoder: Encoder, commands: vk.Handle, arguments: Sequence[Any], report: Buffer | None = None
    ) -> None:
        """Record that the following dispatches use the arrays in `arguments`, and a report buffer."""
        pipeline, (_, ffi) = self._pipeline, vk.binding()
        context = pipeline.context
        arrays = (binding for binding in pipeline.program.bindings if binding.kind != "report")
        ranges = tuple(self._range(binding.parameter, arguments) for binding in arrays)
        if report is not None:
            ranges += ((report.storage.block.buffer, report.storage.offset, report.report.size),)
        group = self._known.pop(ranges, None)
        if group is None:
            context.collect()
            group = _Group(pipeline, ranges)
        self._known[ranges] = group
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        group.serial = context.queue.next_serial
        encoder.keep(group)
        point = vk.constant("PIPELINE_BIND_POINT_COMPUTE")
        context.functions.CmdBindDescriptorSets(
            commands, point, pipeline.layout, 0, group.count, group.sets, 0, ffi.NULL
        )

    def _range(self, index: int, arguments: Sequence[Any]) -> Range:
        """What to bind for the array of parameter `index`: from its first element, as long as it is.

        A 1-D array has its length of the buffer's, and one whose shape is passed may be bound longer.
        """
        array, program, device = arguments[index], self._pipeline.program, self._pipeline.context.device
        storage = array.storage
        offset = array.address - storage.block.address
        size = max(array.nbytes, array.dtype.itemsize)
        if index in self._sized:  # words are read whole
            size = -(-size // 4) * 4
        name = program.parameters[index].name
        if size > self._largest:
            raise LaunchError(
                f"Kernel {program.name!r}: the array passed as {name!r} has {size:,} bytes; {device} binds "
                f"at most {self._largest:,} as a storage buffer. The address interface has no such limit."
            )
        if offset % self._alignment:
            raise LaunchError(
                f"Kernel {program.name!r}: the view passed as {name!r} starts {offset % self._alignment} bytes off "
                f"the alignment of {self._alignment} that storage buffers need here. Pass a copy of it, or use the "
                "address interface."
            )
        return storage.block.buffer, offset, size
