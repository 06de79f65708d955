"""Expressions that say more by their form than by their operands: the middle of two numbers, and a position by hand."""

from __future__ import annotations

from .. import ir
from .rewrite import CHILDREN

__all__ = ["middle_of", "position_of"]


def middle_of(node: ir.Operation) -> ir.Operation | None:
    """The sum of which ``(a + b) // 2`` takes the half, or the difference in ``a + (b - a) // 2``.

    Either is the middle of its operands if it does not wrap. A shift by 1 halves, too.
    """
    if node.row != "add":
        total = _halved(node)
        return total if total is not None and total.row == "add" else None
    first, last = node.operands
    total = _halved(last)
    # Only what is no expression is sure to be the same number twice: an element may change between two loads.
    if total is None or total.row != "subtract" or total.operands[1] != first or CHILDREN[type(first)]:
        return None
    return total


def _halved(node: ir.Expression) -> ir.Operation | None:
    """What an expression halves, rounding down, if that is an operation."""
    if isinstance(node, ir.Operation) and node.row in ("floor_divide", "right_shift"):
        operand, by = node.operands
        two = 2 if node.row == "floor_divide" else 1
        if isinstance(operand, ir.Operation) and isinstance(by, ir.Constant) and by.value == two:
            return operand
    return None


def position_of(node: ir.Operation, workgroup: tuple[int, ...]) -> ir.Position | None:
    """``global_id(a)`` for ``group_id(a) * group_size(a) + local_id(a)``, in any order, the size also as a number."""
    if node.row != "add":
        return None
    for product, place in (node.operands, node.operands[::-1]):
        if isinstance(place, ir.Position) and place.kind == "local_id":
            axis = place.axis
            sizes = (ir.Position("group_size", axis), ir.Constant(workgroup[axis], place.type))
            group = ir.Position("group_id", axis)
            products = [pair for size in sizes for pair in ((group, size), (size, group))]
            if isinstance(product, ir.Operation) and product.row == "multiply" and product.operands in products:
                return ir.Position("global_id", axis)
    return None
