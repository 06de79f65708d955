"""The typed tree as text."""

from __future__ import annotations

import math

import pytest
from trees import (
    array,
    assign,
    both,
    choose,
    convert,
    either,
    extent,
    kernel,
    lift,
    load,
    loop,
    op,
    position,
    read,
    repeat,
    scalar,
    store,
    variable,
    when,
)

from pyvkc.frontend import ir
from pyvkc.frontend.pprint import pprint
from pyvkc.types import TupleType, bool_, f16, f32, f64, i32, u8, u32, vec3

x, y, a, n = array("x"), array("y", index=1), scalar("a", f32, 2), scalar("n", i32, 3)
m, p, q = (scalar(name, i32, 4 + index) for index, name in enumerate("mpq"))
b, c, d = (scalar(name, bool_, 8 + index) for index, name in enumerate("bcd"))
i = position()


def text(*body, **options):
    """The lines of a kernel's body, without their indent."""
    lines = pprint(kernel(*body, **options)).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("def k("))
    return [line[4:] for line in lines[start + 1 :]]


def expression(node):
    [line] = text(store(x, 0, node, checks=(False,)))
    return line.removeprefix("x[0] = ")


def test_a_whole_kernel():
    position_of, total, counter = variable("i"), variable("total", f32, mutable=True), variable("k")
    tree = kernel(
        assign(position_of, i),
        when(op(">=", read(position_of), extent(y)), ir.Return()),
        assign(total, 0.0),
        loop(counter, 0, n, 1, assign(total, op("+", read(total), op("*", a, load(x, read(counter)))))),
        store(y, read(position_of), read(total), checks=(False,)),
        name="sums",
        parameters=(x, y, a, n),
    )
    expected = """\
def sums(x: f32[:] read, y: f32[:] write, a: f32, n: i32):  # 1-D, workgroup (64,)
    i: i32 = global_id()
    if i >= y.shape[0]:
        return
    var total: f32 = 0.0
    for k: i32 in range(n):
        total = total + a * x[k?]
    y[i] = total
"""
    assert pprint(tree) == expected
    assert pprint(tree) == pprint(tree)


def test_the_header():
    image, unused = array("image", u8, 3, contiguous=False), array("unused", index=1)
    tree = kernel(
        store(image, 0, 0, 0, load(image, 0, 0, 0)),
        parameters=(image, unused),
        ndim=2,
        workgroup=(8, 16),
        fastmath=frozenset({"contract", "arcp"}),
    )
    assert pprint(tree).splitlines()[0] == (
        "def k(image: u8[:, :, :] (strided) read_write, unused: f32[:] none):"
        "  # 2-D, workgroup (8, 16), fastmath arcp, contract"
    )


def test_an_array_that_only_a_function_uses():
    function = ir.Function("get", 0, (), (ir.Return(load(x, 0)),), f32)
    tree = kernel(store(y, 0, ir.Call(function, (), f32)), functions=(function,), parameters=(x, y))
    assert "k(x: f32[:] read, y: f32[:] write)" in pprint(tree)


@pytest.mark.parametrize(("node", "expected"), [
    (op("*", op("+", n, m), p),                     "(n + m) * p"),
    (op("+", n, op("*", m, p)),                     "n + m * p"),
    (op("-", op("-", n, m), p),                     "n - m - p"),
    (op("-", n, op("-", m, p)),                     "n - (m - p)"),
    (op("*", n, op("//", m, p)),                    "n * (m // p)"),
    (op("**", op("**", n, m), p),                   "(n ** m) ** p"),
    (op("**", n, op("**", m, p)),                   "n ** m ** p"),
    (op("**", op("negative", n), 2),                "(-n) ** 2"),
    (op("negative", op("**", n, 2)),                "-n ** 2"),
    (op("**", -1, n),                               "(-1) ** n"),
    (op("**", 2, op("negative", n)),                "2 ** -n"),
    (op("-", n, -1),                                "n - -1"),
    (op("negative", op("+", n, m)),                 "-(n + m)"),
    (op("invert", n),                               "~n"),
    (op("positive", n),                             "+n"),
    (op("&", op("|", n, m), op("^", p, q)),         "(n | m) & (p ^ q)"),
    (op("|", op("&", n, m), op("^", p, q)),         "n & m | p ^ q"),
    (op("<<", op("+", n, 1), 2),                    "n + 1 << 2"),
    (op("+", n, op(">>", m, 1)),                    "n + (m >> 1)"),
    (op("<", op("+", n, 1), m),                     "n + 1 < m"),
    (op("==", op("<", n, m), b),                    "(n < m) == b"),
    (op("==", b, op("<", n, m)),                    "b == (n < m)"),
    (op("logical_not", op("==", n, m)),             "not n == m"),
    (op("==", op("logical_not", b), c),             "(not b) == c"),
    (both(b, c, d),                                 "b and c and d"),
    (both(both(b, c), d),                           "b and c and d"),
    (either(both(b, c), d),                         "b and c or d"),
    (both(either(b, c), d),                         "(b or c) and d"),
    (op("logical_not", both(b, c)),                 "not (b and c)"),
    (both(op("logical_not", b), c),                 "not b and c"),
    (both(op("<=", 0, n), op("<", n, m)),           "0 <= n and n < m"),
    (choose(n, b, choose(m, c, p)),                 "n if b else m if c else p"),
    (choose(choose(n, b, m), c, p),                 "(n if b else m) if c else p"),
    (choose(n, choose(b, c, d), p),                 "n if (b if c else d) else p"),
    (op("+", choose(n, b, m), 1),                   "(n if b else m) + 1"),
    (op("min", op("+", n, 1), m),                   "min(n + 1, m)"),
    (op("sqrt", a),                                 "sqrt(a)"),
    (convert(f32, op("+", n, m)),                   "f32(n + m)"),
    (op("*", convert(f32, n), a),                   "f32(n) * a"),
    (extent(x),                                     "x.shape[0]"),
    (load(x, n),                                    "x[n?]"),
    (load(x, n, checks=(False,)),                   "x[n]"),
    (load(x, op("+", n, 1)),                        "x[n + 1?]"),
    (load(x, n, load(y, m), checks=(False, True)),  "x[n, y[m?]?]"),
    (load(x),                                       "x[()]"),
    (position(),                                    "global_id()"),
    (ir.Compose((a, a, a), vec3),                   "vec3(a, a, a)"),
    (ir.Compose((a, n), TupleType((f32, i32))),     "(a, n)"),
    (ir.Compose((a,), TupleType((f32,))),           "(a,)"),
    (ir.Component(ir.Compose((a, a, a), vec3), 2, f32), "vec3(a, a, a).z"),
    (ir.Component(ir.Compose((a, n), TupleType((f32, i32))), 1, i32), "(a, n)[1]"),
])  # fmt: skip
def test_expressions(node, expected):
    assert expression(node) == expected


@pytest.mark.parametrize(("value", "type", "expected"), [
    (7,                   i32,   "7"),
    (-7,                  i32,   "-7"),
    (True,                bool_, "True"),
    (0.10000000149011612, f32,   "0.1"),
    (16777216.0,          f32,   "1.6777216e+07"),
    (-0.0,                f32,   "-0.0"),
    (1e-45,               f32,   "1e-45"),
    (math.inf,            f32,   "inf"),
    (-math.inf,           f32,   "-inf"),
    (math.nan,            f32,   "nan"),
    (7,                   u32,   "u32(7)"),
    (-7,                  u8,    "u8(-7)"),
    (0.1,                 f64,   "f64(0.1)"),
    (0.0999755859375,     f16,   "f16(0.1)"),
])  # fmt: skip
def test_constants(value, type, expected):
    assert expression(ir.Constant(value, type)) == expected


def test_positions_name_their_axis_where_there_are_several():
    assert text(store(x, 0, position("local_id", 1)), ndim=2) == ["x[0?] = local_id(1)"]


def test_variables_with_one_name_are_told_apart():
    first, second, argument = variable("t", mutable=True), variable("t", f32), variable("n")
    assert text(
        assign(first, 1),
        assign(second, 2.0),
        assign(first, op("+", read(first), n)),
        assign(argument, read(first)),
        store(x, read(argument), read(second)),
        parameters=(x, n),
    ) == [
        "var t: i32 = 1",
        "t.1: f32 = 2.0",
        "t = t + n",
        "n.1: i32 = t",
        "x[n.1?] = t.1",
    ]


def test_statements():
    k, t, old = variable("k"), variable("t"), variable("old", u32)
    counts = array("counts", u32)
    assert text(
        when(b, otherwise=[when(c, ir.Return(), otherwise=[store(x, 0, 1.0)])]),
        when(b, store(x, 0, 1.0), otherwise=[when(c), store(x, 0, 2.0)]),
        loop(k, 2, n, 1, ir.Continue()),
        loop(variable("k", mutable=True), n, 0, -1, ir.Break()),
        repeat(op("<", n, m)),
        repeat(both(b, op("<", read(t), m)), store(x, 0, 1.0), prelude=[assign(t, n)]),
        ir.Atomic(old, "add", counts, (n,), lift(1), (True,)),
    ) == [
        "if b:",
        "    pass",
        "elif c:",
        "    return",
        "else:",
        "    x[0?] = 1.0",
        "if b:",
        "    x[0?] = 1.0",
        "else:",
        "    if c:",
        "        pass",
        "    x[0?] = 2.0",
        "for k: i32 in range(2, n):",
        "    continue",
        "for var k.1: i32 in range(n, 0, -1):",
        "    break",
        "while n < m:",
        "    pass",
        "while True:",
        "    t: i32 = n",
        "    if not (b and t < m): break",
        "    x[0?] = 1.0",
        "old: u32 = atomic.add(counts[n?], 1)",
    ]


def test_device_functions():
    index, value, index_of_other = variable("i"), variable("v", f32), variable("i")
    first = ir.Function("put", 0, (index, value), (store(x, read(index), read(value)),), None, effects=True)
    other = ir.Function("put", 1, (index_of_other,), (ir.Return(op("+", read(index_of_other), 1)),), i32)
    tree = kernel(
        ir.Perform(ir.CallNothing(first, (i, lift(2.0)))),
        store(x, ir.Call(other, (i,), i32), 0.0),
        functions=(first, other),
        parameters=(x,),
    )
    assert pprint(tree) == (
        "def put(i: i32, v: f32):  # has effects\n    x[i?] = v\n\n"
        "def put.1(i: i32) -> i32:\n    return i + 1\n\n"
        "def k(x: f32[:] write):  # 1-D, workgroup (64,)\n    put(global_id(), 2.0)\n    x[put.1(global_id())?] = 0.0\n"
    )
