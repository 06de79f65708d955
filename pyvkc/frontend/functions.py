"""Python's own functions in a kernel, and conversions: what is no row of the table but is made of rows."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ..annotations import scalar_type
from ..types import Matrix, Scalar, Vector, alone, bool_, f32, f64, i32, i64
from .body import Body
from .constructors import stack
from .habits import array_method
from .linear import reduced
from .operations import apply, cast, power
from .reductions import REDUCTIONS
from .values import ArrayValue, Mistake, Object, TupleValue, Value, Weak, components, describe, show, type_of

__all__ = ["PYTHON_FUNCTIONS", "bitcast", "convert_to"]


# Conversions


def convert_to(body: Body, type: Scalar, values: Sequence[Value]) -> Value:
    """``f32(x)`` and its like."""
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


def bitcast(body: Body, values: Sequence[Value]) -> Value:
    """``bitcast(u32, x)``."""
    type = scalar_type(values[0].value) if len(values) == 2 and isinstance(values[0], Object) else None
    if type is None:
        raise Mistake("bitcast() takes a type and a value, as in bitcast(u32, x)")
    source = type_of(values[1])
    if not isinstance(source, Scalar) or source.bits != type.bits or bool_ in (source, type):
        found = f"{describe(values[1])} to {type}"
        raise Mistake(f"bitcast() goes between number types of the same size, not from {found}", values[1])
    return apply(body, (f"bitcast_{type}",), [body.convert(values[1], alone(source))])


# Python's functions


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


def _parts(body: Body, values: Sequence[Value], name: str) -> tuple[Value, ...]:
    """The parts of a tuple or a vector; of a matrix the rows."""
    if len(values) == 1 and isinstance(values[0], TupleValue):
        return values[0].parts
    if len(values) != 1:
        raise Mistake(f"{name}() takes one argument, not {len(values)}")
    if isinstance(type_of(values[0]), (Vector, Matrix)):
        return components(body.pin_expression(values[0]))  # type: ignore[arg-type]
    hint = ""
    if isinstance(values[0], ArrayValue):
        hint = f"; write {array_method(name.removeprefix('np.')) or 'a loop over the elements'}"
    raise Mistake(f"{name}() takes a tuple in a kernel, not {describe(values[0])}{hint}", values[0])


def _of_numbers(name: str, function: Callable[[Body, Sequence[Value]], Value]) -> Callable[..., Value]:
    """NumPy's reductions, which take all components of a vector or a matrix, row after row."""

    def evaluate(body: Body, values: Sequence[Value]) -> Value:
        parts = _parts(body, values, f"np.{name}")
        rows = [components(part) if isinstance(type_of(part), Vector) else (part,) for part in parts]  # type: ignore[arg-type]
        return function(body, [TupleValue(tuple(number for row in rows for number in row))])

    return evaluate


def _as_python(function: Any) -> Callable[[Body, Sequence[Value]], Value]:
    return lambda body, values: REDUCTIONS[function](body, values, {})


def _reduced(row: str) -> Callable[[Body, Sequence[Value]], Value]:
    def evaluate(body: Body, values: Sequence[Value]) -> Value:
        return reduced(body, row, _parts(body, values, row))

    return evaluate


MOST_DECIMALS: Final = 38
"""f32 holds the powers of ten up to this one."""


def _round(body: Body, values: Sequence[Value]) -> Value:
    """``round(x)`` is an integer, ``round(x, n)`` has the type of x."""
    if len(values) == 2:
        return _round_places(body, values)
    if len(values) == 1 and isinstance(values[0], Weak):
        return _computed(round, values[0])
    return apply(body, ("round_int", "round_places"), values)


def _numpy_round(body: Body, values: Sequence[Value]) -> Value:
    """``np.round(x)`` has the type of x, as ``np.round(x, n)`` has."""
    return _round_places(body, values) if len(values) == 2 else apply(body, ("rint", "round_places"), values)


def _round_places(body: Body, values: Sequence[Value]) -> Value:
    number, places = values
    if not isinstance(places, Weak) or not isinstance(places.value, int):
        raise Mistake("round(x, n) takes a constant number of decimals", places)
    if abs(places.value) > MOST_DECIMALS:
        raise Mistake(f"round(x, n) takes {-MOST_DECIMALS} to {MOST_DECIMALS} decimals", places)
    type = type_of(number)
    if isinstance(type, Scalar) and not type.floating and places.value >= 0:
        return number
    return apply(body, ("round_places",), values)


PYTHON_FUNCTIONS: Final[dict[Any, Callable[[Body, Sequence[Value]], Value]]] = {
    builtins.int: _python_int,
    builtins.float: _python_float,
    builtins.bool: _python_bool,
    builtins.divmod: _divmod,
    builtins.pow: _power,
    operator.pow: _power,
    np.power: _power,
    builtins.round: _round,
    np.round: _numpy_round,
    np.around: _numpy_round,
    np.stack: stack,
    np.sum: _of_numbers("sum", _reduced("add")),
    np.prod: _of_numbers("prod", _reduced("multiply")),
    np.min: _of_numbers("min", _reduced("minimum")),
    np.max: _of_numbers("max", _reduced("maximum")),
    np.any: _of_numbers("any", _as_python(any)),
    np.all: _of_numbers("all", _as_python(all)),
}
