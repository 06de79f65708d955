"""Types of values: weak numbers, promotion, variables that join several types, and stores."""

from __future__ import annotations

import enum

import numpy as np
import pytest
from kernels import ints, run

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, u32

THREE = 3
HALF = 0.5
STRONG = np.float32(0.1)
PAIR = (4, 0.25)


class Mode(enum.IntEnum):
    FAST = 5


class Level(enum.Enum):
    HIGH = 2.5


def floats(*values):
    return np.array(values, np.float32)


def test_a_literal_takes_the_type_it_meets():
    @vkc.kernel
    def k(out, x):
        i = vkc.global_id()
        out[i] = x[i] * 3 + 1

    for dtype in (np.int32, np.uint32, np.float32):
        assert run(k, 2, np.array([1, 2], dtype), dtype=dtype) == [4, 7]


def test_a_weak_float_makes_an_integer_a_float():
    @vkc.kernel
    def k(out: Array[f32], a: Array[i32], b: Array[u32]):
        out[0] = a[0] * 0.5
        out[1] = b[0] + 0.5
        out[2] = (a[0] > 0) * 0.25

    assert run(k, 1, ints(3), np.array([2**32 - 1], np.uint32), out=3, dtype=np.float32) == [1.5, 2.0**32, 0.25]


def test_an_integer_meets_a_float_as_f32():
    @vkc.kernel
    def k(out: Array[f32], a: Array[i32], x: Array[f32]):
        out[0] = a[0] + x[0]
        out[1] = a[0] * a[0] + x[0]

    assert run(k, 1, ints(2**24 + 1), floats(1), out=2, dtype=np.float32) == [2.0**24, float(np.float32(2**25 + 2))]


def test_unsigned_with_signed_is_wider_than_both():
    @vkc.kernel
    def k(out: Array[bool_], a: Array[i32], b: Array[u32]):
        out[0] = a[0] + b[0] == 4294967294
        out[1] = a[0] < b[0]

    if not vkc.default_device().features["shaderInt64"]:
        with pytest.raises(vkc.FeatureError, match="shaderInt64"):
            run(k, 1, ints(-1), np.array([2**32 - 1], np.uint32), out=2, dtype=np.bool_)
    else:
        assert run(k, 1, ints(-1), np.array([2**32 - 1], np.uint32), out=2, dtype=np.bool_) == [True, True]


def test_a_name_assigned_once_from_constants_stays_weak():
    @vkc.kernel
    def k(out: Array[u32], x: Array[u32]):
        n = 2**31 + THREE
        m = n - 1
        out[0] = x[0] + m
        scale = HALF * 2
        out[1] = u32(x[0] * scale)

    assert run(k, 1, np.array([5], np.uint32), out=2, dtype=np.uint32) == [2**31 + 7, 5]


def test_constants_from_outside_are_weak_unless_numpy_made_them():
    @vkc.kernel
    def k(out: Array[f32], a: Array[i32]):
        out[0] = a[0] + THREE
        out[1] = a[0] * HALF
        out[2] = a[0] + STRONG
        out[3] = PAIR[0] * PAIR[1] + a[0]
        out[4] = Mode.FAST + a[0]
        out[5] = Level.HIGH.value * a[0]

    wanted = [5.0, 1.0, float(np.float32(2) + STRONG), 3.0, 7.0, 5.0]
    assert run(k, 1, ints(2), out=6, dtype=np.float32) == wanted
    assert "i32(3)" not in k.ir()


def test_numpys_numbers_keep_their_type():
    one = np.uint32(1)

    @vkc.kernel
    def k(out: Array[u32]):
        out[0] = one - 2

    assert run(k, 1, dtype=np.uint32) == [2**32 - 1]


def test_weak_numbers_alone_are_i32_or_f32():
    @vkc.kernel
    def k(out: Array[f32]):
        a = 7
        a = a * 300000000
        x = 0.1
        x = x + 0.2
        out[0] = a
        out[1] = x

    wanted = np.int32((7 * 300000000 + 2**31) % 2**32 - 2**31).astype(np.float32)
    assert run(k, 1, out=2, dtype=np.float32) == [wanted, np.float32(0.1) + np.float32(0.2)]


def test_a_variable_is_what_all_its_values_join():
    @vkc.kernel
    def k(out: Array[f32], a: Array[i32], x: Array[f32]):
        i = vkc.global_id()
        v = a[i] > 0
        w = v / 2
        if i == 1:
            v = a[i]
        elif i == 2:
            v = x[i]
        out[i] = v / 2 + w

    assert run(k, 3, ints(1, 5, 0), floats(0, 0, 2.5), dtype=np.float32) == [1.0, 3.0, 1.25]


def test_a_conditional_value_is_what_its_sides_join():
    @vkc.kernel
    def k(out: Array[f32], a: Array[i32], x: Array[f32]):
        i = vkc.global_id()
        out[i] = (a[i] if i == 0 else x[i]) / 2 + (a[i] and 0.5) + (x[i] or a[i])

    assert run(k, 2, ints(3, 0), floats(0, 1.5), dtype=np.float32) == [1.5 + 0.5 + 3, 0.75 + 0 + 1.5]


def test_stores_convert_by_the_rules():
    @vkc.kernel
    def k(i: Array[i32], u: Array[u32], x: Array[f32], b: Array[bool_]):
        u[0] = i[0]
        i[0] = u[1]
        x[0] = u[1]
        x[1] = b[0]
        i[1] = b[0]
        b[1] = i[0] != 0

    i, u, x, b = ints(-1, 7), np.array([0, 2**32 - 2], np.uint32), floats(0, 0), np.array([True, False])
    k[1](i, u, x, b)
    assert (i.tolist(), u.tolist()) == ([-2, 1], [2**32 - 1, 2**32 - 2])
    assert (x.tolist(), b.tolist()) == ([2.0**32, 1.0], [True, True])


def test_mixed_bool_and_number_operations_are_those_of_numbers():
    @vkc.kernel
    def k(out: Array[i32], b: Array[bool_], a: Array[i32]):
        out[0] = b[0] + b[0]
        out[1] = b[0] * a[0]
        out[2] = b[0] & a[0]
        out[3] = (b[0] ^ b[0]) | (a[0] > 1)
        out[4] = -b[0]
        out[5] = b[0] << 3
        out[6] = max(b[0], a[0])
        out[7] = sum((b[0], b[0], 1))

    assert run(k, 1, np.array([True]), ints(7), out=8) == [2, 7, 1, 1, -1, 8, 7, 3]


# Order of evaluation


def test_an_index_and_a_value_are_evaluated_once_and_in_order():
    @vkc.func
    def next_place(log: Array[i32], mark: i32):
        place = vkc.atomic.add(log, 0, 1)
        log[1 + place] = mark
        return place

    @vkc.kernel
    def k(a: Array[i32], log: Array[i32]):
        a[next_place(log, 10)] += next_place(log, 20) * 100
        a[next_place(log, 30)] = next_place(log, 40)

    a, log = ints(1, 1, 1, 1, 1), np.zeros(6, np.int32)
    k[1](a, log)
    assert log.tolist() == [4, 10, 20, 40, 30, 0]
    assert a.tolist() == [101, 1, 1, 2, 1]


def test_what_was_read_before_an_effect_is_not_read_again():
    @vkc.kernel
    def k(a: Array[i32], out: Array[i32]):
        v = a[0]
        out[0] = v + (v := 10) + v
        out[1] = a[0] + vkc.atomic.add(a, 0, 5) + a[0]
        old = a[1]
        a[1] = 50
        out[2] = old

    a, out = ints(1, 7), ints(0, 0, 0)
    k[1](a, out)
    assert out.tolist() == [1 + 10 + 10, 1 + 1 + 6, 7]


def test_a_range_is_fixed_when_the_loop_begins():
    @vkc.kernel
    def k(a: Array[i32], out: Array[i32]):
        n = a[0]
        step = 1
        for j in range(n, a[1], step):
            a[1] = 1000
            step = 5
            n = 100
            out[0] += j

    a, out = ints(2, 6), ints(0)
    k[1](a, out)
    assert out[0] == 2 + 3 + 4 + 5


def test_the_last_value_of_a_loop_variable_stays():
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        for j in range(3, 10, 4):
            pass
        out[0] = j
        j = -1
        for j in range(n):
            if j == 2:
                break
        out[1] = j

    for n, last in ((0, -1), (2, 1), (9, 2)):
        out = ints(0, 0)
        k[1](out, n)
        assert out.tolist() == [7, last]


def test_helpers_return_from_anywhere_and_join_their_results():
    def grade(x, limit):
        for step in range(5):
            if x < limit * step:
                return step
        if x > 100:
            return 0.5
        return -1

    def both(x):
        return x + 1, (x * 2, grade(x, 10))

    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        i = vkc.global_id()
        a, (b, c) = both(x[i])
        out[i] = a * 10000 + b * 100 + c

    x = (5, 25, 70, 200)
    wanted = [(v + 1) * 10000 + v * 200 + grade(v, 10) for v in x]
    assert run(k, 4, floats(*x), dtype=np.float32) == wanted
