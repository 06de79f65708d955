"""Functions inside functions, lambdas, and functions as arguments: what a kernel computes is what Python computes."""

from __future__ import annotations

import functools
import math
import operator

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, Static, f32, i32

INTEGERS = np.array([-7, -1, 0, 1, 2, 5, 11, 40], np.int32)
FLOATS = np.array([0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 9.0], np.float32)

square = lambda v: v * v
first, second = lambda v: v + 1, lambda v: v + 2  # two in one line
offset = 3


def apply(op, *values):
    return op(*values)


def compose(f, g):
    # Named arguments that are functions.
    return apply(lambda v: f(g(v)), 3)


@vkc.func
def halve(v):
    return v // 2


# Each function is run by Python and, as a device function, by a kernel.


def nested(v):
    def double(w):
        return 2 * w

    return double(v) + double(3)


def late_binding(v):
    scale = 1

    def scaled(w):
        return scale * w

    scale = v
    a = scaled(10)
    scale = 5
    return a + scaled(100)


def late_binding_in_a_loop(v):
    total = 0
    add = lambda w: total + w
    for k in range(4):
        total = add(k * v)
    return total


def defaults_are_early(v):
    scale = 2

    def scaled(w, by=scale, *, plus=v):
        return w * by + plus

    scale = 100
    return scaled(v) + scaled(v, 3) + scaled(by=4, w=1, plus=scale)


def closures_call_closures(v):
    base = v + 1

    def inner(w):
        return base * w

    def outer(w):
        return inner(w) + inner(base)

    base = 7
    return outer(v) + apply(outer, 2)


def three_levels(v):
    a = v

    def one(b):
        def two(c):
            three = lambda d: a + 10 * b + 100 * c + 1000 * d
            return three(4) + three(v)

        return two(b + 1)

    a = 9
    return one(2)


def inner_functions_of_arguments(v):
    def twice(f, w):
        return f(f(w))

    add = lambda w: w + v
    return twice(add, 1) + twice(lambda w: add(w) * 2, 3) + twice(lambda w: twice(add, w), 0)


def several_functions(v):
    return apply(square, v) + apply(first, v) + apply(second, v) + apply(nested, v) + apply(halve, v)


def python_functions(v):
    return apply(min, v, 3) + apply(max, v, 3, 9) + apply(abs, v) + apply(divmod, v, 4)[1] + apply(int, v)


def operators(v):
    return apply(operator.add, v, 2) + apply(operator.mul, v, v) + apply(operator.neg, v)


def types(v):
    return apply(int, apply(float, v) / 2)


def partials(v):
    return scale_by_three(v) + apply(scale_by_three, 4) + subtract_from(v)


def _scale(factor, v, plus=0):
    return factor * v + plus


scale_by_three = functools.partial(_scale, 3, plus=1)
subtract_from = functools.partial(operator.sub, 100)


def called_at_once(v):
    return (lambda a, b=2: a * b)(v) + (lambda: v)()


def in_a_tuple(v):
    operations = (lambda w: w + v, lambda w: w * v, halve)
    return operations[0](1) + operations[1](2) + operations[-1](9)


def tuples_in_and_out(v):
    def swap(pair):
        a, (b, c) = pair
        return (c, b), a

    (c, b), a = swap((v, (2, v + 3)))
    return a + 10 * b + 100 * c


def shadowing(v):
    offset = 5

    def f(offset):
        return offset * 2

    def g():
        offset = 1
        return offset

    def h():
        return offset

    return f(v) + 10 * g() + 100 * h()


def globals_behind_closures(v):
    f = lambda w: w + offset
    return f(v)


def many_returns(v):
    def classify(w):
        if w < 0:
            return -1
        for k in range(10):
            if k * k >= w:
                return k
        return 10

    return classify(v) + 100 * classify(v + 1)


def loops_inside(v):
    def total(n):
        s = 0
        while n > 0:
            s += n
            n -= 1
        return s

    return total(v) + total(3)


def defined_in_a_loop(v):
    s = 0
    for k in range(3):

        def add(w, k=k):
            return w * k + v

        s += add(k + 1)
    return s


def starred(v):
    def weigh(a, b, /, *rest, scale):
        s = a + 2 * b
        return (s + len(rest) * rest[0]) * scale

    pair = v, 3
    return weigh(*pair, *(4, 5), scale=2) + weigh(1, *pair, scale=v)


def conditional_inside(v):
    sign = lambda w: 1 if w > 0 else (-1 if w < 0 else 0)
    return apply(sign, v) * 5


def walrus_inside(v):
    def f(w):
        return (u := w + 1) * u

    return f(v)


def same_text_different_values(v):
    adders = tuple_of(lambda w: w + v), tuple_of(lambda w: w + 2 * v)
    return adders[0] + adders[1]


def tuple_of(f):
    return f(1) + f(2)


def composition(v):
    return compose(lambda w: w + v, lambda w: w * 2)


w = 100  # which comprehensions hide


def called_in_a_comprehension(v):
    w = v
    f = lambda: w
    return sum(f() for w in (1, 2, 3)) + max([f() + w for w in (1, 2)])


def made_in_a_comprehension(v):
    fs = tuple((lambda u: u + v * w) for w in (1, 2, 3))
    gs = tuple([(lambda u, w=w: u + v * w) for w in (1, 2, 3)])
    return fs[0](v) + 5 * gs[0](v) + sum(apply(lambda u: u * w, v) for w in (4, 5))


def made_in_a_comprehension_in_a_loop(v):
    f = lambda u: u
    for k in (1, 2):
        if k == 1:
            fs = tuple((lambda u: u + k * w) for w in (3, 4))
    return fs[0](v) + f(v)


def comprehensions_inside(v):
    w = v
    f = lambda: w + sum(w for w in (1, 2))
    g = lambda: sum(w * u for w in (w, 1) for u in (w, 2) if w > u)
    h = lambda: max([(lambda: w + u)() for u in (1, v)]) + sum(v for v in (1, 2))
    return f() + 10 * g() + 100 * h()


FUNCTIONS = [
    called_at_once, called_in_a_comprehension, closures_call_closures, composition, comprehensions_inside,
    conditional_inside,
    defaults_are_early, defined_in_a_loop, globals_behind_closures, in_a_tuple, made_in_a_comprehension,
    made_in_a_comprehension_in_a_loop, inner_functions_of_arguments, late_binding, late_binding_in_a_loop,
    loops_inside, many_returns, nested, operators, partials, python_functions, same_text_different_values,
    several_functions, shadowing, starred, three_levels, tuples_in_and_out, types, walrus_inside,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_as_python(function):
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32]):
        i = vkc.global_id()
        out[i] = function(x[i])

    out = np.zeros_like(INTEGERS)
    k[out.size](out, INTEGERS)
    assert out.tolist() == [function(int(v)) for v in INTEGERS]


def test_in_the_kernel_itself():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32], n: i32):
        i = vkc.global_id()
        scale = 2.0

        @vkc.func
        def scaled(v):
            return v * scale + n

        scale = x[0]
        out[i] = apply(scaled, x[i]) + apply(math.sqrt, x[i]) + apply(vkc.rsqrt, 4.0) + apply(f32, 1)

    out = np.zeros_like(FLOATS)
    k[out.size](out, FLOATS, 3)
    expected = FLOATS * FLOATS[0] + 3 + np.sqrt(FLOATS) + np.float32(0.5) + 1
    np.testing.assert_allclose(out, expected, rtol=1e-6)


def test_arrays_are_seen_and_written():
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32, 2]):
        i = vkc.global_id()
        row = x[i]

        def fill(value):
            for j in range(len(row)):
                out[i] += row[j] * value

        fill(1)
        apply(fill, 10)

    x = np.arange(12, dtype=np.int32).reshape(4, 3)
    out = np.zeros(4, np.int32)
    k[4](out, x)
    assert out.tolist() == (11 * x.sum(axis=1)).tolist()


def test_a_function_without_result_as_an_argument():
    def each(f, n):
        for k in range(n):
            f(k)

    @vkc.kernel
    def k(out: Array[i32]):
        def store(j):
            out[j] = j * j

        each(store, len(out))

    out = np.zeros(5, np.int32)
    k[1](out)
    assert out.tolist() == [0, 1, 4, 9, 16]


def test_a_device_function_is_compiled_once_for_the_same_functions():
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32]):
        f = lambda v: v + 1
        out[0] = apply(f, x[0]) + apply(f, x[1])
        out[1] = apply(square, x[0])

    text = k.ir("i32[:], i32[:]")
    assert text.count("def apply") == 2
    assert text.count("def lambda") == 2


def test_annotations_of_inner_functions():
    @vkc.kernel
    def k(out: Array[f32], x: Array[i32]):
        T = f32

        def scaled(v: T, rest: tuple[f32, i32] = (1, 2)) -> f32:
            return v / 2 + rest[1]

        def at(a: Array[i32], i: int) -> "i32":
            return a[i]

        out[0] = scaled(at(x, 1))

    out = np.zeros(1, np.float32)
    k[1](out, INTEGERS)
    assert out.tolist() == [1.5]


def test_a_changed_global_is_seen_by_inner_functions(monkeypatch):
    @vkc.kernel
    def k(out: Array[i32]):
        f = lambda: offset
        out[0] = apply(f)

    out = np.zeros(1, np.int32)
    k[1](out)
    assert out[0] == 3
    monkeypatch.setitem(globals(), "offset", 8)
    k[1](out)
    assert out[0] == 8


def test_a_lambda_in_a_class_and_one_with_defaults():
    class Holder:
        bump = lambda v, by=2: v + by

    chosen = [lambda v: v - 1, lambda v: v - 2, (lambda: lambda v: v - 3)()]
    outermost = Holder.bump

    for index, f in enumerate([*chosen, outermost]):

        @vkc.kernel
        def k(out: Array[i32], x: Array[i32]):
            i = vkc.global_id()
            out[i] = f(x[i])

        out = np.zeros_like(INTEGERS)
        k[out.size](out, INTEGERS)
        assert out.tolist() == [f(int(v)) for v in INTEGERS], index


def test_lambdas_of_one_line_that_differ_in_what_they_see():
    def make(n):
        return lambda v: v + n, lambda v: n - v

    for f in (*make(1), *make(5)):

        @vkc.kernel
        def k(out: Array[i32], x: Array[i32]):
            out[vkc.global_id()] = f(x[vkc.global_id()])

        out = np.zeros_like(INTEGERS)
        k[out.size](out, INTEGERS)
        assert out.tolist() == [f(int(v)) for v in INTEGERS]


def test_a_marked_function_runs_as_python():
    @vkc.func
    def f(v, g=lambda w: w + 1):
        return g(v)

    assert f(2) == 3
    assert f.__name__ == "f"


def test_a_name_for_a_function_that_a_constant_chooses():
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32], mode: Static):
        i = vkc.global_id()
        if mode == "double":

            def step(v):
                return 2 * v

        elif mode == "square":
            step = square
        else:
            step = lambda v: v + i
        out[i] = apply(step, x[i])

    expected = {"double": 2 * INTEGERS, "square": INTEGERS * INTEGERS, "else": INTEGERS + np.arange(8)}
    for mode, values in expected.items():
        out = np.zeros_like(INTEGERS)
        k[out.size](out, INTEGERS, mode)
        assert out.tolist() == values.tolist()


def test_functions_in_loops_that_are_written_out():
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32]):
        i = vkc.global_id()
        for j in vkc.static_range(3):
            f = lambda v, j=j: v * j + i
            out[i] += apply(f, x[i]) + sum(apply(lambda w: w * n + j, 2) for n in (1, 2))
        for g in (square, halve, lambda v: v - 1):
            out[i] += g(x[i])

    out = np.zeros_like(INTEGERS)
    k[out.size](out, INTEGERS)
    places = np.arange(8)
    expected = sum(INTEGERS * j + places + 6 + 2 * j for j in range(3)) + INTEGERS**2 + INTEGERS // 2 + INTEGERS - 1
    assert out.tolist() == expected.tolist()


def test_defaults_are_evaluated_from_left_to_right():
    @vkc.kernel
    def k(out: Array[i32], count: Array[i32]):
        def f(a=vkc.atomic.add(count, 0, 1), b=vkc.atomic.add(count, 0, 1), *, c=vkc.atomic.add(count, 0, 1)):
            return a * 100 + b * 10 + c

        out[0] = f()

    out = np.zeros(1, np.int32)
    k[1](out, np.array([1], np.int32))
    assert out.tolist() == [123]
