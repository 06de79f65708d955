"""What can be iterated in the checker: how many items it has, and which they are.

Tuples and vectors have items that only a number known to the compiler can choose, so that a loop over them is unrolled.
Arrays and ranges have items of any number, so that a loop over them is a loop.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..types import WEAK_INT, Matrix, Scalar, Vector, bool_, i32, i64, u32, u64
from . import ir
from .arrays import index_array, length
from .body import Body
from .builtins.names import static_range
from .operations import apply, cast
from .signature import promote
from .values import (
    ArrayValue,
    Mistake,
    Object,
    Series,
    TupleValue,
    Value,
    Weak,
    components,
    describe,
    describe_type,
    make_tuple,
    type_of,
)

__all__ = [
    "SERIES", "constant_range", "count", "counting_type", "fixed", "item", "items", "iterable", "known_trips", "pick",
    "range_type", "trips",
]  # fmt: skip

Number = int | ir.Expression
"""A number of items: an int when it is known to the compiler."""


LOOP: Final = "a `for` loop"

# What is iterated


def iterable(value: Value, purpose: str = LOOP) -> Value:
    """A value that can be iterated, texts and enums as the tuples of their items."""
    if isinstance(value, (TupleValue, Series)) or isinstance(type_of(value), (Vector, Matrix)):
        return value
    if isinstance(value, ArrayValue) and value.ndim:
        return value
    if isinstance(value, Object) and isinstance(value.value, str):
        return make_tuple(tuple(map(Object, value.value)))
    if isinstance(value, Object) and isinstance(value.value, enum.EnumMeta):
        from .objects import from_python

        return make_tuple(tuple(map(from_python, value.value)))
    hint = "; write `range(...)` around it" if purpose == LOOP and isinstance(type_of(value), Scalar) else ""
    raise Mistake(
        f"{purpose} goes over range(...), enumerate(...), zip(...), reversed(...), arrays, tuples and vectors, "
        f"not over {describe(value)}{hint}",
        value,
    )


def fixed(value: Value) -> bool:
    """Whether an item can only be chosen by a number that is known to the compiler."""
    if isinstance(value, Series):
        return value.kind == "static_range" or (value.kind != "range" and any(map(fixed, _iterated(value))))
    return not isinstance(value, ArrayValue)


def _iterated(series: Series) -> tuple[Value, ...]:
    """What a series takes its items from."""
    return series.parts[:1] if series.kind == "enumerate" else series.parts


def count(body: Body, value: Value) -> tuple[int | None, ir.Expression | None]:
    """The number of items: the lesser of one known to the compiler and one known at run time, where there are both."""
    if isinstance(value, TupleValue):
        return len(value.parts), None
    if isinstance(value, ArrayValue):
        extent = length(value)
        return (extent.value, None) if isinstance(extent, Weak) else (None, body.convert(extent, body.unit.index))  # type: ignore[return-value]
    if not isinstance(value, Series):
        return len(components(value)), None  # type: ignore[arg-type]
    if value.kind in ("range", "static_range"):
        known = known_trips(value)
        return (None, _range_count(body, value)) if known is None else (known, None)
    known_counts, counts = zip(*(count(body, part) for part in _iterated(value)), strict=True)
    known_ones = [one for one in known_counts if one is not None]
    others: list[Value] = [one for one in counts if one is not None]
    least = apply(body, ("min",), others) if len(others) > 1 else others[0] if others else None
    return min(known_ones, default=None), None if least is None else body.pin_expression(least)  # type: ignore[arg-type]


def counting_type(trips: ir.Expression) -> Scalar:
    """The type in which a loop of so many iterations counts them."""
    assert isinstance(trips.type, Scalar)
    return trips.type


def trips(body: Body, known: int | None, run_time: ir.Expression | None) -> ir.Expression:
    """The number of items at run time; i64 where that of indices does not hold it."""
    if run_time is None:
        assert known is not None
        return ir.Constant(known, body.unit.index if known <= body.unit.index.maximum else i64)
    type = counting_type(run_time)
    if known is None or known > type.maximum:
        return run_time
    return ir.Operation("min", (run_time, ir.Constant(known, type)), type)


def item(body: Body, value: Value, number: Number) -> Value:
    """An item; where a compiler's number is needed, `number` is an int."""
    if isinstance(value, Series):
        return _ITEMS[value.kind](body, value.parts, number)
    if isinstance(value, ArrayValue):
        return index_array(body, value, _value(number))
    assert isinstance(number, int), value
    return value.parts[number] if isinstance(value, TupleValue) else components(value)[number]  # type: ignore[arg-type]


def items(body: Body, value: Value, purpose: str) -> tuple[Value, ...]:
    """All items of what has a fixed size."""
    known, run_time = count(body, iterable(value, purpose))
    if known is None or run_time is not None:
        raise Mistake(
            f"{purpose} needs a number of items that is known when the kernel is compiled, not {describe(value)}; "
            "write a `for` loop",
            value,
        )
    make_tuple((Weak(0),) * known)
    return tuple(item(body, iterable(value), number) for number in range(known))


def pick(body: Body, series: Series, index: Value) -> Value:
    """``range(...)[index]``."""
    known, number = constant_range(series), index.value if isinstance(index, (Weak, ir.Constant)) else None
    if series.kind not in ("range", "static_range"):
        raise Mistake(f"{describe(series)} cannot be indexed")
    if known is None or not isinstance(number, int):
        raise Mistake("a range of constants is indexed with a constant integer; compute the value instead", index)
    try:
        return Weak(known[number])
    except IndexError:
        raise Mistake(f"index {number} is out of range for a range of {len(known)}", index) from None


def _value(number: Number) -> Value:
    return Weak(number) if isinstance(number, int) else number


def _range_item(body: Body, parts: tuple[Value, ...], number: Number) -> Value:
    start, _, step = parts
    if isinstance(start, Weak) and isinstance(step, Weak) and isinstance(number, int):
        return Weak(start.value + number * step.value)
    type = range_type(parts)
    place = cast(body, _value(number), type)
    moved = place if _is(step, 1) else ir.Operation("multiply", (place, body.convert(step, type)), type)
    return moved if _is(start, 0) else ir.Operation("add", (body.convert(start, type), moved), type)


def _is(value: Value, number: int) -> bool:
    return isinstance(value, (Weak, ir.Constant)) and value.value == number


def _enumerate_item(body: Body, parts: tuple[Value, ...], number: Number) -> Value:
    place = _value(number) if _is(parts[1], 0) else apply(body, ("add",), [parts[1], _value(number)])
    return TupleValue((place, item(body, parts[0], number)))


def _zip_item(body: Body, parts: tuple[Value, ...], number: Number) -> Value:
    return TupleValue(tuple(item(body, part, number) for part in parts))


def _reversed_item(body: Body, parts: tuple[Value, ...], number: Number) -> Value:
    known, run_time = count(body, parts[0])
    if known is not None and isinstance(number, int):
        return item(body, parts[0], known - 1 - number)
    most = trips(body, known, run_time)
    index = counting_type(most)
    last = body.convert(apply(body, ("subtract",), [most, Weak(1)]), index)
    return item(body, parts[0], ir.Operation("subtract", (last, body.convert(_value(number), index)), index))


_ITEMS: Final[dict[str, Callable[[Body, tuple[Value, ...], Number], Value]]] = {
    "range":        _range_item,
    "static_range": _range_item,
    "enumerate":    _enumerate_item,
    "zip":          _zip_item,
    "reversed":     _reversed_item,
}  # fmt: skip


# Ranges


def _make_range(body: Body, values: Sequence[Value], kind: str = "range") -> Series:
    """``range(stop)``, ``range(start, stop)``, ``range(start, stop, step)``."""
    if not 1 <= len(values) <= 3:
        raise Mistake(f"{kind}() takes one to three numbers, and no keywords")
    start, stop, step = {1: [Weak(0), *values, Weak(1)], 2: [*values, Weak(1)], 3: list(values)}[len(values)]
    if isinstance(step, (Weak, ir.Constant)) and step.value == 0:
        raise Mistake(f"the step of {kind}() is 0", step)
    parts = start, stop, step
    type = _range_type(parts, kind)
    if kind == "static_range":
        return Series(kind, tuple(_constant(part) for part in parts))
    if all(isinstance(part, Weak) for part in parts):
        return Series(kind, parts)
    return Series(kind, tuple(body.convert(part, type) for part in parts))


def _constant(part: Value) -> Weak:
    if not isinstance(part, (Weak, ir.Constant)):
        raise Mistake(
            f"static_range() takes numbers that are known when the kernel is compiled, not {describe(part)}; "
            "write range(...) for a loop at run time",
            part,
        )
    return Weak(int(part.value))


def _range_type(values: Sequence[Value], kind: str) -> Scalar:
    """The type that a range counts in."""
    type: Scalar = WEAK_INT
    for value in values:
        own = type_of(value)
        if not isinstance(own, Scalar) or not own.integral:
            hint = "; convert with int(...)" if isinstance(own, Scalar) else ""
            hint = "; write len(...) of it" if isinstance(value, (ArrayValue, TupleValue)) else hint
            raise Mistake(f"{kind}() takes integers, not {describe(value)}{hint}", value)
        joined = promote(type, own)
        if joined is None:
            raise Mistake(
                f"{kind}() counts in one type, and {describe_type(type)} with {describe_type(own)} has none; "
                "convert one of them",
                value,
            )
        type = joined
    return type if type in (u32, i64, u64) else i32


def range_type(parts: Sequence[Value]) -> Scalar:
    """The type in which a loop counts: for Python numbers i32 if it holds them, else i64."""
    if isinstance(parts[0], Weak):
        numbers = [int(part.value) for part in parts if isinstance(part, Weak)]
        return i32 if all(i32.minimum <= number <= i32.maximum for number in numbers) else i64
    type = type_of(parts[0])
    assert isinstance(type, Scalar)
    return type


def constant_range(series: Series) -> range | None:
    """The range, if it is known to the compiler."""
    numbers = [int(part.value) for part in series.parts if isinstance(part, (Weak, ir.Constant))]
    return range(*numbers) if len(numbers) == 3 else None


def known_trips(series: Series) -> int | None:
    """How often a loop over a range of constants runs; `len` cannot tell it of the longest."""
    known = constant_range(series)
    if not known:
        return None if known is None else 0
    return (abs(known.stop - known.start) - 1) // abs(known.step) + 1


def _range_count(body: Body, series: Series) -> ir.Expression:
    """The number of items of a range, in the type of indices, or in i64 if the range has 64 bits.

    What is beyond the greatest i32 or i64 is cut off. Of ``range(n)`` it is n, though that may be negative.
    """
    start, stop, step = series.parts
    type = type_of(start)
    assert isinstance(type, Scalar)
    signed, unsigned = (i64, u64) if type.bits == 64 else (i32, u32)
    result = i64 if type.bits == 64 else body.unit.index
    if _is(step, 1) and _is(start, 0) and type == signed:
        return body.convert(stop, result)
    low, high, runs = _ends(body, start, stop, step)
    distance = cast(body, apply(body, ("subtract",), [high, low]), unsigned)  # right, however far they are apart
    before_last = apply(body, ("subtract",), [distance, Weak(1)])
    pace = cast(body, apply(body, ("abs",), [step]), unsigned)
    steps = apply(body, ("floor_divide",), [before_last, pace])
    counted = cast(body, apply(body, ("min",), [steps, Weak(signed.maximum - 1)]), signed)
    one_more = body.convert(apply(body, ("add",), [counted, Weak(1)]), signed)
    return body.pin_expression(body.convert(ir.Select(runs, one_more, ir.Constant(0, signed), signed), result))


def _ends(body: Body, start: Value, stop: Value, step: Value) -> tuple[Value, Value, ir.Expression]:
    """The lower and the higher end of a range, and whether the one lies below the other and the step is not 0."""
    if isinstance(step, ir.Constant):
        low, high = (start, stop) if step.value > 0 else (stop, start)
        return low, high, body.truth(apply(body, ("less",), [low, high]))
    type = type_of(start)
    assert isinstance(type, Scalar)
    upward = body.truth(apply(body, ("greater",), [step, Weak(0)]))
    first, last = body.convert(start, type), body.convert(stop, type)
    low, high = ir.Select(upward, first, last, type), ir.Select(upward, last, first, type)
    moves = body.truth(apply(body, ("not_equal",), [step, Weak(0)]))
    return low, high, ir.Select(moves, body.truth(apply(body, ("less",), [low, high])), ir.FALSE, bool_)


# The functions that make series


def _enumerate(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    start = keywords.pop("start", None)
    if keywords or not 1 <= len(values) + (start is not None) <= 2 or not values:
        raise Mistake("enumerate() takes what is iterated, and a number to start from")
    first = start if start is not None else values[1] if len(values) == 2 else Weak(0)
    type = type_of(first)
    if not isinstance(type, Scalar) or not type.integral:
        raise Mistake(f"enumerate() starts from an integer, not from {describe(first)}", first)
    return Series("enumerate", (iterable(values[0], "enumerate()"), first))


def _zip(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    strict = keywords.pop("strict", ir.FALSE)
    if keywords or not values:
        raise Mistake("zip() takes what is iterated, and `strict` as its only keyword")
    parts = tuple(iterable(value, "zip()") for value in values)
    if strict != ir.FALSE:
        lengths = {count(body, part) for part in parts}
        if any(run_time is not None for _, run_time in lengths) or len(lengths) > 1:
            raise Mistake("zip(strict=True) takes what has the same length, known when the kernel is compiled", strict)
    return Series("zip", parts)


def _reversed(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    if keywords or len(values) != 1:
        raise Mistake("reversed() takes one argument")
    value = iterable(values[0], "reversed()")
    if isinstance(value, Series) and value.kind not in ("range", "static_range"):
        raise Mistake(f"Python has no reversed {value.kind}(); reverse what it goes over", values[0])
    return Series("reversed", (value,))


def _range(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    return _make_range(body, () if keywords else values)


def _static_range(body: Body, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    return _make_range(body, () if keywords else values, "static_range")


SERIES: Final[dict[Any, Callable[[Body, Sequence[Value], dict[str, Value]], Value]]] = {
    range:        _range,
    static_range: _static_range,
    enumerate:    _enumerate,
    zip:          _zip,
    reversed:     _reversed,
}  # fmt: skip
