"""Promotion, joins, and the choice of operand types from a row's signature.

Promotion is JAX's lattice, the table of :mod:`.promotion`: bool below the weak int, that below the unsigned and the
signed integers, those below the weak float, that below the floats; an unsigned integer meets a signed one in the next
wider signed type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..types import SCALARS, WEAK_FLOAT, WEAK_INT, Matrix, Scalar, TupleType, Vector, alone, bool_, f32, f64, i32, i64
from . import ir
from .builtins import Row
from .promotion import TABLE
from .values import Mistake, describe_type

__all__ = ["join", "join_all", "promote", "resolve", "store_problem"]

_WEAK: Final = (WEAK_INT, WEAK_FLOAT)


_TYPES: Final = SCALARS | {"int": WEAK_INT, "float": WEAK_FLOAT}


def _read_table() -> dict[tuple[Scalar, Scalar], Scalar | None]:
    header, *lines = (line.split() for line in TABLE.strip().splitlines())
    pairs = (((line[0], column), result) for line in lines for column, result in zip(header, line[1:], strict=True))
    return {(_TYPES[left], _TYPES[right]): _TYPES.get(result) for (left, right), result in pairs}


_PROMOTED: Final = _read_table()


def promote(a: Scalar, b: Scalar) -> Scalar | None:
    """The type that operands of two types, weak ones among them, are computed in; ``None`` if there is none."""
    return _PROMOTED[a, b]


def join(a: ir.ValueType, b: ir.ValueType) -> ir.ValueType | None:
    """The type of a variable to which both are assigned; ``None`` if they do not join."""
    if a == b:
        return a
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return promote(a, b)
    if isinstance(a, (Vector, Matrix)) and isinstance(b, (Vector, Matrix)) and a.shape == b.shape:
        element = promote(a.element, b.element)
        return None if element is None else replace(a, element=element)
    if isinstance(a, TupleType) and isinstance(b, TupleType) and len(a.elements) == len(b.elements):
        elements = [join(x, y) for x, y in zip(a.elements, b.elements, strict=True)]
        return None if None in elements else TupleType(tuple(e for e in elements if e is not None))
    return None


def join_all(types: Sequence[ir.ValueType]) -> ir.ValueType | None:
    """The join of several types, one at least."""
    joined: ir.ValueType | None = types[0]
    for type in types[1:]:
        joined = join(joined, type) if joined is not None else None
    return joined


def resolve(row: Row, types: Sequence[Scalar]) -> tuple[tuple[Scalar, ...], Scalar]:
    """The types that a row's operands are converted to, and its result's.

    They are weak only where all of `types` are.
    """
    if "C" in row.operands:
        return _compared(*types), bool_
    bound: dict[str, Scalar] = {}
    for letter, type in zip(row.operands, types, strict=True):
        known = bound.get(letter, type)
        joined = promote(known, type)
        if joined is None:
            raise Mistake(_no_promotion(row, known, type))
        bound[letter] = joined
    weak = all(type in _WEAK for type in types)
    operands = tuple(_class_of(row, letter, bound[letter], types, weak) for letter in row.operands)
    return operands, _result(row, operands)


def _compared(a: Scalar, b: Scalar) -> tuple[Scalar, Scalar]:
    """Integers of mixed signedness keep their signs, at the wider width; the rest is promoted."""
    if a.integral and b.integral and a.kind != b.kind and a not in _WEAK and b not in _WEAK:
        bits = max(a.bits, b.bits)
        return SCALARS[f"{a.kind[0]}{bits}"], SCALARS[f"{b.kind[0]}{bits}"]
    joined = promote(a, b)
    assert joined is not None, (a, b)
    if joined in _WEAK and not (a in _WEAK and b in _WEAK):
        joined = alone(joined)
    return joined, joined


def _no_promotion(row: Row, a: Scalar, b: Scalar) -> str:
    return (
        f"{row.shown} cannot combine {describe_type(a)} and {describe_type(b)}: no type holds the values of both; "
        f"convert one operand, for instance with {a}(...)"
    )


def _class_of(row: Row, letter: str, joined: Scalar, types: Sequence[Scalar], weak: bool) -> Scalar:
    """The type that the operands of one letter are converted to."""
    if letter in SCALARS:
        return SCALARS[letter]
    if letter == "B":
        return bool_
    kept = joined if weak else alone(joined)
    if letter == "A":
        return kept
    if letter in "NGIJ":
        return _number(row, letter, kept)
    assert letter == "F", f"no such letter: {letter}"
    return _floating(row, kept, types)


def _number(row: Row, letter: str, joined: Scalar) -> Scalar:
    if joined == bool_ and letter != "G":
        joined = i32
    if joined.floating and letter != "N":
        raise Mistake(f"{row.shown} takes integers, not {describe_type(joined)}; convert with int(...)")
    return _supported(row, joined)


def _floating(row: Row, joined: Scalar, types: Sequence[Scalar]) -> Scalar:
    if joined.floating:
        return _supported(row, joined)
    return _supported(row, f64 if any(type.bits == 64 for type in types) else f32)


def _supported(row: Row, type: Scalar) -> Scalar:
    if type.floating and type != WEAK_FLOAT and type.name not in row.floats:
        raise Mistake(
            f"{row.shown} is not available for {type}; it takes {', '.join(row.floats)}: convert with f32(...)"
        )
    if type.integral and type.bits not in row.widths:
        raise Mistake(f"{row.called}() is not available for {type} yet; convert with pyvkc.u32(...)")
    return type


def _result(row: Row, operands: tuple[Scalar, ...]) -> Scalar:
    if row.result in SCALARS:
        return SCALARS[row.result]
    if row.result == "int":
        first = operands[0]
        return first if first.integral else i64 if first == f64 else i32
    return operands[row.operands.index(row.result)]


def store_problem(source: ir.ValueType, target: ir.ValueType) -> str | None:
    """Why a value of one type cannot be stored as another, or ``None`` when it can."""
    if source == target:
        return None
    if isinstance(source, TupleType) and isinstance(target, TupleType):
        if len(source.elements) != len(target.elements):
            return f"{source} has not as many parts as {target}"
        problems = (store_problem(a, b) for a, b in zip(source.elements, target.elements, strict=True))
        return next((problem for problem in problems if problem), None)
    if isinstance(source, (Vector, Matrix)) and isinstance(target, (Vector, Matrix)) and source.shape == target.shape:
        return store_problem(source.element, target.element)
    if not (isinstance(source, Scalar) and isinstance(target, Scalar)):
        hint = f"; write {target}(...)" if isinstance(source, Scalar) and isinstance(target, Vector) else ""
        return f"{describe_type(source)} does not go into {describe_type(target)}{hint}"
    if target.integral and source.floating:
        return f"{describe_type(source)} would lose its fraction in {target}; write {target}(...) to truncate it"
    if target == bool_:
        return f"{describe_type(source)} does not go into bool_; write `... != 0`"
    return None
