"""Which values are the same for all invocations of a workgroup, and whether all of them come to each barrier.

Gets a kernel's tree; raises for a barrier that some invocations may not reach. The walk follows control flow: a
variable is as uniform as what it was assigned last, and where ways meet it is uniform if it is on both. What some
invocations do and others do not (a side of a condition that differs, the rest of a loop or function after one of them
may have left it) makes every variable that it assigns differ. A loop is walked until nothing more is found to differ.

Uniform are constants, arguments, extents, the launch's sizes, ``group_id``, what is loaded at uniform indices from
arrays that the kernel never writes, and what is computed from these. A function is walked for each call, with what is
known of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, final

from ..errors import CompileError, Span
from . import ir
from .passes.forms import position_of
from .passes.rewrite import CHILDREN, statements
from .splits import Cause, Split

__all__ = ["Names", "check_uniformity", "has_barrier"]


@final
@dataclass(frozen=True, slots=True)
class Names:
    """The names in a function's text: of its variables, and of positions with the lines where they got them."""

    variables: frozenset[str]
    positions: Mapping[ir.Position, tuple[str, int]]


State = dict[int, Cause]
"""The variables that differ, by index."""


@final
@dataclass(slots=True)
class Loop:
    """A loop that is being walked: why some invocations are not in it any more, and why some skip an iteration's rest.

    `exits` and `ends` are the states where it is left, and where an iteration ends.
    """

    left: Split | None = None
    skipped: Split | None = None
    exits: list[State] = field(default_factory=list)
    ends: list[State] = field(default_factory=list)


def check_uniformity(kernel: ir.Kernel, names: Mapping[int | None, Names]) -> None:
    """Raise unless all invocations of a workgroup reach each barrier of a kernel.

    Parameters
    ----------
    kernel : ir.Kernel
        The tree.
    names : mapping
        The names of each device function by index, and under ``None`` those of the kernel.

    Raises
    ------
    CompileError
        At the barrier, with the value that differs.
    """
    if has_barrier(kernel):
        bodies = [kernel.body, *(function.body for function in kernel.functions)]
        _Walk(_Whole(kernel, names, bodies), names[None], None, ()).block(kernel.body, {})


def has_barrier(kernel: ir.Kernel) -> bool:
    """Whether the invocations of a workgroup wait for one another somewhere."""
    bodies = [kernel.body, *(function.body for function in kernel.functions)]
    return any(_is_barrier(statement) for body in bodies for statement in statements(body))


def _is_barrier(node: Any) -> bool:
    return isinstance(node, ir.Barrier) and node.kind == "group"


@final
class _Whole:
    """What the walks over a kernel and its functions share."""

    def __init__(self, kernel: ir.Kernel, names: Mapping[int | None, Names], bodies: list[ir.Block]) -> None:
        self.kernel = kernel
        self.names = names
        self.results: dict[Any, Cause | None] = {}
        self.written: set[int] = set()
        for body in bodies:
            for statement in statements(body):
                if isinstance(statement, (ir.Store, ir.Atomic)) and isinstance(statement.array, ir.ArrayParameter):
                    self.written.add(statement.array.index)


@final
class _Walk:
    """A walk over one function for one call; `entry` says why not all invocations make the call."""

    def __init__(self, whole: _Whole, names: Names, entry: Split | None, calls: tuple[tuple[str, Span], ...]) -> None:
        self.whole = whole
        self.names = names
        self.entry = entry
        self.calls = calls
        self.splits: list[Split] = []
        self.loops: list[Loop] = []
        self.returned: Split | None = None
        self.result: Cause | None = None

    def block(self, block: ir.Block, state: State) -> State | None:
        """Walk statements and change the state to that behind them; ``None`` when there is no way on."""
        for statement in block:
            after = _STATEMENTS[type(statement)](self, statement, state)
            if after is None:
                return None
            state = after
        return state

    @property
    def inner(self) -> Split | None:
        """Why not all invocations that are in this function are here."""
        if self.splits:
            return self.splits[-1]
        found = (split for loop in reversed(self.loops) for split in (loop.skipped, loop.left) if split is not None)
        return next(found, self.returned)

    @property
    def split(self) -> Split | None:
        """Why not all invocations of the workgroup are here."""
        return self.inner or self.entry

    def cause(self, node: Any, state: State) -> Cause | None:
        """Why an expression's value differs, ``None`` if it does not."""
        special = _EXPRESSIONS.get(type(node))
        return special(self, node, state) if special is not None else self.of_children(node, state)

    def of_children(self, node: Any, state: State) -> Cause | None:
        for name in CHILDREN[type(node)]:
            child = getattr(node, name)
            for part in child if isinstance(child, tuple) else (child,):
                cause = self.cause(part, state)
                if cause is not None:
                    return cause
        return None

    def set(self, variable: ir.Variable, cause: Cause | None, span: Span | None, state: State) -> None:
        """A variable takes a value; one that is assigned again differs where only some invocations assign it."""
        if cause is None and variable.mutable and self.inner is not None:
            cause = self.inner.cause
        if cause is None:
            state.pop(variable.index, None)
        elif span is not None and variable.name in self.names.variables:
            state[variable.index] = Cause(cause.root, variable.name, span.line)
        else:
            state[variable.index] = cause

    def call(self, node: ir.Call | ir.CallNothing, span: Span | None, state: State) -> Cause | None:
        """Walk a function for its arguments; why its result differs."""
        function = node.function
        causes = tuple(self.cause(argument, state) for argument in node.arguments)
        key = function.index, causes, self.split
        if key not in self.whole.results:
            calls = self.calls if span is None else (*self.calls, (function.name, span))
            walk = _Walk(self.whole, self.whole.names[function.index], self.split, calls)
            pairs = zip(function.parameters, causes, strict=True)
            walk.block(function.body, {variable.index: cause for variable, cause in pairs if cause is not None})
            self.whole.results[key] = walk.result
        return self.whole.results[key]

    def loop(self, state: State, left: Split | None, iterate: Callable[[Loop, State], State | None]) -> State:
        """Walk a loop until nothing more differs; the state behind it."""
        loop = Loop(left)
        self.loops.append(loop)
        while True:
            before = set(state), loop.left is None, self.returned is None
            loop.skipped, loop.exits, loop.ends = None, [], []
            end = iterate(loop, dict(state))
            for other in (*loop.ends, end):
                state = _join(state, other)
            if (set(state), loop.left is None, self.returned is None) == before:
                break
        self.loops.pop()
        behind: State = {}
        for exit in loop.exits:
            behind = _join(behind, exit)
        return behind


def _join(state: State, other: State | None) -> State:
    return state if other is None else {**other, **state}


# Expressions


def _read(walk: _Walk, node: ir.Read, state: State) -> Cause | None:
    return state.get(node.variable.index)


def _position(walk: _Walk, node: ir.Position, state: State) -> Cause | None:
    if node.kind not in DIFFERING or (node.kind in AXES and walk.whole.kernel.workgroup[node.axis] == 1):
        return None
    return Cause(DIFFERING[node.kind], *walk.names.positions.get(node, ()))


def _operation(walk: _Walk, node: ir.Operation, state: State) -> Cause | None:
    """Of a global index by the workgroup's size only the remainder differs."""
    workgroup = walk.whole.kernel.workgroup
    if node.row == "floor_divide" and isinstance(node.operands[1], ir.Constant):
        place, size = node.operands[0], node.operands[1].value
        if isinstance(place, ir.Position) and place.kind == "global_id" and size > 0 == size % workgroup[place.axis]:
            return None
    whole = position_of(node, workgroup)
    return walk.of_children(node, state) if whole is None else _position(walk, whole, state)


def _load(walk: _Walk, node: ir.Load, state: State) -> Cause | None:
    array = node.array
    if isinstance(array, ir.Allocation) and array.kind != "table":
        return Cause(f"an element of the {array.kind} array {array.name!r}")
    if isinstance(array, ir.ArrayParameter) and array.index in walk.whole.written:
        return Cause(f"an element of {array.name!r}, which the kernel writes")
    return walk.of_children(node, state)


def _called(walk: _Walk, node: ir.Call, state: State) -> Cause | None:
    return walk.call(node, None, state)


# The positions that differ within a workgroup, as they are called.
DIFFERING: Final = {"global_id": "global_id()", "local_id": "local_id()", "subgroup_lane": "subgroup.lane()"}
AXES: Final = ("global_id", "local_id")

_EXPRESSIONS: Final[dict[type, Callable[[_Walk, Any, State], Cause | None]]] = {
    ir.Read:      _read,
    ir.Position:  _position,
    ir.Operation: _operation,
    ir.Load:      _load,
    ir.Call:      _called,
}  # fmt: skip


# Statements: each gives the state behind it, ``None`` where there is no way on


def _plain(walk: _Walk, node: Any, state: State) -> State:
    return state


def _assign(walk: _Walk, node: ir.Assign, state: State) -> State:
    called = isinstance(node.value, ir.Call)
    cause = walk.call(node.value, node.span, state) if called else walk.cause(node.value, state)  # type: ignore[arg-type]
    walk.set(node.variable, cause, node.span, state)
    return state


def _atomic(walk: _Walk, node: ir.Atomic, state: State) -> State:
    walk.set(node.result, Cause(f"the result of atomic.{node.operation}()"), node.span, state)
    return state


def _subgroup(walk: _Walk, node: ir.Subgroup, state: State) -> State:
    walk.set(node.result, Cause(f"the result of subgroup.{node.operation}()"), node.span, state)
    return state


def _perform(walk: _Walk, node: ir.Perform, state: State) -> State:
    walk.call(node.call, node.span, state)
    return state


def _barrier(walk: _Walk, node: ir.Barrier, state: State) -> State:
    split = walk.split
    if split is not None and node.kind == "group":
        assert node.span is not None
        raise CompileError(split.complaint, node.span, kernel=walk.whole.kernel.name, calls=walk.calls)
    return state


def _if(walk: _Walk, node: ir.If, state: State) -> State | None:
    cause, other = walk.cause(node.condition, state), dict(state)
    if cause is not None:
        walk.splits.append(Split("if", _line(node), cause))
    then, otherwise = walk.block(node.then, state), walk.block(node.otherwise, other)
    if cause is not None:
        walk.splits.pop()
    return otherwise if then is None else _join(then, otherwise)


def _for(walk: _Walk, node: ir.For, state: State) -> State:
    bounds = [walk.cause(part, state) for part in (node.start, node.step, node.stop)]
    cause = next((bound for bound in bounds if bound is not None), None)
    counter = bounds[0] or bounds[1]

    def iterate(loop: Loop, head: State) -> State | None:
        loop.exits.append(dict(head))
        walk.set(node.variable, counter, node.span, head)
        return walk.block(node.body, head)

    return walk.loop(state, None if cause is None else Split("loop", _line(node), cause), iterate)


def _while(walk: _Walk, node: ir.While, state: State) -> State:
    def iterate(loop: Loop, head: State) -> State | None:
        after = walk.block(node.prelude, head)
        if after is None:
            return None
        cause = walk.cause(node.condition, after)
        if cause is not None:
            loop.left = loop.left or Split("loop", _line(node), cause)
        loop.exits.append(dict(after))
        return walk.block(node.body, after)

    return walk.loop(state, None, iterate)


def _line(node: ir.If | ir.For | ir.While) -> int:
    return 0 if node.span is None else node.span.line


def _break(walk: _Walk, node: ir.Break, state: State) -> None:
    loop = walk.loops[-1]
    loop.left = loop.left or _as(walk.inner, "break")
    loop.exits.append(state)


def _continue(walk: _Walk, node: ir.Continue, state: State) -> None:
    loop = walk.loops[-1]
    loop.skipped = loop.skipped or _as(walk.inner, "continue")
    loop.ends.append(state)


def _return(walk: _Walk, node: ir.Return, state: State) -> None:
    inner = walk.inner
    if node.value is not None and walk.result is None:
        walk.result = walk.cause(node.value, state) or (None if inner is None else inner.cause)
    walk.returned = walk.returned or _as(inner, "return")


def _as(split: Split | None, kind: str) -> Split | None:
    """Why some invocations leave, or skip, where only some come to the statement that does so."""
    return None if split is None else Split(kind, split.line, split.cause)


_STATEMENTS: Final[dict[type, Callable[[_Walk, Any, State], State | None]]] = {
    ir.Assign:   _assign,
    ir.Store:    _plain,
    ir.Atomic:   _atomic,
    ir.Clear:    _plain,
    ir.Barrier:  _barrier,
    ir.Subgroup: _subgroup,
    ir.Report:   _plain,
    ir.Perform:  _perform,
    ir.If:       _if,
    ir.For:      _for,
    ir.While:    _while,
    ir.Break:    _break,
    ir.Continue: _continue,
    ir.Return:   _return,
}  # fmt: skip
