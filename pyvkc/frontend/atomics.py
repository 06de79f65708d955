"""The atomic operations: the checker accepts these names, the lowering emits these instructions."""

from __future__ import annotations

from typing import Final

__all__ = ["ATOMICS"]

ATOMICS: Final = {
    #            signed               unsigned
    "add":      ("OpAtomicIAdd",     "OpAtomicIAdd"),
    "sub":      ("OpAtomicISub",     "OpAtomicISub"),
    "min":      ("OpAtomicSMin",     "OpAtomicUMin"),
    "max":      ("OpAtomicSMax",     "OpAtomicUMax"),
    "and_":     ("OpAtomicAnd",      "OpAtomicAnd"),
    "or_":      ("OpAtomicOr",       "OpAtomicOr"),
    "xor":      ("OpAtomicXor",      "OpAtomicXor"),
    "exchange": ("OpAtomicExchange", "OpAtomicExchange"),
}  # fmt: skip
