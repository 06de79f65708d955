"""Mistakes that other kernel languages made with Python's control flow and names; each kernel means what Python means."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import validated_programs  # noqa: F401

import pyvkc as vkc
from pyvkc import Array, f32, i32

max = 3
scale = 100


def ints(*values):
    return np.array(values, np.int32)


def run(kernel, n, *arguments, out=None, dtype=np.int32):
    """Launch with an output array first; its contents."""
    out = np.full(n if out is None else out, 77, dtype)
    kernel[n](out, *arguments)
    return out.tolist()


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


# Loops


def test_a_break_under_or_leaves_at_the_right_time():
    @vkc.kernel
    def k(out: Array[i32]):
        i = vkc.global_id()
        n = 0
        for j in range(10):
            if j == i or n > 6:
                break
            n = n + 1
        out[i] = n

    assert run(k, 10) == [0, 1, 2, 3, 4, 5, 6, 7, 7, 7]


def test_a_loop_body_may_end_in_a_jump():
    @vkc.kernel
    def ends_in_break(out: Array[i32]):
        n = 0
        for j in range(4):
            n = n + 1
            break
        out[0] = n

    @vkc.kernel
    def ends_in_continue(out: Array[i32]):
        n = 0
        while n < 4:
            n = n + 1
            continue
        out[0] = n

    @vkc.kernel
    def ends_in_return(out: Array[i32]):
        for j in range(4):
            out[0] = j + 1
            return
        out[0] = -1

    @vkc.kernel
    def both_ends(out: Array[i32], n: i32):
        while True:
            if n > 3:
                out[0] = n
                break
            else:
                n = n + 3
                continue

    assert run(ends_in_break, 1) == [1]
    assert run(ends_in_continue, 1) == [4]
    assert run(ends_in_return, 1) == [1]
    assert run(both_ends, 1, -2) == [4]


def test_text_after_a_jump_is_skipped_and_nothing_more():
    @vkc.kernel
    def k(out: Array[i32]):
        out[0] = 1
        for j in range(3):
            out[0] += 1
            continue
            out[0] += 100
        return
        out[0] = 0

    assert run(k, 1) == [4]


def test_an_endless_loop_with_several_breaks():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        x = a[i]
        n = 0
        while True:
            if x == 1:
                break
            if n >= 20:
                n = -1
                break
            if x % 2 == 0:
                x = x // 2
            else:
                x = 3 * x + 1
            n = n + 1
        out[i] = n

    assert run(k, 4, ints(1, 6, 27, 7)) == [0, 8, -1, 16]


def test_a_return_ends_the_kernel_from_any_depth():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        for r in range(3):
            for c in range(4):
                if a[r * 4 + c] < 0:
                    out[0] = r * 10 + c
                    return
        out[0] = -1

    @vkc.kernel
    def from_endless(out: Array[i32], a: Array[i32]):
        j = 0
        while 1:
            while True:
                if a[j] < 0:
                    out[0] = j
                    return
                if j % 3 == 2:
                    break
                j += 1
            j += 1

    a = ints(1, 1, 1, 1, 1, 1, -5, 1, -9, 1, 1, 1)
    assert run(k, 1, a) == [12]
    assert run(k, 1, abs(a)) == [-1]
    assert run(from_endless, 1, a) == [6]


def test_the_else_of_a_loop_runs_unless_a_break_left_it():
    @vkc.kernel
    def counted(out: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        r = 0
        for j in range(4):
            if a[j] == i:
                r = 100 + j
                break
        else:
            r = -1
        out[i] = r

    @vkc.kernel
    def conditional(out: Array[i32], a: Array[i32]):
        i = vkc.global_id()
        j = 0
        while j < 4:
            if a[j] == i:
                break
            j += 1
        else:
            j = -101
        out[i] = 100 + j

    a = ints(2, 0, 5, 1)
    assert run(counted, 4, a) == [101, 103, 100, -1]
    assert run(conditional, 4, a) == [101, 103, 100, -1]


def test_the_else_of_an_inner_loop_may_break_the_outer_one():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        row = -1
        for r in range(4):
            for c in range(3):
                if a[r * 3 + c] == 0:
                    break
            else:
                row = r
                break
        out[0] = row

    assert run(k, 1, ints(1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1)) == [2]
    assert run(k, 1, ints(*[0] * 12)) == [-1]


@vkc.kernel
def digits(out: Array[i32], low: i32, high: i32, step: i32):
    n = 0
    for j in range(high, low, step):
        n = n * 10 + j
    out[0] = n


@pytest.mark.parametrize(
    ("low", "high", "step"), [(0, 4, -1), (0, 4, -3), (4, 0, -1), (4, 0, 1), (9, 2, 3), (-1, -1, 1), (4, 1, 1)]
)
def test_a_step_known_at_run_time_may_be_negative(low, high, step):
    wanted = 0
    for j in range(high, low, step):
        wanted = wanted * 10 + j
    assert run(digits, 1, low, high, step) == [wanted]


def test_a_step_of_zero_runs_no_iteration_and_a_constant_one_is_refused():
    @vkc.kernel
    def k(out: Array[i32]):
        for j in range(0, 10, 0):
            out[0] = j

    assert run(digits, 1, 0, 10, 0) == [0]
    with pytest.raises(vkc.CompileError, match=r"the step of range\(\) is 0"):
        k.spirv()


def test_a_range_up_to_the_last_integer_ends():
    @vkc.kernel
    def k(out: Array[i32], start: i32, stop: i32, step: i32):
        n = 0
        for j in range(start, stop, step):
            n += 1
            if n > 10:
                break
        out[0] = n

    assert run(k, 1, 2**31 - 4, 2**31 - 1, 2) == [2]
    assert run(k, 1, 2**31 - 3, 2**31 - 1, 2**31 - 1) == [1]
    assert run(k, 1, -(2**31) + 3, -(2**31), -2) == [2]
    assert run(k, 1, 5, -5, -(2**31)) == [1]


def test_a_loop_variable_keeps_its_last_value_and_may_be_used_again():
    @vkc.kernel
    def k(out: Array[i32]):
        acc = 0
        for i in range(3):
            acc = acc + i
        out[1] = i
        i = 0
        while i < 3:
            acc = acc + 10
            i = i + 1
        out[0] = acc
        out[2] = i

    assert run(k, 1, out=3) == [33, 2, 3]


def test_assigning_to_the_loop_variable_does_not_change_the_iterations():
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        trips = 0
        last = 0
        for j in range(n):
            trips += 1
            j = j + 10
            last = j
            n = 0
        out[0] = trips * 100 + last

    assert run(k, 1, 4) == [413]


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
        out[0] = scale
        scale = 1

    with pytest.raises(vkc.CompileError, match="'scale' is read before it is assigned"):
        k.spirv()
