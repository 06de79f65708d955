"""The walk over a kernel that clears checks: statements in their order, with the facts that hold at each.

See :mod:`.prove` for why it is right. Visitors of expressions give the expression with its checks cleared; visitors of
statements also change the facts to those behind the statement, and say whether there is a way on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, final

from ...types import Scalar, bool_
from .. import ir
from .assume import Assumptions
from .bounds import FAR, Atom, Bounds, join, top, without
from .estimate import atoms, changing, countable, estimate, name_term, suppose
from .facts import Facts, Launch
from .loops import Loops, assignments, changes, has_break
from .rewrite import CHILDREN, holds, rebuild, relink, renew

__all__ = ["Walk"]

INNER: Final = ("local", "term")  # the kinds of atoms that a called function does not see


@final
class Walk:
    """One walk.

    Attributes
    ----------
    guards : int
        How many conditions decide whether the walk's point is reached.
    loops : Loops
        The loops around it.
    calls : dict of int to list of Bounds
        For each device function called so far, by index: what holds of its arguments.
    """

    def __init__(self, kernel: ir.Kernel, assumptions: Assumptions, moderate: bool = False) -> None:
        self.tree = kernel
        self.assumptions = assumptions
        self.launch = Launch(kernel, moderate)
        self.loops = Loops(assumptions)
        self.guards = 0
        self.calls: dict[int, list[Bounds | None]] = {}

    def kernel(self) -> ir.Kernel:
        """The kernel with its checks cleared."""
        self.loops.enter(self.tree.body)
        body, _ = self.block(self.tree.body, Facts(self.launch))
        self.guards = 1  # when a function runs is up to its callers
        functions = [self.function(function) for function in reversed(self.tree.functions)][::-1]
        kernel = replace(self.tree, body=body, functions=tuple(functions))
        return relink(kernel) if functions else kernel

    def function(self, function: ir.Function) -> ir.Function:
        """A device function; its callers have been walked."""
        self.loops.enter(function.body)
        facts = Facts(self.launch)
        for variable, bounds in zip(function.parameters, self.calls.get(function.index, ()), strict=False):
            if bounds is not None:
                facts.bind(Atom("local", variable.index), bounds)
        return renew(function, body=self.block(function.body, facts)[0])

    def block(self, block: ir.Block, facts: Facts) -> tuple[ir.Block, bool]:
        """The block with its checks cleared, and whether its end is reached; where it is not, the rest is dead.

        The facts become those behind the block.
        """
        guards, statements = self.guards, list(block)
        goes_on = True
        for number, statement in enumerate(block):
            visit = _STATEMENTS.get(type(statement), _plain)
            statements[number], goes_on = visit(self, statement, facts)
            if not goes_on:
                break
        self.guards = guards
        changed = any(new is not old for new, old in zip(statements, block, strict=True))
        return tuple(statements) if changed else block, goes_on

    def expression(self, node: Any, facts: Facts) -> Any:
        """An expression with its checks cleared."""
        visit = _EXPRESSIONS.get(type(node))
        if visit is not None:
            return visit(self, node, facts)
        return rebuild(node, lambda child: self.expression(child, facts)) if CHILDREN[type(node)] else node

    def access(self, node: Any, facts: Facts) -> Any:
        """A load, a store or an atomic: anything that has an array, indices and checks."""
        node = rebuild(node, lambda child: self.expression(child, facts))
        checks = tuple(
            check and self.needed(node.array, axis, node.indices[axis], facts) for axis, check in enumerate(node.checks)
        )
        return node if checks == node.checks else replace(node, checks=checks)

    def needed(self, array: ir.Memory, axis: int, index: ir.Expression, facts: Facts) -> bool:
        """Whether an index must be tested at run time, to keep to an axis of an array."""
        bounds = estimate(facts, index)
        if bounds.low >= 0 and self.keeps_below(array, axis, bounds, facts):
            return False
        assert countable(index.type)
        if bounds.low > top(index.type).low:
            self.launch.strained = True  # for instance an index that is -1 when the array is empty
        self.assumptions.kept += 1
        return True

    def keeps_below(self, array: ir.Memory, axis: int, index: Bounds, facts: Facts) -> bool:
        """Whether an index is below an extent, or may be assumed to be; memory of the kernel's own has its extents."""
        if isinstance(array, ir.Allocation):
            return _greatest(index, facts) < array.shape[axis]
        extent = Atom("extent", array.index, axis)
        return _is_below(index, extent, facts) or self.assumptions.assume(self.launch, index, extent, self.guards > 0)

    def define(self, variable: ir.Variable, value: ir.Expression | None, facts: Facts) -> None:
        """A variable takes a value; without one, any value."""
        values: Any = (value,)
        if not isinstance(variable.type, Scalar):
            values = value.parts if isinstance(value, ir.Compose) else (None,) * len(atoms(variable))
        found = [
            (atom, type, top(type) if part is None else estimate(facts, part))
            for (atom, type), part in zip(atoms(variable), values, strict=True)
            if countable(type)
        ]
        if value is not None and not variable.mutable and isinstance(variable.type, Scalar):
            self.remember(variable, value, facts)
        for atom, type, bounds in found:
            self.loops.report(atom, type, bounds)
            facts.bind(atom, bounds)

    def remember(self, variable: ir.Variable, value: ir.Expression, facts: Facts) -> None:
        """Keep the meaning of a variable that is assigned once: a condition, or a term that it gives a name to."""
        if variable.type == bool_ and not holds(value, changing):
            facts.note(variable, value)
        elif countable(variable.type):
            name_term(facts, value, Atom("local", variable.index))


def _is_below(index: Bounds, extent: Atom, facts: Facts) -> bool:
    """Whether an index is below an extent, directly or by way of another atom."""
    if index.below.get(extent, 0) < 0 or (extent in facts.known and index.high < facts.low(extent)):
        return True
    return any(facts.of(atom).below.get(extent, FAR) + by < 0 for atom, by in index.below.items())


def _greatest(index: Bounds, facts: Facts) -> int:
    """The greatest value of an index, maybe by way of an atom."""
    return min([index.high, *(facts.of(atom).high + by for atom, by in index.below.items())])


# Expressions in which not everything is evaluated, or that reach memory or functions


def _select(walk: Walk, node: ir.Select, facts: Facts) -> ir.Select:
    condition = walk.expression(node.condition, facts)
    walk.guards += 1
    then, otherwise = (
        _side(walk, side, facts, condition, truth) for side, truth in ((node.then, True), (node.otherwise, False))
    )
    walk.guards -= 1
    return renew(node, condition=condition, then=then, otherwise=otherwise)


def _side(walk: Walk, side: ir.Expression, facts: Facts, condition: ir.Expression, truth: bool) -> ir.Expression:
    if not holds(side, _reaches_memory):
        return side
    facts = facts.copy()
    suppose(facts, condition, truth)
    proved: ir.Expression = walk.expression(side, facts)
    return proved


def _reaches_memory(node: Any) -> bool:
    return isinstance(node, ir.Load | ir.Call)


def _call(walk: Walk, node: ir.Call | ir.CallNothing, facts: Facts) -> ir.Call | ir.CallNothing:
    """Join what holds of the arguments with what held of them in other calls."""
    node = rebuild(node, lambda child: walk.expression(child, facts))
    found = [_outside(estimate(facts, argument)) if countable(argument.type) else None for argument in node.arguments]
    anywhere = Facts(walk.launch)
    known = walk.calls.get(node.function.index, found)
    walk.calls[node.function.index] = [
        None if old is None or new is None else join(old, anywhere.low, new, anywhere.low)
        for old, new in zip(known, found, strict=True)
    ]
    return node


def _outside(bounds: Bounds) -> Bounds:
    """The bounds in terms of the launch alone, which a function sees as its caller does."""
    return without(bounds, frozenset(atom for atom in {**bounds.below, **bounds.above} if atom.kind in INNER))


_EXPRESSIONS: Final[dict[type, Callable[[Walk, Any, Facts], Any]]] = {
    ir.Select:      _select,
    ir.Load:        Walk.access,
    ir.Call:        _call,
    ir.CallNothing: _call,
}  # fmt: skip


# Statements: each gives itself and whether there is a way on, and changes the facts to those behind it


def _plain(walk: Walk, node: Any, facts: Facts) -> tuple[Any, bool]:
    return rebuild(node, lambda child: walk.expression(child, facts)), True


def _leave(walk: Walk, node: Any, facts: Facts) -> tuple[Any, bool]:
    return rebuild(node, lambda child: walk.expression(child, facts)), False


def _assign(walk: Walk, node: ir.Assign, facts: Facts) -> tuple[ir.Assign, bool]:
    node = rebuild(node, lambda child: walk.expression(child, facts))
    walk.define(node.variable, node.value, facts)
    return node, True


def _access(walk: Walk, node: Any, facts: Facts) -> tuple[Any, bool]:
    node = walk.access(node, facts)
    result = getattr(node, "result", None)
    if result is not None:
        walk.define(result, None, facts)
    return node, True


def _subgroup(walk: Walk, node: ir.Subgroup, facts: Facts) -> tuple[ir.Subgroup, bool]:
    node = rebuild(node, lambda child: walk.expression(child, facts))
    walk.define(node.result, None, facts)
    return node, True


def _if(walk: Walk, node: ir.If, facts: Facts) -> tuple[ir.If, bool]:
    condition, other = walk.expression(node.condition, facts), facts.copy()
    suppose(facts, condition, True)
    suppose(other, condition, False)
    walk.guards += 1
    then, then_goes_on = walk.block(node.then, facts)
    otherwise, otherwise_goes_on = walk.block(node.otherwise, other)
    if then_goes_on and otherwise_goes_on:
        facts.join(other)
        walk.guards -= 1
    elif otherwise_goes_on:
        facts.take(other)
    return renew(node, condition=condition, then=then, otherwise=otherwise), then_goes_on or otherwise_goes_on


def _for(walk: Walk, node: ir.For, facts: Facts) -> tuple[ir.For, bool]:
    start, stop, step = (walk.expression(part, facts) for part in (node.start, node.stop, node.step))
    assigned = list(assignments((node,)))
    changed = changes(assigned)
    bounds = [without(estimate(facts, part), changed) for part in (start, stop, step)]

    def iterate(head: Facts) -> ir.Block:
        _count(walk, node.variable, bounds, head)
        return walk.block(node.body, head)[0]

    body = walk.loops.walk(assigned, facts, iterate)
    return renew(node, start=start, stop=stop, step=step, body=body), True


def _count(walk: Walk, variable: ir.Variable, bounds: list[Bounds], head: Facts) -> None:
    """An iteration starts: the counter lies between the ends, with its start among them and its stop not."""
    (start, stop, step), atom = bounds, Atom("local", variable.index)
    head.bind(atom, join(start, head.low, stop, head.low))
    if step.low >= 0:
        head.less_or_equal(head.of(atom), stop, -1)
        head.less_or_equal(start, head.of(atom))
    elif step.high <= 0:
        head.less_or_equal(stop, head.of(atom), -1)
        head.less_or_equal(head.of(atom), start)
    assert isinstance(variable.type, Scalar)
    walk.loops.report(atom, variable.type, head.of(atom))


def _while(walk: Walk, node: ir.While, facts: Facts) -> tuple[ir.While, bool]:
    def iterate(head: Facts) -> tuple[ir.Block, ir.Expression, ir.Block, Facts]:
        prelude, _ = walk.block(node.prelude, head)
        condition = walk.expression(node.condition, head)
        behind = head.copy()
        suppose(head, condition, True)
        suppose(behind, condition, False)
        walk.guards += 1
        body, _ = walk.block(node.body, head)
        walk.guards -= 1
        return prelude, condition, body, behind

    prelude, condition, body, behind = walk.loops.walk(list(assignments((node,))), facts, iterate)
    if not has_break((*node.prelude, *node.body)):
        facts.take(behind)
    return renew(node, prelude=prelude, condition=condition, body=body), True


_STATEMENTS: Final[dict[type, Callable[[Walk, Any, Facts], tuple[Any, bool]]]] = {
    ir.Assign:   _assign,
    ir.Store:    _access,
    ir.Atomic:   _access,
    ir.Subgroup: _subgroup,
    ir.If:       _if,
    ir.For:      _for,
    ir.While:    _while,
    ir.Break:    _leave,
    ir.Continue: _leave,
    ir.Return:   _leave,
}  # fmt: skip
