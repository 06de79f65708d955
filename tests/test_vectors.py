"""Vectors in kernels: making them, components, arithmetic, functions; NumPy is the judge."""

from __future__ import annotations

import numpy as np
import pytest
from kernels import ulp_distance

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, ivec2, ivec3, u32, vec2, vec3, vec4

UP = vkc.vec3(0, 1, 0)
WEIGHTS = np.array([0.5, 0.25, 2.0], np.float32)


def vectors(*rows, dtype=np.float32):
    return np.array(rows, dtype)


def sample(n=5, size=3, seed=1):
    return np.random.default_rng(seed).uniform(-4, 4, (n, size)).astype(np.float32)


def results(kernel, *arguments, shape, dtype=np.float32, n=None):
    out = np.zeros(shape, dtype)
    kernel[n or 1](out, *arguments)
    return out.tolist()


# Making


def test_constructors_take_numbers_tuples_and_vectors():
    @vkc.kernel
    def k(out: Array[vec4], x: Array[f32]):
        a = vec2(x[0], 2)
        out[0] = vec4(a, 3, 4)
        out[1] = vec4(1, a, 4)
        out[2] = vec4(a, a)
        out[3] = vec4(7)
        out[4] = vec4((1, 2), (3, 4))
        out[5] = vec4((1, 2, 3, x[0]))
        out[6] = (1, 2, 3, x[0])

    wanted = [[1.5, 2, 3, 4], [1, 1.5, 2, 4], [1.5, 2, 1.5, 2], [7] * 4, [1, 2, 3, 4], [1, 2, 3, 1.5], [1, 2, 3, 1.5]]
    assert results(k, vectors(1.5), shape=(7, 4)) == wanted


def test_constructors_convert():
    @vkc.kernel
    def k(out: Array[ivec3], v: Array[vec3]):
        out[0] = ivec3(v[0])
        out[1] = ivec3(2.9, -2.9, True)
        out[2] = vkc.Vector[i32, 3](v[0].zyx)

    assert results(k, vectors((1.9, -1.9, 3e9)), shape=(3, 3), dtype=np.int32) == [
        [1, -1, 2**31 - 1], [2, -2, 1], [2**31 - 1, -1, 1],
    ]  # fmt: skip


def test_a_table_of_three_is_a_vector():
    @vkc.kernel
    def k(out: Array[vec3], v: Array[vec3]):
        out[0] = v[0] * vec3(WEIGHTS)
        out[1] = v[0] + UP

    assert results(k, vectors((1, 2, 3)), shape=(2, 3)) == [[0.5, 0.5, 6], [1, 3, 3]]


# Components


def test_swizzles_are_read_in_any_order():
    @vkc.kernel
    def k(out: Array[vec4], v: Array[vec4]):
        a = v[0]
        out[0] = a.wzyx
        out[1] = a.xxyy
        out[2] = vec4(a.rg, a.ba)
        out[3] = vec4(a.x, a.g, a[2], a[-1])
        out[4] = v[0].zzzz

    assert results(k, vectors((1, 2, 3, 4)), shape=(5, 4)) == [
        [4, 3, 2, 1], [1, 1, 2, 2], [1, 2, 4 - 1, 4], [1, 2, 3, 4], [3] * 4,
    ]  # fmt: skip


def test_swizzles_are_written():
    @vkc.kernel
    def k(out: Array[vec3], v: Array[vec3]):
        a = v[0]
        a.x = 10
        out[0] = a
        a.zx = a.xz
        out[1] = a
        a.zyx += vec3(1, 2, 3)
        out[2] = a
        a.yz *= 2
        out[3] = a
        a.rg = 5, 6
        out[4] = a
        a[-1] = 7
        a[0] += 1
        out[5] = a
        a.zyx.x = 9
        out[6] = a

    assert results(k, vectors((1, 2, 3)), shape=(7, 3)) == [
        [10, 2, 3], [3, 2, 10], [6, 4, 11], [6, 8, 22], [5, 6, 22], [6, 6, 7], [6, 6, 9],
    ]  # fmt: skip


def test_slices_are_swizzles():
    @vkc.kernel
    def k(out: Array[vec4], v: Array[vec4], m: Array[vkc.mat4]):
        a = v[0]
        out[0] = vec4(a[:2], a[2:])
        a[1:3] = a[2:0:-1]
        out[1] = a
        out[2] = v[0, ::-1]
        v[0, 1:] *= 2
        out[3] = v[0]
        out[4] = vec4(m[0][1][:2], m[0, 2, 1:3])
        out[5] = vec4(a.ndim, a.size, a.shape[0], m[0].shape[1])

    m = np.arange(16, dtype=np.float32).reshape(1, 4, 4)
    assert results(k, vectors((1, 2, 3, 4)), m, shape=(6, 4)) == [
        [1, 2, 3, 4], [1, 3, 2, 4], [4, 3, 2, 1], [1, 4, 6, 8], [4, 5, 9, 10], [1, 4, 4, 4],
    ]  # fmt: skip


def test_components_are_chosen_at_run_time():
    @vkc.kernel
    def k(out: Array[f32], v: Array[vec3], j: i32, u: u32):
        i = vkc.global_id()
        a = v[0]
        out[i] = a[i]
        a[j] = 50
        a[u] += 1
        out[4 + i] = a[i - 1]

    assert results(k, vectors((1, 2, 3)), 1, 2, shape=8, n=4) == [1, 2, 3, 0, 0, 1, 50, 4]
    # Out of range nothing is written.
    assert results(k, vectors((1, 2, 3)), -1, 2**32 - 1, shape=8, n=4) == [1, 2, 3, 0, 0, 1, 2, 3]


def test_parts_of_elements_are_written_alone():
    @vkc.kernel
    def k(v: Array[vec3], j: i32):
        i = vkc.global_id()
        v[i].x = 10
        v[i].zy = v[i].yz
        v[i][j] += 0.5
        v[i, 0] -= 1
        v.y[i] *= 2

    v = vectors((1, 2, 3), (4, 5, 6))
    k[2](v, 2)
    assert v.tolist() == [[9, 6, 2.5], [9, 12, 5.5]]


def test_writing_a_component_leaves_the_others_to_other_invocations():
    @vkc.kernel
    def k(v: Array[vec4]):
        i = vkc.global_id()
        v[i // 4][i % 4] = i

    v = np.zeros((256, 4), np.float32)
    k[1024](v)
    assert (v.ravel() == np.arange(1024)).all()


def test_locals_are_values():
    @vkc.kernel
    def k(out: Array[vec2], v: Array[vec2]):
        a = v[0]
        b = a
        b.x = 7
        v[0].y = 9
        out[0], out[1], out[2] = a, b, v[0]

    assert results(k, vectors((1, 2)), shape=(3, 2)) == [[1, 2], [7, 2], [1, 9]]


def test_a_part_is_written_in_branches_and_loops():
    @vkc.kernel
    def k(out: Array[vec2], n: i32):
        i = vkc.global_id()
        a = vec2(0)
        if i == 1:
            a.x = 5
        for j in range(n):
            a.y += j
        out[i] = a

    assert results(k, 4, shape=(2, 2), n=2) == [[0, 6], [5, 6]]


def test_the_index_of_a_part_is_evaluated_once():
    @vkc.kernel
    def k(out: Array[i32], v: Array[ivec2], counter: Array[i32]):
        v[vkc.atomic.add(counter, 0, 1)].x += 10
        v[vkc.atomic.add(counter, 0, 1)][vkc.atomic.add(counter, 0, 1) - 1] += 20
        out[0] = counter[0]

    v, counter = np.zeros((2, 2), np.int32), np.zeros(1, np.int32)
    assert results(k, v, counter, shape=1, dtype=np.int32) == [3]
    assert v.tolist() == [[10, 0], [0, 20]]


def test_vectors_are_unpacked_and_iterated():
    @vkc.kernel
    def k(out: Array[f32], v: Array[vec3]):
        x, y, z = v[0]
        out[0] = x + 10 * y + 100 * z
        total = 0.0
        for part in v[0]:
            total = total * 10 + part
        out[1] = total
        out[2] = len(v[0])

    assert results(k, vectors((1, 2, 3)), shape=3) == [321, 123, 3]


# Arithmetic

BINARY = ["a + b", "a - b", "a * b", "a / b", "a // b", "a % b", "a * s", "s - a", "-a", "+a", "abs(a)", "min(a, b)",
          "max(a, s)", "vkc.clamp(a, -1, s)", "np.floor(a)", "vkc.sign(a)", "vkc.fma(a, b, a)", "vkc.step(a, b)",
          "vkc.mix(a, b, 0.25)", "vkc.mix(a, b, b)", "np.where(a < b, a, b)", "a ** 2"]  # fmt: skip


@pytest.mark.parametrize("text", BINARY)
def test_arithmetic_is_componentwise(text, kernel_from):
    k = kernel_from(f"""
        def k(out, v, w, s: f32):
            i = vkc.global_id()
            a = v[i]
            b = w[i]
            out[i] = {text}
    """, "out: vec3[:], v: vec3[:], w: vec3[:]")  # fmt: skip
    v, w, s = sample(), sample(seed=2), np.float32(1.5)
    out = np.zeros_like(v)
    k[5](out, v, w, s)
    names = {"vkc": Judge, "np": np, "a": v, "b": w, "s": s, "min": np.minimum, "max": np.maximum}
    wanted = np.asarray(eval(text, names), np.float32)
    assert ulp_distance(out, wanted).max() <= (3 if "/" in text or "%" in text else 1)


class Judge:
    """NumPy's words for our functions."""

    clamp = staticmethod(lambda x, low, high: np.minimum(np.maximum(x, np.float32(low)), high))
    sign = staticmethod(np.sign)
    fma = staticmethod(lambda a, b, c: (a.astype(float) * b + c).astype(np.float32))
    step = staticmethod(lambda edge, x: np.where(x < edge, np.float32(0), np.float32(1)))
    mix = staticmethod(lambda a, b, t: a * (np.float32(1) - np.float32(t)) + b * np.float32(t))


@pytest.fixture
def kernel_from(tmp_path):
    """A kernel from its text, in a file of its own; arrays in the signature are given as annotations."""
    import importlib.util
    import textwrap

    def make(text, annotations):
        text = textwrap.dedent(text)
        for part in annotations.split(", "):
            name, type = part.split(": ")
            text = text.replace(f"{name},", f"{name}: vkc.Array[vkc.{type.removesuffix('[:]')}],", 1)
        path = tmp_path / "module.py"
        path.write_text("import numpy as np\nimport pyvkc as vkc\nfrom pyvkc import f32\n\n@vkc.kernel" + text)
        spec = importlib.util.spec_from_file_location("module", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.k

    return make


def test_integers_meet_floats():
    @vkc.kernel
    def k(out: Array[vec3], v: Array[ivec3], s: f32):
        out[0] = v[0] + s
        out[1] = v[0] / 2
        out[2] = v[0] * 0.5 + vec3(1)
        a = v[0]
        a += 1
        out[3] = a
        b = v[0]
        if s > 0:
            b = b * 0.5
        out[4] = b

    assert results(k, vectors((1, 2, 3), dtype=np.int32), 0.25, shape=(5, 3)) == [
        [1.25, 2.25, 3.25], [0.5, 1, 1.5], [1.5, 2, 2.5], [2, 3, 4], [0.5, 1, 1.5],
    ]  # fmt: skip


def test_integer_operators():
    @vkc.kernel
    def k(out: Array[ivec2], v: Array[ivec2]):
        a, b = v[0], v[1]
        out[0] = a << 2
        out[1] = a & b
        out[2] = a | 8
        out[3] = ~a ^ b
        out[4] = b >> 1
        out[5] = b**2

    assert results(k, vectors((1, 2), (-3, 6), dtype=np.int32), shape=(6, 2), dtype=np.int32) == [
        [4, 8], [1, 2], [9, 10], [~1 ^ -3, ~2 ^ 6], [-2, 3], [9, 36],
    ]  # fmt: skip


def test_comparisons_give_vectors_of_bools():
    @vkc.kernel
    def k(out: Array[bool_], v: Array[vec3]):
        a, b = v[0], v[1]
        less = a < b
        out[0] = all(less)
        out[1] = any(less)
        out[2] = less.x
        out[3] = all(a == a)
        out[4] = any(a != a)
        out[5] = all(less | (a >= b))
        out[6] = any(~less & (a > 100))
        out[7] = all(a <= 3)

    v = vectors((1, 2, 3), (2, 1, 4))
    assert results(k, v, shape=8, dtype=bool) == [False, True, True, True, False, True, False, True]


def test_reductions():
    @vkc.kernel
    def k(out: Array[f32], v: Array[vec3]):
        a = v[0]
        out[0] = sum(a)
        out[1] = min(a)
        out[2] = max(a)
        out[3] = np.sum(a)
        out[4] = np.prod(a)
        out[5] = np.max(a) - np.min(a)
        out[6] = np.any(a > 2)
        out[7] = np.all(a > 2)

    assert results(k, vectors((1, 2, 4)), shape=8) == [7, 1, 4, 7, 8, 3, 1, 0]


def test_conditional_expressions_and_functions():
    @vkc.func
    def larger(a, b):
        return a if vkc.dot(a, a) > vkc.dot(b, b) else b

    @vkc.func
    def moved(a, by: vec2):
        a.x += by.x
        return a, by * 2

    @vkc.kernel
    def k(out: Array[vec2], v: Array[vec2]):
        i = vkc.global_id()
        a = v[i]
        out[i] = larger(a, v[1])
        b, c = moved(a, (1, 1))
        out[2 + i] = b + 10 * c
        out[4 + i] = a

    assert results(k, vectors((1, 1), (0, 2)), shape=(6, 2), n=2) == [
        [0, 2], [0, 2], [22, 21], [21, 22], [1, 1], [0, 2],
    ]  # fmt: skip


# Geometry


def left_to_right(products):
    total = products[..., 0]
    for axis in range(1, products.shape[-1]):
        total = total + products[..., axis]
    return total


@pytest.mark.parametrize("size", [2, 3, 4])
def test_geometric_functions(size):
    type = vkc.Vector[f32, size]

    @vkc.kernel
    def k(out: Array[f32], vout: Array[type], v: Array[type], w: Array[type]):
        i = vkc.global_id()
        a, b = v[i], w[i]
        out[5 * i] = vkc.dot(a, b)
        out[5 * i + 1] = vkc.length(a)
        out[5 * i + 2] = vkc.distance(a, b)
        out[5 * i + 3] = np.dot(a, b)
        out[5 * i + 4] = a @ b
        vout[3 * i] = vkc.normalize(a)
        vout[3 * i + 1] = vkc.reflect(a, vkc.normalize(b))
        vout[3 * i + 2] = vkc.faceforward(a, b, a)

    v, w = sample(size=size), sample(size=size, seed=4)
    out, vout = np.zeros((5, 5), np.float32), np.zeros((5, 3, size), np.float32)
    k[5](out.reshape(-1), vout.reshape(-1, size), v, w)
    dot = left_to_right(v * w)
    length = np.sqrt(left_to_right(v * v))
    normal = w / np.sqrt(left_to_right(w * w))[:, None]
    scalars = np.stack([dot, length, np.sqrt(left_to_right((v - w) ** 2)), dot, dot], -1)
    assert ulp_distance(out, scalars).max() <= 2
    assert ulp_distance(vout[:, 0], v / length[:, None]).max() <= 4
    np.testing.assert_allclose(vout[:, 1], v - 2 * left_to_right(normal * v)[:, None] * normal, atol=3e-6)
    assert (vout[:, 2] == np.where(dot[:, None] < 0, v, -v)).all()


def test_cross_and_refract():
    @vkc.kernel
    def k(out: Array[vec3], v: Array[vec3]):
        a, b = v[0], v[1]
        out[0] = vkc.cross(a, b)
        n = vkc.normalize(b)
        i = vkc.normalize(a)
        out[1] = vkc.refract(i, n, 0.9)
        out[2] = vkc.refract(vec3(1, 0.1, 0), vec3(0, -1, 0), 1.5)
        out[3] = vkc.cross(UP, (1, 0, 0))

    v = vectors((1, -2, 3), (-2, 1, 2))
    got = np.array(results(k, v, shape=(4, 3)))
    i, n = v[0] / np.linalg.norm(v[0]), v[1] / np.linalg.norm(v[1])
    d = np.dot(n, i)
    bent = 0.9 * i - (0.9 * d + np.sqrt(1 - 0.81 * (1 - d * d))) * n
    np.testing.assert_allclose(got[:2], [np.cross(*v), bent], rtol=1e-5)
    assert got[2:].tolist() == [[0, 0, 0], [0, 0, -1]]


def test_dot_of_integers_is_an_integer():
    @vkc.kernel
    def k(out: Array[i32], v: Array[ivec2]):
        out[0] = vkc.dot(v[0], v[1])
        out[1] = v[0] @ v[1]

    assert results(k, vectors((2**30, 3), (4, 5), dtype=np.int32), shape=2, dtype=np.int32) == [15, 15]


def test_the_functions_from_python():
    assert vkc.dot((1, 2, 3), (4, 5, 6)) == 32
    assert vkc.length(vkc.vec2(3, 4)) == 5
    assert vkc.cross((1, 0, 0), (0, 1, 0)).tolist() == [0, 0, 1]
    assert vkc.normalize(vkc.vec2(0, 2)).y == 1
    assert vkc.mix(1.0, 3.0, 0.5) == 2
    assert vkc.step(2, 1) == 0
    assert vkc.smoothstep(0, 1, 0.5) == 0.5
    assert vkc.where(True, 1, 2) == 1
