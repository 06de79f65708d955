"""The checker's statements: one handler a class of syntax node, each emitting into the body's block."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from ..annotations import annotation_type
from ..types import Scalar, Vector, bool_, i32, u32
from . import ir
from .arrays import element, load, store
from .body import Body, Loop, State, meet
from .expressions import binary
from .signature import promote
from .values import (
    NONE,
    WEAK_INT,
    ArrayValue,
    Mistake,
    Object,
    TupleValue,
    Value,
    Weak,
    components,
    describe,
    describe_type,
    type_of,
)

# Assignment


def _assign(body: Body, node: ast.Assign) -> None:
    value = body.expression(node.value)
    if len(node.targets) > 1 or isinstance(node.targets[0], ast.Tuple):
        value = body.pin(value)
    for target in node.targets:
        _bind_target(body, target, value)


def _bind_target(body: Body, target: ast.expr, value: Value) -> None:
    """Assign an evaluated value to a name, an element or a tuple of such."""
    if isinstance(target, ast.Name):
        if value == NONE:
            raise Mistake("None cannot be assigned in a kernel")
        body.bind(target.id, value)
    elif isinstance(target, ast.Subscript):
        view, value = _target_element(body, target, value)
        store(body, view, value)
    elif isinstance(target, ast.Tuple):
        parts = _unpack(value, len(target.elts))
        for inner, part in zip(target.elts, parts, strict=True):
            _bind_target(body, inner, part)
    else:
        raise Mistake("a value is assigned to a name, to an element of an array or to a tuple of such")


def _target_element(body: Body, target: ast.Subscript, value: Value) -> tuple[ArrayValue, Value]:
    """The element that a target names, and the value, which was evaluated before it."""
    owner: list[Value] = []

    def locate() -> Value:
        owner.extend(body.expressions([target.value, target.slice]))
        return owner[0]

    value, _ = body.in_order([lambda: value, locate])
    return element(body, owner[0], owner[1], "a value"), value


def _unpack(value: Value, count: int) -> tuple[Value, ...]:
    parts: tuple[Value, ...]
    if isinstance(value, TupleValue):
        parts = value.parts
    elif isinstance(type_of(value), Vector):
        parts = components(value)  # type: ignore[arg-type]
    else:
        hint = ""
        if isinstance(value, ir.Position):
            hint = f"; the launch has one dimension, and {value.kind}() is one number there"
        raise Mistake(f"{describe(value)} cannot be unpacked into {count} names{hint}")
    if len(parts) != count:
        raise Mistake(f"{describe(value)} cannot be unpacked into {count} names")
    return parts


def _augmented(body: Body, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name):
        left, right = body.in_order([lambda: _read_target(body, node.target), lambda: body.expression(node.value)])
        body.bind(node.target.id, binary(body, node.op, left, right))
        return
    assert isinstance(node.target, ast.Subscript)
    view = body.pin(_target_element(body, node.target, NONE)[0])
    assert isinstance(view, ArrayValue)
    left, right = body.in_order([lambda: load(body, view), lambda: body.expression(node.value)])
    store(body, view, binary(body, node.op, left, right))


def _read_target(body: Body, target: ast.expr) -> Value:
    assert isinstance(target, ast.Name)
    value = body.read(target.id)
    if isinstance(value, ArrayValue):
        name = target.id
        raise Mistake(f"{name!r} is an array; an augmented assignment changes one element, as in {name}[i] += 1")
    return value


def _annotated(body: Body, node: ast.AnnAssign) -> None:
    if not isinstance(node.target, ast.Name):
        raise Mistake("only names are annotated in a kernel")
    type = annotation_type(_annotation(body, node.annotation))
    if not isinstance(type, (Scalar, Vector)):
        raise Mistake(f"a local is annotated with a number type such as f32, not {type}")
    if node.value is not None:
        value = body.store_as(body.expression(node.value), type, f"the variable {node.target.id!r}")
        body.bind(node.target.id, value)


def _annotation(body: Body, node: ast.expr) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = ast.parse(node.value, mode="eval").body
    value = body.expression(node)
    if isinstance(value, Object):
        return value.value
    raise Mistake(f"an annotation is a type, not {describe(value)}")


# Branches


def _if(body: Body, node: ast.If) -> None:
    condition = body.truth(body.expression(node.test))
    if isinstance(condition, ir.Constant):
        body.statements(node.body if condition.value else node.orelse)
        return
    span = body.source.span(node.test)
    entry = body.assigned
    with body.nested() as then:
        body.statements(node.body)
    after_then, body.assigned = body.assigned, entry
    with body.nested() as otherwise:
        body.statements(node.orelse)
    body.assigned = meet([after_then, body.assigned])
    if then or otherwise:
        body.emit(ir.If(condition, tuple(then), tuple(otherwise), span))


# Loops


def _while(body: Body, node: ast.While) -> None:
    span = body.source.span(node.test)
    loop = _open_loop(body, node.orelse)
    entry = body.assigned
    with body.nested() as prelude:
        condition = body.truth(body.expression(node.test))
    exit_state = body.assigned
    known = condition.value if isinstance(condition, ir.Constant) else None
    with body.nested() as block:
        if known is not False:
            body.statements(node.body)
    body.loops.pop()
    if known is False:
        body.assigned = entry
        body.statements(node.orelse)
        return
    body.emit(ir.While(tuple(prelude), condition, tuple(block), span))
    _finish_loop(body, loop, node.orelse, None if known else exit_state)


def _open_loop(body: Body, orelse: list[ast.stmt]) -> Loop:
    """Enter a loop; one with an ``else`` gets a flag that each ``break`` sets."""
    loop = Loop()
    if orelse:
        loop.flag = body.unit.fresh("broke", bool_, mutable=True)
        body.emit(ir.Assign(loop.flag, ir.FALSE))
    body.loops.append(loop)
    return loop


def _finish_loop(body: Body, loop: Loop, orelse: list[ast.stmt], exit_state: State) -> None:
    """The ``else`` clause and the state after the loop; `exit_state` holds where the loop ends by itself."""
    body.assigned = exit_state
    if loop.flag is not None and not loop.breaks:
        body.statements(orelse)
    elif loop.flag is not None and exit_state is not None:
        with body.nested() as otherwise:
            body.statements(orelse)
        unbroken = ir.Operation("logical_not", (ir.Read(loop.flag),), bool_)
        body.emit(ir.If(unbroken, tuple(otherwise)))
    body.assigned = meet([body.assigned, *loop.breaks])
    if loop.flag is not None and body.assigned is not None and exit_state is not None:
        body.fragile |= body.assigned - exit_state


def _for(body: Body, node: ast.For) -> None:
    start, stop, step, type = _range(body, node.iter)
    if not isinstance(node.target, ast.Name):
        raise Mistake("a loop over range() has one name as its target")
    trips = _known_trips(start, stop, step)
    loop = _open_loop(body, node.orelse)
    entry = body.assigned
    counter = body.unit.fresh(node.target.id, type)
    with body.nested() as block:
        body.bind(node.target.id, ir.Read(counter))
        if trips != 0:
            body.statements(node.body)
    body.loops.pop()
    ends = meet([body.assigned, *loop.continues])
    if trips == 0:
        body.assigned = entry
        body.statements(node.orelse)
        return
    body.emit(ir.For(counter, start, stop, step, tuple(block), body.source.span(node.iter)))
    if trips and ends is not None and entry is not None:
        body.fragile |= ends - entry
    _finish_loop(body, loop, node.orelse, ends if trips else entry)


def _range(body: Body, node: ast.expr) -> tuple[ir.Expression, ir.Expression, ir.Expression, Scalar]:
    """The start, stop, step and type of a loop's range."""
    callee = body.expression(node.func) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or callee != Object(range):
        raise Mistake("a `for` loop in a kernel goes over range(...)")
    if node.keywords or not 1 <= len(node.args) <= 3:
        raise body.error("range() takes one to three numbers", node)
    values = body.expressions(node.args)
    start, stop, step = {1: [Weak(0), *values, Weak(1)], 2: [*values, Weak(1)], 3: values}[len(values)]
    if isinstance(step, (Weak, ir.Constant)) and step.value == 0:
        raise body.error("the step of range() is 0", node)
    type: Scalar = WEAK_INT
    for value in (start, stop, step):
        own = type_of(value)
        if not isinstance(own, Scalar) or not own.integral:
            raise body.error(f"range() takes integers, not {describe(value)}; convert with i32(...)", node)
        joined = promote(type, own)
        if joined is None or joined.bits > 32:
            raise body.error(
                f"range() counts in 32 bits, and {describe_type(type)} with {describe_type(own)} needs more; "
                "convert with i32(...)",
                node,
            )
        type = joined
    type = u32 if type == u32 else i32
    try:
        return body.convert(start, type), body.convert(stop, type), body.convert(step, type), type
    except Mistake as mistake:
        raise body.error(str(mistake), node) from None


def _known_trips(start: ir.Expression, stop: ir.Expression, step: ir.Expression) -> int | None:
    """How often a range of constants runs."""
    if isinstance(start, ir.Constant) and isinstance(stop, ir.Constant) and isinstance(step, ir.Constant):
        return len(range(int(start.value), int(stop.value), int(step.value)))
    return None


def _break(body: Body, node: ast.Break) -> None:
    loop = body.loops[-1]
    if loop.flag is not None:
        body.emit(ir.Assign(loop.flag, ir.TRUE))
    loop.breaks.append(body.assigned)
    body.emit(ir.Break())
    body.assigned = None


def _continue(body: Body, node: ast.Continue) -> None:
    body.loops[-1].continues.append(body.assigned)
    body.emit(ir.Continue())
    body.assigned = None


# The rest


def _return(body: Body, node: ast.Return) -> None:
    value = body.expression(node.value) if node.value is not None else NONE
    if value == NONE:
        body.returns_nothing = True
        body.emit(ir.Return())
    elif body.kernel:
        raise Mistake("a kernel returns nothing; write the result to an array")
    else:
        _return_value(body, value)
    body.assigned = None


def _return_value(body: Body, value: Value) -> None:
    type = type_of(value)
    if type is None:
        raise Mistake(f"a device function returns numbers and tuples of them, not {describe(value)}")
    body.results.append(type)
    expected = body.result_type()
    assert expected is not None
    if body.expected in (None, expected):
        body.expected = expected
        body.emit(ir.Return(body.convert(value, expected)))
    else:
        body.stale = True


def _expression_statement(body: Body, node: ast.Expr) -> None:
    """Evaluated for its effects, which have become statements."""
    if not isinstance(node.value, ast.Constant):
        body.expression(node.value)


def _pass(body: Body, node: ast.Pass) -> None:
    """Nothing."""


STATEMENTS: Final[dict[type[ast.stmt], Callable[..., None]]] = {
    ast.Assign: _assign,
    ast.AugAssign: _augmented,
    ast.AnnAssign: _annotated,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Return: _return,
    ast.Expr: _expression_statement,
    ast.Pass: _pass,
}

__all__ = ["STATEMENTS"]
