"""Calls in the checker: who is called, position functions, and the user's own functions."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any

from ..annotations import AnnotationError, annotations_of, scalar_type
from ..types import ArrayType, Scalar, Vector
from . import ir
from .arrays import atomic, same_kind
from .body import Body, unfold
from .builtins import MEANINGS, POSITIONS, Builtin
from .func import plain_function
from .functions import PYTHON_FUNCTIONS, bitcast, convert_to, make_vector
from .objects import from_python
from .operations import apply
from .series import SERIES
from .values import (
    NONE,
    ArrayValue,
    Mistake,
    Object,
    TupleValue,
    Value,
    Weak,
    WeakArgument,
    describe,
)


def call(body: Body, node: ast.Call) -> Value:
    """Any call: the callee is known when the kernel is compiled."""
    callee = body.expression(node.func)
    if not isinstance(callee, Object):
        hint = ""
        if isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id):
            hint = f"; {node.func.id!r} is a variable here, so that Python's {node.func.id}() is hidden: rename it"
        raise Mistake(f"{describe(callee)} cannot be called{hint}", callee)
    values = body.expressions([*node.args, *(keyword.value for keyword in node.keywords)])
    positional = values[: len(node.args)]
    keywords = {str(keyword.arg): value for keyword, value in zip(node.keywords, values[len(node.args) :], strict=True)}
    return call_object(body, callee.value, positional, keywords)


def call_object(body: Body, callee: Any, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    """A call of a Python object that is known."""
    function = plain_function(callee)
    if function is not None and not _is_meant(callee) and not str(function.__module__).startswith("pyvkc.runtime."):
        return call_function(body, function, values, keywords)
    series = _special(callee, SERIES)
    if series is not None:
        return series(body, values, keywords)
    if keywords:
        raise Mistake(f"{_name(callee)}() takes no keyword arguments in a kernel", next(iter(keywords.values())))
    special = _special(callee, PYTHON_FUNCTIONS)
    if special is not None:
        return special(body, values)
    if _is_meant(callee):
        return apply(body, MEANINGS[callee], values)
    if isinstance(callee, Builtin):
        return _call_builtin(body, callee.__name__, values)
    if isinstance(callee, Vector):
        return make_vector(body, callee, values)
    type = scalar_type(callee)
    if type is not None:
        return convert_to(body, type, values)
    raise Mistake(_not_callable(callee))


def _is_meant(callee: Any) -> bool:
    try:
        return callee in MEANINGS
    except TypeError:
        return False


def _special(callee: Any, functions: dict[Any, Callable[..., Value]]) -> Callable[..., Value] | None:
    try:
        return functions.get(callee)
    except TypeError:
        return None


def _name(callee: Any) -> str:
    return str(getattr(callee, "__name__", repr(callee)))


def _of_numpy(callee: Any) -> bool:
    return str(getattr(callee, "__module__", "")).split(".")[0] == "numpy"


def _not_callable(callee: Any) -> str:
    if hasattr(callee, "__pyvkc_kernel__"):
        return f"the kernel {_name(callee)!r} cannot be called from a kernel; write a function that both call"
    if callee is print:
        return "print() is not supported in kernels yet; store what is to be seen in an array"
    if isinstance(callee, type):
        return f"objects of the class {_name(callee)} cannot be made in a kernel"
    if isinstance(callee, MethodType):
        return f"the method {_name(callee)} needs its object, which a kernel cannot have; write a function"
    if str(getattr(callee, "__module__", "")).startswith("pyvkc."):
        return f"{_name(callee)}() works outside of kernels only; pass arrays to the kernel as arguments"
    if isinstance(getattr(callee, "__wrapped__", None), FunctionType) and not _of_numpy(callee):
        name = _name(callee)
        return f"{name}() is wrapped by a decorator, which a kernel cannot run; call {name}.__wrapped__"
    if not callable(callee):
        return f"{describe(Object(callee))} cannot be called"
    return (
        f"{describe(Object(callee))} is not available in kernels, which call Python functions "
        "and what pyvkc, math and NumPy have for numbers"
    )


# What kernels know of themselves


def _call_builtin(body: Body, name: str, values: Sequence[Value]) -> Value:
    if name in POSITIONS:
        return _position(body, name, values)
    if name.startswith("atomic."):
        return atomic(body, name.removeprefix("atomic."), values)
    if name == "bitcast":
        return bitcast(body, values)
    raise Mistake(f"{name}() is not supported in kernels yet")


def _position(body: Body, name: str, values: Sequence[Value]) -> Value:
    ndim = body.unit.ndim
    if not values:
        places = tuple(ir.Position(name, axis) for axis in range(ndim))
        return places[0] if ndim == 1 else TupleValue(places)
    axis = values[0].value if len(values) == 1 and isinstance(values[0], (Weak, ir.Constant)) else None
    if not isinstance(axis, int) or not -ndim <= axis < ndim:
        raise Mistake(f"{name}() takes a constant axis between {-ndim} and {ndim - 1} in a {ndim}-D launch")
    return ir.Position(name, axis % ndim)


# The user's functions


def call_function(body: Body, function: FunctionType, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    """A call of a Python function, compiled for these arguments."""
    arguments = _bind(body, function, values, keywords)
    leaves: list[ir.Expression] = []
    shapes = {name: _shape(value, leaves) for name, value in arguments.items()}
    compiled = body.unit.function(function, shapes, [leaf.type for leaf in leaves], body.source.span(body.node))
    body.callees[compiled.index] = compiled
    operands = tuple(leaves)
    if compiled.result is None:
        if compiled.effects:
            body.effects = True
            body.emit(ir.Perform(ir.CallNothing(compiled, operands), body.source.span(body.node)))
        return NONE
    result = ir.Call(compiled, operands, compiled.result)
    if compiled.effects:
        body.effects = True
        return unfold(body.define(compiled.name, result))
    return unfold(body.pin_expression(result)) if not isinstance(compiled.result, Scalar) else result


def _bind(body: Body, function: FunctionType, values: Sequence[Value], keywords: dict[str, Value]) -> dict[str, Value]:
    """The arguments by name, as Python binds them, converted where they are annotated."""
    signature = inspect.signature(function, follow_wrapped=False)
    stars = [p for p in signature.parameters.values() if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if stars:
        raise Mistake(f"{function.__name__}() takes `{stars[0]}`, which kernels cannot call; name each parameter")
    try:
        bound = signature.bind(*values, **keywords)
    except TypeError as error:
        text = f"{function.__name__}(): {error}; it is {function.__name__}{_signature(function)}"
        raise Mistake(text) from None
    given = set(bound.arguments)
    bound.apply_defaults()
    try:
        annotations = annotations_of(function)
    except AnnotationError as error:
        raise Mistake(f"{function.__name__}(): {error}") from None
    arguments: dict[str, Value] = {}
    for name, value in bound.arguments.items():
        value = value if name in given else _default(function, name, value)
        arguments[name] = _annotated(body, function.__name__, name, value, annotations.get(name))
    return arguments


def _signature(function: FunctionType) -> str:
    """The names of the parameters, those with defaults marked."""
    parameters = inspect.signature(function, follow_wrapped=False).parameters.values()
    return f"({', '.join(p.name if p.default is p.empty else f'{p.name}=...' for p in parameters)})"


def _default(function: FunctionType, name: str, value: Any) -> Value:
    try:
        return from_python(value)
    except Mistake as mistake:
        raise Mistake(f"the default of {name!r} in {function.__name__}(): {mistake}") from None


def _annotated(body: Body, function: str, name: str, value: Value, annotation: Any) -> Value:
    target = f"the parameter {name!r} of {function}()"
    if isinstance(annotation, ArrayType):
        if not isinstance(value, ArrayValue) or not same_kind(value, annotation):
            raise Mistake(f"{target} takes an array {annotation}, not {describe(value)}", value)
        return value
    if isinstance(annotation, (Scalar, Vector)):
        return body.store_as(value, annotation, target)
    return value


def _shape(value: Value, leaves: list[ir.Expression]) -> Value | None:
    """What of an argument is known when the function is compiled; ``None`` stands for a run-time value."""
    if isinstance(value, TupleValue):
        parts: Any = tuple(_shape(part, leaves) for part in value.parts)
        return TupleValue(parts)
    if isinstance(value, ArrayValue):
        leaves.extend(value.expressions)
        return value
    if isinstance(value, (Object, Weak, WeakArgument)):
        return value
    leaves.append(value)
    return None
