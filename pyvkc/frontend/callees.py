"""Calls of the user's functions: binding arguments as Python does, and what a function is compiled for.

A function outside of the kernel and one inside it are called alike. It is compiled once for each combination of what is
known of its arguments: types, and values where they are constants, functions or other Python objects.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, final

from ..annotations import AnnotationError, annotations_of, parameter_type
from ..static import STATIC
from ..types import ArrayType, Matrix, Scalar, StructType, TupleType, Vector
from . import ir
from .arrays import same_kind
from .body import Body
from .closures import carried
from .objects import from_python
from .scope import Capture
from .values import (
    NONE,
    ArrayValue,
    Closure,
    Mistake,
    Object,
    Series,
    SliceValue,
    TextValue,
    TupleValue,
    Value,
    Weak,
    WeakArgument,
    describe,
    unfold,
)

__all__ = ["Callee", "call_function"]


@final
@dataclass(frozen=True, slots=True)
class Callee:
    """A function that is called. `identity` tells it from others; `hidden` is what it sees of the function around it.

    The defaults in the `signature` are Python objects, and values if the function is inside another one.
    """

    name: str
    identity: tuple[Any, ...]
    signature: inspect.Signature
    annotations: Mapping[str, Any]
    target: FunctionType | Closure

    @property
    def hidden(self) -> Mapping[str, Value]:
        return self.target.held if isinstance(self.target, Closure) else {}


def call_function(
    body: Body, function: FunctionType | Closure, values: Sequence[Value], keywords: dict[str, Value]
) -> Value:
    """A call of a Python function, compiled for these arguments."""
    callee = _callee(function)
    arguments = _bind(body, callee, values, keywords) | dict(callee.hidden)
    leaves: list[ir.Expression] = []
    free = {name for name in arguments if callee.annotations.get(name) in (None, STATIC)}
    shapes = {name: _shape(value, leaves, constants=name in free) for name, value in arguments.items()}
    span = body.source.span(body.node)
    compiled = body.unit.function(callee, shapes, [leaf.type for leaf in leaves], body.source, span)
    body.callees[compiled.index] = compiled
    operands = tuple(leaves)
    if compiled.result is None:
        if compiled.effects:
            body.effects = True
            body.emit(ir.Perform(ir.CallNothing(compiled, operands), span))
        return NONE
    result = ir.Call(compiled, operands, compiled.result)
    if compiled.effects:
        body.effects = True
        return unfold(body.define(compiled.name, result))
    return unfold(body.pin_expression(result)) if not isinstance(compiled.result, Scalar) else result


def _callee(function: FunctionType | Closure) -> Callee:
    if isinstance(function, Closure):
        closure = carried(function)
        assert isinstance(closure, Closure)
        source = closure.source
        annotations = source.annotations or {}
        identity = source.node, source.function, tuple(annotations.items())
        return Callee(source.name, identity, _signature_of(closure), annotations, closure)
    try:
        annotations = annotations_of(function, parameter_type)
    except AnnotationError as error:
        raise Mistake(f"{function.__name__}(): {error}") from None
    signature = inspect.signature(function, follow_wrapped=False)
    return Callee(_name(function), (function.__code__, function), signature, annotations, function)


def _name(function: FunctionType) -> str:
    return "lambda" if function.__name__ == "<lambda>" else function.__name__


def _signature_of(closure: Closure) -> inspect.Signature:
    arguments = closure.source.node.args
    parameters: list[tuple[Any, ast.arg]] = [
        (inspect.Parameter.POSITIONAL_ONLY, parameter) for parameter in arguments.posonlyargs
    ]
    parameters += [(inspect.Parameter.POSITIONAL_OR_KEYWORD, parameter) for parameter in arguments.args]
    if arguments.vararg is not None:
        parameters.append((inspect.Parameter.VAR_POSITIONAL, arguments.vararg))
    parameters += [(inspect.Parameter.KEYWORD_ONLY, parameter) for parameter in arguments.kwonlyargs]
    return inspect.Signature([_parameter(kind, node, closure.defaults) for kind, node in parameters])


def _parameter(kind: Any, node: ast.arg, defaults: Mapping[str, Value]) -> inspect.Parameter:
    return inspect.Parameter(node.arg, kind, default=defaults.get(node.arg, inspect.Parameter.empty))


# Arguments


def _bind(body: Body, callee: Callee, values: Sequence[Value], keywords: dict[str, Value]) -> dict[str, Value]:
    """The arguments by name, as Python binds them, converted where they are annotated."""
    try:
        bound = callee.signature.bind(*values, **keywords)
    except TypeError as error:
        text = f"{callee.name}(): {error}; it is {callee.name}{_shown(callee.signature)}"
        raise Mistake(text) from None
    given = set(bound.arguments)
    bound.apply_defaults()
    arguments: dict[str, Value] = {}
    for name, value in bound.arguments.items():
        annotation = callee.annotations.get(name)
        if callee.signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            parts = tuple(_annotated(body, callee, name, part, annotation) for part in value)
            arguments[name] = TupleValue(parts)
        elif callee.signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            raise Mistake(f"{callee.name}() takes `**{name}`, which kernels cannot call; name each parameter")
        else:
            value = value if name in given else _default(body, callee, name, value)
            arguments[name] = _annotated(body, callee, name, value, annotation)
    return arguments


def _shown(signature: inspect.Signature) -> str:
    """The parameters, those with defaults marked."""
    empty = inspect.Parameter.empty
    parameters = [
        p.replace(annotation=empty, default=empty if p.default is empty else _ELLIPSIS)
        for p in signature.parameters.values()
    ]
    return str(inspect.Signature(parameters))


@final
class _Ellipsis:
    def __repr__(self) -> str:
        return "..."


_ELLIPSIS = _Ellipsis()


def _default(body: Body, callee: Callee, name: str, value: Any) -> Value:
    if isinstance(callee.target, Closure):
        found: Value = value
        return found
    by_name = callee.target.__kwdefaults__ or {}
    if name in by_name:
        body.unit.capture(Capture(by_name, name, value))
    else:
        body.unit.capture(Capture(callee.target, "__defaults__", callee.target.__defaults__))
    try:
        return from_python(value, body.unit, name)
    except Mistake as mistake:
        raise Mistake(f"the default of {name!r} in {callee.name}(): {mistake}") from None


def _annotated(body: Body, callee: Callee, name: str, value: Value, annotation: Any) -> Value:
    target = f"the parameter {name!r} of {callee.name}()"
    if annotation is STATIC and not _is_constant(value):
        raise Mistake(f"{target} is Static, a compile-time constant, and {describe(value)} is known at run time", value)
    if isinstance(annotation, ArrayType):
        if not isinstance(value, ArrayValue) or not same_kind(value, annotation):
            raise Mistake(f"{target} takes an array {annotation}, not {describe(value)}", value)
        return value
    if isinstance(annotation, (Scalar, Vector, Matrix, StructType, TupleType)):
        return unfold(body.store_as(value, annotation, target))
    return value


def _is_constant(value: Value) -> bool:
    """Whether a value is known when the kernel is compiled."""
    if isinstance(value, TupleValue):
        return all(map(_is_constant, value.parts))
    return isinstance(value, (Weak, ir.Constant, Object, Closure))


# What a function is compiled for


def _shape(value: Value, leaves: list[ir.Expression], *, constants: bool) -> Value | None:
    """What of an argument is known when the function is compiled; ``None`` stands for a run-time value.

    Constants that have a type are taken for `constants` where the parameter leaves the type open.
    """
    value = carried(value)
    if isinstance(value, TupleValue):
        parts: Any = tuple(_shape(part, leaves, constants=constants) for part in value.parts)
        return replace(value, parts=parts)
    if isinstance(value, ArrayValue):
        leaves.extend(value.expressions)
        return value
    if isinstance(value, Closure):
        shapes: Any = {name: _shape(part, leaves, constants=True) for name, part in value.defaults.items()}
        held: Any = {name: _shape(part, leaves, constants=True) for name, part in value.held.items()}
        return replace(value, defaults=shapes, held=held)
    if isinstance(value, (Object, Weak, WeakArgument)) or (constants and isinstance(value, ir.Constant)):
        return value
    if isinstance(value, (Series, SliceValue, TextValue)):
        raise Mistake(f"a function takes numbers, tuples, arrays and functions, not {describe(value)}", value)
    leaves.append(value)
    return None
