"""Checked kernels: tells of what goes wrong, before it does, and changes nothing else.

Gets a kernel whose tests of indices are those that are needed, returns one that reports an index out of range, an
integer divided by zero, a shift by a negative count, a float that an integer cannot hold, and a range whose step is
zero. What SEMANTICS says of these still happens: a load gives zero, a store does nothing. Only the texts of users are
watched, not the functions that pyvkc has for its own operations.

A statement's tests stand before it, in the order in which Python evaluates; what is evaluated only on a condition is
tested only on that. An index, and a condition, that is more than a name gets one, so that it is computed once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, final

from ...errors import Span
from ...reports import Piece, Shown, Site
from ...types import Scalar, bool_, i32
from .. import ir
from .rewrite import CHILDREN, relink, statements

__all__ = ["watch"]

OWN: Final = str(Path(__file__).parents[1])
"""The folder of the files with pyvkc's own device functions."""

LEAVES: Final = (ir.Constant, ir.Read, ir.Argument, ir.Extent, ir.Position)

DIVISIONS: Final = {"floor_divide": "//", "remainder": "%"}
ROUNDINGS: Final = {"round_int": "round", "floor_int": "floor", "ceil_int": "ceil", "trunc_int": "trunc"}
SHIFTS: Final = {"left_shift": "<<", "right_shift": ">>"}

BLOCKS: Final = ("then", "otherwise", "body", "prelude")

Tests = list[ir.Statement]


def watch(kernel: ir.Kernel) -> ir.Kernel:
    """A kernel that tells what goes wrong in it."""
    watcher = _Watch(kernel)
    functions = tuple(watcher.function(function) for function in kernel.functions)
    return relink(replace(kernel, functions=functions, body=watcher.block(kernel.body)))


def _variables(kernel: ir.Kernel) -> Iterator[int]:
    """The numbers of all variables."""
    for function in kernel.functions:
        yield from (variable.index for variable in function.parameters)
    for body in (kernel.body, *(function.body for function in kernel.functions)):
        for node in statements(body):
            variable = getattr(node, "variable", None) or getattr(node, "result", None)
            if variable is not None:
                yield variable.index


def _is_own(function: ir.Function) -> bool:
    spans = (getattr(node, "span", None) for node in statements(function.body))
    return next((span.filename.startswith(OWN) for span in spans if span is not None), False)


@final
class _Watch:
    """The rewriting of a kernel."""

    def __init__(self, kernel: ir.Kernel) -> None:
        self.kernel = kernel
        self.numbers = itertools.count(max(_variables(kernel), default=0) + 1)
        self.position = tuple(ir.Position("global_id", axis, kernel.index) for axis in range(kernel.ndim))

    def function(self, function: ir.Function) -> ir.Function:
        return function if _is_own(function) else replace(function, body=self.block(function.body))

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(itertools.chain.from_iterable(map(self.statement, block)))

    def statement(self, node: ir.Statement) -> Tests:
        """The statement, behind what tests it."""
        tests: Tests = []
        span = getattr(node, "span", None)
        if isinstance(node, ir.While):
            prelude = [*self.block(node.prelude)]
            condition = self.expression(node.condition, prelude, span)
            return [replace(node, prelude=tuple(prelude), condition=condition, body=self.block(node.body))]
        names = CHILDREN[type(node)]
        changes: dict[str, Any] = {}
        for name in sorted(names, key=lambda name: name == "indices"):  # Python evaluates what is stored first
            child = getattr(node, name)
            if name in BLOCKS:
                changes[name] = self.block(child)
            elif isinstance(child, tuple):
                changes[name] = tuple(self.expression(part, tests, span, index=name == "indices") for part in child)
            elif child is not None:
                changes[name] = self.expression(child, tests, span)
        node = replace(node, **changes) if changes else node
        if isinstance(node, (ir.Store, ir.Atomic)):
            tests += self.outside(node)
        elif isinstance(node, ir.For):
            tests += self.zero_step(node)
        return [*tests, node]

    def expression(self, node: Any, tests: Tests, span: Span | None, *, index: bool = False, sure: bool = True) -> Any:
        """An expression as it is to be evaluated behind `tests`, to which its own are added.

        Where it is `sure` to be evaluated, names may be given to parts of it.
        """
        if isinstance(node, ir.Select):
            return self.select(node, tests, span, sure=sure)
        changes: dict[str, Any] = {}
        for name in CHILDREN[type(node)]:
            child = getattr(node, name)
            inside = name == "indices"
            if isinstance(child, tuple):
                parts = tuple(self.expression(part, tests, span, index=inside, sure=sure) for part in child)
                changes[name] = child if all(new is old for new, old in zip(parts, child, strict=True)) else parts
            else:
                changes[name] = self.expression(child, tests, span, sure=sure)
        if any(changes[name] is not getattr(node, name) for name in changes):
            node = replace(node, **changes)
        tests += self.faults(node, span)
        return self.named(node, tests) if index and sure else node

    def select(self, node: ir.Select, tests: Tests, span: Span | None, *, sure: bool) -> ir.Select:
        """What is evaluated on one side only is tested there only."""
        condition = self.expression(node.condition, tests, span, sure=sure)
        then: Tests = []
        otherwise: Tests = []
        self.expression(node.then, then, span, sure=False)
        self.expression(node.otherwise, otherwise, span, sure=False)
        if then or otherwise:
            condition = self.named(condition, tests) if sure else condition
            tests.append(ir.If(condition, tuple(then), tuple(otherwise), span))
        return node if condition is node.condition else replace(node, condition=condition)

    def named(self, node: ir.Expression, tests: Tests) -> ir.Expression:
        """A name for a value, unless it is as good as one."""
        if isinstance(node, LEAVES):
            return node
        variable = ir.Variable("t", node.type, next(self.numbers))
        tests.append(ir.Assign(variable, node))
        return ir.Read(variable)

    # Faults

    def faults(self, node: Any, span: Span | None) -> Iterable[ir.Statement]:
        """What tells of a fault of the node itself, whose operands have been tested."""
        found = FAULTS.get(type(node))
        return () if found is None else found(self, node, getattr(node, "span", None) or span)

    def report(
        self, condition: ir.Expression, kind: str, pieces: Iterable[Piece], values: Iterable[ir.Expression], span: Span
    ) -> ir.If:
        """Tells of a fault where a condition is true."""
        site = Site(kind, tuple(pieces), span)
        return ir.If(condition, (ir.Report(site, self.position, tuple(values)),), (), span)

    def operation(self, node: ir.Operation, span: Span) -> Iterator[ir.Statement]:
        if node.row in ROUNDINGS and node.operands[0].type.floating:  # type: ignore[union-attr]
            yield self.unheld(ROUNDINGS[node.row], node.operands[0], node.type, span)
        if node.row not in DIVISIONS and node.row not in SHIFTS:
            return
        left, right = node.operands
        type = right.type
        assert isinstance(type, Scalar)
        if node.row in DIVISIONS and not _is_other(right, 0):
            divided = (Shown(left.type), f" {DIVISIONS[node.row]} 0: an integer is divided by zero")
            yield self.report(_compare("equal", right, ir.Constant(0, type)), "zero_division", divided, (left,), span)
        elif node.row in SHIFTS and type.kind == "int" and not isinstance(right, ir.Constant):
            shifted = (Shown(left.type), f" {SHIFTS[node.row]} ", Shown(type), ": a shift by a negative count")
            negative = _compare("less", right, ir.Constant(0, type))
            yield self.report(negative, "value", shifted, (left, right), span)

    def conversion(self, node: ir.Convert, span: Span) -> Iterator[ir.Statement]:
        source, target = node.operand.type, node.type
        assert isinstance(source, Scalar)
        if source.floating and target.integral and not isinstance(node.operand, ir.Constant):
            yield self.unheld(str(target), node.operand, target, span)

    def unheld(self, function: str, value: ir.Expression, target: Scalar, span: Span) -> ir.Statement:
        """Tells of a float that an integer type cannot hold; no NaN is within any limits.

        The integer above the greatest is a power of two, which the float's type holds, or it is beyond all its numbers.
        """
        type = value.type
        assert isinstance(type, Scalar)
        below = _compare("less", value, ir.Constant(type.nearest(target.maximum + 1), type))
        inside = ir.Select(_above(value, target.minimum - 1, type), below, ir.FALSE, bool_)
        text = (f"{function}(", Shown(type), f"): the result is out of the range of {target}")
        return self.report(_not(inside), "value", text, (value,), span)

    def outside(self, node: ir.Load | ir.Store | ir.Atomic, span: Span | None = None) -> Iterator[ir.Statement]:
        """Tells of each index that is out of range."""
        array, span = node.array, node.span or span
        assert span is not None
        extents = [self.extent(array, axis) for axis in range(len(node.indices))]
        index, shape = _tuple(node.indices), _tuple(extents)
        index = index[1:-1] if len(node.indices) == 1 else index
        values = [value for value in (*node.indices, *extents) if not isinstance(value, ir.Constant)]
        for axis, (place, extent, check) in enumerate(zip(node.indices, extents, node.checks, strict=True)):
            if check:
                text = ("index ", *index, f" is out of range for axis {axis} of {array.name!r}, of shape ", *shape)
                yield self.report(_beyond(place, extent), "index", text, values, span)

    def extent(self, array: ir.Memory, axis: int) -> ir.Expression:
        if isinstance(array, ir.Allocation):
            return ir.Constant(array.shape[axis], i32)
        return ir.Extent(array, axis, self.kernel.index)

    def zero_step(self, node: ir.For) -> Iterator[ir.Statement]:
        if not isinstance(node.step, ir.Constant) and node.span is not None:
            type = node.step.type
            assert isinstance(type, Scalar)
            text = ("the step of range() is 0, so that the loop runs no iteration",)
            yield self.report(_compare("equal", node.step, ir.Constant(0, type)), "value", text, (), node.span)


FAULTS: Final[dict[type, Callable[..., Iterable[ir.Statement]]]] = {
    ir.Operation: _Watch.operation,
    ir.Convert:   _Watch.conversion,
    ir.Load:      _Watch.outside,
}  # fmt: skip


# Conditions


def _compare(row: str, left: ir.Expression, right: ir.Expression) -> ir.Operation:
    return ir.Operation(row, (left, right), bool_)


def _not(condition: ir.Expression) -> ir.Operation:
    return ir.Operation("logical_not", (condition,), bool_)


def _is_other(node: ir.Expression, value: int) -> bool:
    """Whether it is a constant, and not this one."""
    return isinstance(node, ir.Constant) and node.value != value


def _beyond(index: ir.Expression, extent: ir.Expression) -> ir.Expression:
    """Whether an index is negative, or no less than an extent."""
    assert isinstance(index.type, Scalar) and isinstance(extent.type, Scalar)
    if index.type != extent.type:
        wide = index.type if index.type.bits > extent.type.bits else extent.type
        extent = extent if extent.type == wide else ir.Convert(extent, wide)
        above = _compare("greater_equal", index if index.type == wide else ir.Convert(index, wide), extent)
    else:
        above = _compare("greater_equal", index, extent)
    return ir.Select(_compare("less", index, ir.Constant(0, index.type)), ir.TRUE, above, bool_)


def _above(value: ir.Expression, limit: int, type: Scalar) -> ir.Expression:
    """Whether a float is above an integer, which its type may hold not exactly: the next one below it then is."""
    nearest = type.nearest(limit)
    return _compare("greater_equal" if nearest > limit else "greater", value, ir.Constant(nearest, type))


def _tuple(values: Iterable[ir.Expression]) -> tuple[Piece, ...]:
    """The values as Python shows a tuple of them, constants as text."""
    found = [str(value.value) if isinstance(value, ir.Constant) else Shown(value.type) for value in values]
    pieces: list[Piece] = ["("]
    for number, piece in enumerate(found):
        pieces += [", "] * bool(number) + [piece]
    return (*pieces, ",)" if len(found) == 1 else ")")
