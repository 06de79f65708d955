"""Functions inside kernels and device functions: ``def`` and ``lambda`` as values of the checker.

Such a function sees the variables around it as they are when it is called, as in Python. It is compiled like any device
function, for the types of its arguments; what it sees of the function around it is passed along, as hidden arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..annotations import closure_names, parameter_type, result_type
from .body import Body
from .func import func
from .scope import find, free_names
from .source import all_parameters, defaults_of, lambda_definition
from .values import Closure, Mistake, Object, TupleValue, Value, Weak

__all__ = ["carried", "define", "lambda_value", "recursion"]


def define(body: Body, node: ast.FunctionDef) -> None:
    """A ``def`` inside a function."""
    for decorator in node.decorator_list:
        with body.at(decorator):
            _check_decorator(body, decorator)
    body.bind(node.name, _closure(body, node))


def _check_decorator(body: Body, node: ast.expr) -> None:
    value = body.expression(node) if isinstance(node, (ast.Name, ast.Attribute)) else None
    if value != Object(func):
        raise Mistake(
            f"`@{ast.unparse(node)}` is not run: a function inside a kernel has no decorator but @vkc.func; "
            "call what the decorator does, or decorate a function outside of the kernel"
        )


def lambda_value(body: Body, node: ast.Lambda) -> Closure:
    """A ``lambda`` inside a function."""
    return _closure(body, body.unit.once(node, lambda_definition))


def _closure(body: Body, node: ast.FunctionDef) -> Closure:
    defaults = {name: body.pin(body.expression(each), name) for name, each in defaults_of(node.args).items()}
    source = body.source.inner(node, _annotations(body, node), body.sites)
    return Closure(source, body, body.standing, defaults)


# Annotations


def _annotations(body: Body, node: ast.FunctionDef) -> dict[str, Any]:
    """The types that the text asks for."""
    asked = {p.arg: p.annotation for p in all_parameters(node.args) if p.annotation is not None}
    found = {name: _annotation(body, annotation, parameter_type) for name, annotation in asked.items()}
    if node.returns is not None:
        found["return"] = _annotation(body, node.returns, result_type)
    return found


def _annotation(body: Body, node: ast.expr, read: Callable[[Any], Any]) -> Any:
    """An annotation, evaluated by Python as it would be where the function is defined."""
    function = body.source.function
    for name in {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - set(body.sites):
        captured = find(body.source, name)
        if captured is not None:
            body.unit.capture(captured)
    known = {name: value.value for name, value in body.values.items() if isinstance(value, (Object, Weak))}
    variables = closure_names(function) | known
    with body.at(node):
        try:
            code = compile(ast.Expression(node), body.source.filename, "eval")
            value = eval(code, function.__globals__, variables)  # the user's own annotation
            value = eval(value, function.__globals__, variables) if isinstance(value, str) else value
            return read(value)
        except Exception as error:
            raise Mistake(f"the annotation `{ast.unparse(node)}`: {getattr(error, 'msg', error)}") from None


# What a function sees


def carried(value: Value, around: tuple[Closure, ...] = ()) -> Value:
    """A value that can be passed on: a function inside the present one gets the values of what it sees."""
    if isinstance(value, TupleValue):
        return replace(value, parts=tuple(carried(part, around) for part in value.parts))
    if not isinstance(value, Closure) or value.scope is None:
        return value
    names = [closure.source.name for closure in (*around, value)]
    for index, closure in enumerate(around):
        if closure.source.node is value.source.node:
            raise Mistake(recursion(names[index:]))
    around_it = {*value.scope.sites, *value.standing}
    seen = [name for name in free_names(value.source.node) if name in around_it]
    held = {name: carried(_seen(value.scope, value, name), (*around, value)) for name in seen}
    return replace(value, scope=None, standing={}, held=held)


def _seen(scope: Body, closure: Closure, name: str) -> Value:
    try:
        return closure.standing[name] if name in closure.standing else scope.read(name, standing=False)
    except Mistake as mistake:
        raise Mistake(f"{closure.source.name}() uses {name!r}: {mistake}") from None


def recursion(names: list[str]) -> str:
    """The message about a function that calls itself, by way of others: `names` are the cycle."""
    return f"recursion is not supported in kernels: {' -> '.join(names)}; write a loop"
