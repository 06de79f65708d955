"""Calls in the checker: rows of the table, conversions, position functions, and the user's own functions."""

from __future__ import annotations

import ast
import builtins
import inspect
import operator
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any, Final

import numpy as np

from ..annotations import AnnotationError, annotations_of, scalar_type
from ..types import ArrayType, Scalar, Vector, bool_, f32, f64, i32, i64
from . import ir
from .arrays import atomic, length, same_kind
from .body import Body, unfold
from .builtins import MEANINGS, POSITIONS, Builtin
from .func import plain_function
from .objects import from_python
from .operations import apply, cast, power, vector
from .values import (
    NONE,
    ArrayValue,
    Mistake,
    Object,
    TupleValue,
    Value,
    Weak,
    WeakArgument,
    components,
    describe,
    show,
    type_of,
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
    if keywords:
        raise Mistake(f"{_name(callee)}() takes no keyword arguments in a kernel", next(iter(keywords.values())))
    special = _special(callee)
    if special is not None:
        return special(body, values)
    if _is_meant(callee):
        return apply(body, MEANINGS[callee], values)
    if isinstance(callee, Builtin):
        return _call_builtin(body, callee.__name__, values)
    if isinstance(callee, Vector):
        return _make_vector(body, callee, values)
    type = scalar_type(callee)
    if type is not None:
        return _convert(body, type, values)
    raise Mistake(_not_callable(callee))


def _is_meant(callee: Any) -> bool:
    try:
        return callee in MEANINGS
    except TypeError:
        return False


def _special(callee: Any) -> Callable[[Body, Sequence[Value]], Value] | None:
    try:
        return SPECIAL.get(callee)
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
    if callee is range:
        return "range() stands only in `for ... in range(...)`"
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


# Conversions


def _convert(body: Body, type: Scalar, values: Sequence[Value]) -> Value:
    if len(values) != 1:
        raise Mistake(f"{type}() converts one value, not {len(values)}")
    return cast(body, values[0], type)


def _python_int(body: Body, values: Sequence[Value]) -> Value:
    """``int(x)``: an integer stays as it is, a float truncates to i32, f64 to i64."""
    type = _only_type(values, "int")
    if isinstance(values[0], Weak):
        return _computed(int, values[0])
    return values[0] if type.integral else cast(body, values[0], i64 if type == f64 else i32)


def _python_float(body: Body, values: Sequence[Value]) -> Value:
    if len(values) == 1 and isinstance(values[0], Object):
        return Weak(float(cast(body, values[0], f64).value))  # type: ignore[union-attr]
    type = _only_type(values, "float")
    if isinstance(values[0], Weak):
        return _computed(float, values[0])
    return values[0] if type.floating else cast(body, values[0], f32)


def _computed(function: Callable[[Any], int | float], value: Weak) -> Weak:
    """A conversion of a Python number, done by Python."""
    try:
        return Weak(function(value.value))
    except (OverflowError, ValueError) as error:
        raise Mistake(f"{function.__name__}({show(value.value)}): {error}", value) from None


def _python_bool(body: Body, values: Sequence[Value]) -> Value:
    _only_type(values, "bool")
    return body.truth(values[0])


def _only_type(values: Sequence[Value], name: str) -> Scalar:
    if len(values) != 1:
        raise Mistake(f"{name}() takes one argument, not {len(values)}")
    type = type_of(values[0])
    if not isinstance(type, Scalar):
        raise Mistake(f"{name}() takes a number, not {describe(values[0])}", values[0])
    return type


def _bitcast(body: Body, values: Sequence[Value]) -> Value:
    type = scalar_type(values[0].value) if len(values) == 2 and isinstance(values[0], Object) else None
    if type is None:
        raise Mistake("bitcast() takes a type and a value, as in bitcast(u32, x)")
    source = type_of(values[1])
    if not isinstance(source, Scalar) or source.bits != type.bits or f"bitcast_{type}" not in _BITCASTS:
        raise Mistake(f"bitcast() goes between types of 32 bits, not from {describe(values[1])} to {type}")
    return apply(body, (f"bitcast_{type}",), [values[1]])


_BITCASTS: Final = ("bitcast_i32", "bitcast_u32", "bitcast_f32")


def _make_vector(body: Body, type: Vector, values: Sequence[Value]) -> Value:
    """``vec3(x, y, z)``, ``vec3(x)``, ``vec3(xy, z)``."""
    parts: list[Value] = []
    for value in values:
        if isinstance(value, TupleValue):
            parts.extend(value.parts)
        elif isinstance(type_of(value), Vector):
            parts.extend(components(body.pin(value)))  # type: ignore[arg-type]
        else:
            parts.append(value)
    for part in parts:
        if not isinstance(type_of(part), Scalar):
            raise Mistake(f"{type}() takes numbers, tuples and vectors, not {describe(part)}", part)
    if len(parts) == 1:
        parts = [body.pin(parts[0])] * type.size
    if len(parts) != type.size:
        raise Mistake(f"{type}() takes {type.size} components, or one for all of them, not {len(parts)}")
    return vector(body, [cast(body, part, type.element) for part in parts])


# Functions that are not a row


def _call_builtin(body: Body, name: str, values: Sequence[Value]) -> Value:
    if name in POSITIONS:
        return _position(body, name, values)
    if name.startswith("atomic."):
        return atomic(body, name.removeprefix("atomic."), values)
    if name == "bitcast":
        return _bitcast(body, values)
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


def _flat(values: Sequence[Value]) -> Sequence[Value]:
    """The operands of min and max, which may be given as one tuple."""
    return values[0].parts if len(values) == 1 and isinstance(values[0], TupleValue) else values


def _extreme(name: str) -> Callable[[Body, Sequence[Value]], Value]:
    def evaluate(body: Body, values: Sequence[Value]) -> Value:
        operands = _flat(values)
        if len(operands) == 1 and values is not operands:
            return operands[0]
        if len(operands) < 2:
            raise Mistake(f"{name}() takes two or more numbers, or one tuple")
        return apply(body, (name,), operands)

    return evaluate


def _divmod(body: Body, values: Sequence[Value]) -> Value:
    if len(values) != 2:
        raise Mistake("divmod() takes two numbers")
    a, b = (body.pin(value) for value in values)
    floor = apply(body, ("floor_divide", "floor_divide_float"), [a, b])
    return TupleValue((floor, apply(body, ("remainder", "remainder_float"), [a, b])))


def _power(body: Body, values: Sequence[Value]) -> Value:
    if len(values) != 2:
        raise Mistake("pow() takes a base and an exponent in a kernel")
    return power(body, values[0], values[1])


def _length(body: Body, values: Sequence[Value]) -> Value:
    if len(values) != 1:
        raise Mistake("len() takes one argument")
    return length(values[0])


def _parts(values: Sequence[Value], name: str) -> tuple[Value, ...]:
    if len(values) == 1 and isinstance(values[0], TupleValue):
        return values[0].parts
    if len(values) != 1:
        raise Mistake(f"{name}() takes one argument, not {len(values)}")
    hint = "; take the elements of an array one by one in a loop" if isinstance(values[0], ArrayValue) else ""
    raise Mistake(f"{name}() takes a tuple in a kernel, not {describe(values[0])}{hint}", values[0])


def _sum(body: Body, values: Sequence[Value]) -> Value:
    total: Value = Weak(0)
    for part in _parts(values, "sum"):
        total = apply(body, ("add",), [total, part])
    return total


def _any(body: Body, values: Sequence[Value]) -> Value:
    result: ir.Expression = ir.FALSE
    for part in reversed(_parts(values, "any")):
        result = ir.Select(body.truth(part), ir.TRUE, result, bool_)
    return result


def _all(body: Body, values: Sequence[Value]) -> Value:
    result: ir.Expression = ir.TRUE
    for part in reversed(_parts(values, "all")):
        result = ir.Select(body.truth(part), result, ir.FALSE, bool_)
    return result


MOST_DECIMALS: Final = 38
"""f32 holds the powers of ten up to this one."""


def _round(body: Body, values: Sequence[Value]) -> Value:
    """``round(x)`` is an integer, ``round(x, n)`` has the type of x."""
    if len(values) == 2:
        if not isinstance(values[1], Weak) or not isinstance(values[1].value, int):
            raise Mistake("round(x, n) takes a constant number of decimals", values[1])
        if abs(values[1].value) > MOST_DECIMALS:
            raise Mistake(f"round(x, n) takes {-MOST_DECIMALS} to {MOST_DECIMALS} decimals", values[1])
        first = type_of(values[0])
        if isinstance(first, Scalar) and not first.floating and values[1].value >= 0:
            return values[0]
    elif len(values) == 1 and isinstance(values[0], Weak):
        return _computed(round, values[0])
    return apply(body, ("round_int", "round_places"), values)


SPECIAL: Final[dict[Any, Callable[[Body, Sequence[Value]], Value]]] = {
    builtins.int: _python_int,
    builtins.float: _python_float,
    builtins.bool: _python_bool,
    builtins.min: _extreme("min"),
    builtins.max: _extreme("max"),
    builtins.divmod: _divmod,
    builtins.pow: _power,
    operator.pow: _power,
    np.power: _power,
    builtins.len: _length,
    builtins.sum: _sum,
    builtins.any: _any,
    builtins.all: _all,
    builtins.round: _round,
}


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
        leaves.extend(value.leading)
        return value
    if isinstance(value, (Object, Weak, WeakArgument)):
        return value
    leaves.append(value)
    return None
