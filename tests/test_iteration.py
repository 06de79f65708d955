"""Loops over what is no range: items that the compiler knows are unrolled, arrays are counted; both as in Python."""

from __future__ import annotations

import enum
import math

import numpy as np
import pytest
from as_python import same
from kernels import ints, run

import pyvkc as vkc
from pyvkc import Array, f32, i32

X = ints(3, 1, 4, 1, 5, 9, 2, 6)


class Color(enum.IntEnum):
    RED = 2
    GREEN = 5


# Items that the compiler knows


def test_over_tuples():
    def numbers(out, x):
        for v in (x[0], 20, x[2]):
            out[0] = out[0] * 7 + v

    def nested(out, x):
        for a, (b, c) in ((1, (2, 3)), (x[3], (5, x[5]))):
            out[0] += a * b - c
        for row in ((1, 2), (3, 4), (x[2], 6)):
            for v in row:
                out[1] = out[1] * 3 + v

    def of_one_and_none(out, x):
        for v in (x[0],):
            out[0] = v
        for v in ():
            out[1] = v
        else:
            out[2] = 5

    for function in (numbers, nested, of_one_and_none):
        same(function, ints(0, 0, 0), X)


def test_items_may_be_of_any_kinds():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32], y: Array[f32]):
        i = vkc.global_id()
        for array, scale in ((x, 2), (y, 0.5)):
            out[i] += array[i] * scale
        for function in (math.floor, math.ceil, abs):
            out[i] = out[i] * 10 + function(x[i])
        for v in (vkc.vec2(1.0, 2.0), vkc.vec3(3.0, 4.0, 5.0)):
            out[i] += v.y
        for v in (1, 2):
            out[i] += v

    out = np.zeros(1, np.float32)
    k[1](out, np.array([1.5], np.float32), np.array([8.0], np.float32))
    assert out.tolist() == [((7 * 10 + 1) * 10 + 2) * 10 + 1.5 + 6 + 3]


def test_over_vectors_and_texts_and_enums():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        for c in vkc.vec3(x[0], x[1], 0.5):
            out[0] = out[0] * 10 + c
        for letter in "abca":
            if letter == "a":
                out[1] += 1
        for color in Color:
            out[2] = out[2] * 10 + color

    assert run(k, 1, np.array([1, 2], np.float32), out=3, dtype=np.float32)[0] == 77 * 1000 + 120.5
    assert run(k, 1, np.array([1, 2], np.float32), out=3, dtype=np.float32)[1:] == [79, 7725]


def test_the_variable_of_static_range_is_a_constant():
    def k(out, x):
        t = (x[0], x[1], x[2])
        for i in vkc.static_range(3):
            out[i] = t[i] * 10
        for i in vkc.static_range(2, -1, -1):
            out[3 + i] = t[2 - i]
        for i in vkc.static_range(2):
            for j in vkc.static_range(2):
                out[6] = out[6] * 5 + t[i + j]
        i = 4
        out[7] = i

    same(k, np.zeros(8, np.int32), X)


def test_indices_by_enumerate_zip_and_reversed():
    def k(out, x):
        for i, v in enumerate((x[4], 7)):
            out[0] = out[0] * 9 + i * v
        for i, v in enumerate((1, 2, 3), 5):
            out[1] = out[1] * 9 + i * v
        for i, v in enumerate((1, 2, 3), start=x[0]):
            out[2] = out[2] * 9 + i * v
        for a, b in zip((1, 2, 3), (x[0], x[1])):
            out[3] = out[3] * 9 + a * b
        for v in reversed((1, x[2], 3)):
            out[4] = out[4] * 9 + v
        for i, (a, b) in enumerate(zip((1, 2), range(5, 11, 5))):
            out[5] = out[5] * 9 + i + a * b
        for a, b in zip(reversed((1, 2, 3)), vkc.static_range(10, 13)):
            out[6] = out[6] * 9 + a * b
        for (v,) in zip((8, 9)):
            out[7] += v

    same(k, np.zeros(8, np.int32), X)


def test_zip_of_a_tuple_and_an_array_ends_with_the_shorter():
    def k(out, x):
        for i, (a, w) in enumerate(zip(x, (1, 10, 100, 1000))):
            out[0] += a * w
            out[1] = i
        else:
            out[2] = 1

    for count in range(6):
        same(k, ints(0, 77, 0), X[:count])


def test_items_are_evaluated_once_before_the_loop():
    def k(out, x):
        for v in (x[0], x[1], x[2]):
            x[0] += 10
            x[1] += 10
            x[2] += 10
            out[0] = out[0] * 3 + v

    same(k, ints(0), X)


# Jumps


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_break_that_is_always_taken_leaves_out_the_else_of_a_loop_that_may_be_empty(count):
    def k(out, x):
        for a, v in zip((1, 2, 3), x):
            out[1] += a * v
            break
        else:
            out[0] = 2
        for a, v in zip((1, 2), x[1:]):
            if v > 100:
                break
            out[2] += a
            if a == 2:
                break
        else:
            out[3] = 3

    same(k, ints(0, 0, 0, 0), X[:count])


def test_break_continue_and_else_in_unrolled_loops():
    def breaks(out, x):
        for v in (1, 2, 3, 4):
            if v == x[0]:
                break
            out[0] = out[0] * 10 + v
        else:
            out[1] = 1
        out[2] = v

    def continues(out, x):
        for v in (1, 2, 3, 4):
            if v == x[0]:
                continue
            out[0] = out[0] * 10 + v
        else:
            out[1] = 1
        out[2] = v

    def both(out, x):
        for v in (1, 2, 3, 4):
            if v == x[0] - 1:
                continue
            if v == x[1]:
                break
            out[0] = out[0] * 10 + v
        else:
            out[1] = 1
        out[2] = v

    def nested(out, x):
        for a in vkc.static_range(3):
            for b in (1, 2, 3):
                if a == x[0]:
                    break
                if b == x[1]:
                    continue
                out[0] = out[0] * 7 + a * b
            else:
                if a == x[2]:
                    break
                continue
            out[1] += 1
        else:
            out[2] += 1

    def in_a_real_loop(out, x):
        for k in range(6):
            for v in (1, 2, 3):
                if k == x[0]:
                    break
                if v == x[1]:
                    continue
                out[0] = out[0] * 3 + v
            else:
                if k == x[2]:
                    continue
                out[1] = out[1] * 3 + k
                if k > 4:
                    break
            out[2] += 1

    def a_real_loop_inside(out, x):
        for v in (2, 3, 4):
            for k in range(v):
                if k == x[0]:
                    continue
                if k > x[1]:
                    break
                out[0] = out[0] * 3 + k
            else:
                out[1] = out[1] * 3 + v
                continue
            if v == x[2]:
                break

    for function in (breaks, continues, both, nested, in_a_real_loop, a_real_loop_inside):
        for x in np.ndindex(5, 4, 4):
            same(function, ints(0, 0, 0), np.array(x, np.int32))


def test_jumps_that_the_compiler_takes():
    def k(out, x):
        for i in vkc.static_range(1000):
            if i == 3:
                break
            out[0] = out[0] * 10 + i + x[0]
        else:
            out[1] = 1
        for i in vkc.static_range(6):
            if i % 2:
                continue
            out[2] = out[2] * 10 + i
        for i in vkc.static_range(6):
            if i == 4:
                break
            if x[i] == 4:
                break
            out[3] = out[3] * 10 + i
        else:
            out[3] = -1

    same(k, ints(0, 0, 0, 0), X)
    ir = vkc.kernel(k).ir("i32[:], i32[:]")
    assert ir.count("while True") == 4, ir


def test_return_in_an_unrolled_loop():
    def ends(out, x):
        for v in (1, 2, 3):
            if v == x[0]:
                return
            out[0] += v
        out[1] = 1

    for first in range(5):
        same(ends, ints(0, 0), ints(first))

    def find(v):
        for place, candidate in enumerate((5, 3, 1)):
            if candidate == v:
                return place
        return -1

    @vkc.kernel
    def k(out: Array[i32], x: Array[i32]):
        i = vkc.global_id()
        out[i] = find(x[i])

    assert run(k, 4, X) == [1, 2, -1, 2]


# Names


def test_names_after_the_loop_have_pythons_values():
    def k(out, x):
        for i in vkc.static_range(3):
            last = x[i]
        out[0], out[1] = i, last
        for i, v in enumerate((4, 5)):
            square = v * v + x[0]
        out[2], out[3], out[4] = i, v, square
        for v in reversed((7, 8)):
            pass
        out[5] = v
        i = 3
        for i in vkc.static_range(0):
            pass
        out[6] = i

    same(k, np.zeros(7, np.int32), X)


def test_names_from_the_iteration_before():
    def straight(out, x):
        for i in vkc.static_range(4):
            if i > 0:
                out[0] = out[0] * 5 + before  # noqa: F821
            before = x[i]

    def conditional(out, x):
        for i in vkc.static_range(4):
            if i == 0 or x[i] > 3:
                kept = x[i]
            out[0] = out[0] * 11 + kept

    def in_a_real_loop(out, x):
        for i in vkc.static_range(3):
            for j in range(3):
                if i > 0:
                    out[0] = out[0] * 3 + t  # noqa: F821
                t = x[i] + j

    def the_variable_assigned(out, x):
        for v in (1, 2, 3):
            out[0] = out[0] * 10 + v
            v = v + x[0]
            out[0] = out[0] * 10 + v
        out[1] = v

    for function in (straight, conditional, in_a_real_loop, the_variable_assigned):
        same(function, ints(0, 0), X)


def test_one_name_in_loops_of_every_kind():
    def k(out, x):
        for i in vkc.static_range(2):
            out[0] = out[0] * 5 + x[i]
        for i in range(3):
            out[0] = out[0] * 5 + x[i]
        for i in (5, 6):
            out[0] = out[0] + x[i]
        for i in x:
            out[0] = out[0] + i
        while i < 10:
            i += 1
        out[1] = i
        for i in vkc.static_range(2):
            i += x[0]
            out[2] = out[2] * 9 + i

    same(k, ints(0, 0, 0), X)


def test_names_may_be_unassigned_after_a_loop_that_need_not_run():
    @vkc.kernel
    def over_an_array(out: Array[i32], x: Array[i32]):
        for v in x:
            last = v
        out[0] = last

    @vkc.kernel
    def over_nothing(out: Array[i32]):
        for v in ():
            last = v
        out[0] = last

    @vkc.kernel
    def broken(out: Array[i32], n: i32):
        for v in (1, 2):
            if v > n:
                break
            last = v
        out[0] = last

    for kernel in (over_an_array, over_nothing, broken):
        with pytest.raises(vkc.CompileError, match=r"'last' (may be|is read)"):
            kernel.spirv()


# Arrays


def test_over_arrays():
    def values(out, x):
        for v in x:
            if v == 9:
                continue
            if v == 2:
                break
            out[0] = out[0] * 3 + v
        else:
            out[1] = 1

    def numbered(out, x):
        for i, v in enumerate(x):
            out[0] += i * v
        for i, v in enumerate(x, 100):
            out[1] += i * v

    def backwards(out, x):
        for v in reversed(x):
            out[0] = out[0] * 3 + v
        for i in reversed(range(len(x))):
            out[1] = out[1] * 3 + x[i]

    def reread(out, x):
        for i, v in enumerate(x):
            out[0] = out[0] * 3 + v
            if i + 1 < len(x):
                x[i + 1] += v

    for function in (values, numbered, backwards, reread):
        for count in (0, 1, 2, 8):
            same(function, ints(0, 0), X[:count])


def test_arrays_together():
    def k(out, x, y):
        for a, b in zip(x, y):
            out[0] += a * b
        for i, (a, b) in enumerate(zip(x, y)):
            out[1] += i * a + b
        for i, a in zip(range(10, 100, 10), x):
            out[2] += i * a
        for a, j in zip(x, range(5, 0, -2)):
            out[3] += a * j
        for i, j in zip(range(len(x)), reversed(range(1, len(y)))):
            out[4] = out[4] * 3 + i * j
        for i, j in enumerate(range(3)):
            out[5] = out[5] * 3 + i * j

    for first, second in ((8, 8), (3, 8), (8, 5), (0, 4)):
        same(k, np.zeros(6, np.int32), X[:first], X[::-1][:second].copy())


def test_rows_of_an_array():
    def k(out, m):
        for i, row in enumerate(m):
            for v in row:
                out[i] = out[i] * 3 + v
            out[3] += row[0]

    same(k, np.zeros(4, np.int32), np.arange(6, dtype=np.int32).reshape(3, 2))


@vkc.kernel
def trips(out, start, stop):
    for i, k in enumerate(range(start, stop, 7)):
        out[0] = i
        out[1] = k


@pytest.mark.parametrize(("start", "stop"), [(2**31 - 20, 2**31 - 1), (-(2**31), -(2**31) + 15), (5, 4), (0, 1)])
def test_numbered_ranges_at_the_ends_of_the_integers(start, stop):
    wanted = [77, 77]
    for i, k in enumerate(range(start, stop, 7)):
        wanted = [i, k]
    assert run(trips, 1, start, stop, out=2) == wanted


# Ranges as values


def test_ranges_are_values():
    def k(out, x):
        r = range(2, 8, 2)
        for i in r:
            out[0] = out[0] * 3 + x[i]
        for i in r:
            out[0] = out[0] * 3 + x[i]

    same(k, ints(0), X)


# 64 bits


@pytest.mark.parametrize("start", [0, 2**40, -(2**40)])
@pytest.mark.parametrize("step", [1, -3, 2**35])
def test_ranges_of_64_bits(start, step):
    def k(out, start, count, step):
        for j in range(start, start + count * step, step):
            out[0] = out[0] * 3 + j

    out = np.zeros(1, np.int64)
    if not vkc.default_device().features["shaderInt64"]:
        with pytest.raises(vkc.FeatureError):
            vkc.kernel(k)[1](out, np.int64(start), np.int64(5), np.int64(step))
        return
    same(k, out, np.int64(start), np.int64(5), np.int64(step))


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(
    ("start", "stop", "step"),
    [(0, 7, 2), (7, 0, -2), (3, 3, 1), (0, -7, 2), (-7, 5, 3), (5, -8, -4), (0, 5, 100), (5, 0, -100), (0, -5, 1)],
)
def test_items_of_ranges_known_at_run_time(start, stop, step, wide):
    def k(out, a, b, step):
        out[0] = len(range(a, b, step))
        for i, v in enumerate(range(a, b, step)):
            out[1] += (i + 1) * v
        out[2] = sum(v * w for v, w in zip(range(a, b, step), range(5, -100, -3)))
        for v in reversed(range(a, b, step)):
            out[3] = out[3] * 3 + v
        out[4] = any(v == 3 for v in range(a, b, step))
        out[5] = sum(range(b))
        out[6] = len(range(b))
        out[7] = len(range(a, b))

    if wide and not vkc.default_device().features["shaderInt64"]:
        pytest.skip("the device has no integers of 64 bits")
    type = np.int64 if wide else np.int32
    same(k, np.zeros(8, type), type(start), type(stop), type(step))


def test_a_step_of_zero_at_run_time_has_no_items():
    @vkc.kernel
    def k(out, a, b, step):
        out[0] = len(range(a, b, step)) + len(range(b, a, step)) + sum(range(a, b, step))

    assert run(k, 1, 0, 5, 0) == [0]


def test_numbers_of_items_beyond_32_bits():
    def k(out, n, a):
        out[0] = len(range(a, a + 2**33, 3))
        out[1] = sum(range(2**33, 2**33 + 50))
        for i, v in enumerate(range(2**40, 2**41)):
            if i == n:
                break
            out[2] += v
        for x, y in zip(range(2**40), range(n)):
            out[3] += x * y
        for v in reversed(range(2**40)):
            out[4] = v
            break
        out[5] = any(v == 2**35 for v in range(2**35 - 40, 2**36))

    if not vkc.default_device().features["shaderInt64"]:
        pytest.skip("the device has no integers of 64 bits")
    same(k, np.zeros(6, np.int64), np.int32(3), np.int64(2**35))


# The page about it
