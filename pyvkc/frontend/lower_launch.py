"""What a function reads of the launch, loaded where the function starts.

Gets the keys that :mod:`.lower_uses` found; returns their values by key, each loaded once and before any branch, so
that it dominates all uses. Positions are in NumPy order: axis a of n is component n-1-a of SPIR-V's vectors.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Final, final

from ..static import StaticType
from ..types import ArrayType, Scalar, ValueType, Vector, bool_, i32, i64, parts_of, u32, u64
from . import ir
from .layout import leaves
from .lower_interface import Interface
from .lower_uses import Key

__all__ = ["Launch"]


@final
class Launch:
    """The launch data of one function, by key; everything is loaded before the function's first branch."""

    __slots__ = ("_block", "_inputs", "emitter", "interface", "values")

    def __init__(self, interface: Interface) -> None:
        self.interface = interface
        self.emitter = interface.emitter
        self.values: dict[Key, int] = {}
        self._inputs: dict[str, int] = {}
        self._block = 0

    def load(self, keys: Iterable[Key]) -> None:
        """Load all of `keys`, in an order that depends on them alone."""
        for key in sorted(keys):
            self.value(key)

    def value(self, key: Key) -> int:
        """One value, loaded if it is not yet."""
        found = self.values.get(key)
        if found is None:
            found = self.values[key] = LOADERS.get(key[0], _load_member)(self, key)
        return found

    def outside(self) -> int:
        """Whether the invocation lies beyond the launch's size, which is padded to whole workgroups."""
        outside = 0
        for axis in range(self.interface.kernel.ndim):
            index, size = self.value(("global_index", -1, axis)), self.value(("size", -1, axis))
            beyond = self.emitter.op("OpUGreaterThanEqual", bool_, index, size)
            outside = self.emitter.op("OpLogicalOr", bool_, outside, beyond) if outside else beyond
        return outside

    def member(self, key: Key) -> int:
        """A member of the push constants, of the parameter block or of a uniform buffer, as it is there."""
        if key not in self.interface.places:
            parameter = self.interface.kernel.parameters[key[1]]
            assert isinstance(parameter, ir.ValueParameter), key
            return self.interface.uniforms.load(parameter, key[2])
        pushed, number = self.interface.places[key]
        if pushed:
            return self.interface.load_pushed(number)
        if not self._block:
            self._block = self.interface.load_pushed(len(self.interface.layout.push) - 1)
        return self.interface.load_parameter(self._block, number)

    def input(self, name: str, axis: int) -> int:
        """A component of a built-in vector, u32."""
        module = self.emitter.module
        if name not in self._inputs:
            variable = self.interface.input(name)
            self._inputs[name] = module.value("OpLoad", self.emitter.type(Vector(u32, 3)), variable)
        component = self.interface.kernel.ndim - 1 - axis
        return module.value("OpCompositeExtract", self.emitter.type(u32), self._inputs[name], component)

    def number(self, name: str) -> int:
        """A built-in number, as i32."""
        variable = self.interface.input(name)
        return self.signed(self.emitter.module.value("OpLoad", self.emitter.type(u32), variable))

    def workgroup(self, axis: int) -> int:
        """The constant size of a workgroup, as a count."""
        return self.emitter.constant(self.interface.kernel.workgroup[axis], self.counter)

    def signed(self, unsigned: int) -> int:
        """A u32 as i32."""
        return self.emitter.bitcast(unsigned, u32, i32)

    @property
    def counter(self) -> Scalar:
        """The unsigned type that counts invocations."""
        return u64 if self.interface.kernel.index == i64 else u32

    def counted(self, unsigned: int) -> int:
        """A count as the signed integer that kernels see."""
        return self.emitter.bitcast(unsigned, self.counter, self.interface.kernel.index)

    def widened(self, unsigned: int) -> int:
        """A u32 as a count."""
        return self.emitter.convert(unsigned, u32, self.counter)


def _load_member(launch: Launch, key: Key) -> int:
    return launch.member(key)


# Arrays and values


def _load_array(launch: Launch, key: Key) -> int:
    """Where an array lies: its pointer, or its variable; what is accessed through words has a shift besides."""
    interface, parameter = launch.interface, key[1]
    array = interface.kernel.parameters[parameter]
    assert isinstance(array, ir.ArrayParameter)
    if not interface.target.addresses:
        return interface.buffer(array)
    if array.index in interface.words:
        launch.value(("shift", parameter, 0))
    return launch.member(("address", parameter, 0))


def _load_report(launch: Launch, key: Key) -> int:
    """Where the report buffer lies: its pointer, or its variable."""
    return launch.member(key) if launch.interface.target.addresses else launch.interface.report_buffer()


def _load_extent(launch: Launch, key: Key) -> int:
    """An extent that is passed, or the length of a 1-D buffer."""
    interface = launch.interface
    if key in interface.places:
        return launch.member(key)
    array = interface.kernel.parameters[key[1]]
    assert isinstance(array, ir.ArrayParameter)
    length = launch.emitter.module.value("OpArrayLength", launch.emitter.type(u32), interface.buffer(array), 0)
    return launch.signed(length)


def _load_value(launch: Launch, key: Key) -> int:
    """A scalar, or a number in a composite value, from the number that carries it."""
    type = launch.interface.kernel.parameters[key[1]].type
    assert not isinstance(type, ArrayType)
    scalar = leaves(type)[key[2]].scalar
    return launch.emitter.convert(launch.member(key), launch.interface.carrier_type(scalar), scalar)


def _load_composite(launch: Launch, key: Key) -> int:
    type = launch.interface.kernel.parameters[key[1]].type
    assert not isinstance(type, (ArrayType, StaticType))
    numbers = itertools.count()

    def load(type: ValueType) -> int:
        if isinstance(type, Scalar):
            return launch.value(("value", key[1], next(numbers)))
        return launch.emitter.op("OpCompositeConstruct", type, *[load(part) for part in parts_of(type)])

    return load(type)


# Positions


def _load_global_index(launch: Launch, key: Key) -> int:
    """The place in the launch, unsigned: a dispatch that is a part of a launch starts at its base."""
    index = launch.widened(launch.input("GlobalInvocationId", key[2]))
    if not launch.interface.target.addresses:
        return index
    return launch.emitter.op("OpIAdd", launch.counter, index, launch.value(("base", -1, key[2])))


def _load_global_id(launch: Launch, key: Key) -> int:
    return launch.counted(launch.value(("global_index", -1, key[2])))


def _load_local_id(launch: Launch, key: Key) -> int:
    return launch.signed(launch.input("LocalInvocationId", key[2]))


def _load_group_id(launch: Launch, key: Key) -> int:
    group, axis, count = launch.widened(launch.input("WorkgroupId", key[2])), key[2], launch.counter
    if launch.interface.target.addresses:
        first = launch.emitter.op("OpUDiv", count, launch.value(("base", -1, axis)), launch.workgroup(axis))
        group = launch.emitter.op("OpIAdd", count, group, first)
    return launch.counted(group)


def _load_global_size(launch: Launch, key: Key) -> int:
    if launch.interface.target.addresses:
        return launch.counted(launch.value(("size", -1, key[2])))
    groups = launch.widened(launch.input("NumWorkgroups", key[2]))
    return launch.counted(launch.emitter.op("OpIMul", launch.counter, groups, launch.workgroup(key[2])))


def _load_group_size(launch: Launch, key: Key) -> int:
    return launch.emitter.constant(launch.interface.kernel.workgroup[key[2]], launch.interface.kernel.index)


def _load_num_groups(launch: Launch, key: Key) -> int:
    """``ceil(size / workgroup)``; no invocation sees a size of 0, so ``(size - 1) // workgroup + 1`` is it."""
    axis, op, count = key[2], launch.emitter.op, launch.counter
    if not launch.interface.target.addresses:
        return launch.counted(launch.widened(launch.input("NumWorkgroups", axis)))
    one = launch.emitter.constant(1, count)
    last = op("OpISub", count, launch.value(("size", -1, axis)), one)
    return launch.counted(op("OpIAdd", count, op("OpUDiv", count, last, launch.workgroup(axis)), one))


def _load_subgroup_size(launch: Launch, key: Key) -> int:
    return launch.number("SubgroupSize")


def _load_subgroup_lane(launch: Launch, key: Key) -> int:
    return launch.number("SubgroupLocalInvocationId")


LOADERS: Final[dict[str, Callable[[Launch, Key], int]]] = {
    "array":         _load_array,
    "report":        _load_report,
    "extent":        _load_extent,
    "value":         _load_value,
    "composite":     _load_composite,
    "global_index":  _load_global_index,
    "global_id":     _load_global_id,
    "local_id":      _load_local_id,
    "group_id":      _load_group_id,
    "global_size":   _load_global_size,
    "group_size":    _load_group_size,
    "num_groups":    _load_num_groups,
    "subgroup_size": _load_subgroup_size,
    "subgroup_lane": _load_subgroup_lane,
}  # fmt: skip
