"""Which line of a kernel needs a feature of the device, and why.

A module's features follow from its instructions (:mod:`.spirv.usage`), which know no lines. What needs those of
numbers can be told from the typed tree: memory of 8 and 16 bits, and values of 64.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..errors import Span
from ..program import Need
from ..types import Scalar, ValueType, parts_of
from . import ir
from .lower_narrow import memory_scalar
from .passes.rewrite import CHILDREN
from .signature import promote

__all__ = ["find_needs"]

STORED: Final = {8: "storageBuffer8BitAccess", 16: "storageBuffer16BitAccess"}
"""The feature for memory that holds numbers of so many bits."""

COMPUTED: Final = {("int", 64): "shaderInt64", ("uint", 64): "shaderInt64", ("float", 64): "shaderFloat64"}
"""The feature for values of a kind and width."""


def find_needs(kernel: ir.Kernel, features: Iterable[str]) -> dict[str, Need]:
    """The first place that needs each of `features`, for those that a place needs."""
    wanted = set(features)
    found: dict[str, Need] = {}
    for body in (kernel.body, *(function.body for function in kernel.functions)):
        for need in _in_block(body):
            if need.feature in wanted and need.feature not in found:
                found[need.feature] = need
    return found


def _in_block(block: ir.Block) -> Iterator[Need]:
    for statement in block:
        yield from _visit(statement, None)


def _visit(node: Any, around: Span | None) -> Iterator[Need]:
    """What `node` and the nodes in it need; those without a span of their own have that of the node around them."""
    span = getattr(node, "span", None) or around
    if span is not None:
        yield from (Need(feature, span, reason) for feature, reason in _own(node))
    for name in CHILDREN[type(node)]:
        child = getattr(node, name)
        for each in child if isinstance(child, tuple) else () if child is None else (child,):
            yield from _visit(each, span)


def _own(node: Any) -> Iterator[tuple[str, str]]:
    """The features that a node needs itself, and why."""
    if isinstance(node, (ir.Load, ir.Store, ir.Atomic)) and not _of_its_own(node.array):
        for scalar in _scalars(ir.part_at(node.array.element, node.path)):
            bits = memory_scalar(scalar).bits
            if bits in STORED:
                yield STORED[bits], f"{node.array.name!r} holds numbers of type {scalar}."
    types = [operand.type for operand in node.operands] if isinstance(node, ir.Operation) else []
    for type in (*types, getattr(node, "type", None)):
        for scalar in _scalars(type):
            if (scalar.kind, scalar.bits) in COMPUTED:
                reason = _meeting(node, scalar) or f"This computes with numbers of type {scalar}."
                yield COMPUTED[scalar.kind, scalar.bits], reason


def _of_its_own(array: ir.Memory) -> bool:
    """Whether memory is the kernel's own, which holds narrow numbers in 32 bits if it must."""
    return isinstance(array, ir.Allocation) and array.kind != "table"


def _scalars(type: ValueType | None) -> Iterator[Scalar]:
    if isinstance(type, Scalar):
        yield type
    elif type is not None:
        for part in dict.fromkeys(parts_of(type)):
            yield from _scalars(part)


def _meeting(node: Any, wide: Scalar) -> str:
    """How two narrower types come to be computed in `wide`; empty when that was asked for."""
    if not isinstance(node, ir.Operation):
        return ""
    sources = [o.operand.type if isinstance(o, ir.Convert) and o.type == wide else o.type for o in node.operands]
    if len(sources) != 2 or wide in sources or not all(isinstance(source, Scalar) for source in sources):
        return ""
    a, b = sources
    if promote(a, b) != wide:  # type: ignore[arg-type]
        return ""
    return f"{a} and {b} meet in {wide}; convert one of them, for instance with {_other(a, b)}(...)."


def _other(a: ValueType, b: ValueType) -> ValueType:
    """The signed one of two integer types, which is the more usual."""
    return a if isinstance(a, Scalar) and a.kind == "int" else b
