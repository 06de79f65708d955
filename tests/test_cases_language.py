"""Mistakes that other kernel languages made with Python's names, types and order of evaluation."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import ints, run

import pyvkc as vkc
from pyvkc import Array, f32, i32

max = 3
scale = 100


# Division


@vkc.kernel
def floor_divide(out, a, b):
    i = vkc.global_id()
    out[i] = a[i] // b[i]


@pytest.mark.parametrize("dtype", [np.int32, np.float32])
def test_floor_division_rounds_down_for_every_combination_of_signs(dtype):
    a, b = np.array([-7, 7, -7, 7, -1, 0], dtype), np.array([2, -2, -2, 2, 2, 5], dtype)
    assert run(floor_divide, 6, a, b, dtype=dtype) == [-4, -4, 3, 3, -1, 0]


def test_floor_division_by_constants_rounds_down():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        out[i] = (a[i] // 2) * 10000 + (a[i] // -2) * 100 + a[i] // 3

    assert run(k, 4, ints(-7, 7, -6, 6)) == [(a // 2) * 10000 + (a // -2) * 100 + a // 3 for a in (-7, 7, -6, 6)]


@vkc.kernel
def halve(out: Array[f32], a):
    i = vkc.global_id()
    out[i] = a[i] / 2


@pytest.mark.parametrize("dtype", [np.int32, np.float32])
def test_a_quotient_of_ints_is_a_float(dtype):
    assert run(halve, 3, np.array([7, -7, 1], dtype), dtype=np.float32) == [3.5, -3.5, 0.5]


def test_a_quotient_does_not_go_into_an_int_array():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        out[i] = a[i] / 2

    with pytest.raises(vkc.CompileError, match=r"'out'.*f32 would lose its fraction in i32; write i32\(\.\.\.\)"):
        k.spirv()


# Assignment on some paths


def test_a_name_assigned_on_one_path_may_be_unassigned():
    @vkc.kernel
    def k(out: Array[f32], n: i32):
        if n > 5:
            a = 1.0
        out[0] = a

    with pytest.raises(vkc.CompileError, match="'a' may be unassigned here") as caught:
        k.spirv()
    assert caught.value.text.strip() == "out[0] = a"


def test_a_name_assigned_in_a_loop_that_may_not_run_may_be_unassigned():
    @vkc.kernel
    def counted(out: Array[i32], n: i32):
        for j in range(n):
            a = j
        out[0] = a

    @vkc.kernel
    def conditional(out: Array[i32], n: i32):
        while n > 3:
            a = 1
            break
        out[0] = a

    for kernel in (counted, conditional):
        with pytest.raises(vkc.CompileError, match="'a' may be unassigned here"):
            kernel.spirv()


def test_a_name_assigned_on_every_path_that_goes_on_is_assigned():
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        i = vkc.global_id()
        if n > i:
            a = 1
        elif n == i:
            out[i] = 5
            return
        else:
            a = 3
        while True:
            if a == 3:
                b = 30
                break
            a = 3
        out[i] = a + b

    assert run(k, 3, 1) == [33, 5, 33]


# Types of variables


def test_branches_that_assign_an_int_and_a_float_make_a_float():
    @vkc.kernel
    def k(out: Array[f32], c: Array[i32]):
        i = vkc.global_id()
        if c[i] == 1:
            v = 1
        else:
            v = 2.5
        out[i] = v

    assert run(k, 2, ints(1, 0), dtype=np.float32) == [1.0, 2.5]


def test_an_accumulator_that_starts_with_an_int_becomes_a_float():
    @vkc.kernel
    def k(out: Array[f32]):
        s = 0
        for j in range(5):
            s = s + 0.5
        out[0] = s

    @vkc.kernel
    def of_elements(out, x):
        s = 0
        for j in range(x.shape[0]):
            s += x[j]
        out[0] = s / 2

    assert run(k, 1, dtype=np.float32) == [2.5]
    for dtype in (np.float32, np.int32, np.uint32):
        assert run(of_elements, 1, np.array([1, 2, 4], dtype), dtype=np.float32) == [3.5]


def test_a_type_that_widens_late_widens_what_was_computed_from_it():
    @vkc.kernel
    def k(out: Array[f32], n: i32):
        a = 0
        b = 0
        for j in range(n):
            b = a
            a = a + 0.25
        out[0] = b

    assert run(k, 1, 4, dtype=np.float32) == [0.75]


def test_a_bool_and_an_int_join_as_an_int():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        v = a[i] > 0
        if a[i] > 5:
            v = a[i]
        out[i] = v + v

    assert run(k, 3, ints(-1, 3, 9)) == [0, 2, 18]


def test_types_that_do_not_join_are_named_with_both_lines():
    @vkc.kernel
    def k(out: Array[f32], n: i32):
        v = vkc.vec2(1.0, 2.0)
        if n > 0:
            v = 1.0
        out[0] = v[0]

    with pytest.raises(vkc.CompileError, match=r"'v' would be vec2 \(line \d+\) and .*float \(line \d+\)"):
        k.spirv()


# Tuples, order and short circuit


def test_a_tuple_is_assigned_at_once():
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        a, b = 0, 1
        for j in range(n):
            a, b = b, a + b
        out[0], out[1] = out[1], out[0]
        out[2] = a

    out = ints(7, 8, 0)
    k[1](out, 10)
    assert out.tolist() == [8, 7, 55]


def test_three_names_rotate():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        a, b, c = x[0], x[1], x[2]
        for j in range(4):
            a, b, c = b, c, a
        (out[0], out[1]), out[2] = (a, b), c

    assert run(k, 1, np.array([1, 2, 3], np.float32), out=3, dtype=np.float32) == [2, 3, 1]


def test_and_does_not_evaluate_its_right_side_after_a_false():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32], hits: Array[i32]):
        i = vkc.global_id()
        ok = i < 4 and vkc.atomic.add(hits, 0, 1) >= 0 and a[i] > 0
        out[i] = 1 if ok else 0

    hits = ints(0)
    assert run(k, 8, ints(1, -1, 2, 0), hits) == [1, 0, 1, 0, 0, 0, 0, 0]
    assert hits[0] == 4


def test_or_and_conditional_expressions_evaluate_one_side():
    @vkc.kernel
    def k(out: Array[i32], hits: Array[i32]):
        i = vkc.global_id()
        first = i % 2 == 0 or vkc.atomic.add(hits, 0, 1) < 0
        second = vkc.atomic.add(hits, 1, 1) if first else vkc.atomic.add(hits, 2, 10)
        out[i] = first + (second < 0)

    hits = ints(0, 0, 0)
    assert run(k, 6, hits) == [1, 0, 1, 0, 1, 0]
    assert hits.tolist() == [3, 3, 30]


def test_a_chain_evaluates_its_middle_once_and_only_what_it_reaches():
    @vkc.kernel
    def k(out: Array[i32], hits: Array[i32]):
        i = vkc.global_id()
        out[i] = i < (vkc.atomic.add(hits, 0, 1) * 0 + 2) < (vkc.atomic.add(hits, 1, 1) * 0 + 3)

    hits = ints(0, 0)
    assert run(k, 5, hits) == [1, 1, 0, 0, 0]
    assert hits.tolist() == [5, 2]


# Names


def test_locals_and_parameters_shadow_globals_and_builtins():
    @vkc.kernel
    def k(out: Array[f32], scale: i32):
        max = scale + 1
        scale = 0.5
        len = max * scale
        out[0] = len

    assert run(k, 1, 5, dtype=np.float32) == [3.0]


def test_a_global_shadows_a_builtin():
    @vkc.kernel
    def k(out: Array[i32]):
        out[0] = max + scale

    assert run(k, 1) == [103]


def test_a_local_that_is_assigned_later_is_not_the_global():
    @vkc.kernel
    def k(out: Array[i32]):
        out[0] = scale  # noqa: F823
        scale = 1

    with pytest.raises(vkc.CompileError, match="'scale' is read before it is assigned"):
        k.spirv()
