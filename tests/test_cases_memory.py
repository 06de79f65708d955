"""Arrays: what may be passed for them, how large they may be, and indices outside of them."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import ints

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, u32

# Element types


@vkc.kernel
def copy(x: Array[f32], out: Array[f32]):
    i = vkc.global_id()
    out[i] = x[i]


@pytest.mark.parametrize(
    ("argument", "found"),
    [
        (np.array([1.0, 2.0, 3.0]), "float64"),
        (np.array([1, 2, 3]), "int64"),
        (np.array([1, 2, 3], np.int32), "int32"),
        (np.array([1, 2, 3], np.uint8), "uint8"),
        (np.array([1, 2, 3], ">f4"), ">f4"),
        (np.array([1, 2, 3], np.complex64), "complex64"),
        (np.array([1, 2, 3], object), "dtype object"),
        (np.array([(1.0,), (2.0,), (3.0,)], [("x", np.float32)]), "struct(x: f32)"),
        (np.array(["a", "b", "c"]), "<U1"),
        ([1, 2, 3], "list"),
        (None, "None"),
        ("text", "str"),
        (2.0, "float"),
        (np.float32(2), "float32"),
    ],
)
def test_an_array_of_another_type_is_refused_by_name(argument, found):
    out = np.zeros(3, np.float32)
    with pytest.raises(TypeError) as caught:
        copy[3](argument, out)
    message = str(caught.value)
    assert "kernel 'copy'" in message
    assert "the argument 'x'" in message
    assert found in message
    assert "f32" in message
    assert not out.any()


def test_the_refusal_says_how_to_convert():
    with pytest.raises(TypeError, match=r"convert it with x\.astype\(np\.float32\)"):
        copy[3](np.ones(3), np.zeros(3, np.float32))


def test_another_number_of_dimensions_is_refused():
    @vkc.kernel
    def k(x: Array[f32, 2]):
        x[0, 0] = 1

    with pytest.raises(TypeError, match=r"'x' is an array with 1 dimension, and the annotation wants f32\[:, :\]"):
        k[1](np.zeros(4, np.float32))


def test_an_array_without_annotation_keeps_its_type():
    @vkc.kernel
    def double(x, out):
        i = vkc.global_id()
        out[i] = x[i] + x[i]

    for dtype in (np.int32, np.uint32, np.float32):
        out = np.zeros(3, dtype)
        double[3](np.array([1, 2, 3], dtype), out)
        assert out.tolist() == [2, 4, 6]


def test_arrays_of_bools_hold_zeros_and_ones():
    @vkc.kernel
    def k(m: Array[bool_], x: Array[f32], flip: bool_, out: Array[bool_]):
        i = vkc.global_id()
        out[i] = (m[i] and x[i] > 0.0) != flip

    m = np.array([True, True, False, False, True])
    x = np.array([1, -1, 1, -1, 2], np.float32)
    out = np.full(7, True)
    k[5](m, x, True, out)
    assert out.tolist() == [False, True, True, True, False, True, True]
    assert set(out.view(np.uint8)) <= {0, 1}


# Sizes


@vkc.kernel(workgroup=64)
def iota(out: Array[i32]):
    i = vkc.global_id()
    out[i] = i


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 1000])
def test_exactly_the_invocations_asked_for_run(n):
    out = np.full(n + 100, -1, np.int32)
    iota[n](out)
    assert out.tolist() == [*range(n), *[-1] * 100]


@pytest.mark.slow
def test_more_workgroups_than_an_axis_has_are_split():
    n = 65535 * 64 + 1

    @vkc.kernel(workgroup=64)
    def k(out: Array[i32], sizes: Array[i32]):
        i = vkc.global_id()
        out[i] = i
        if i >= n - 2:
            sizes[i - (n - 2)] = vkc.global_size()

    out, sizes = np.full(n + 64, -7, np.int32), ints(0, 0)
    k[n](out, sizes)
    assert (out[:n] == np.arange(n)).all()
    assert (out[n:] == -7).all()
    assert sizes.tolist() == [n, n]


@pytest.mark.slow
def test_an_array_larger_than_a_storage_buffer_is_reached_to_its_end():
    @vkc.kernel
    def increment(x: Array[f32]):
        i = vkc.global_id()
        x[i] = x[i] + 1.0

    with vkc.full(2**25 + 1, 1.0, f32) as x:
        increment[x.size](x)
        assert int(x.numpy().sum(dtype=np.float64)) == 2 * (2**25 + 1)


def test_an_empty_array_is_an_argument():
    @vkc.kernel
    def k(x: Array[f32], out: Array[i32]):
        out[0] = len(x)
        x[0] = 3.0
        out[1] = x[5] == 0.0

    out = ints(7, 7)
    k[1](np.zeros(0, np.float32), out)
    assert out.tolist() == [0, 1]


# Indices


def test_a_constant_negative_index_counts_from_the_end_and_a_computed_one_is_out_of_range():
    @vkc.kernel
    def k(a: Array[i32], out: Array[i32], j: i32):
        out[0] = a[-1]
        out[1] = a[j]
        out[2] = a[-3]
        out[3] = a[-4]
        a[j + 100] = 9
        a[-2] = 5

    a, out = ints(1, 2, 3), ints(7, 7, 7, 7)
    k[1](a, out, -1)
    assert out.tolist() == [3, 0, 1, 0]
    assert a.tolist() == [1, 5, 3]


@vkc.kernel
def poke(a, values, places, out):
    i = vkc.global_id()
    out[i] = a[places[i]]
    a[places[i]] = values[i]


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.float32, np.bool_])
def test_loads_out_of_range_give_zero_and_stores_do_nothing(dtype):
    memory = np.ones(64, dtype)
    with vkc.array(memory) as whole:
        part = whole[16:32]
        places = ints(0, 15, 16, -1, -16, 2**31 - 1, -(2**31), 48, 17)
        out = np.ones(9, dtype)
        poke[9](part, np.zeros(9, dtype), places, out)
        assert out.tolist() == [1, 1, 0, 0, 0, 0, 0, 0, 0]
        wanted = memory.copy()
        wanted[[16, 31]] = 0
        assert (whole.numpy() == wanted).all()


def test_an_unsigned_index_beyond_i32_is_out_of_range():
    @vkc.kernel
    def k(a: Array[i32], places: Array[u32], out: Array[i32]):
        i = vkc.global_id()
        out[i] = a[places[i]]

    out = ints(7, 7, 7)
    k[3](ints(1, 2, 3), np.array([2, 2**32 - 1, 2**31], np.uint32), out)
    assert out.tolist() == [3, 0, 0]


def test_each_axis_is_tested_for_itself():
    @vkc.kernel
    def k(a: Array[i32, 2], rows: Array[i32], columns: Array[i32], out: Array[i32]):
        i = vkc.global_id()
        out[i] = a[rows[i], columns[i]]
        a[rows[i], columns[i]] = -1

    rows, columns = ints(0, 0, 0, 1, 1, 2, 2, 3, -1, 1), ints(0, 3, -1, -1, 2, -3, 3, 0, 4, 4)
    a, out = np.arange(1, 10, dtype=np.int32).reshape(3, 3), ints(*[7] * 10)
    k[10](a, rows, columns, out)
    assert out.tolist() == [1, 0, 0, 0, 6, 0, 0, 0, 0, 0]
    assert a.tolist() == [[-1, 2, 3], [4, 5, -1], [7, 8, 9]]


def test_views_and_rows_are_tested_too():
    @vkc.kernel
    def k(a: Array[i32, 2], out: Array[i32], i: i32, j: i32):
        row = a[i]
        out[0] = row[j]
        out[1] = a[i][j]
        out[2] = a[-1][j]
        out[3] = a[i, -1]
        row[j] = 50

    a = np.arange(1, 7, dtype=np.int32).reshape(2, 3)
    for i, j, wanted in ((1, 2, [6, 6, 6, 6]), (0, 3, [0, 0, 0, 3]), (2, 0, [0, 0, 4, 0]), (-1, 1, [0, 0, 5, 0])):
        grid, out = a.copy(), ints(9, 9, 9, 9)
        k[1](grid, out, i, j)
        assert out.tolist() == wanted
        expected = a.copy()
        if (i, j) == (1, 2):
            expected[1, 2] = 50
        assert (grid == expected).all()


def test_strided_and_reversed_arrays_keep_within_their_elements():
    @vkc.kernel
    def k(a: Array[i32, 2]):
        i, j = vkc.global_id()
        a[i, j] = a[i, j] + 10 * i + j + 100

    with vkc.array(np.zeros((6, 8), np.int32)) as whole:
        k[5, 5](whole[1:6:2, ::3])
        wanted = np.zeros((6, 8), np.int32)
        wanted[1:6:2, ::3] = [[100, 101, 102], [110, 111, 112], [120, 121, 122]]
        assert (whole.numpy() == wanted).all()
        k[3, 8](whole.T)
        wanted.T[:3, :6] += 100 + 10 * np.arange(3)[:, None] + np.arange(6)
        assert (whole.numpy() == wanted).all()


def test_an_atomic_out_of_range_does_nothing_and_gives_zero():
    @vkc.kernel
    def k(a: Array[i32], out: Array[i32], j: i32):
        i = vkc.global_id()
        out[i] = vkc.atomic.add(a, j + i, 5)

    a, out = ints(1, 2, 3), ints(7, 7, 7, 7, 7)
    k[5](a, out, -1)
    assert out.tolist() == [0, 1, 2, 3, 0]
    assert a.tolist() == [6, 7, 8]


def test_a_guard_makes_no_difference_to_what_is_read():
    @vkc.kernel
    def k(a: Array[i32], out: Array[i32], n: i32):
        i = vkc.global_id()
        left = a[i - 1] if i > 0 else -1
        right = a[i + 1] if i + 1 < len(a) else -1
        out[i] = left * 100 + right
        if i < n:
            out[i] += a[i]

    out = ints(0, 0, 0)
    k[3](ints(1, 2, 3), out, 2)
    assert out.tolist() == [-100 + 2 + 1, 100 + 3 + 2, 199]
    k[3](ints(1, 2), out, 100)
    assert out.tolist() == [-100 + 2 + 1, 100 - 1 + 2, 199]


def test_a_launch_larger_than_the_array_is_safe_after_one_that_fits():
    @vkc.kernel
    def k(a: Array[i32]):
        i = vkc.global_id()
        a[i] = a[i] + 1

    with vkc.array(np.zeros(32, np.int32)) as whole:
        part = whole[:16]
        for n in (16, 32, 8, 40):
            k[n](part)
        assert whole.numpy().tolist() == [4] * 8 + [3] * 8 + [0] * 16
