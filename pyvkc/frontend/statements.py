"""The checker's statements: one handler a class of syntax node, each emitting into the body's block."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from ..annotations import annotation_type
from ..errors import Span
from ..types import ElementType, Matrix, Scalar, StructType, Vector, bool_
from . import ir
from .body import Body
from .closures import define
from .expressions import binary
from .flow import State, meet
from .places import Place, check_owner, locate, pin_place, read_place, write_place
from .results import declared_result, result_type
from .texts import report_failure
from .tuples import unpack
from .values import (
    NONE,
    ArrayValue,
    Mistake,
    Object,
    Value,
    describe,
    type_of,
)

__all__ = ["STATEMENTS", "bind_target", "branch"]

# Assignment


def _assign(body: Body, node: ast.Assign) -> None:
    value = body.expression(node.value)
    if len(node.targets) > 1 or isinstance(node.targets[0], (ast.Tuple, ast.List)):
        value = body.pin(value)
    for target in node.targets:
        bind_target(body, target, value)


def bind_target(body: Body, target: ast.expr, value: Value) -> None:
    """Assign an evaluated value to a name, an element or a tuple of such."""
    if isinstance(target, ast.Name):
        if value == NONE:
            raise Mistake("None cannot be assigned in a kernel; a function without `return` gives it too", value)
        body.bind(target.id, value)
    elif isinstance(target, (ast.Attribute, ast.Subscript)):
        place, value = _target_place(body, target, value)
        write_place(body, place, value)
    elif isinstance(target, (ast.Tuple, ast.List)):
        for inner, part in zip(target.elts, unpack(body, value, target.elts), strict=True):
            bind_target(body, inner.value if isinstance(inner, ast.Starred) else inner, part)
    else:
        raise body.error(
            "a value is assigned to a name, to a part of a variable or an array, or a tuple of such", target
        )


def _target_place(body: Body, target: ast.expr, value: Value) -> tuple[Place, Value]:
    """The place that a target names, and the value, which was evaluated before it."""
    found: list[Place] = []

    def find() -> Value:
        found.append(locate(body, target))
        return NONE

    value, _ = body.in_order([lambda: value, find])
    return found[0], value


def _augmented(body: Body, node: ast.AugAssign) -> None:
    if isinstance(node.target, ast.Name):
        left, right = body.in_order([lambda: _read_target(body, node.target), lambda: body.expression(node.value)])
        body.bind(node.target.id, binary(body, node.op, left, right))
        return
    place = pin_place(body, locate(body, node.target))
    check_owner(place, node.value)
    left, right = body.in_order([lambda: read_place(body, place), lambda: body.expression(node.value)])
    write_place(body, place, binary(body, node.op, left, right))


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


def _annotation(body: Body, node: ast.expr) -> ElementType:
    """The type that a local is declared with; a Python class or text such as ``"f32"`` stands for one too."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = _parsed(node, node.value)
    value = body.expression(node) if _is_dotted(node) else None
    try:
        type = annotation_type(value.value) if isinstance(value, Object) else None
    except TypeError:
        type = None
    if not isinstance(type, (Scalar, Vector, Matrix, StructType)):
        raise Mistake(f"a local is annotated with a number type such as f32, not with `{ast.unparse(node)}`")
    return type


def _is_dotted(node: ast.expr) -> bool:
    """Whether an expression is a name, or one such as ``vkc.f32``."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


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
    states = body.outcome(node.test)
    sides = (lambda: body.statements(node.body), lambda: body.statements(node.orelse))
    branch(body, condition, states, sides, body.source.span(node.test))


def branch(
    body: Body,
    condition: ir.Expression,
    states: tuple[State, State],
    sides: tuple[Callable[[], None], Callable[[], None]],
    span: Span,
) -> None:
    """Check both sides of a condition at run time, each from its state."""
    body.assigned = states[0]
    with body.nested() as then:
        sides[0]()
    after_then, body.assigned = body.assigned, states[1]
    with body.nested() as otherwise:
        sides[1]()
    if None in (after_then, body.assigned):
        body.adopt(otherwise if after_then is None else then)
    body.assigned = meet([after_then, body.assigned])
    if then or otherwise:
        body.emit(ir.If(condition, tuple(then), tuple(otherwise), span))


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
    declared = declared_result(body)
    if declared is not None:
        value, type = body.store_as(value, declared, f"the result of {body.source.name}()"), declared
    body.results.append(type)
    expected = result_type(body)
    assert expected is not None
    if body.expected in (None, expected):
        body.expected = expected
        body.emit(ir.Return(body.convert(value, expected), body.source.span(body.node)))
    else:
        body.stale = True


def _assert(body: Body, node: ast.Assert) -> None:
    """``assert``: an invocation for which it fails reports that, and ends; ``python -O`` removes it.

    What follows one that fails for constants is checked all the same, unless it is ``assert False`` itself.
    """
    if not __debug__:
        return
    condition = body.truth(body.expression(node.test))
    span, states = body.source.span(node.test), body.outcome(node.test)
    if isinstance(node.test, ast.Constant) and not node.test.value:
        _fail(body, node)
    elif not isinstance(condition, ir.Constant):
        failed: ir.Expression = ir.Operation("logical_not", (condition,), bool_)
        branch(body, failed, states[::-1], (lambda: _fail(body, node), lambda: None), span)
    elif not condition.value:
        branch(body, ir.TRUE, (body.assigned, body.assigned), (lambda: _fail(body, node), lambda: None), span)


def _fail(body: Body, node: ast.Assert) -> None:
    report_failure(body, node)
    if not body.unit.goes_on:
        body.emit(ir.Stop())
        body.assigned = None


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
    ast.Assert: _assert,
    ast.Return: _return,
    ast.Expr: _expression_statement,
    ast.Pass: _pass,
    ast.FunctionDef: define,
}
