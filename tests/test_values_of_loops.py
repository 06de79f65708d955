"""Values that are made in a loop and used after it: each invocation's own, whenever it left."""

from __future__ import annotations

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, i32, ivec2

N = 16


def two_breaks(x, a):
    n = 0
    while True:
        v = x[(a + n) % N]
        n += 1
        if v == 5:
            break
        if n > a:
            break
    return v * 100 + n


def assigned_before(x, a):
    n, v = 0, -7
    while True:
        v = x[(a + n) % N]
        n += 1
        if v == 5 or n > a:
            break
    return v * 100 + n


def copied_at_each_break(x, a):
    n = w = 0
    while True:
        v = x[(a + n) % N]
        n += 1
        if v == 5:
            w = v
            break
        if n > a:
            w = v
            break
    return w * 100 + n


def in_the_condition(x, a):
    n = 0
    while (v := x[(a + n) % N]) != 5:
        n += 1
    return v * 100 + n


def in_the_condition_with_a_break(x, a):
    n = 0
    while (v := x[(a + n) % N]) != 5:
        w = v + n
        n += 1
        if w > 14:
            break
    return v * 100 + n


def returned(x, a):
    n = 0
    while True:
        v = x[(a + n) % N]
        n += 1
        if v == 5:
            return v * 100 + n


def returned_at_two_places(x, a):
    n = 0
    while True:
        v = x[(a + n) % N]
        n += 1
        if v == 5:
            return v * 100 + n
        if n > a:
            return v * 10 - n


def returned_from_a_range(x, a):
    for n in range(N):
        v = x[(a + n) % N]
        if v == 5:
            return v * 100 + n
    return -1


def of_an_inner_loop(x, a):
    s = 0
    for k in range(3):
        n = 0
        while True:
            v = x[(a + n * k) % N]
            n += 1
            if v % 4 == k or n > 5:
                break
        s = s * 7 + v * 3 + n
    return s


def of_an_outer_loop(x, a):
    n = 0
    while True:
        v = x[(a + n) % N]
        m = v
        while True:
            m = x[m]
            w = m * 2
            if w > v:
                break
            if m == v or w == 0:
                break
        n += 1
        if w > 12 or n > 9:
            break
    return (v * 100 + w) * 10 + n


def with_continue(x, a):
    n = 0
    while True:
        n += 1
        v = x[(a + n) % N]
        if v % 3:
            continue
        w = v * n
        if w > 20 or n > 30:
            break
    return w * 100 + n


def with_an_else(x, a):
    n = v = 0
    while n < 4:
        v = x[(a + n) % N]
        n += 1
        if v > 10:
            break
    else:
        v = -v
    return v * 100 + n


def a_tuple(x, a):
    n = 0
    while True:
        pair = x[(a + n) % N], n * n
        n += 1
        if pair[0] == 5:
            break
    first, second = pair
    return first * 1000 + second


def an_array_of_its_own(x, a):
    kept = vkc.local(3, i32)
    n = 0
    while True:
        kept[n % 3] = x[(a + n) % N]
        n += 1
        if kept[(n + 2) % 3] == 5:
            break
    return kept[0] * 289 + kept[1] * 17 + kept[2]


def a_vector(x, a):
    n = 0
    while True:
        v = ivec2(x[(a + n) % N], n)
        n += 1
        if v.x == 5:
            break
    return int(v.x) * 100 + int(v.y)


def a_running_sum(x, a):
    hits = vkc.local(1, i32)
    n = 0
    while True:
        n += 1
        hits[0] += x[(a + n) % N]
        old = hits[0]
        if old > 40 - a:
            break
    return old * 100 + n


FUNCTIONS = [
    two_breaks, assigned_before, copied_at_each_break, in_the_condition, in_the_condition_with_a_break, returned,
    returned_at_two_places, returned_from_a_range, of_an_inner_loop, of_an_outer_loop, with_continue, with_an_else,
    a_tuple, a_vector,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
@pytest.mark.parametrize("unchecked", [False, True], ids=["checked", "unchecked"])
def test_each_invocation_keeps_its_own(function, unchecked):
    @vkc.kernel(unchecked=unchecked)
    def k(out: Array[i32], x: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        out[i] = function(x, a[i])

    x = np.random.default_rng(0).permutation(N).astype(np.int32)
    a = np.random.default_rng(1).integers(0, N, 64).astype(np.int32)
    out = np.zeros(64, np.int32)
    k[64](out, x, a)
    python = x.tolist()
    assert out.tolist() == [function(python, value) for value in a.tolist()]


@pytest.mark.parametrize("function", [an_array_of_its_own, a_running_sum], ids=lambda function: function.__name__)
def test_each_invocation_keeps_its_own_array(function, monkeypatch):
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        out[i] = function(x, a[i])

    x = np.random.default_rng(2).permutation(N).astype(np.int32)
    a = np.random.default_rng(3).integers(0, N, 64).astype(np.int32)
    out = np.zeros(64, np.int32)
    k[64](out, x, a)
    monkeypatch.setattr(vkc, "local", lambda shape, type: [0] * shape)
    python = x.tolist()
    assert out.tolist() == [function(python, value) for value in a.tolist()]
