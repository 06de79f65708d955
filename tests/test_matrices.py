"""Matrices in kernels: making them, rows and components, arithmetic, products; NumPy is the judge."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import ulp_distance

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, mat2, mat3, mat4, vec2, vec3

mat2x3 = vkc.Matrix[f32, 2, 3]
mat3x2 = vkc.Matrix[f32, 3, 2]
TURN = vkc.mat2(0, -1, 1, 0)
GRID = np.arange(6, dtype=np.float32).reshape(2, 3)


def sample(*shape, seed=1):
    return np.random.default_rng(seed).uniform(-2, 2, shape).astype(np.float32)


def results(kernel, *arguments, shape, dtype=np.float32, n=1):
    out = np.zeros(shape, dtype)
    kernel[n](out, *arguments)
    return out.tolist()


def product(a, b):
    """A matrix product with sums from left to right, each step rounded."""
    total = a[..., :, 0, None] * b[..., None, 0, :]
    for k in range(1, a.shape[-1]):
        total = total + a[..., :, k, None] * b[..., None, k, :]
    return total


def test_constructors_go_row_by_row():
    @vkc.kernel
    def k(out: Array[mat2], x: Array[f32]):
        v = vec2(3, 4)
        out[0] = mat2(1, x[0], 3, 4)
        out[1] = mat2((1, 2), v)
        out[2] = mat2(((1, 2), (3, x[0])))
        out[3] = mat2(x[0])
        out[4] = mat2(vkc.Matrix[i32, 2, 2](1.9, 2, 3, -4.5))
        out[5] = ((1, 2), v)
        out[6] = np.stack((v, v.yx))
        out[7] = TURN

    assert results(k, np.float32([9]), shape=(8, 2, 2)) == [
        [[1, 9], [3, 4]], [[1, 2], [3, 4]], [[1, 2], [3, 9]], [[9, 0], [0, 9]], [[1, 2], [3, -4]], [[1, 2], [3, 4]],
        [[3, 4], [4, 3]], [[0, -1], [1, 0]],
    ]  # fmt: skip


def test_matrices_that_are_not_square():
    @vkc.kernel
    def k(out: Array[mat2x3], square: Array[mat2], x: Array[mat3x2]):
        out[0] = mat2x3(1, 2, 3, 4, 5, 6)
        out[1] = mat2x3(GRID)
        out[2] = x[0].T
        out[3] = mat2x3(1)
        square[0] = out[0] @ x[0]

    square, x = np.zeros((1, 2, 2), np.float32), np.float32([[[1, 2], [3, 4], [5, 6]]])
    assert results(k, square, x, shape=(4, 2, 3)) == [
        [[1, 2, 3], [4, 5, 6]], [[0, 1, 2], [3, 4, 5]], [[1, 3, 5], [2, 4, 6]], [[1, 0, 0], [0, 1, 0]],
    ]  # fmt: skip
    assert square.tolist() == [[[22, 28], [49, 64]]]


def test_rows_and_components_are_read():
    @vkc.kernel
    def k(out: Array[f32], row: Array[vec3], m: Array[mat3], j: i32):
        i = vkc.global_id()
        a = m[0]
        out[0], out[1], out[2] = a[0, 1], a[2][0], a[-1, -1]
        out[3] = m[0][1][2]
        out[4] = m[0, 1, 2]
        out[5 + i] = a[i, j]
        row[0] = a[1]
        row[1 + i] = a[i]
        out[9] = len(a)
        p, q, r = a
        row[5] = p + q + r

    row = np.zeros((6, 3), np.float32)
    m = np.arange(9, dtype=np.float32).reshape(1, 3, 3)
    assert results(k, row, m, 2, shape=10, n=4) == [1, 6, 8, 5, 5, 2, 5, 8, 0, 3]
    assert row.tolist() == [[3, 4, 5], [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 0, 0], [9, 12, 15]]


def test_rows_and_components_are_written():
    @vkc.kernel
    def k(out: Array[mat2], m: Array[mat2], j: i32):
        a = m[0]
        a[0, 1] = 10
        a[1][0] += 5
        out[0] = a
        a[j] = vec2(7, 8)
        a[j][j] += 1
        out[1] = a
        a[0].y = 3
        a[1].xy = a[0]
        out[2] = a
        m[1][0, 1] = 3
        m[1][1].x -= 1
        m[1, 1, 1] = 6
        m[2][j, 0] = 4
        m[2][0] = (5, 6)

    m = np.arange(12, dtype=np.float32).reshape(3, 2, 2)
    assert results(k, m, 1, shape=(3, 2, 2)) == [[[0, 10], [7, 3]], [[0, 10], [7, 9]], [[0, 3], [0, 3]]]
    assert m[1:].tolist() == [[[4, 3], [5, 6]], [[5, 6], [4, 11]]]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_products(size):
    matrix, vector = vkc.Matrix[f32, size, size], vkc.Vector[f32, size]

    @vkc.kernel
    def k(out: Array[matrix], vout: Array[vector], m: Array[matrix], v: Array[vector]):
        i = vkc.global_id()
        out[i] = m[i] @ m[i + 1]
        vout[2 * i] = m[i] @ v[i]
        vout[2 * i + 1] = v[i] @ m[i]
        a = m[i]
        a @= a.T
        out[4 + i] = a

    m, v = sample(5, size, size), sample(4, size)
    out, vout = np.zeros((8, size, size), np.float32), np.zeros((8, size), np.float32)
    k[4](out, vout, m, v)
    assert (out[:4] == product(m[:4], m[1:])).all()
    assert (out[4:] == product(m[:4], m[:4].swapaxes(1, 2))).all()
    assert (vout[::2] == product(m[:4], v[:, :, None])[..., 0]).all()
    assert (vout[1::2] == product(v[:, None, :], m[:4])[:, 0]).all()


def test_arithmetic_is_componentwise():
    @vkc.kernel
    def k(out: Array[mat2], m: Array[mat2], s: f32):
        a, b = m[0], m[1]
        out[0] = a * b
        out[1] = a + b - 1
        out[2] = 2 / a
        out[3] = -a * s
        out[4] = np.sqrt(a) + abs(-b)
        out[5] = a if s > 0 else b
        out[6] = np.where(a > 2, a, b)
        c = a
        c *= 2
        out[7] = c

    m = np.float32([[[1, 2], [4, 8]], [[5, 6], [7, 8]]])
    a, b = m
    wanted = [a * b, a + b - 1, 2 / a, -a * 3, np.sqrt(a) + b, a, np.where(a > 2, a, b), a * 2]
    assert ulp_distance(results_array(k, m, 3.0, shape=(8, 2, 2)), np.stack(wanted).astype(np.float32)).max() <= 3


def results_array(kernel, *arguments, shape):
    return np.array(results(kernel, *arguments, shape=shape), np.float32)


def test_comparisons_and_reductions():
    @vkc.kernel
    def k(out: Array[bool_], numbers: Array[f32], row: Array[vec2], m: Array[mat2]):
        a = m[0]
        out[0] = np.all(a == a)
        out[1] = np.any(a > 3)
        out[2] = np.all(a > 3)
        out[3] = (a == a.T)[0, 1]
        numbers[0] = np.sum(a)
        numbers[1] = np.max(a)
        row[0] = sum(a)

    numbers, row = np.zeros(2, np.float32), np.zeros((1, 2), np.float32)
    assert results(k, numbers, row, np.float32([[[1, 2], [3, 4]]]), shape=4, dtype=bool) == [True, True, False, False]
    assert numbers.tolist() == [10, 4]
    assert row.tolist() == [[4, 6]]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_determinant_inverse_transpose(size):
    matrix = vkc.Matrix[f32, size, size]

    @vkc.kernel
    def k(out: Array[f32], inverse: Array[matrix], turned: Array[matrix], m: Array[matrix]):
        i = vkc.global_id()
        out[i] = vkc.determinant(m[i])
        inverse[i] = vkc.inverse(m[i])
        turned[i] = vkc.transpose(m[i])

    m = sample(20, size, size) + 3 * np.eye(size, dtype=np.float32)
    out, inverse, turned = np.zeros(20, np.float32), np.zeros_like(m), np.zeros_like(m)
    k[20](out, inverse, turned, m)
    exact = m.astype(np.float64)
    np.testing.assert_allclose(out, np.linalg.det(exact), rtol=2e-5, atol=2e-4)
    np.testing.assert_allclose(inverse, np.linalg.inv(exact), rtol=2e-3, atol=2e-4)
    assert (turned == m.swapaxes(1, 2)).all()


def test_numpys_names():
    @vkc.kernel
    def k(out: Array[mat3], number: Array[f32], v: Array[vec3], m: Array[mat3]):
        out[0] = np.linalg.inv(m[0])
        out[1] = np.transpose(m[0])
        out[2] = np.outer(v[0], v[1])
        number[0] = np.linalg.det(m[0])
        number[1] = np.linalg.norm(v[0])

    m = np.float32([[[2, 0, 1], [0, 4, 0], [0, 0, 8]]])
    v, number = np.float32([[3, 4, 0], [1, 2, 3]]), np.zeros(2, np.float32)
    assert results(k, number, v, m, shape=(3, 3, 3)) == [
        np.linalg.inv(m[0]).tolist(), m[0].T.tolist(), np.outer(v[0], v[1]).tolist(),
    ]  # fmt: skip
    assert number.tolist() == [64, 5]


def test_matrices_in_functions():
    def rotation(c, s):
        return mat2(c, -s, s, c)

    @vkc.func
    def changed(m):
        m[0, 0] = 100
        return m

    @vkc.kernel
    def k(out: Array[mat2], m: Array[mat2]):
        out[0] = rotation(0.0, 1.0) @ m[0]
        out[1] = changed(m[0])
        out[2] = m[0]

    m = np.float32([[[1, 2], [3, 4]]])
    assert results(k, m, shape=(3, 2, 2)) == [[[-3, -4], [1, 2]], [[100, 2], [3, 4]], [[1, 2], [3, 4]]]


def test_matrix_arguments():
    @vkc.kernel
    def k(out: Array[vkc.vec4], v: Array[vkc.vec4], m: mat4):
        i = vkc.global_id()
        out[i] = m @ v[i]

    m, v, out = sample(4, 4), sample(3, 4), np.zeros((3, 4), np.float32)
    k[3](out, v, m)
    assert (out == product(m[None], v[:, :, None])[..., 0]).all()
