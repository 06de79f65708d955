"""Lets loops that leave only in their middle leave at their head, too, where a value of theirs is used after them.

Gets and gives a kernel of the same meaning. A value that is made in a loop and read after it is that of the
invocation's last iteration. Drivers that run the invocations of a subgroup side by side, lavapipe and SwiftShader among
them, keep those that have left apart from those that still run only where several edges bring different values to one
place (an OpPhi); a value that is read under its own name is overwritten in the iterations of the others. A second edge
out of the loop, from its head, where the value is that of the iteration before, makes it such a place. It is never
taken, and no driver can know: it asks whether the launch has invocations. The answer goes by way of a variable, without
which lavapipe counts the iterations wrongly of some loops with three ways out.

Returning a value from a loop is leaving it with that value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any, Final, final

from ...types import bool_
from .. import ir
from ..ir_build import zero
from .rewrite import CHILDREN, change_all, rebuild, relink, renew, statements

__all__ = ["carry"]

DEFINING: Final = {ir.Assign: "variable", ir.For: "variable", ir.Atomic: "result", ir.Subgroup: "result"}
"""The statements that give a variable a value, and the field that names it."""


def carry(kernel: ir.Kernel) -> ir.Kernel:
    """The kernel with a second way out of each loop that needs one."""
    fresh = count(_next_index(kernel))
    functions = tuple(
        renew(function, body=_Unit(kernel, function.body, function.result, fresh).block(function.body))
        for function in kernel.functions
    )
    body = _Unit(kernel, kernel.body, None, fresh).block(kernel.body)
    changed = renew(kernel, body=body, functions=functions)
    return kernel if changed is kernel else relink(changed)


@final
class _Unit:
    """The kernel's body, or a function's."""

    def __init__(self, kernel: ir.Kernel, body: ir.Block, result: ir.ValueType | None, fresh: Iterator[int]) -> None:
        size = ir.Position("global_size", 0, kernel.index)
        self.always = ir.Operation("not_equal", (size, ir.Constant(0, kernel.index)), bool_)
        self.result = result
        self.fresh = fresh
        self.reads = _reads(body)
        self.carried: set[int] = set()

    def block(self, block: ir.Block) -> ir.Block:
        changed = self._block(block)
        return change_all(changed, self._mutable) if self.carried else changed

    def _block(self, block: ir.Block) -> ir.Block:
        changed = [part for statement in block for part in self._statement(statement)]
        same = len(changed) == len(block) and all(new is old for new, old in zip(changed, block, strict=True))
        return block if same else tuple(changed)

    def _statement(self, node: ir.Statement) -> Iterator[ir.Statement]:
        if isinstance(node, ir.If):
            yield renew(node, then=self._block(node.then), otherwise=self._block(node.otherwise))
        elif isinstance(node, ir.For):
            yield renew(node, body=self._block(node.body))
        elif isinstance(node, ir.While):
            yield from self._while(node)
        else:
            yield node

    def _while(self, node: ir.While) -> Iterator[ir.Statement]:
        endless = node.condition == ir.TRUE
        used_after = self._used_after(node, (*node.prelude, *node.body) if endless else node.prelude)
        self.carried |= used_after
        node = renew(node, prelude=self._block(node.prelude), body=self._block(node.body))
        if not used_after and not (endless and self._returns(node)):
            yield node
            return
        leave = () if endless else (ir.If(node.condition, (), (ir.Break(),), node.span),)
        goes_on = ir.Variable("goes_on", bool_, next(self.fresh), mutable=True)
        body = (ir.Assign(goes_on, self.always), *node.prelude, *leave, *node.body)
        yield ir.Assign(goes_on, ir.TRUE)
        yield replace(node, prelude=(), condition=ir.Read(goes_on), body=body)
        if endless and not _is_left(node.body):
            yield ir.Return(None if self.result is None else zero(self.result), node.span)

    def _used_after(self, node: ir.While, block: ir.Block) -> set[int]:
        """The variables that statements of a loop assign and others outside it read."""
        inside = _reads((node,))
        assigned = {getattr(part, DEFINING[type(part)]).index for part in statements(block) if type(part) in DEFINING}
        return {index for index in assigned if self.reads[index] > inside[index]}

    def _returns(self, node: ir.While) -> bool:
        return self.result is not None and any(isinstance(part, ir.Return) for part in statements(node.body))

    def _mutable(self, node: Any) -> Any:
        """A node in which the variables that leave loops are mutable: at the head they have the value from before."""
        node = rebuild(node, self._mutable)
        name = "variable" if isinstance(node, ir.Read) else DEFINING.get(type(node), "")
        variable = getattr(node, name, None)
        if variable is None or variable.mutable or variable.index not in self.carried:
            return node
        fields = {name: replace(variable, mutable=True)}
        return replace(node, **fields)


def _next_index(kernel: ir.Kernel) -> int:
    """An index from which on no variable has one."""
    taken = [parameter.index for function in kernel.functions for parameter in function.parameters]
    for block in (kernel.body, *(function.body for function in kernel.functions)):
        taken += [getattr(part, DEFINING[type(part)]).index for part in statements(block) if type(part) in DEFINING]
    return max(taken, default=-1) + 1


def _reads(block: ir.Block) -> Counter[int]:
    """How often each variable is read."""
    reads: Counter[int] = Counter()
    left: list[Any] = list(block)
    while left:
        node = left.pop()
        if isinstance(node, ir.Read):
            reads[node.variable.index] += 1
        for name in CHILDREN[type(node)]:
            child = getattr(node, name)
            left.extend(child if isinstance(child, tuple) else () if child is None else (child,))
    return reads


def _is_left(block: ir.Block) -> bool:
    """Whether a ``break`` leaves the loop that has this body."""
    return any(
        isinstance(node, ir.Break) or (isinstance(node, ir.If) and (_is_left(node.then) or _is_left(node.otherwise)))
        for node in block
    )
