"""Which lines of a kernel need a feature of the device, and why.

A module's features follow from its instructions (:mod:`.spirv.usage`), which know no lines. What needs those of
numbers can be told from the typed tree: memory of 8 and 16 bits, and values of 64.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any, Final

from ..errors import Span
from ..program import Need
from ..types import Scalar, ValueType, f16, parts_of
from . import ir
from .lower_narrow import memory_scalar
from .passes.rewrite import CHILDREN
from .signature import promote

__all__ = ["find_needs"]

STORED: Final = {8: "storageBuffer8BitAccess", 16: "storageBuffer16BitAccess"}
"""The feature for memory that holds numbers of so many bits."""

COMPUTED: Final = {("int", 64): "shaderInt64", ("uint", 64): "shaderInt64", ("float", 64): "shaderFloat64"}
"""The feature for values of a kind and width."""

KNOWN: Final = frozenset({*STORED.values(), *COMPUTED.values()})


def find_needs(kernel: ir.Kernel, features: Iterable[str], words: Collection[int]) -> list[Need]:
    """The places that need each of `features`, for those that places need; of a line the first place.

    `words` are the arrays that are accessed through words, which need nothing.
    """
    wanted = KNOWN.intersection(features)
    found: dict[tuple[str, str, int], Need] = {}
    for own in (partial(_own, words), _rounded, partial(_beside, words)):
        if not wanted:
            break
        for body in (kernel.body, *(function.body for function in kernel.functions)):
            for need in _in_block(body, own):
                if need.feature in wanted:
                    found.setdefault((need.feature, need.span.filename, need.span.line), need)
        wanted -= {feature for feature, _, _ in found}  # for what is left another reason is looked for
    return list(found.values())


Reasons = Iterator[tuple[str, str]]
"""Features, and why they are needed."""


def _in_block(block: ir.Block, own: Callable[[Any], Reasons]) -> Iterator[Need]:
    for statement in block:
        yield from _visit(statement, None, own)


def _visit(node: Any, around: Span | None, own: Callable[[Any], Reasons]) -> Iterator[Need]:
    """What `node` and the nodes in it need; those without a span of their own have that of the node around them."""
    span = getattr(node, "span", None) or around
    if span is not None:
        yield from (Need(feature, span, reason) for feature, reason in own(node))
    for name in CHILDREN[type(node)]:
        child = getattr(node, name)
        for each in child if isinstance(child, tuple) else () if child is None else (child,):
            yield from _visit(each, span, own)


def _rounded(node: Any) -> Reasons:
    """What is held in an f32 is rounded to an f16 by way of the type, which storage allows."""
    if f16 in (getattr(node, "type", None), *(operand.type for operand in getattr(node, "operands", ()))):
        yield STORED[16], "This computes with numbers of type f16."


def _beside(words: Collection[int], node: Any) -> Reasons:
    """What an access needs for the sake of that which lies beside the number it takes."""
    if not isinstance(node, (ir.Load, ir.Store, ir.Atomic)) or _in_words(node.array, words):
        return
    for scalar in _scalars(node.array.element):
        reason = f"{node.array.name!r} has elements with numbers of type {scalar}."
        bits = memory_scalar(scalar).bits
        if bits in STORED:
            yield STORED[bits], reason
        elif (scalar.kind, bits) in COMPUTED:
            yield COMPUTED[scalar.kind, bits], reason
        if isinstance(node, ir.Atomic) and bits < 32:
            yield COMPUTED["uint", 64], "The word around a number of 8 or 16 bits is found by its address, of 64 bits."


def _own(words: Collection[int], node: Any) -> Reasons:
    """The features that a node needs itself, and why."""
    if isinstance(node, (ir.Load, ir.Store, ir.Atomic)) and not _in_words(node.array, words):
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


def _in_words(array: ir.Memory, words: Collection[int]) -> bool:
    """Whether narrow numbers lie in words of 32 bits, as they do, if they must, in memory that is the kernel's own."""
    if isinstance(array, ir.Allocation):
        return array.kind != "table"
    return isinstance(array, ir.ArrayParameter) and array.index in words


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
