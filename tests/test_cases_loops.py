"""Mistakes that other kernel languages made with loops and jumps; each kernel means what Python means."""

from __future__ import annotations

import pytest
from kernels import ints, run

import pyvkc as vkc
from pyvkc import Array, i32


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
