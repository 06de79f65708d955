"""``match``: the cases are tried in order on a subject that is evaluated once, as in Python."""

from __future__ import annotations

import enum
import itertools

import numpy as np
import pytest
from as_python import same
from kernels import ints, run

import pyvkc as vkc
from pyvkc import Array, f32, i32


class Color(enum.IntEnum):
    RED = 1
    GREEN = 2
    BLUE = -3


class Limits:
    low = -2
    high = 5


def literals(out, x):
    match x[0]:
        case 0:
            out[0] = 10
        case 1 | 2:
            out[0] = 20
        case -3:
            out[0] = 30
        case 4.0:
            out[0] = 40
        case _:
            out[0] = 50
    match bool(x[0] > 1):
        case True:
            out[1] = 1
        case False:
            out[1] = 2
    match x[0]:
        case True:
            out[2] = 1
        case None:
            out[2] = 2
        case "a":
            out[2] = 3


def dotted(out, x):
    match x[0]:
        case Color.RED | Color.BLUE:
            out[0] = 1
        case Color.GREEN:
            out[0] = 2
        case Limits.low | Limits.high:
            out[0] = 3


def captures(out, x):
    match x[0]:
        case 0 | 1 as small:
            out[0] = small + 10
        case 3 as three:
            out[0] = three * 100
        case other:
            out[0] = other - 1
            out[1] = other
    match x[0] + 1:
        case n:
            out[2] = n * n


def guards(out, x):
    match x[0]:
        case 0 if x[1] > 0:
            out[0] = 1
        case n if n > 2:
            out[0] = n
        case n if n == x[1]:
            out[0] = n * 10
        case 0 | 1 if x[1] < 0:
            out[0] = 4
    match x[0], x[1]:
        case (a, b) if (c := a + b) > 3:
            out[1] = c
        case (a, 0) if a > 1:
            out[1] = -a
        case (0, b) as both if b < 0:
            out[1] = both[1]


def sequences(out, x):
    match (x[0], (x[1], 3)):
        case 0:
            out[0] = -1
        case (_, _, _):
            out[0] = -2
        case (0, (a, 3)):
            out[0] = a
        case (1, (1, 4)):
            out[0] = -3
        case [b, [0 | 1, c]]:
            out[0] = b * c
        case (_, _) as t:
            out[0] = t[0] + t[1][0]
    match (x[0], x[1], 5, 6):
        case (0, *rest):
            out[1] = rest[0] * 100 + rest[1]
        case (*_, 7):
            out[1] = 7
        case (first, *middle, 6):
            out[1] = first * 1000 + middle[0] * 10 + len(middle)
    match (x[0], x[1]):
        case (0, v) | (v, 0):
            out[2] = v
        case (1, v) | (v, 1) if v > 1:
            out[2] = v * 10


def falls_through(out, x):
    r = 7
    match x[0]:
        case 1:
            r = 8
        case n if n > 3:
            pass
    out[0] = r


def kept(out, x):
    n = 5
    match x[0]:
        case n if n > 1:
            out[0] = 1
    out[1] = n
    match x[1]:
        case 1:
            m = 10
        case m:
            m += 1
    out[2] = m


def in_loops(out, x):
    for i in range(4):
        match x[i % 2] + i:
            case 1:
                continue
            case 2:
                break
            case n if n < 0:
                return
            case n:
                out[0] = out[0] * 5 + n
    else:
        out[1] = 1
    for v in (0, 1, 2, 3):
        match v:
            case 1:
                continue
            case n if n == x[0]:
                break
        out[2] = out[2] * 5 + v


def nested(out, x):
    match x[0]:
        case 0:
            match x[1]:
                case 0:
                    out[0] = 1
                case _:
                    out[0] = 2
        case _:
            if x[1] == 1:
                out[0] = 3
            else:
                match x[0] + x[1]:
                    case 4:
                        out[0] = 4


FUNCTIONS = [literals, dotted, captures, guards, sequences, falls_through, kept, in_loops, nested]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_as_python(function):
    for x in itertools.product((-3, -2, 0, 1, 2, 4, 5), (-1, 0, 1, 2)):
        same(function, ints(0, 0, 0), ints(*x))


def count(out):
    vkc.atomic.add(out, 1, 1)
    return out[1]


def test_the_subject_is_evaluated_once():
    def k(out, x):
        match count(out) + x[0]:
            case 0:
                out[0] = 1
            case n if count(out) > 5:
                out[0] = n
            case 3 | 4:
                out[0] = 2
            case n if n < 0 or count(out) == 3:
                out[0] = -n

    for first in range(-3, 6):
        same(k, ints(0, 0), ints(first))


def test_a_subject_that_the_compiler_knows_leaves_one_case():
    @vkc.kernel
    def k(out: Array[i32]):
        for v in (1, (2, 3), "a", 4.5):
            match v:
                case 1:
                    out[0] = 1
                case (a, b):
                    out[1] = a * b
                case "a":
                    out[2] = 2
                case w:
                    out[3] = int(w)

    assert run(k, 1, out=4) == [1, 6, 2, 4]
    assert "if" not in k.ir()


def test_vectors_are_matched_by_their_components():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        match vkc.vec2(x[0], x[1]):
            case (0.0, y):
                out[0] = y
            case (a, b):
                out[0] = a * b

    assert run(k, 1, np.array([0, 5], np.float32), dtype=np.float32) == [5]
    assert run(k, 1, np.array([2, 5], np.float32), dtype=np.float32) == [10]


def taken_apart(v):
    match v:
        case (a, b):
            r = a + b
        case ((a, _, _), *_):
            r = a + 100
        case (a, *rest, 4.0):
            r = a * rest[0]
        case _:
            r = -1.0
    return r


def test_a_function_that_matches_vectors_means_the_same_in_python():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        out[0] = taken_apart(vkc.vec2(x[0], 2))
        out[1] = taken_apart(vkc.vec3(x[0], 3, 4))
        out[2] = taken_apart(vkc.vec3(x[0], 3, 5))
        out[3] = taken_apart(vkc.mat3(x[0]))
        out[4] = taken_apart(x[0])

    values = [vkc.vec2(7, 2), vkc.vec3(7, 3, 4), vkc.vec3(7, 3, 5), vkc.mat3(7), 7.0]
    assert run(k, 1, np.float32([7]), out=5, dtype=np.float32) == [9, 21, -1, 107, -1]
    assert [taken_apart(value) for value in values] == [9, 21, -1, 107, -1]


def test_names_are_assigned_where_every_case_assigns_them():
    @vkc.kernel
    def all_cases(out: Array[i32], n: i32):
        match n:
            case 0:
                a = 1
            case m if m > 3:
                out[0] = 5
                return
            case _:
                a = 2
        out[0] = a

    assert [run(all_cases, 1, n)[0] for n in (0, 1, 4)] == [1, 2, 5]
