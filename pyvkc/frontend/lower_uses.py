"""What a function reads of the launch and does with the arrays: a walk over its typed tree, before it is lowered.

Gets the body of a function or kernel. Launch data is named by keys ``(kind, parameter, axis)``: those of
:class:`~pyvkc.program.Member`, ``"array"`` for where an array lies, ``"composite"`` for a whole vector, matrix or
struct that is passed, and a position's kind with the parameter -1. The lowering loads what a function uses once, where
the function starts, so that it dominates every use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, final

from ..types import Scalar
from . import ir

if TYPE_CHECKING:
    from ..errors import Span

__all__ = ["ACCESS", "REPORT", "Key", "Uses", "access_keys", "find_uses", "merge"]

Key = tuple[str, int, int]

REPORT: Final[Key] = ("report", -1, 0)
"""The key of the report buffer."""

ACCESS: Final = {
    # (read, written)
    (False, False): "none",
    (True, False):  "read",
    (False, True):  "write",
    (True, True):   "read_write",
}  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Uses:
    """Keys of launch data, the arrays (by parameter) that are read and written, and the allocations.

    `atomics` holds the atomic operations on each memory and the types of the numbers, `barriers` the kinds of barriers,
    `subgroups` the subgroup operations and where each stands first.
    """

    keys: set[Key] = field(default_factory=set)
    read: set[int] = field(default_factory=set)
    written: set[int] = field(default_factory=set)
    allocations: dict[int, ir.Allocation] = field(default_factory=dict)
    atomics: dict[ir.Memory, set[tuple[str, Scalar]]] = field(default_factory=dict)
    barriers: set[str] = field(default_factory=set)
    subgroups: dict[str, Span | None] = field(default_factory=dict)

    @property
    def whole_groups(self) -> bool:
        """Whether only whole workgroups may be launched."""
        lanes = {("subgroup_size", -1, 0), ("subgroup_lane", -1, 0)}
        return "group" in self.barriers or bool(self.subgroups) or not lanes.isdisjoint(self.keys)

    def access(self, parameter: int) -> str:
        """How an array parameter is accessed, as :class:`~pyvkc.program.Parameter` says it."""
        return ACCESS[parameter in self.read, parameter in self.written]


def merge(parts: Iterable[Uses]) -> Uses:
    """What the kernel and all its functions use."""
    total = Uses()
    for part in parts:
        total.keys.update(part.keys)
        total.read.update(part.read)
        total.written.update(part.written)
        total.allocations.update(part.allocations)
        total.barriers.update(part.barriers)
        for operation, span in part.subgroups.items():
            total.subgroups.setdefault(operation, span)
        for memory, atomics in part.atomics.items():
            total.atomics.setdefault(memory, set()).update(atomics)
    return total


def find_uses(body: ir.Block) -> Uses:
    """What `body` uses; the functions it calls are not followed."""
    uses = Uses()
    _visit_all(uses, body)
    return uses


def _visit_all(uses: Uses, nodes: Iterable[Any]) -> None:
    for node in nodes:
        VISIT[node.__class__](uses, node)


def _visit_leaf(uses: Uses, node: Any) -> None:
    pass


def _children(*names: str) -> Callable[[Uses, Any], None]:
    """A visitor of the named fields, each of them one node."""

    def visit(uses: Uses, node: Any) -> None:
        for name in names:
            child = getattr(node, name)
            VISIT[child.__class__](uses, child)

    return visit


def _visit_argument(uses: Uses, node: ir.Argument) -> None:
    uses.keys.add(("value" if isinstance(node.type, Scalar) else "composite", node.parameter.index, 0))


def _visit_operation(uses: Uses, node: ir.Operation) -> None:
    _visit_all(uses, node.operands)


def _visit_load(uses: Uses, node: ir.Load) -> None:
    _visit_access(uses, node, uses.read)


def _visit_store(uses: Uses, node: ir.Store) -> None:
    _visit_access(uses, node, uses.written)
    VISIT[node.value.__class__](uses, node.value)


def _visit_atomic(uses: Uses, node: ir.Atomic) -> None:
    _visit_access(uses, node, uses.read, uses.written)
    assert isinstance(node.result.type, Scalar)
    uses.atomics.setdefault(node.array, set()).add((node.operation, node.result.type))
    _visit_all(uses, (node.operand,) if node.expected is None else (node.operand, node.expected))


def _visit_access(uses: Uses, node: ir.Load | ir.Store | ir.Atomic, *accesses: set[int]) -> None:
    """An access of an array is one of the `accesses`; memory of the kernel's own needs nothing of the launch."""
    array = node.array
    _visit_all(uses, node.indices)
    if isinstance(array, ir.Allocation):
        uses.allocations[array.index] = array
        return
    for access in accesses:
        access.add(array.index)
    uses.keys.update(access_keys(array, node.checks))


def access_keys(array: ir.ArrayParameter, checks: tuple[bool, ...]) -> list[Key]:
    """What an access with `checks` needs: in C order all extents but the first, else the origin and the strides."""
    index, contiguous = array.index, array.type.contiguous
    keys = [("array", index, 0)]
    if not contiguous:
        keys.append(("origin", index, 0))
    for axis, check in enumerate(checks):
        if check or (contiguous and axis > 0):
            keys.append(("extent", index, axis))
        if not contiguous:
            keys.append(("stride", index, axis))
    return keys


def _visit_clear(uses: Uses, node: ir.Clear) -> None:
    uses.allocations[node.array.index] = node.array


def _visit_barrier(uses: Uses, node: ir.Barrier) -> None:
    uses.barriers.add(node.kind)


def _visit_subgroup(uses: Uses, node: ir.Subgroup) -> None:
    uses.subgroups.setdefault(node.operation, node.span)
    _visit_all(uses, node.operands)


def _visit_report(uses: Uses, node: ir.Report) -> None:
    uses.keys.add(REPORT)
    _visit_all(uses, (*node.position, *node.values))


def _visit_extent(uses: Uses, node: ir.Extent) -> None:
    uses.keys.add(("extent", node.array.index, node.axis))


def _visit_position(uses: Uses, node: ir.Position) -> None:
    uses.keys.add((node.kind, -1, node.axis))


def _visit_compose(uses: Uses, node: ir.Compose) -> None:
    _visit_all(uses, node.parts)


def _visit_call(uses: Uses, node: ir.Call | ir.CallNothing) -> None:
    _visit_all(uses, node.arguments)


def _visit_if(uses: Uses, node: ir.If) -> None:
    VISIT[node.condition.__class__](uses, node.condition)
    _visit_all(uses, node.then)
    _visit_all(uses, node.otherwise)


def _visit_for(uses: Uses, node: ir.For) -> None:
    _visit_all(uses, (node.start, node.stop, node.step))
    _visit_all(uses, node.body)


def _visit_while(uses: Uses, node: ir.While) -> None:
    _visit_all(uses, node.prelude)
    VISIT[node.condition.__class__](uses, node.condition)
    _visit_all(uses, node.body)


def _visit_return(uses: Uses, node: ir.Return) -> None:
    if node.value is not None:
        VISIT[node.value.__class__](uses, node.value)


VISIT: Final[dict[type, Callable[[Uses, Any], None]]] = {
    ir.Constant:    _visit_leaf,
    ir.Read:        _visit_leaf,
    ir.Argument:    _visit_argument,
    ir.Operation:   _visit_operation,
    ir.Convert:     _children("operand"),
    ir.Select:      _children("condition", "then", "otherwise"),
    ir.Load:        _visit_load,
    ir.Extent:      _visit_extent,
    ir.Position:    _visit_position,
    ir.Compose:     _visit_compose,
    ir.Component:   _children("operand"),
    ir.Call:        _visit_call,
    ir.CallNothing: _visit_call,
    ir.Assign:      _children("value"),
    ir.Store:       _visit_store,
    ir.Atomic:      _visit_atomic,
    ir.Clear:       _visit_clear,
    ir.Barrier:     _visit_barrier,
    ir.Subgroup:    _visit_subgroup,
    ir.Report:      _visit_report,
    ir.Perform:     _children("call"),
    ir.If:          _visit_if,
    ir.For:         _visit_for,
    ir.While:       _visit_while,
    ir.Break:       _visit_leaf,
    ir.Continue:    _visit_leaf,
    ir.Return:      _visit_return,
}  # fmt: skip
