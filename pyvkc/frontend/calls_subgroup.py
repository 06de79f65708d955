"""Subgroup operations in the checker: ``subgroup.add(x)`` and its like become statements of the tree.

Gets the operands as values. Vectors go component by component, bools and what is narrower than 32 bits by way of
numbers of 32 bits, so that the tree has subgroup operations on bools (of votes), on 32 and on 64 bits only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..types import Scalar, Vector, bool_, f32, i32, u32, u64, uvec4
from . import ir
from .body import Body
from .operations import apply, cast, vector
from .subgroups import OPERATIONS, Operation
from .values import Mistake, Value, Weak, components, describe, fit, settled, type_of

__all__ = ["call_subgroup"]

POSITIONS: Final = {"size": "subgroup_size", "lane": "subgroup_lane"}


def call_subgroup(body: Body, name: str, values: Sequence[Value]) -> Value:
    """``subgroup.name(*values)``."""
    if name in POSITIONS:
        if values:
            raise Mistake(f"subgroup.{name}() takes no arguments", values[0])
        return ir.Position(POSITIONS[name], 0)
    operation = OPERATIONS[name]
    if len(values) != len(operation.takes):
        raise Mistake(f"subgroup.{name}() takes {_count(operation)}, not {len(values)}")
    rest = [_lane(body, name, value) for value in values[1:]]
    if operation.gives != "same":
        return _emit(body, name, [body.truth(value) for value in values])
    return _combine(body, name, values[0], rest)


def _count(operation: Operation) -> str:
    return ("no arguments", "one value", "a value and an integer")[len(operation.takes)]


def _lane(body: Body, name: str, value: Value) -> ir.Expression:
    """The second operand as u32: a negative one is far out of range."""
    type = type_of(value)
    if not isinstance(type, Scalar) or not type.integral:
        raise Mistake(f"subgroup.{name}() takes an integer to say which invocation, not {describe(value)}", value)
    if name == "broadcast" and isinstance(value, Weak) and value.value < 0:
        raise Mistake(f"the lanes of subgroup.broadcast() count from 0, not {value.value}", value)
    if type.bits == 64:  # beyond all lanes, not the lane that is left when it wraps
        value = apply(body, ("min",), [cast(body, value, u64), Weak(u32.maximum)])
    return body.pin_expression(cast(body, value, u32))


def _combine(body: Body, name: str, value: Value, rest: list[ir.Expression]) -> Value:
    """A value of numbers, of bools or of vectors of either, combined or moved."""
    type = type_of(value)
    if isinstance(type, Vector):
        parts = components(body.pin_expression(body.convert(value, type)))
        return vector(body, [_combine(body, name, part, rest) for part in parts])
    if not isinstance(type, Scalar):
        raise Mistake(f"subgroup.{name}() takes a number or a vector, not {describe(value)}", value)
    takes = OPERATIONS[name].takes[0]
    if takes == "bits" and type.floating:
        raise Mistake(f"subgroup.{name}() works on the bits of integers and on bools, not on {describe(value)}", value)
    scalar = settled(type)
    assert isinstance(scalar, Scalar)
    carried = body.pin_expression(cast(body, value, _carrier(scalar)))
    if rest:
        return cast(body, _moved(body, name, carried, rest[0]), scalar)
    result = _emit(body, name, [carried])
    kept = i32 if takes == "number" and scalar == bool_ else scalar
    return cast(body, _limited(name, result, kept), kept)


def _moved(body: Body, name: str, value: ir.Expression, lane: ir.Expression) -> ir.Expression:
    """The value of another invocation; of one that the subgroup does not have, the invocation's own."""
    name = name if name != "broadcast" or isinstance(lane, ir.Constant) else "shuffle"
    moved = _emit(body, name, [value, lane])
    return ir.Select(_exists(name, lane), moved, value, value.type)


def _exists(name: str, lane: ir.Expression) -> ir.Expression:
    """Whether there is the invocation that is asked for, in unsigned arithmetic."""
    own, size = (ir.Convert(ir.Position(kind, 0), u32) for kind in ("subgroup_lane", "subgroup_size"))
    if name == "shuffle_up":
        return ir.Operation("less_equal", (lane, own), bool_)
    if name == "shuffle_down":
        return ir.Operation("less", (lane, ir.Operation("subtract", (size, own), u32)), bool_)
    place = ir.Operation("bitwise_xor", (own, lane), u32) if name == "shuffle_xor" else lane
    return ir.Operation("less", (place, size), bool_)


def _carrier(scalar: Scalar) -> Scalar:
    if scalar.bits >= 32:
        return scalar
    return f32 if scalar.floating else i32 if scalar.kind in ("int", "bool") else u32


def _limited(name: str, result: ir.Expression, type: Scalar) -> ir.Expression:
    """What the least of no narrow numbers is: the greatest of their type, not of the type that carries them."""
    if type.kind != "int" or type.bits >= 32 or name not in ("exclusive_min", "exclusive_max"):
        return result
    row, limit = ("min", type.maximum) if name == "exclusive_min" else ("max", type.minimum)
    return ir.Operation(row, (result, fit(Weak(limit), i32)), i32)


def _emit(body: Body, name: str, operands: Sequence[ir.Expression]) -> ir.Expression:
    gives = OPERATIONS[name].gives
    type = bool_ if gives == "bool" else uvec4 if gives == "ballot" else operands[0].type
    result = body.unit.fresh(name.strip("_"), type)
    body.effects = True
    body.emit(ir.Subgroup(result, name, tuple(operands), body.source.span(body.node)))
    return ir.Read(result)
