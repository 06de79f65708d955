"""Arithmetic at the edges, where SPIR-V leaves results undefined and drivers differ: one meaning on every device."""

from __future__ import annotations

import math

import numpy as np
import pytest
from kernels import ints, run

import pyvkc as vkc
from pyvkc import Array, f32, f64, i32, u32

LEAST = -(2**31)
PRECISE = math.pi

# Integer division


@vkc.kernel
def remainder(out: Array[i32], a: Array[i32], b: Array[i32]):
    i = vkc.global_id()
    out[i] = a[i] % b[i]


@vkc.kernel
def divide(out: Array[i32], a: Array[i32], b: Array[i32]):
    i = vkc.global_id()
    out[i] = a[i] // b[i]
    out[vkc.global_size() + i] = a[i] % b[i]


def test_the_remainder_has_the_sign_of_the_divisor():
    assert run(remainder, 6, ints(-6, 6, -7, -1, 5, -6), ints(5, -5, 3, 2, -3, 3)) == [4, -4, 2, 1, -1, 0]


def test_quotient_and_remainder_give_the_dividend_back():
    random = np.random.default_rng(0)
    a = random.integers(LEAST, 2**31, 4000).astype(np.int32)
    b = np.where(random.random(4000) < 0.5, random.integers(-9, 10, 4000), random.integers(LEAST, 2**31, 4000))
    b = np.where(b == 0, 3, b).astype(np.int32)
    out = np.array(run(divide, 4000, a, b, out=8000)).reshape(2, -1)
    quotient, rest = out
    assert (quotient * b.astype(np.int64) + rest == a).all()
    assert ((rest == 0) | (np.sign(rest) == np.sign(b))).all()


def test_division_by_zero_is_zero_and_disturbs_nobody():
    a, b = ints(5, 0, LEAST, 7), ints(0, 0, -1, 2)
    assert run(divide, 4, a, b, out=8) == [0, 0, LEAST, 3, 0, 0, 0, 1]


def test_unsigned_division_by_zero_is_zero():
    @vkc.kernel
    def k(out: Array[u32], a: Array[u32], b: Array[u32]):
        i = vkc.global_id()
        out[i] = a[i] // b[i] + a[i] % b[i]

    a, b = np.array([5, 2**32 - 1, 7], np.uint32), np.array([0, 0, 4], np.uint32)
    assert run(k, 3, a, b, dtype=np.uint32) == [0, 0, 4]


def test_division_by_an_argument_that_is_zero_is_zero():
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        i = vkc.global_id()
        out[i] = i // n + i % n

    assert run(k, 3, 0) == [0, 0, 0]
    assert run(k, 3, 2) == [0, 1, 1]


@pytest.mark.parametrize("symbol", ["//", "%", "/"])
def test_python_numbers_divided_by_zero_do_not_compile(symbol):
    kernels = {}

    @vkc.kernel
    def floor(out: Array[i32]):
        out[0] = 1 // 0

    @vkc.kernel
    def rest(out: Array[i32]):
        out[0] = 1 % 0

    @vkc.kernel
    def quotient(out: Array[f32]):
        out[0] = 1 / 0

    kernels.update({"//": floor, "%": rest, "/": quotient})
    with pytest.raises(vkc.CompileError, match="division by zero"):
        kernels[symbol].spirv()


# Shifts


@vkc.kernel
def shift_right(out, a, count):
    i = vkc.global_id()
    out[i] = a[i] >> count[i]


@vkc.kernel
def shift_left(out, a, count):
    i = vkc.global_id()
    out[i] = a[i] << count[i]


def test_a_right_shift_by_the_width_or_more_leaves_the_sign():
    assert run(shift_right, 4, ints(-8, -8, 8, 1), ints(1, 40, 40, 31)) == [-4, -1, 0, 0]
    assert run(shift_right, 3, ints(-8, 8, 8), ints(-1, -1, LEAST)) == [-1, 0, 0]


def test_a_left_shift_by_the_width_or_more_is_zero():
    assert run(shift_left, 5, ints(1, 1, 1, -1, 3), ints(31, 32, -1, 64, 31)) == [LEAST, 0, 0, 0, LEAST]
    a, count = np.array([1, 1, 2**32 - 1], np.uint32), ints(31, 32, 4)
    assert run(shift_left, 3, a, count, dtype=np.uint32) == [2**31, 0, 2**32 - 16]


def test_constant_counts_mean_the_same():
    @vkc.kernel
    def k(out: Array[i32], a: Array[i32]):
        out[0] = a[0] >> 40
        out[1] = a[0] << 32
        out[2] = a[0] >> 31
        out[3] = a[1] >> 1
        out[4] = i32(1) << 31

    assert run(k, 1, ints(-8, -7), out=5) == [-1, 0, -1, -4, LEAST]


# Ranges of integers


def test_literals_take_the_type_they_meet_and_sums_wrap():
    @vkc.kernel
    def k(o: Array[i32], u: Array[u32], a: Array[i32]):
        o[0] = (a[0] + 2000000000) + 2000000000
        u[0] = 0xFFFFFFFF
        u[1] = u32(a[1]) * 2654435761

    o, u = ints(0), np.zeros(2, np.uint32)
    k[1](o, u, ints(5, 3))
    assert o.tolist() == [-294967291]
    assert u.tolist() == [4294967295, 3668339987]


def test_a_literal_beyond_the_type_it_takes_does_not_compile():
    @vkc.kernel
    def store(o: Array[i32]):
        o[0] = 3000000000

    @vkc.kernel
    def operand(o: Array[i32]):
        o[0] = o[0] + 3000000000

    @vkc.kernel
    def negative(o: Array[u32]):
        o[0] = o[0] + (-1)

    for kernel, number in ((store, 3000000000), (operand, 3000000000), (negative, -1)):
        with pytest.raises(vkc.CompileError, match=f"{number} does not fit [iu]32, which goes from"):
            kernel.spirv()


def test_an_explicit_conversion_wraps_a_literal():
    @vkc.kernel
    def k(o: Array[i32], u: Array[u32]):
        o[0] = i32(3000000000)
        u[0] = u32(-1)

    o, u = ints(0), np.zeros(1, np.uint32)
    k[1](o, u)
    assert (o[0], u[0]) == (3000000000 - 2**32, 2**32 - 1)


def test_constants_are_folded_without_a_limit_on_the_way():
    @vkc.kernel
    def k(o: Array[i32], x: Array[f32]):
        o[0] = 2**40 // 2**20 - 2**62 // 2**60
        x[0] = 10**30 / 10**28

    o, x = ints(0), np.zeros(1, np.float32)
    k[1](o, x)
    assert (o[0], x[0]) == (2**20 - 4, 100.0)


# Floats


def test_a_compensated_sum_keeps_its_compensation():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        s = f32(0.0)
        c = f32(0.0)
        for j in range(3):
            t = s + x[j]
            if abs(s) >= abs(x[j]):
                c = c + ((s - t) + x[j])
            else:
                c = c + ((x[j] - t) + s)
            s = t
        out[0] = s + c

    assert run(k, 1, np.array([16777216, 1, -16777216], np.float32), dtype=np.float32) == [1.0]


def test_products_are_rounded_before_they_are_added():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        out[0] = x[0] * x[0] - x[1]

    x = np.float32(1 + 2**-12)
    square = x * x
    assert run(k, 1, np.array([x, square]), dtype=np.float32) == [0.0]


def test_weak_floats_are_computed_by_python_and_rounded_once():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        out[0] = x[0] * (0.1 + 0.2 - 0.3) + 1e-9 * 1e9
        out[1] = x[0] + (2**24 + 1 - 2**24)

    wanted = [np.float32(0.1 + 0.2 - 0.3) + np.float32(1e-9 * 1e9), 2.0]
    assert run(k, 1, np.ones(1, np.float32), out=2, dtype=np.float32) == wanted


# Double precision


def test_constants_of_64_bits_keep_every_bit(device):
    @vkc.kernel
    def k(out: Array[f64], x: Array[f64]):
        i = vkc.global_id()
        out[i] = x[i] + 1.00000005
        out[3 + i] = x[i] * PRECISE + (1 if x[i] > 0.1 else 0.3)
        out[6 + i] = f64(0.1) + x[i]

    x, out = np.array([0.0, 1.0, 1e-9]), np.zeros(9)
    if not device.features["shaderFloat64"]:
        with pytest.raises(vkc.FeatureError, match="shaderFloat64"):
            k[3](out, x)
        return
    k[3](out, x)
    # Alone, numbers of Python's make an f32: the conditional expression is one before it is added.
    added = np.where(x > 0.1, np.float32(1), np.float32(0.3)).astype(np.float64)
    assert out.tolist() == [*(x + 1.00000005), *(x * PRECISE + added), *(0.1 + x)]


def test_functions_that_have_no_64_bits_are_refused_and_not_computed_in_32():
    @vkc.kernel
    def k(out: Array[f64], x: Array[f64]):
        out[0] = math.sin(x[0])

    with pytest.raises(vkc.CompileError, match="not available for f64"):
        k.spirv()
