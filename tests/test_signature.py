"""Promotion and joins: the lattice of JAX's documentation, for the types that kernels have."""

from __future__ import annotations

import itertools

import pytest

from pyvkc.frontend.builtins import ROWS
from pyvkc.frontend.signature import join, promote, resolve, store_problem
from pyvkc.frontend.values import Mistake
from pyvkc.types import (
    SCALARS,
    WEAK_FLOAT,
    WEAK_INT,
    TupleType,
    bool_,
    f16,
    f32,
    f64,
    i8,
    i16,
    i32,
    i64,
    u8,
    u16,
    u32,
    u64,
    vec2,
    vec3,
)  # fmt: skip

NAMES = {"b1": bool_, "i*": WEAK_INT, "f*": WEAK_FLOAT, "u8": u8, "u16": u16, "u32": u32, "u64": u64, "i8": i8,
         "i16": i16, "i32": i32, "i64": i64, "f16": f16, "f32": f32, "f64": f64}  # fmt: skip

LATTICE = """
      b1   u8   u16  u32  u64  i8   i16  i32  i64  f16  f32  f64  i*   f*
b1    b1   u8   u16  u32  u64  i8   i16  i32  i64  f16  f32  f64  i*   f*
u8    u8   u8   u16  u32  u64  i16  i16  i32  i64  f16  f32  f64  u8   f32
u16   u16  u16  u16  u32  u64  i32  i32  i32  i64  f16  f32  f64  u16  f32
u32   u32  u32  u32  u32  u64  i64  i64  i64  i64  f16  f32  f64  u32  f32
u64   u64  u64  u64  u64  u64  -    -    -    -    f16  f32  f64  u64  f32
i8    i8   i16  i32  i64  -    i8   i16  i32  i64  f16  f32  f64  i8   f32
i16   i16  i16  i32  i64  -    i16  i16  i32  i64  f16  f32  f64  i16  f32
i32   i32  i32  i32  i64  -    i32  i32  i32  i64  f16  f32  f64  i32  f32
i64   i64  i64  i64  i64  -    i64  i64  i64  i64  f16  f32  f64  i64  f32
f16   f16  f16  f16  f16  f16  f16  f16  f16  f16  f16  f32  f64  f16  f16
f32   f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f32  f64  f32  f32
f64   f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64  f64
i*    i*   u8   u16  u32  u64  i8   i16  i32  i64  f16  f32  f64  i*   f*
f*    f*   f32  f32  f32  f32  f32  f32  f32  f32  f16  f32  f64  f*   f*
"""
"""JAX's table, but for two things: integers with a weak float are f32, and u64 with a signed type is an error."""


def table():
    header, *rows = (line.split() for line in LATTICE.strip().splitlines())
    for row in rows:
        for column, result in zip(header, row[1:], strict=True):
            yield row[0], column, result


@pytest.mark.parametrize(("left", "right", "result"), list(table()))
def test_promotion_is_the_lattice(left, right, result):
    assert promote(NAMES[left], NAMES[right]) == NAMES.get(result)


def test_promotion_does_not_depend_on_the_order_of_operands():
    for a, b, c in itertools.product(NAMES.values(), repeat=3):
        assert promote(a, b) == promote(b, a)
        first, second = promote(a, b), promote(b, c)
        if {a, b, c} <= {bool_, WEAK_INT, i32, u32, f32, i64} and first is not None and second is not None:
            assert promote(first, c) == promote(a, second), (a, b, c)


def test_only_numbers_and_tuples_of_equal_length_join():
    assert join(i32, f32) == f32
    assert join(vec2, vec2) == vec2
    assert join(vec2, vec3) is None
    assert join(vec2, f32) is None
    assert join(TupleType((i32, WEAK_INT)), TupleType((f32, u32))) == TupleType((f32, u32))
    assert join(TupleType((i32,)), TupleType((i32, i32))) is None
    assert join(TupleType((i32, vec2)), TupleType((i32, f32))) is None
    assert join(TupleType((i32, i32)), i32) is None


@pytest.mark.parametrize(
    ("row", "types", "operands", "result"),
    [
        ("add", (i32, f32), (f32, f32), f32),
        ("add", (bool_, bool_), (i32, i32), i32),
        ("add", (bool_, WEAK_INT), (i32, i32), i32),
        ("add", (u32, WEAK_INT), (u32, u32), u32),
        ("add", (i32, WEAK_FLOAT), (f32, f32), f32),
        ("divide", (i32, i32), (f32, f32), f32),
        ("divide", (i64, i32), (f64, f64), f64),
        ("divide", (bool_, bool_), (f32, f32), f32),
        ("left_shift", (u32, i32), (u32, i32), u32),
        ("left_shift", (bool_, u32), (i32, u32), i32),
        ("bitwise_and", (bool_, bool_), (bool_, bool_), bool_),
        ("bitwise_and", (bool_, u32), (u32, u32), u32),
        ("less", (i32, u32), (i32, u32), bool_),
        ("less", (i32, f32), (f32, f32), bool_),
        ("less", (i64, u32), (i64, u64), bool_),
        ("less", (bool_, i32), (i32, i32), bool_),
        ("logical_not", (f32,), (bool_,), bool_),
        ("sqrt", (i32,), (f32,), f32),
        ("popcount", (u32,), (u32,), i32),
        ("round_int", (f32,), (f32,), i32),
        ("round_int", (f64,), (f64,), i64),
        ("isnan", (i32,), (f32,), bool_),
    ],
)
def test_operands_are_converted_to_what_the_row_says(row, types, operands, result):
    assert resolve(ROWS[row], types) == (operands, result)


@pytest.mark.parametrize(
    ("row", "types", "message"),
    [
        ("bitwise_and", (f32, i32), "'&' takes integers, not f32"),
        ("left_shift", (f32, i32), "'<<' takes integers, not f32"),
        ("left_shift", (i32, WEAK_FLOAT), "'<<' takes integers"),
        ("popcount", (f32,), r"popcount\(\) takes integers"),
        ("sin", (f64,), r"sin\(\) is not available for f64"),
        ("add", (u64, i32), "'\\+' cannot combine u64 and i32"),
    ],
)
def test_what_a_row_does_not_take_is_said(row, types, message):
    with pytest.raises(Mistake, match=message):
        resolve(ROWS[row], types)


INTEGERS = [type for type in SCALARS.values() if type.integral]
FLOATS = [type for type in SCALARS.values() if type.floating]


def test_stores_take_what_keeps_its_meaning():
    for source, target in itertools.product([*INTEGERS, bool_], [*INTEGERS, *FLOATS]):
        assert store_problem(source, target) is None
    for source, target in itertools.product(FLOATS, FLOATS):
        assert store_problem(source, target) is None
    for source, target in itertools.product([*FLOATS, WEAK_FLOAT], INTEGERS):
        assert f"write {target}(...)" in store_problem(source, target)
    for source in (*INTEGERS, *FLOATS, WEAK_INT):
        assert "!= 0" in store_problem(source, bool_)
    assert store_problem(vec2, vec3) is not None
    assert store_problem(vec2, f32) is not None
    assert store_problem(TupleType((i32, f32)), TupleType((f32, f32))) is None
    assert store_problem(TupleType((i32, f32)), TupleType((f32, i32))) is not None
