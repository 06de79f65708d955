"""Statements of the typed tree as structured control flow and effects.

One function a node class, found in a table. A statement after one that always leaves (``break``, ``continue``,
``return``, a loop without end) can never run and is not emitted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ..types import Scalar, u32
from . import ir
from .lower_allocations import clear
from .lower_atomic import lower_atomic
from .lower_body import Body
from .lower_expression import lower_call, lower_expression
from .lower_loops import range_loop, while_loop
from .lower_memory import store_element
from .lower_report import lower_report
from .lower_subgroup import lower_subgroup

__all__ = ["lower_block"]

SCOPES: Final = {"group": 2, "memory": 1}
"""How far a barrier of each kind orders accesses: in the workgroup, or on the whole device."""

ORDER: Final = 0x8 | 0x40 | 0x100
"""AcquireRelease, for the memory of arrays (UniformMemory) and of workgroups (WorkgroupMemory)."""


def lower_block(body: Body, block: ir.Block) -> None:
    """Emit the statements of `block` up to the first that always leaves it."""
    for statement in block:
        if body.module.terminated:
            return
        body.locations.at(getattr(statement, "span", None))  # break and continue have none
        STATEMENTS[statement.__class__](body, statement)


def _lower_assign(body: Body, node: ir.Assign) -> None:
    body.assign(node.variable, lower_expression(body, node.value))


def _lower_store(body: Body, node: ir.Store) -> None:
    value = lower_expression(body, node.value)
    indices = [lower_expression(body, index) for index in node.indices]
    store_element(body, node.array, indices, value, node.checks, node.path)


def _lower_clear(body: Body, node: ir.Clear) -> None:
    clear(body, node.array)


def _lower_barrier(body: Body, node: ir.Barrier) -> None:
    constant = body.emitter.constant
    memory, semantics = constant(SCOPES[node.kind], u32), constant(ORDER, u32)
    if node.kind == "group":
        body.module.emit("OpControlBarrier", memory, memory, semantics)
    else:
        body.module.emit("OpMemoryBarrier", memory, semantics)


def _lower_perform(body: Body, node: ir.Perform) -> None:
    lower_call(body, node.call)


def _lower_if(body: Body, node: ir.If) -> None:
    condition = lower_expression(body, node.condition)
    known = body.emitter.known(condition)
    if known is not None:
        lower_block(body, node.then if known else node.otherwise)
        return
    module = body.module
    then, merge = module.fresh(), module.fresh()
    otherwise = module.fresh() if node.otherwise else merge
    module.emit("OpSelectionMerge", merge, "None")
    module.emit("OpBranchConditional", condition, then, otherwise)
    reached = _lower_side(body, then, node.then, merge)
    if node.otherwise:
        reached |= _lower_side(body, otherwise, node.otherwise, merge)
    body.locations.at(node.span)
    module.label(merge)
    if not reached and node.otherwise:
        module.emit("OpUnreachable")


def _lower_side(body: Body, label: int, block: ir.Block, merge: int) -> bool:
    """Emit one side of a condition; tells whether it goes on to the merge block."""
    body.module.label(label)
    lower_block(body, block)
    if body.module.terminated:
        return False
    body.module.emit("OpBranch", merge)
    return True


def _lower_for(body: Body, node: ir.For) -> None:
    type = node.start.type
    assert isinstance(type, Scalar)
    assert type.integral, type
    assert type.bits >= 32, type

    def run(counter: int) -> None:
        body.assign(node.variable, counter)
        lower_block(body, node.body)
        body.locations.at(node.span)

    start, stop, step = (lower_expression(body, part) for part in (node.start, node.stop, node.step))
    range_loop(body, type, start, stop, step, run)


def _lower_while(body: Body, node: ir.While) -> None:
    def condition() -> int:
        body.locations.at(node.span)
        return lower_expression(body, node.condition)

    def run() -> None:
        lower_block(body, node.body)
        body.locations.at(node.span)

    while_loop(body, lambda: lower_block(body, node.prelude), condition, run)


def _lower_break(body: Body, node: ir.Break) -> None:
    loop = body.loops[-1]
    loop.broken = True
    body.module.emit("OpBranch", loop.merge)


def _lower_continue(body: Body, node: ir.Continue) -> None:
    body.module.emit("OpBranch", body.loops[-1].continues)


def _lower_return(body: Body, node: ir.Return) -> None:
    if node.value is None:
        body.module.emit("OpReturn")
    else:
        body.module.emit("OpReturnValue", lower_expression(body, node.value))


STATEMENTS: Final[dict[type, Callable[[Body, Any], None]]] = {
    ir.Assign:   _lower_assign,
    ir.Store:    _lower_store,
    ir.Atomic:   lower_atomic,
    ir.Clear:    _lower_clear,
    ir.Barrier:  _lower_barrier,
    ir.Subgroup: lower_subgroup,
    ir.Report:   lower_report,
    ir.Perform:  _lower_perform,
    ir.If:       _lower_if,
    ir.For:      _lower_for,
    ir.While:    _lower_while,
    ir.Break:    _lower_break,
    ir.Continue: _lower_continue,
    ir.Return:   _lower_return,
}  # fmt: skip
