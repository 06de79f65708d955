"""Tuples, stars, membership and the functions that take values apart, compared with Python."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from as_python import same
from kernels import filled, ints, run

import pyvkc as vkc
from pyvkc import Array, f32, i32

X = ints(3, 1, 4, 1, 5, 9, 2, 6)


def stars(out, x):
    a, *rest = x[0], x[1], x[2]
    out[0] = a * 100 + rest[0] * 10 + rest[1]
    *front, (b, *inner), last = x[0], x[1], (x[2], 5, 6), 7
    out[1] = len(front) * 1000 + b * 100 + inner[1] * 10 + last
    first, *nothing = (x[3],)
    out[2] = first + len(nothing)
    [c, d], e = (1, x[4]), 2
    out[3] = c * 100 + d * 10 + e
    t = (*front, *(5, 6), *inner)
    out[4] = sum(t) * 10 + len(t)
    p, q, *_ = range(4, 10)
    out[5] = p * q
    g, *h = "abc"
    out[6] = 1 if h[1] == "c" else 0


def targets(out, x):
    a = b = out[0] = x[0]
    out[a - 2], (out[a - 1], b) = b, (x[1], x[2])
    for out[3], (c, *d) in ((1, (x[3], 2)), (3, (4, 5, 6))):
        out[4] += c * len(d)
    (e) = 5
    out[5] = e + b
    out[6] += out[7] - 3
    out[7] -= out[6] * 2


def operations(out, x):
    t = (x[0], x[1]) + (2, 3)
    u = t * 2
    out[0] = len(u) * 100 + u[5]
    v = 2 * (x[2],)
    out[1] = v[0] * 10 + v[1]
    out[2] = t[1:][0] * 100 + t[::-1][0] * 10 + len(t[:0]) + t[-2]
    out[3] = sum(t[1:3]) * 10 + sum(t[-3::2])
    w = ()
    out[4] = len(w + (1,)) + sum(w)
    out[5] = t[True]
    first = second = t
    out[6] = first[0] + second[1]


def membership(out, x):
    out[0] = x[0] in (1, 2, 3)
    out[1] = x[0] not in (x[1], 7)
    out[2] = (x[0], x[1]) in ((1, 2), (3, 1), (0, 0))
    out[3] = "b" in "abc" and "z" not in ("x", "y") and x[0] in [3]
    out[4] = (1 < x[0] in (2, 3)) != (x[1] in ())  # noqa: RUF060
    for k in range(-3, 12):
        out[5] = out[5] * 2 + (k in range(1, 9, 3))
        out[6] = out[6] * 2 + (k in range(x[5], x[1], -2))
    out[7] = x[0] in tuple(v * 3 for v in (1, 2))


def order(out, x):
    t, u = (x[0], x[1], 2), (3, x[2], 1)
    out[0] = t < u
    out[1] = t <= u
    out[2] = t > u
    out[3] = t >= t[:2]
    out[4] = (x[0],) < t
    out[5] = () < (x[0],)
    out[6] = ((x[0], 2), 1) < ((3, x[3]), 1)
    out[7] = min((x[0], 2), (x[1], 7), (1, 5))[1] + max((t, u))[1]


FUNCTIONS = [stars, targets, operations, membership, order]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_as_python(function):
    for first, second in itertools.product((2, 3, 4), (0, 1, 2)):
        x = X.copy()
        x[:2] = first, second
        if function is targets:
            x[0] = 3
        same(function, np.zeros(8, np.int32), x)


# Functions that take values apart


def reductions(out, x):
    t = (x[0], x[1], x[2])
    out[0] = sum(t) + sum(t, 10) + sum((), start=5) + sum(range(4))
    out[1] = min(t) * 100 + max(t) * 10 + min(x[0], 2) + max((x[1],))
    out[2] = any(t) + all(t) * 2 + any(()) * 4 + all(()) * 8
    out[3] = len(t) + len(range(2, 9, 3)) + len("abc")
    out[4] = sum(tuple(range(3)) + tuple(t))
    q, r = divmod(x[5], -4)
    out[5] = q * 10 + r
    out[6] = pow(x[0], 2) + abs(-x[1]) + round(2.5) + int(x[0] / 2)
    out[7] = range(5, 20, 4)[-1] + range(7)[2]


def written_out(out, x):
    out[0] = sum(v * v for v in (x[0], x[1], 2))
    out[1] = sum(v for v in (1, 2, 3, 4) if v > x[0])
    out[2] = sum(a * b for a in (1, 2) for b in (x[0], x[1]) if b != a)
    out[3] = any(v == x[0] for v in (1, 3)) * 2 + all(v < x[0] for v in (1, 2))
    out[4] = any(v > 1 for v in (x[0], x[1]) if v < 3)
    out[5] = all(a <= b for a in (1, 2) for b in (x[0], x[2]) if b > 2)
    out[6] = max(v * 2 - i for i, v in enumerate((x[0], x[1], x[2])))
    t = tuple(v + 1 for v in (x[0], 5, x[1]))
    out[7] = t[0] * 100 + t[1] * 10 + t[2] + sum([v for v in t if True])


def loops(out, x):
    n = x[7]
    out[0] = sum(x[i] for i in range(n))
    out[1] = sum(v * i for i, v in enumerate(x) if v != 4)
    out[2] = any(v == 9 for v in x) * 10 + all(v > 1 for v in x)
    out[3] = sum(x[i] * j for i in range(n) for j in (1, 2) if i != j)
    out[4] = sum(a * b for a, b in zip(x, range(100)))
    out[5] = sum(i * x[i % 8] for i in range(100))
    out[6] = sum(x) + any(x) + all(x) * 2
    out[7] = any(x[i] == x[j] for i in range(n) for j in range(i)) + sum(1 for v in x if v > 3) * 10


def names_of_their_own(out, x):
    v = x[0]
    out[0] = sum(v * 10 for v in (x[1], x[2]))
    out[1] = v
    i = vkc.global_id()
    out[2] = sum(i for i in range(40)) + i
    out[3] = sum(out[3] + w for out_of_use, w in ((1, 2), (x[0], 3)))
    out[4] = sum(sum(j for j in range(k)) for k in (2, 3, x[3]))
    out[5] = max(v for v in (x[4], v))


@pytest.mark.parametrize(
    "function", [reductions, written_out, loops, names_of_their_own], ids=lambda function: function.__name__
)
def test_reductions_as_python(function):
    for first, count in itertools.product((0, 1, 3), (0, 5, 8)):
        x = X.copy()
        x[0], x[7] = first, count
        same(function, np.zeros(8, np.int32), x)


def test_types_of_sums():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32], n: i32):
        out[0] = sum(x[i] for i in range(n))
        out[1] = sum(1 for i in range(n)) / 2
        out[2] = sum(x[i] > 1 for i in range(n))
        v = sum(vkc.vec2(x[i], 1.0) for i in range(n))
        out[3] = v.x * 10 + v.y
        out[4] = sum(x) + min(1, 2.5, x[0]) + max(x[1], 7)
        out[5] = sum((0.5, 1, x[2]))

    assert filled(k, 6, np.array([1, 2, 4], np.float32), 3) == [7, 1.5, 2, 73, 15, 5.5]


def test_any_and_all_stop_at_the_first_that_decides():
    def k(out, x):
        out[0] = any(vkc.atomic.add(out, 1, 1) >= v for v in (x[0], x[1], x[2]))
        out[2] = all(vkc.atomic.add(out, 3, 1) < v for v in (x[0], x[1], x[2]))
        out[4] = any(vkc.atomic.add(out, 5, v) > 6 for v in x)
        out[6] = sum(vkc.atomic.add(out, 7, 1) * v for v in (x[0], x[1]) if v != 1)

    for first in range(4):
        x = X.copy()
        x[0] = first
        same(k, np.zeros(8, np.int32), x)


def test_a_callable_that_has_no_hash_takes_no_generator():
    class Sum:
        __hash__ = None

        def __call__(self, values):
            return values

    sum = Sum()

    @vkc.kernel
    def k(out: Array[i32]):
        out[0] = sum(v for v in (1, 2))

    with pytest.raises(vkc.CompileError, match=r"a generator expression is for sum\(\), any\(\)"):
        k.spirv()


def test_a_tuple_with_nan_is_unequal_to_itself():
    """Numbers are compared; Python takes one object for equal to itself."""

    @vkc.kernel
    def k(out: Array[i32], x: Array[f32]):
        t = (x[0], 1)
        out[0], out[1], out[2] = t == t, t != t, x[0] in t

    assert run(k, 1, np.float32([np.nan]), out=3) == [0, 1, 0]
    assert run(k, 1, np.float32([2]), out=3) == [1, 0, 1]
