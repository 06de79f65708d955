"""Numbers of 8 and 16 bits: what holds them in registers and in memory, and how each becomes the other.

A device may store such numbers without computing with them. Their values are then held in 32-bit registers: an i8 in
an i32, an f16 in an f32. A bf16 is held in an f32 on every device. What is held always is a value of the narrow type,
sign- or zero-extended, so that the emitter has to bring back only what an operation has moved out of its range.
Loading, storing and converting to another width is all that is done with the narrow types themselves, which needs the
features of storage and none of arithmetic (see :mod:`.spirv.widths`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..types import Scalar, Vector, bf16, bool_, f16, f32, i8, i16, i32, u8, u16, u32
from . import ir
from .passes.rewrite import holds
from .target import Target

if TYPE_CHECKING:
    from .lower_emitter import Emitter

__all__ = [
    "HOLDERS",
    "bitcast_narrow",
    "from_memory",
    "held_types",
    "memory_scalar",
    "memory_type",
    "normalise",
    "to_memory",
]

HOLDERS: Final = {
    i8:   i32,
    i16:  i32,
    u8:   u32,
    u16:  u32,
    f16:  f32,
    bf16: f32,
}  # fmt: skip
"""The type whose registers hold the values of a narrow type, where the device does not compute with it."""

COMPUTES: Final = {i8: "int8", u8: "int8", i16: "int16", u16: "int16", f16: "float16"}
"""The fact of a target that says whether the device computes with a type."""


def held_types(kernel: ir.Kernel, target: Target) -> frozenset[Scalar]:
    """The narrow types whose values a module holds in 32-bit registers.

    They are those that the device does not compute with, and those that the kernel does not: what is only loaded,
    converted and stored needs none of the features of arithmetic then. Signed and unsigned integers go together.
    """
    computed = _computed_types(kernel)
    native = {fact for scalar, fact in COMPUTES.items() if getattr(target, fact) and scalar in computed}
    return frozenset(scalar for scalar in HOLDERS if COMPUTES.get(scalar) not in native)


def _computed_types(kernel: ir.Kernel) -> set[ir.ValueType]:
    """The types that operations anywhere in a kernel take or give."""
    found: set[ir.ValueType] = set()

    def note(node: object) -> bool:
        if isinstance(node, ir.Operation):
            found.add(node.type)
            found.update([operand.type for operand in node.operands])
        return False

    for body in (kernel.body, *(function.body for function in kernel.functions)):
        for statement in body:
            holds(statement, note)
    return found


MEMORY: Final = {bool_: u8, bf16: u16}
"""What lies in memory instead of a type that SPIR-V gives no place there."""


def memory_scalar(scalar: Scalar) -> Scalar:
    """What holds a scalar in memory that the host sees: a u8 for a bool, the upper half of an f32 for a bf16."""
    return MEMORY.get(scalar, scalar)


def memory_type(emitter: Emitter, scalar: Scalar) -> int:
    """The id of the type of memory that holds a `scalar`, whatever holds its values in registers."""
    stored, module = memory_scalar(scalar), emitter.module
    if stored.floating:
        return emitter.float_type(stored.bits)
    return module.type("OpTypeInt", stored.bits, int(stored.kind == "int"))


def from_memory(emitter: Emitter, id: int, scalar: Scalar) -> int:
    """The value of type `scalar` of what was loaded, which has the type of :func:`memory_type`."""
    if scalar not in UNPACK:
        return id if emitter.holder(scalar) == scalar else _widen(emitter, id, scalar)
    return UNPACK[scalar](emitter, emitter.module.value("OpUConvert", emitter.type(u32), id))


def to_memory(emitter: Emitter, id: int, scalar: Scalar) -> int:
    """What is stored for a value of type `scalar`; it has the type of :func:`memory_type`."""
    if scalar not in PACK:
        if emitter.holder(scalar) == scalar:
            return id
        return emitter.module.value(CONVERT[scalar.kind], memory_type(emitter, scalar), id)
    return emitter.module.value("OpUConvert", memory_type(emitter, scalar), PACK[scalar](emitter, id))


def normalise(emitter: Emitter, id: int, scalar: Scalar) -> int:
    """The value of a held type that is meant by whatever an operation has left in its register: wrapped, or rounded."""
    return NORMALISE[scalar](emitter, id, scalar)


def bitcast_narrow(emitter: Emitter, id: int, source: Scalar, target: Scalar) -> int:
    """The same 8 or 16 bits as another type; floats that are held, or meet integers that are, by way of 32 bits."""
    if source.integral and target.integral:
        return emitter.convert(id, source, target)
    if not emitter.held & {source, target}:
        return emitter.op("OpBitcast", target, id)
    bits = TO_BITS[source](emitter, id) if source.floating else _to_bits(emitter, id, source)
    return FROM_BITS[target](emitter, bits) if target.floating else emitter.convert(bits, u32, target)


def _to_bits(emitter: Emitter, id: int, source: Scalar) -> int:
    unsigned = emitter.convert(id, source, {8: u8, 16: u16}[source.bits])
    return emitter.convert(unsigned, {8: u8, 16: u16}[source.bits], u32)


def _half_to_bits(emitter: Emitter, id: int) -> int:
    if f16 not in emitter.held:
        pair = emitter.op("OpCompositeConstruct", Vector(f16, 2), id, emitter.zero(f16))
        return emitter.op("OpBitcast", u32, pair)
    pair = emitter.op("OpCompositeConstruct", Vector(f32, 2), id, emitter.zero(f32))
    return emitter.glsl("PackHalf2x16", u32, pair)


def _half_from_bits(emitter: Emitter, bits: int) -> int:
    if f16 not in emitter.held:
        pair = emitter.op("OpBitcast", Vector(f16, 2), bits)
    else:
        pair = emitter.glsl("UnpackHalf2x16", Vector(f32, 2), bits)
    return emitter.module.value("OpCompositeExtract", emitter.type(f16), pair, 0)


CONVERT: Final = {"int": "OpSConvert", "uint": "OpUConvert", "float": "OpFConvert"}


def _widen(emitter: Emitter, id: int, scalar: Scalar) -> int:
    return emitter.module.value(CONVERT[scalar.kind], emitter.type(emitter.holder(scalar)), id)


def _unpack_bool(emitter: Emitter, bits: int) -> int:
    return emitter.op("OpINotEqual", bool_, bits, emitter.constant(0, u32))


def _pack_bool(emitter: Emitter, id: int) -> int:
    return emitter.select(id, emitter.constant(1, u32), emitter.constant(0, u32), u32)


def _unpack_bf16(emitter: Emitter, bits: int) -> int:
    """The 16 bits are the upper ones of the f32 that holds the value."""
    moved = emitter.op("OpShiftLeftLogical", u32, bits, emitter.constant(16, u32))
    return emitter.module.value("OpBitcast", emitter.type(f32), moved)


def _pack_bf16(emitter: Emitter, id: int) -> int:
    bits = emitter.module.value("OpBitcast", emitter.type(u32), id)
    return emitter.op("OpShiftRightLogical", u32, bits, emitter.constant(16, u32))


def _extend_sign(emitter: Emitter, id: int, scalar: Scalar) -> int:
    first, count = emitter.constant(0, i32), emitter.constant(scalar.bits, i32)
    return emitter.module.value("OpBitFieldSExtract", emitter.type(i32), id, first, count)


def _mask(emitter: Emitter, id: int, scalar: Scalar) -> int:
    return emitter.op("OpBitwiseAnd", u32, id, emitter.constant(scalar.maximum, u32))


def _round_f16(emitter: Emitter, id: int, scalar: Scalar) -> int:
    """To 16 bits and back, which storage allows; an f32 of an operation on two f16 is rounded as if it were exact."""
    emitter.module.capability("StorageBuffer16BitAccess")
    return _widen(emitter, emitter.module.value("OpFConvert", memory_type(emitter, scalar), id), scalar)


def _round_bf16(emitter: Emitter, id: int, scalar: Scalar) -> int:
    """Half to even: the lower half of the bits goes after what makes a carry of it is added; NaN stays one."""
    op, constant = emitter.op, emitter.constant
    bits = emitter.bitcast(id, f32, u32)
    last = op("OpBitwiseAnd", u32, op("OpShiftRightLogical", u32, bits, constant(16, u32)), constant(1, u32))
    rounded = op("OpIAdd", u32, op("OpIAdd", u32, bits, constant(0x7FFF, u32)), last)
    quiet = op("OpBitwiseOr", u32, bits, constant(0x400000, u32))
    size = op("OpBitwiseAnd", u32, bits, constant(0x7FFFFFFF, u32))
    undefined = op("OpUGreaterThan", bool_, size, constant(0x7F800000, u32))
    kept = op("OpBitwiseAnd", u32, emitter.select(undefined, quiet, rounded, u32), constant(0xFFFF0000, u32))
    return emitter.bitcast(kept, u32, f32)


NORMALISE: Final[dict[Scalar, Callable[[Emitter, int, Scalar], int]]] = {
    i8:   _extend_sign,
    i16:  _extend_sign,
    u8:   _mask,
    u16:  _mask,
    f16:  _round_f16,
    bf16: _round_bf16,
}  # fmt: skip

UNPACK: Final[dict[Scalar, Callable[[Emitter, int], int]]] = {bool_: _unpack_bool, bf16: _unpack_bf16}
PACK: Final[dict[Scalar, Callable[[Emitter, int], int]]] = {bool_: _pack_bool, bf16: _pack_bf16}
"""From the 32 bits whose lower ones lie in memory to the value, and back."""

TO_BITS: Final[dict[Scalar, Callable[[Emitter, int], int]]] = {f16: _half_to_bits, bf16: _pack_bf16}
FROM_BITS: Final[dict[Scalar, Callable[[Emitter, int], int]]] = {f16: _half_from_bits, bf16: _unpack_bf16}
"""From the value of a float of 16 bits to these as a u32, and back."""
