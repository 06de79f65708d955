"""Rows of the builtin table applied to the checker's values: promotion, conversion, folding of weak numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from ..types import Matrix, Scalar, Vector, alone, bf16, bool_, f16, f32, f64, i32
from . import ir
from .body import Body
from .builtins import ROWS, Row
from .builtins.powers import MOST_FACTORS
from .signature import promote, resolve
from .values import (
    ArrayValue,
    Mistake,
    Object,
    Value,
    Weak,
    WeakArgument,
    describe,
    fit,
    rounded,
    show,
    type_of,
)

__all__ = ["apply", "cast", "cast_number", "choose", "fold", "matrix", "power", "spelled_out", "vector"]

MOST_WEAK_BITS: Final = 4096

NARROW_FLOATS: Final = (f16, bf16)


def apply(body: Body, names: Sequence[str], values: Sequence[Value]) -> Value:
    """The first of several rows that takes the values, applied to them."""
    values = spelled_out(body, values)
    if any(isinstance(type_of(value), (Vector, Matrix)) for value in values):
        return _componentwise(body, names, values)
    types = [_scalar_type(names[0], value) for value in values]
    row = choose(names, types)
    if row.variadic and len(values) > len(row.operands):
        first = apply(body, names, values[:-1])
        return apply(body, names, [first, values[-1]])
    if "C" in row.operands or all(isinstance(value, (Weak, WeakArgument)) for value in values):
        # In comparisons and among weak numbers, an argument has the type that it is passed as.
        values = [passed(value) for value in values]
        types = [_scalar_type(row.name, value) for value in values]
    operand_types, result = resolve(row, types)
    known = [value.value for value in values if isinstance(value, Weak) or _is_known_bool(value)]  # type: ignore[union-attr]
    if len(known) == len(values):
        return fold(row, known)
    operands = [body.convert(value, type) for value, type in zip(values, operand_types, strict=True)]
    if row.widened and any(type in NARROW_FLOATS for type in operand_types):
        operands = [body.convert(operand, f32) if operand.type in NARROW_FLOATS else operand for operand in operands]
        return body.convert(_perform(body, row, operands, f32 if result in NARROW_FLOATS else result), result)
    return _perform(body, row, operands, result)


def _is_known_bool(value: Value) -> bool:
    return isinstance(value, ir.Constant) and value.type == bool_


def _perform(body: Body, row: Row, operands: Sequence[ir.Expression], result: Scalar) -> Value:
    """A row on operands of the types that it computes with."""
    function: Any = row.function64 if row.function64 is not None and result == f64 else row.function
    if function is not None:
        from .callees import call_function

        return call_function(body, function, operands, {})
    return ir.Operation(row.name, tuple(operands), result, body.source.span(body.node) if body.unit.debug else None)


def spelled_out(body: Body, values: Sequence[Value]) -> Sequence[Value]:
    """Operands with the constant tables that are vectors or matrices as such."""
    if not any(isinstance(value, ArrayValue) for value in values):
        return values
    from . import arrays

    return [arrays.spelled_out(body, value) for value in values]


def passed(value: Value) -> Value:
    """An argument that was a Python number as the i32 or f32 that it is passed as; any other value as it is."""
    return ir.Argument(value.parameter) if isinstance(value, WeakArgument) else value


def choose(names: Sequence[str], types: Sequence[Scalar]) -> Row:
    """The row for as many operands as there are; with floats among them, one that takes floats."""
    rows = [ROWS[name] for name in names]
    fitting = [row for row in rows if len(row.operands) == len(types) or (row.variadic and len(types) >= 2)]
    if not fitting:
        counts = sorted({len(row.operands) for row in rows})
        arguments = "argument" if counts == [1] else "arguments"
        raise Mistake(f"{rows[0].called}() takes {' or '.join(map(str, counts))} {arguments}, not {len(types)}")
    if any(type.floating for type in types):
        return next((row for row in fitting if "I" not in row.operands), fitting[0])
    return fitting[0]


def _scalar_type(name: str, value: Value) -> Scalar:
    type = type_of(value)
    if isinstance(type, Scalar):
        return type
    hint = "; index the array first, as in `x[i]`" if isinstance(value, ArrayValue) else ""
    raise Mistake(f"{ROWS[name].shown} takes numbers, not {describe(value)}{hint}", value)


def fold(row: Row, operands: Sequence[Any]) -> Value:
    """The result of an operation on Python numbers, computed by Python."""
    try:
        _guard(row, operands)
        result = row.python(*operands)
        _check_size(result)
    except (ArithmeticError, ValueError, TypeError) as error:
        problem = "division by zero" if isinstance(error, ZeroDivisionError) else error
        raise Mistake(f"{_written(row, operands)}: {problem}") from None
    if isinstance(result, (bool, np.bool_)):
        return ir.Constant(bool(result), bool_)
    if isinstance(result, (np.generic, np.ndarray)):
        result = result.item()
    if isinstance(result, complex):
        raise Mistake(f"{_written(row, operands)}: the result would be complex, which kernels do not have")
    return Weak(result)


def _written(row: Row, operands: Sequence[Any]) -> str:
    """The operation as it is written: ``1 // 0``, ``sqrt(-1.0)``."""
    texts = [f"({operand})" if row.symbol == "**" and operand < 0 else show(operand) for operand in operands]
    if row.symbol and len(texts) == 2:
        return f"{texts[0]} {row.symbol} {texts[1]}"
    return f"{row.symbol}{texts[0]}" if row.symbol else f"{row.called}({', '.join(texts)})"


def _guard(row: Row, operands: Sequence[Any]) -> None:
    """Refuse to compute integers that no type could hold and that would take long."""
    if row.symbol == "**" and all(isinstance(operand, int) for operand in operands):
        bits = abs(operands[1]) * max(abs(operands[0]).bit_length(), 1)
    else:
        bits = operands[1] if row.symbol == "<<" else 0
    if bits > MOST_WEAK_BITS:
        raise OverflowError("the result does not fit any type")


def _check_size(result: Any) -> None:
    if isinstance(result, int) and result.bit_length() > MOST_WEAK_BITS:
        raise OverflowError("the result does not fit any type")


def power(body: Body, base: Value, exponent: Value) -> Value:
    """``base ** exponent``: what is computed depends on the exponent being an integer constant."""
    base, exponent = spelled_out(body, [base, exponent])
    if any(isinstance(type_of(value), (Vector, Matrix)) for value in (base, exponent)):
        return _componentwise(body, ("power",), [base, exponent])
    left, right = _scalar_type("power", base), _scalar_type("power", exponent)
    if isinstance(base, Weak) and isinstance(exponent, Weak):
        return fold(ROWS["power"], [base.value, exponent.value])
    if left.floating or right.floating:
        return _power_of_floats(body, base, exponent)
    constant = exponent.value if isinstance(exponent, (Weak, ir.Constant)) else None
    if constant is not None:
        if constant < 0:
            power = show(int(constant))
            raise Mistake(
                f"an integer to the constant power {power} is no integer; make the base a float, as in f32(x)", base
            )
        if constant > i32.maximum:
            raise Mistake(f"the exponent {show(int(constant))} is beyond what 32 bits hold", exponent)
        base, exponent = passed(base), fit(Weak(int(constant)), i32)
        left = _scalar_type("power", base)
        kept = i32 if left == bool_ else left
        return ir.Operation("power", (body.convert(base, kept), exponent), kept)
    type = promote(left, right)
    signed = type is None or type.kind != "uint"
    return apply(body, ("power_signed" if signed else "power_unsigned",), [base, exponent])


def _power_of_floats(body: Body, base: Value, exponent: Value) -> Value:
    """By squaring if the exponent is a small whole number that is known."""
    known = exponent.value if isinstance(exponent, (Weak, ir.Constant)) else None
    if known is None or not abs(known) <= MOST_FACTORS or known != int(known):
        return apply(body, ("power_float",), [base, exponent])
    joined = promote(_scalar_type("power", base), _scalar_type("power", exponent))
    assert joined is not None
    return apply(body, ("power_whole",), [body.convert(base, alone(joined)), ir.Constant(int(known), i32)])


def _componentwise(body: Body, names: Sequence[str], values: Sequence[Value]) -> Value:
    """Vectors and matrices component by component; a scalar meets every component."""
    types = [type for type in map(type_of, values) if isinstance(type, (Vector, Matrix))]
    if len({type.shape for type in types}) > 1:
        found = " and ".join(describe(value) for value in values)
        both = {type.__class__ for type in types} == {Vector, Matrix}
        hint = "; `@` multiplies a matrix by a vector" if both else "; take the same of both"
        raise Mistake(f"{found} have different {'shapes' if both else 'sizes'}{hint}")
    return _each(body, names, [body.pin(value) for value in values])


def _each(body: Body, names: Sequence[str], values: Sequence[Value]) -> Value:
    """A row on the components of values that are pinned."""
    shape = next((type.shape for type in map(type_of, values) if isinstance(type, (Vector, Matrix))), None)
    if shape is None:
        return power(body, *values) if names[0] == "power" else apply(body, names, values)
    parts = [_each(body, names, [_component(value, index) for value in values]) for index in range(shape[0])]
    return vector(body, parts) if len(shape) == 1 else matrix(body, parts)  # type: ignore[arg-type]


def _component(value: Value, index: int) -> Value:
    return ir.part(value, index) if isinstance(type_of(value), (Vector, Matrix)) else value  # type: ignore[arg-type]


def matrix(body: Body, rows: Sequence[ir.Expression]) -> ir.Expression:
    """A matrix of rows, of the type that all of them join."""
    from .signature import join

    joined: ir.ValueType | None = rows[0].type
    for row in rows[1:]:
        joined = join(joined, row.type) if joined is not None else None
    if not isinstance(joined, Vector):
        raise Mistake(f"a matrix has rows of one type, not {', '.join(describe(row) for row in rows)}")
    type = Matrix(joined.element, len(rows), joined.size)
    return ir.Compose(tuple(body.convert(row, joined) for row in rows), type)


def vector(body: Body, parts: Sequence[Value]) -> ir.Expression:
    """A vector of scalar values, of the type that all of them join."""
    from .signature import join
    from .values import settled

    joined = type_of(parts[0])
    for part in parts[1:]:
        other = type_of(part)
        joined = join(joined, other) if joined is not None and other is not None else None
    element = settled(joined) if joined is not None else None
    if not isinstance(element, Scalar):
        raise Mistake(f"a vector has components of one type, not {', '.join(describe(part) for part in parts)}")
    return ir.Compose(tuple(body.convert(part, element) for part in parts), Vector(element, len(parts)))


def cast(body: Body, value: Value, type: Scalar) -> ir.Expression:
    """``T(value)``: integers wrap, floats truncate and saturate, NaN becomes 0."""
    if isinstance(value, Object) and isinstance(value.value, str) and type.floating:
        try:
            value = Weak(float(value.value))
        except ValueError:
            raise Mistake(f"{value.value!r} is not a number", value) from None
    source = type_of(value)
    if not isinstance(source, Scalar):
        hint = f"; write {replace(source, element=type)}(...)" if isinstance(source, (Vector, Matrix)) else ""
        raise Mistake(f"{type}() converts a number, not {describe(value)}{hint}", value)
    if isinstance(value, Weak) or (isinstance(value, ir.Constant) and source != type):
        return ir.Constant(cast_number(value.value, type), type)
    return body.convert(passed(value), type)


def cast_number(value: int | float | bool, type: Scalar) -> int | float | bool:
    """The meaning of ``T(value)`` on a Python number."""
    if type == bool_:
        return bool(value)
    if type.floating:
        return rounded(value, type)
    if isinstance(value, float):
        if math.isnan(value):
            return 0
        return max(type.minimum, min(type.maximum, int(value))) if math.isfinite(value) else _end(value, type)
    return (int(value) - type.minimum) % (1 << type.bits) + type.minimum


def _end(value: float, type: Scalar) -> int:
    return type.maximum if value > 0 else type.minimum
