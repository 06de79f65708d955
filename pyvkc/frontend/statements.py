"""The checker's statements: one handler a class of syntax node, each emitting into the body's block."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from ..annotations import annotation_type
from ..types import WEAK_INT, Scalar, Vector, bool_, i32, u32
from . import ir
from .arrays import element, load, store
from .body import Body, Loop, State, meet
from .expressions import binary
from .signature import promote
from .values import (
    NONE,
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
            raise Mistake("None cannot be assigned in a kernel; a function without `return` gives it too", value)
        body.bind(target.id, value)
    elif isinstance(target, ast.Subscript):
        with body.at(target):
            view, value = _target_element(body, target, value)
        store(body, view, value)
    elif isinstance(target, ast.Tuple):
        parts = _unpack(value, len(target.elts))
        for inner, part in zip(target.elts, parts, strict=True):
            _bind_target(body, inner, part)
    else:
        raise body.error("a value is assigned to a name, to an element of an array or to a tuple of such", target)


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
        raise Mistake(f"{describe(value)} cannot be unpacked into {count} names{hint}", value)
    if len(parts) != count:
        raise Mistake(f"{describe(value)} cannot be unpacked into {count} names", value)
    return parts


def _augmented(body: Body, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name):
        left, right = body.in_order([lambda: _read_target(body, node.target), lambda: body.expression(node.value)])
        body.bind(node.target.id, binary(body, node.op, left, right))
        return
    assert isinstance(node.target, ast.Subscript)
    with body.at(node.target):
        view = body.pin(_target_element(body, node.target, NONE)[0])
    assert isinstance(view, ArrayValue)
    left, right = body.in_order([lambda: load(body, view), lambda: body.expression(node.value)])
    store(body, view, binary(body, node.op, left, right))


def _read_target(body: Body, target: ast.expr) -> Value:
    assert isinstance(target, ast.Name)
    name = target.id
    with body.at(target):
        value = body.read(name)
        if isinstance(value, ArrayValue):
            raise Mistake(f"{name!r} is an array; an augmented assignment changes one element, as in {name}[i] += 1")
    return value


def _annotated(body: Body, node: ast.AnnAssign) -> None:
    if not isinstance(node.target, ast.Name):
        raise body.error("only names are annotated in a kernel", node.target)
    with body.at(node.annotation):
        body.declared[node.target.id] = _annotation(body, node.annotation)
    if node.value is not None:
        body.bind(node.target.id, body.expression(node.value))


def _annotation(body: Body, node: ast.expr) -> Scalar | Vector:
    """The type that a local is declared with; a Python class or text such as ``"f32"`` stands for one too."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = _parsed(node, node.value)
    value = body.expression(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
    try:
        type = annotation_type(value.value) if isinstance(value, Object) else None
    except TypeError:
        type = None
    if not isinstance(type, (Scalar, Vector)):
        raise Mistake(f"a local is annotated with a number type such as f32, not with `{ast.unparse(node)}`")
    return type


def _parsed(place: ast.expr, text: str) -> ast.expr:
    """An annotation written as text, at its place in the file."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise Mistake(f"{text!r} is not a type; write for instance f32") from None
    for part in ast.walk(node):
        ast.copy_location(part, place)
    return node


# Branches


def _if(body: Body, node: ast.If) -> None:
    condition = body.truth(body.expression(node.test))
    if isinstance(condition, ir.Constant):
        body.statements(node.body if condition.value else node.orelse)
        return
    span = body.source.span(node.test)
    body.assigned, false = body.outcome(node.test)
    with body.nested() as then:
        body.statements(node.body)
    after_then, body.assigned = body.assigned, false
    with body.nested() as otherwise:
        body.statements(node.orelse)
    body.assigned = meet([after_then, body.assigned])
    if then or otherwise:
        body.emit(ir.If(condition, tuple(then), tuple(otherwise), span))


# Loops


def _while(body: Body, node: ast.While) -> None:
    span = body.source.span(node.test)
    loop = _open_loop(body, node.orelse)
    with body.nested() as prelude:
        condition = body.truth(body.expression(node.test))
    body.assigned, exit_state = body.outcome(node.test)
    known = condition.value if isinstance(condition, ir.Constant) else None
    with body.nested() as block:
        if known is not False:
            body.statements(node.body)
    body.loops.pop()
    if known is False:
        body.block.extend(prelude)
        body.assigned = exit_state
        body.statements(node.orelse)
        return
    if body.assigned is not None and exit_state is not None:
        body.skippable |= dict.fromkeys(body.assigned - exit_state, node.lineno)
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
        raise body.error("a loop over range() has one name as its target", node.target)
    trips = _known_trips(start, stop, step)
    loop = _open_loop(body, node.orelse)
    entry = body.assigned
    counter = body.unit.fresh(node.target.id, type)
    with body.nested() as block:
        with body.at(node.target):
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
    if ends is not None and entry is not None:
        if trips:
            body.fragile |= ends - entry
        else:
            body.skippable |= dict.fromkeys(ends - entry, node.lineno)
    _finish_loop(body, loop, node.orelse, ends if trips else entry)


def _range(body: Body, node: ast.expr) -> tuple[ir.Expression, ir.Expression, ir.Expression, Scalar]:
    """The start, stop, step and type of a loop's range."""
    callee = body.expression(node.func) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or callee != Object(range):
        raise body.error("a `for` loop in a kernel goes over range(...), as in `for k in range(len(x))`", node)
    if node.keywords or not 1 <= len(node.args) <= 3:
        raise body.error("range() takes one to three numbers, and no keywords", node)
    values = body.expressions(node.args)
    start, stop, step = {1: [Weak(0), *values, Weak(1)], 2: [*values, Weak(1)], 3: values}[len(values)]
    with body.at(node):
        if isinstance(step, (Weak, ir.Constant)) and step.value == 0:
            raise Mistake("the step of range() is 0", step)
        type = _range_type([start, stop, step])
        return body.convert(start, type), body.convert(stop, type), body.convert(step, type), type


def _range_type(values: Sequence[Value]) -> Scalar:
    """The type that a range counts in."""
    type: Scalar = WEAK_INT
    for value in values:
        own = type_of(value)
        if not isinstance(own, Scalar) or not own.integral:
            hint = "; convert with int(...)" if isinstance(own, Scalar) else ""
            raise Mistake(f"range() takes integers, not {describe(value)}{hint}", value)
        joined = promote(type, own)
        if joined is None or joined.bits > 32:
            both = describe_type(own) if own.bits > 32 else f"{describe_type(type)} with {describe_type(own)}"
            raise Mistake(f"range() counts in 32 bits, and {both} needs more; convert with pyvkc.i32(...)", value)
        type = joined
    return u32 if type == u32 else i32


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
        raise Mistake(f"a device function returns numbers and tuples of them, not {describe(value)}", value)
    declared = body.result_annotation()
    if declared is not None:
        value, type = body.store_as(value, declared, f"the result of {body.source.name}()"), declared
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
