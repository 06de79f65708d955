"""The atomic operations, and how each is done on a number: the one table for the checker and the lowering.

Integers of 32 and 64 bits have instructions for all of them, and so do floats on some devices for some. Everything else
is a loop that compares and swaps the bits: those of the number, or of the 32-bit word that holds it. In a buffer a
number of fewer than 32 bits shares its word with neighbours; in memory of a workgroup it has one of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, final

from ..types import ElementType, Matrix, Scalar, StructType, Vector, f32, f64, u32, u64
from .target import Target

__all__ = ["ATOMICS", "FLOAT_FEATURES", "Atomic", "cell_of", "cells_of", "feature_of", "is_narrow", "is_native"]


@final
@dataclass(frozen=True, slots=True)
class Atomic:
    """An operation.

    Attributes
    ----------
    takes : str
        ``"number"``; ``"bits"``: integers and bools; ``"any"``: numbers and bools.
    signed, unsigned : str
        The instructions on integers.
    real : str
        The instruction on floats, if one has the meaning of the loop: ``OpAtomicFMinEXT`` leaves NaN open.
    feature : str
        What it needs, after ``shaderBufferFloat32``.
    """

    takes: str
    signed: str
    unsigned: str
    real: str = ""
    feature: str = ""

    def opcode(self, kind: str) -> str:
        """The instruction for a kind of number."""
        return {"int": self.signed, "uint": self.unsigned, "float": self.real}[kind]


ATOMICS: Final = {
    "add":      Atomic("number", "OpAtomicIAdd",     "OpAtomicIAdd",     "OpAtomicFAddEXT",  "AtomicAdd"),
    "sub":      Atomic("number", "OpAtomicISub",     "OpAtomicISub",     "OpAtomicFAddEXT",  "AtomicAdd"),
    "min":      Atomic("number", "OpAtomicSMin",     "OpAtomicUMin"),
    "max":      Atomic("number", "OpAtomicSMax",     "OpAtomicUMax"),
    "and_":     Atomic("bits",   "OpAtomicAnd",      "OpAtomicAnd"),
    "or_":      Atomic("bits",   "OpAtomicOr",       "OpAtomicOr"),
    "xor":      Atomic("bits",   "OpAtomicXor",      "OpAtomicXor"),
    "exchange": Atomic("any",    "OpAtomicExchange", "OpAtomicExchange", "OpAtomicExchange", "Atomics"),
    "compare_exchange": Atomic("any", "OpAtomicCompareExchange", "OpAtomicCompareExchange"),
}  # fmt: skip

FLOAT_FEATURES: Final = frozenset(
    f"shader{memory}Float{bits}{atomic.feature}"
    for memory in ("Buffer", "Shared")
    for bits in (32, 64)
    for atomic in ATOMICS.values()
    if atomic.feature
)
"""The features of a device by which the lowering chooses instructions; it needs none of them."""


def is_narrow(scalar: Scalar) -> bool:
    """Whether a number has fewer than 32 bits, or is a bool."""
    return scalar.bits < 32


def feature_of(operation: str, scalar: Scalar, *, shared: bool) -> str:
    """The feature that the instruction for a number in a buffer, or in shared memory, needs; empty if none."""
    memory = "Shared" if shared else "Buffer"
    if scalar.floating:
        return f"shader{memory}Float{scalar.bits}{ATOMICS[operation].feature}"
    return f"shader{memory}Int64Atomics" if scalar.bits == 64 else ""


def is_native(operation: str, scalar: Scalar, target: Target, *, shared: bool) -> bool:
    """Whether one instruction does it to a number of this type."""
    if is_narrow(scalar):
        return False
    known = ATOMICS[operation].feature != "" and feature_of(operation, scalar, shared=shared) in target.atomics
    return known if scalar.floating else True


def cell_of(scalar: Scalar) -> Scalar:
    """What holds the bits of a number, where they are compared and swapped."""
    if scalar == f64:
        return u64
    return u32 if scalar == f32 or is_narrow(scalar) else scalar


def cells_of(type: ElementType, *, narrow: bool) -> ElementType:
    """A type with cells in the place of its floats, and if `narrow`, of its numbers of fewer than 32 bits."""
    if isinstance(type, Scalar):
        return cell_of(type) if narrow or not is_narrow(type) else type
    if isinstance(type, StructType):
        fields = tuple((name, cells_of(field, narrow=narrow)) for name, field in type.fields)
        return replace(type, fields=fields, defaults=(), methods=())
    element = cells_of(type.element, narrow=narrow)
    assert isinstance(element, Scalar)
    return Vector(element, type.size) if isinstance(type, Vector) else Matrix(element, type.rows, type.columns)
