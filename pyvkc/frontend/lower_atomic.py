"""Atomic operations: one instruction where there is one, else a loop that compares and swaps.

A loop computes the new value of the old one and swaps it in if the memory still holds the old bits; otherwise it begins
again with those that it found. Bits are compared, so a NaN equals itself and 0.0 is not -0.0. ``min`` and ``max`` leave
out NaN. All operations are relaxed: they order nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, final

from ..types import Scalar, bool_, u32, u64
from . import ir
from .atomics import ATOMICS, cell_of, feature_of, is_narrow
from .lower_body import Body
from .lower_cells import from_cell, to_cell
from .lower_emitter import Emitter
from .lower_expression import lower_expression
from .lower_memory import leaf_place, obtain, word_place
from .lower_subgroup import SUBGROUP

__all__ = ["lower_atomic"]

DEVICE: Final = 1
WORKGROUP: Final = 2
RELAXED: Final = 0


def lower_atomic(body: Body, node: ir.Atomic) -> None:
    """Emit an operation; the old value goes to the node's result."""
    scalar = node.result.type
    assert isinstance(scalar, Scalar), scalar
    operands = [lower_expression(body, part) for part in (node.operand, node.expected) if part is not None]
    indices = [lower_expression(body, index) for index in node.indices]

    def update() -> int:
        place = _find(body, node, indices, scalar)
        body.interface.need(feature_of(node.operation, place.holder, shared=place.shared), node.span)
        return _update(place, node, operands)

    body.assign(node.result, obtain(body, node.array, indices, node.checks, scalar, update))


@final
@dataclass(frozen=True, slots=True)
class _Place:
    """A number in memory: a pointer to what holds it, the type of that, and its lowest bit there if it shares it."""

    body: Body
    pointer: int
    holder: Scalar
    scalar: Scalar
    shared: bool
    bit: int | None = None

    def emit(self, opcode: str, *operands: int) -> int:
        """An atomic instruction; gives what the holder held."""
        emitter = self.body.emitter
        scope = emitter.constant(WORKGROUP if self.shared else DEVICE, u32)
        relaxed = emitter.constant(RELAXED, u32)
        orders = (relaxed, relaxed) if opcode == "OpAtomicCompareExchange" else (relaxed,)
        return self.body.module.value(opcode, emitter.type(self.holder), self.pointer, scope, *orders, *operands)

    @property
    def mask(self) -> int:
        return self.body.emitter.constant((1 << self.scalar.bits) - 1, u32)

    def take(self, held: int) -> int:
        """The number in what the holder held."""
        return from_cell(self.body.emitter, self.bits(held), self.scalar, self.holder)

    def bits(self, held: int) -> int:
        if self.bit is None:
            return held
        op = self.body.emitter.op
        return op("OpBitwiseAnd", u32, op("OpShiftRightLogical", u32, held, self.bit), self.mask)

    def put(self, held: int, value: int) -> int:
        """What the holder holds with another number in it."""
        emitter, op = self.body.emitter, self.body.emitter.op
        bits = to_cell(emitter, value, self.scalar, self.holder)
        if self.bit is None:
            return bits
        others = op("OpNot", u32, op("OpShiftLeftLogical", u32, self.mask, self.bit))
        moved = op("OpShiftLeftLogical", u32, bits, self.bit)
        return op("OpBitwiseOr", u32, op("OpBitwiseAnd", u32, held, others), moved)


def _find(body: Body, node: ir.Atomic, indices: list[int], scalar: Scalar) -> _Place:
    shared, interface = isinstance(node.array, ir.Allocation), body.interface
    if isinstance(node.array, ir.ArrayParameter) and node.array.index in interface.words:
        pointer, bit = word_place(body, node.array, indices)
        return _Place(body, pointer, u32, scalar, shared, bit)
    pointer = leaf_place(body, node.array, indices, node.path)
    if is_narrow(scalar) and not shared:
        return _word_of(body, pointer, scalar)
    return _Place(body, pointer, cell_of(scalar) if node.array in interface.cells else scalar, scalar, shared)


def _word_of(body: Body, pointer: int, scalar: Scalar) -> _Place:
    """The word that holds a number of fewer bits, by arithmetic on its address."""
    emitter, module = body.emitter, body.module
    assert body.interface.target.addresses, f"a {scalar} inside an element has no word of its own in a buffer"
    address = module.value("OpConvertPtrToU", emitter.type(u64), pointer)
    low = emitter.op("OpBitwiseAnd", u32, emitter.convert(address, u64, u32), emitter.constant(3, u32))
    start = emitter.op("OpBitwiseAnd", u64, address, emitter.constant(u64.maximum - 3, u64))
    type = emitter.pointer(body.interface.storage, emitter.type(u32))
    word = module.value("OpConvertUToPtr", type, start)
    return _Place(body, word, u32, scalar, False, emitter.op("OpShiftLeftLogical", u32, low, emitter.constant(3, u32)))


def _update(place: _Place, node: ir.Atomic, operands: list[int]) -> int:
    emitter, atomic, scalar = place.body.emitter, ATOMICS[node.operation], place.scalar
    if node.operation == "compare_exchange":
        return _compare_exchange(place, *operands)
    (operand,) = operands
    if place.holder == scalar:
        if node.operation == "sub" and scalar.floating:
            operand = emitter.op("OpFNegate", scalar, operand)
        return place.emit(atomic.opcode(scalar.kind), operand)
    if node.operation == "exchange" and place.bit is None:
        return place.take(place.emit("OpAtomicExchange", place.put(0, operand)))
    compute = COMPUTE[node.operation]
    held = _swap(place, lambda held: place.put(held, compute(emitter, scalar, place.take(held), operand)))
    return place.take(held)


def _compare_exchange(place: _Place, value: int, expected: int) -> int:
    """Bits decide; where the number shares its holder the neighbours must not."""
    emitter = place.body.emitter
    if place.bit is None:
        if place.holder == place.scalar:
            return place.emit("OpAtomicCompareExchange", value, expected)
        return place.take(place.emit("OpAtomicCompareExchange", place.put(0, value), place.put(0, expected)))
    wanted = to_cell(emitter, expected, place.scalar, u32)

    def replace(held: int) -> int:
        equal = emitter.op("OpIEqual", bool_, place.bits(held), wanted)
        return emitter.select(equal, place.put(held, value), held, u32)

    return place.take(_swap(place, replace))


def _swap(place: _Place, change: Callable[[int], int]) -> int:
    """Set the holder to ``change(what it held)``; gives what it held.

    All invocations try at once, and those that came too late one of a subgroup at a time: where many change one number,
    an attempt in vain only holds up the others. Modules for other engines do not take turns, as not all have subgroups.
    """
    body, module = place.body, place.body.module
    type, truth = body.emitter.type(place.holder), body.emitter.type(bool_)
    first, before = place.emit("OpAtomicLoad"), module.block
    header, inside, again, merge, held, found = (module.fresh() for _ in range(6))
    module.emit("OpBranch", header)
    module.label(header)
    module.emit("OpPhi", type, held, first, before, found, again)
    start, failed = (body.emitter.constant(value, bool_) for value in (True, False))
    fresh = module.value("OpPhi", truth, start, before, failed, again)
    module.emit("OpLoopMerge", merge, again, "None")
    module.emit("OpBranch", inside)
    module.label(inside)

    done, chosen = _attempt(place, held, fresh, lambda: change(held))
    module.emit("OpBranchConditional", done, merge, again)
    module.label(again)
    module.emit("OpCopyObject", type, found, chosen)
    module.emit("OpBranch", header)
    module.label(merge)
    return held


def _attempt(place: _Place, held: int, fresh: int, changed: Callable[[], int]) -> tuple[int, int]:
    """Whether an invocation swapped in what is to be there, and what it found instead of `held`."""
    body, emitter = place.body, place.body.emitter

    def swap() -> int:
        return place.emit("OpAtomicCompareExchange", changed(), held)

    if not body.interface.target.addresses:
        found = swap()
        return emitter.op("OpIEqual", bool_, found, held), found
    elected = body.module.value("OpGroupNonUniformElect", emitter.type(bool_), emitter.constant(SUBGROUP, u32))
    tries = emitter.op("OpLogicalOr", bool_, fresh, elected)
    found = body.choose(tries, swap, lambda: held, emitter.type(place.holder))
    swapped = emitter.op("OpIEqual", bool_, found, held)
    return emitter.op("OpLogicalAnd", bool_, tries, swapped), found


Compute = Callable[[Emitter, Scalar, int, int], int]


def _arithmetic(integer: str, real: str) -> Compute:
    return lambda emitter, scalar, old, operand: emitter.op(real if scalar.floating else integer, scalar, old, operand)


def _bitwise(integer: str, truth: str) -> Compute:
    return lambda emitter, scalar, old, operand: emitter.op(truth if scalar == bool_ else integer, scalar, old, operand)


def _extreme(signed: str, unsigned: str, real: str) -> Compute:
    def compute(emitter: Emitter, scalar: Scalar, old: int, operand: int) -> int:
        opcode = real if scalar.floating else signed if scalar.kind == "int" else unsigned
        better = emitter.op(opcode, bool_, operand, old)
        if scalar.floating:
            undefined = emitter.op("OpFUnordNotEqual", bool_, old, old)
            better = emitter.op("OpLogicalOr", bool_, better, undefined)
        return emitter.select(better, operand, old, scalar)

    return compute


COMPUTE: Final[dict[str, Compute]] = {
    "add":      _arithmetic("OpIAdd", "OpFAdd"),
    "sub":      _arithmetic("OpISub", "OpFSub"),
    "min":      _extreme("OpSLessThan", "OpULessThan", "OpFOrdLessThan"),
    "max":      _extreme("OpSGreaterThan", "OpUGreaterThan", "OpFOrdGreaterThan"),
    "and_":     _bitwise("OpBitwiseAnd", "OpLogicalAnd"),
    "or_":      _bitwise("OpBitwiseOr", "OpLogicalOr"),
    "xor":      _bitwise("OpBitwiseXor", "OpLogicalNotEqual"),
    "exchange": lambda emitter, scalar, old, operand: operand,
}  # fmt: skip
"""The new value, of the old one and the operand."""
