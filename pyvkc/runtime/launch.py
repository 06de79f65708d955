"""Launching a program: what can be prepared is prepared once, so that a launch does little more than pack numbers.

A :class:`Launcher` gets sizes in NumPy order and arguments in the order of the parameters: device arrays, and numbers
that fit their types (tuples of numbers for vectors); ``kernel.py`` has validated both. Launches with more workgroups
along an axis than the device allows are split, and the kernel sees no difference.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, final

import numpy as np

from ..errors import ClosedError, LaunchError
from ..program import Layout, Member, Program
from ..types import ArrayType, Matrix, Scalar, Vector
from . import vk
from .create import array
from .descriptors import DescriptorSets
from .pipeline import Pipeline
from .recording import state

if TYPE_CHECKING:
    from collections.abc import Collection

    from .device import Device
    from .memory import Storage
    from .reporting import Buffer

__all__ = ["Encoder", "Launcher"]

Packer = Callable[[Any, int, Sequence[int], Sequence[int], Sequence[Any], int], None]
"""Writes launch data: ``packer(memory, offset, base, sizes, arguments, block_address)``."""

SOURCES: Final = {
    "base":    "base[{axis}]",
    "size":    "sizes[{axis}]",
    "address": "arguments[{parameter}].address",
    "extent":  "arguments[{parameter}].shape[{axis}]",
    "stride":  "arguments[{parameter}].element_strides[{axis}]",
    "origin":  "arguments[{parameter}].origin",
    "block":   "block",
    "table":   "tables[{parameter}].address",
    "report":  "report[0]",
    # of arrays that are read through words, whose address is passed rounded down
    "word":    "arguments[{parameter}].address & -4",
    "shift":   "arguments[{parameter}].address & 3",
    "scalar":  "arguments[{parameter}]",
    "vector":  "arguments[{parameter}][{axis}]",
}  # fmt: skip
"""Where the value of a member comes from, by its kind."""


MOST: Final = 2**31
"""Invocations along an axis of one dispatch."""


class Encoder(Protocol):
    """What commands are recorded into: the queue, or a sequence."""

    def access(self, reads: Collection[Storage], writes: Collection[Storage]) -> vk.Handle: ...

    def parameters(self, size: int) -> tuple[int, Any, int]: ...

    def keep(self, thing: Any) -> None: ...

    def reports(self, buffer: Buffer) -> None: ...

    def launched(self, name: str) -> None: ...


def make_packer(
    layout: Layout,
    members: tuple[Member, ...],
    program: Program,
    tables: Sequence[Any] = (),
    report: Sequence[int] = (),
) -> Packer:
    """A function that packs `members`: one expression, compiled once, as ``namedtuple`` makes its methods.

    A layout of an address and a size becomes
    ``lambda ...: pack_into(memory, offset, arguments[0].address, sizes[0])``. `report` holds the address of the
    report buffer.
    """
    words = {member.parameter for member in (*layout.push, *layout.block) if member.kind == "shift"}
    values = [
        _source(member, program, words).format(parameter=member.parameter, axis=member.axis) for member in members
    ]
    arguments = ", ".join(["memory", "offset", *values])
    pack_into = layout.packer(members).pack_into
    packer: Packer = eval(  # the text is made of the table above and of integers
        f"lambda memory, offset, base, sizes, arguments, block: pack_into({arguments})",
        {"pack_into": pack_into, "tables": tables, "report": report},
    )
    return packer


def _source(member: Member, program: Program, words: set[int]) -> str:
    if member.kind == "address" and member.parameter in words:
        return SOURCES["word"]
    if member.kind == "value":
        return SOURCES["scalar" if isinstance(program.parameters[member.parameter].type, Scalar) else "vector"]
    if member.kind in ("stride", "origin"):
        return SOURCES[member.kind] + _per_element(program.parameters[member.parameter].type)
    return SOURCES[member.kind]


def _per_element(type: object) -> str:
    """Arrays of vectors and matrices are arrays of their numbers, whose strides count these."""
    assert isinstance(type, ArrayType)
    element = type.element
    return f" // {element.itemsize // element.element.itemsize}" if isinstance(element, (Vector, Matrix)) else ""


@final
class Launcher:
    """`program`, ready to run on `device`.

    Raises
    ------
    FeatureError, LaunchError, DeviceError
        When the program cannot run there.
    """

    def __init__(self, device: Device, program: Program) -> None:
        _, ffi = vk.binding()
        context = device.context
        layout = program.layout
        self.device = device
        self.program = program
        self._context = context
        self._pipeline = Pipeline(context, program)
        self._reads = tuple(i for i, p in enumerate(program.parameters) if p.access == "read")
        self._writes = tuple(i for i, p in enumerate(program.parameters) if p.written)
        self._push = ffi.new("char[]", max(1, layout.push_size))
        self._push_memory = ffi.buffer(self._push)
        self._push_size = layout.push_size
        self._tables = [array(np.frombuffer(table.content, np.uint8), device=device) for table in program.tables]
        self._arrays = tuple(i for i, p in enumerate(program.parameters) if isinstance(p.type, ArrayType))
        self._report = [0]
        self._buffers: list[Buffer] = []
        known = program, self._tables, self._report
        self._pack_push = make_packer(layout, layout.push, *known)
        self._pack_block = make_packer(layout, layout.block, *known) if layout.block_size else None
        self._sets = DescriptorSets(self._pipeline) if program.bindings else None
        self._origin = (0,) * program.ndim
        self._workgroup = program.workgroup[: program.ndim][::-1]
        counts = tuple(context.facts.limits["maxComputeWorkGroupCount"])[: program.ndim][::-1]
        # The places within a dispatch are numbers of 32 bits.
        self._limits = tuple(min(n, MOST // width) for n, width in zip(counts, self._workgroup, strict=True))
        self._largest = min(self._limits)
        self._split = any(member.kind == "base" for member in layout.push)
        self._bind_point = vk.constant("PIPELINE_BIND_POINT_COMPUTE")
        self._stage = vk.constant("SHADER_STAGE_COMPUTE_BIT")
        with context.lock:
            context.raise_failure()
            functions = context.functions
            self._bind, self._push_constants = functions.CmdBindPipeline, functions.CmdPushConstants
            self._dispatch = functions.CmdDispatch

    def __call__(self, sizes: tuple[int, ...], arguments: Sequence[Any]) -> None:
        """Launch over `sizes` invocations (NumPy order) and return at once, or add the launch to a recording.

        Raises
        ------
        ClosedError, LaunchError
            When an array has been closed, or lies on another device.
        """
        context = self._context
        reads = [arguments[index].storage for index in self._reads]
        if self._tables:
            reads += [table.storage for table in self._tables]
        writes = [arguments[index].storage for index in self._writes]
        if len(sizes) == 1:  # a loop takes three times as long
            groups = [-(-sizes[0] // self._workgroup[0])]
        else:
            groups = [-(-size // width) for size, width in zip(sizes, self._workgroup, strict=True)]
        if max(groups) > self._largest:
            self._check_split(groups)
        with context.lock:
            for storage in reads:
                if storage.context is not context:
                    raise self._misplaced(arguments)
            for storage in writes:
                if storage.context is not context:
                    raise self._misplaced(arguments)
            if 0 in groups:
                return
            recorder = state.recorder
            encoder: Encoder = context.queue if recorder is None else recorder.on(context)
            commands = encoder.access(reads, writes)
            if self.program.report is None:
                self._record(encoder, commands, sizes, arguments, groups)
            else:
                self._record_reporting(encoder, commands, sizes, arguments, groups)
            self._pipeline.last_use = context.queue.timeline.submitted + 1
            if recorder is not None:
                encoder.keep(self)
            encoder.launched(self.program.name)

    def _record_reporting(
        self, encoder: Encoder, commands: vk.Handle, sizes: tuple[int, ...], arguments: Sequence[Any], groups: list[int]
    ) -> None:
        """Record a launch with a report buffer of its own."""
        context, report = self._context, self.program.report
        assert report is not None
        storages = tuple(arguments[index].storage for index in self._arrays)
        buffer = context.reports.buffer(report, storages, self._buffers if encoder is context.queue else None)
        self._report[0] = buffer.storage.address
        self._record(encoder, commands, sizes, arguments, groups, buffer)
        if not context.mapped:
            context.queue.host_barrier(commands)
        encoder.reports(buffer)

    def _record(
        self,
        encoder: Encoder,
        commands: vk.Handle,
        sizes: tuple[int, ...],
        arguments: Sequence[Any],
        groups: list[int],
        report: Buffer | None = None,
    ) -> None:
        block = 0
        if self._pack_block is not None:
            block, memory, offset = encoder.parameters(self.program.layout.block_size)
            self._pack_block(memory, offset, self._origin, sizes, arguments, 0)
        self._bind(commands, self._bind_point, self._pipeline.handle)
        if self._sets is not None:
            self._sets.bind(encoder, commands, arguments, report)
        if max(groups) <= self._largest:
            self._dispatch_at(commands, self._origin, sizes, arguments, block, groups)
            return
        for base, part in self._parts(groups):
            self._dispatch_at(commands, base, sizes, arguments, block, part)

    def _dispatch_at(
        self,
        commands: vk.Handle,
        base: tuple[int, ...],
        sizes: tuple[int, ...],
        arguments: Sequence[Any],
        block: int,
        groups: Sequence[int],
    ) -> None:
        if self._push_size:
            self._pack_push(self._push_memory, 0, base, sizes, arguments, block)
            self._push_constants(commands, self._pipeline.layout, self._stage, 0, self._push_size, self._push)
        if len(groups) == 1:
            self._dispatch(commands, groups[0], 1, 1)
        else:
            self._dispatch(commands, groups[-1], groups[-2], groups[0] if len(groups) == 3 else 1)

    def _parts(self, groups: list[int]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
        """The dispatches that make up a launch beyond the device's limits: their first invocations and their groups."""
        starts = [range(0, count, limit) for count, limit in zip(groups, self._limits, strict=True)]
        for start in itertools.product(*starts):
            part = [min(limit, n - at) for at, n, limit in zip(start, groups, self._limits, strict=True)]
            yield tuple(at * width for at, width in zip(start, self._workgroup, strict=True)), part

    def _check_split(self, groups: list[int]) -> None:
        """Refuse what needs several dispatches, before anything is recorded, where the interface has just one."""
        over = [axis for axis, count in enumerate(groups) if count > self._limits[axis]]
        if over and not self._split:
            raise LaunchError(
                f"Kernel {self.program.name!r}: {groups[over[0]]:,} workgroups along axis {over[0]} are more than the "
                f"{self._limits[over[0]]:,} that {self.device} allows, and this interface cannot be split."
            )

    def _here(self, array: Any) -> bool:
        return array.storage.context is self._context

    def _misplaced(self, arguments: Sequence[Any]) -> Exception:
        """Why the arrays among the arguments cannot all be used here."""
        kernel = self.program.name
        index = next(index for index in (*self._reads, *self._writes) if not self._here(arguments[index]))
        parameter, array = self.program.parameters[index].name, arguments[index]
        if array.storage.context is None:
            return ClosedError(f"Kernel {kernel!r}: the array passed as {parameter!r} has been closed.")
        return LaunchError(
            f"Kernel {kernel!r} runs on {self.device}, but the array passed as {parameter!r} is on {array.device}. "
            f"Copy it there: {parameter}.to(device)."
        )
