"""Turns the ends of invocations into returns: through the functions that were called, up to the kernel's own.

Gets a kernel with ``Stop``, returns one without. SPIR-V cannot end an invocation in a function, so that a function in
which one may end tells its caller, with a bool before its result, and the caller ends in turn.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, final

from ...types import Scalar, TupleType, bool_, parts_of
from .. import ir
from .rewrite import CHILDREN, relink, statements

__all__ = ["end_invocations", "stops"]


def stops(kernel: ir.Kernel) -> bool:
    """Whether some invocation may end other than by coming to the kernel's end."""
    bodies = [kernel.body, *(function.body for function in kernel.functions)]
    return any(isinstance(node, ir.Stop) for body in bodies for node in statements(body))


def end_invocations(kernel: ir.Kernel, fresh: Callable[[str, ir.ValueType], ir.Variable]) -> ir.Kernel:
    """Do without ``Stop``; `fresh` makes variables."""
    telling: dict[int, ir.Function] = {}
    functions = []
    for function in kernel.functions:  # callee first
        if any(_may_end(node, telling) for node in statements(function.body)):
            function = telling[function.index] = _End(telling, fresh, function).told()
        functions.append(function)
    body = _End(telling, fresh, None).block(kernel.body)
    return relink(replace(kernel, functions=tuple(functions), body=body))


def _may_end(node: ir.Statement, telling: dict[int, ir.Function]) -> bool:
    called = _called(node)
    return isinstance(node, ir.Stop) or (called is not None and called.function.index in telling)


def _called(node: ir.Statement) -> ir.Call | ir.CallNothing | None:
    """The call that a statement is; a function with effects is called nowhere else."""
    if isinstance(node, ir.Perform):
        return node.call
    return node.value if isinstance(node, ir.Assign) and isinstance(node.value, ir.Call) else None


@final
class _End:
    """One function, or the kernel, being rewritten. `telling` are the functions that tell whether they ended."""

    def __init__(
        self,
        telling: dict[int, ir.Function],
        fresh: Callable[[str, ir.ValueType], ir.Variable],
        function: ir.Function | None,
    ) -> None:
        self.telling = telling
        self.fresh = fresh
        self.function = function

    def told(self) -> ir.Function:
        """The function that tells whether the invocation ended in it."""
        function = self.function
        assert function is not None
        body = self.block(function.body)
        if function.result is None and not (body and isinstance(body[-1], ir.Return)):
            body = (*body, ir.Return(ir.FALSE))
        return replace(function, body=body, result=_telling(function.result))

    def block(self, block: ir.Block) -> ir.Block:
        return tuple(itertools.chain.from_iterable(map(self.statement, block)))

    def statement(self, node: ir.Statement) -> Iterator[ir.Statement]:
        called = _called(node)
        if isinstance(node, ir.Stop):
            yield self.stop()
        elif isinstance(node, ir.Return):
            yield self.returned(node)
        elif called is not None and called.function.index in self.telling:
            yield from self.call(node, called)
        else:
            blocks = [name for name in CHILDREN[type(node)] if name in ("then", "otherwise", "body", "prelude")]
            changes: Any = {name: self.block(getattr(node, name)) for name in blocks}
            yield replace(node, **changes) if changes else node

    def stop(self) -> ir.Return:
        """End the invocation here."""
        if self.function is None:
            return ir.Return()
        result = self.function.result
        return ir.Return(ir.TRUE if result is None else _both(ir.TRUE, _zero(result)))

    def returned(self, node: ir.Return) -> ir.Return:
        if self.function is None:
            return node
        return replace(node, value=ir.FALSE if node.value is None else _both(ir.FALSE, node.value))

    def call(self, node: ir.Statement, called: ir.Call | ir.CallNothing) -> Iterator[ir.Statement]:
        """A call of a function that tells; the invocation ends if it did there."""
        function = self.telling[called.function.index]
        assert function.result is not None and isinstance(node, (ir.Assign, ir.Perform))
        made = self.fresh(function.name, function.result)
        yield ir.Assign(made, ir.Call(function, called.arguments, function.result), node.span)
        both = isinstance(function.result, TupleType)
        yield ir.If(ir.Component(ir.Read(made), 0, bool_) if both else ir.Read(made), (self.stop(),), (), node.span)
        if isinstance(node, ir.Assign):
            yield replace(node, value=ir.Component(ir.Read(made), 1, node.value.type))


def _telling(result: ir.ValueType | None) -> Scalar | TupleType:
    return bool_ if result is None else TupleType((bool_, result))


def _both(ended: ir.Constant, value: ir.Expression) -> ir.Compose:
    return ir.Compose((ended, value), TupleType((bool_, value.type)))


def _zero(type: ir.ValueType) -> ir.Expression:
    if isinstance(type, Scalar):
        return ir.Constant(False if type == bool_ else 0.0 if type.floating else 0, type)
    return ir.Compose(tuple(map(_zero, parts_of(type))), type)
