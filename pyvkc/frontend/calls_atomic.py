"""Atomic operations in the checker: ``atomic.add(array, index, value)`` becomes a statement, and gives the old value.

Gets the arguments as values. What is updated is one number: an element, or the field or component that the view or the
index leads to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..types import Scalar, bool_
from . import ir
from .arrays import access, check_writable, element, guarded
from .atomics import ATOMICS
from .body import Body
from .ir_build import zero
from .layout import natural
from .values import ArrayValue, Mistake, Value, describe

__all__ = ["call_atomic"]

ARGUMENTS: Final = {3: "an array, an index and a value", 4: "an array, an index, the expected value and a value"}


def call_atomic(body: Body, operation: str, arguments: Sequence[Value]) -> Value:
    """``atomic.operation(*arguments)``: the old value."""
    name, count = f"atomic.{operation}()", 4 if operation == "compare_exchange" else 3
    if len(arguments) != count:
        raise Mistake(f"{name} takes {ARGUMENTS[count]}")
    view = _place(arguments[0], arguments[1], name, body)
    kind = _number(view, operation, arguments[0])
    *expected, value = (body.store_as(part, kind, f"{name} on {view.array.name!r}") for part in arguments[2:])
    place, span = access(body, view), body.source.span(body.node)
    result = body.unit.fresh("old", kind, mutable=place.condition is not None)
    body.effects = True
    if result.mutable:
        body.emit(ir.Assign(result, zero(kind)))
    update = ir.Atomic(
        result, operation, view.array, place.indices, value, place.checks, view.path, next(iter(expected), None), span
    )
    body.emit(guarded(place, update, span))
    return ir.Read(result)


def _place(array: Value, index: Value, name: str, body: Body) -> ArrayValue:
    if not isinstance(array, ArrayValue):
        raise Mistake(f"{name} takes the array, the index and the value apart, not {describe(array)}", array)
    if isinstance(array.array, ir.Allocation) and array.array.kind == "local":
        raise Mistake(
            f"{name} is for memory that invocations share, and {array.array.name!r} is this one's own; "
            "write to it as usual",
            array,
        )
    check_writable(array)
    return element(body, array, index, name, "give the indices as a tuple")


def _number(view: ArrayValue, operation: str, about: Value) -> Scalar:
    """The type of the number, which the operation must take and memory must align."""
    kind, name, takes = view.element, f"atomic.{operation}()", ATOMICS[operation].takes
    if not isinstance(kind, Scalar):
        raise Mistake(f"{name} updates one number, and an element is a {kind}; name a field or a component", about)
    if takes == "number" and kind == bool_:
        raise Mistake(f"{name} works on numbers; bools have and_, or_, xor, exchange and compare_exchange", about)
    if takes == "bits" and kind.floating:
        raise Mistake(f"{name} works on the bits of integers and on bools, not on {kind}", about)
    if isinstance(view.array, ir.ArrayParameter) and kind.bits > 8 and not natural(view.array.element):
        packed = f"{view.array.element} is packed"
        raise Mistake(f"{name} needs numbers that memory aligns, and {packed}; align the fields of its dtype", about)
    return kind
