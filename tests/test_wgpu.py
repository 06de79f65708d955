"""Modules with the descriptor interface run in wgpu, and give what NumPy gives and what a launch of ours gives."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from pyshader_rows import ROWS, by_python
from spirv_tools import validate
from wgpu_client import find_client

import pyvkc as vkc
from pyvkc import Array, f32, f64, i32, i64, ivec3, u32, vec3
from pyvkc.errors import CompileError
from pyvkc.frontend.builtins import ROWS as TABLE

ROWS_OF_TABLE = [row for row in TABLE.values() if row.public]
N = 300  # no multiple of a workgroup


@pytest.fixture(scope="module")
def client():
    return find_client()


def floats(seed=0, n=N, scale=10.0):
    return np.random.default_rng(seed).normal(scale=scale, size=n).astype(np.float32)


def ints(low, high, seed=0, n=N, dtype=np.int32):
    return np.random.default_rng(seed).integers(low, high, n).astype(dtype)


def same(client, kernel, arguments, expected, sizes=(N,), rtol=0.0, atol=0.0):
    """Launch in wgpu and here: both give `expected`, by the parameter's position."""
    program = kernel.compile(target="vulkan1.1", abi="descriptor", ndim=len(sizes))
    validate(program.words, "vulkan1.1")
    there = client.launch(program, sizes, [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments])
    here = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    kernel[sizes](*here)
    for place, wanted in expected.items():
        assert here[place].dtype == np.asarray(wanted).dtype
        np.testing.assert_allclose(there[place], wanted, rtol=rtol, atol=atol)
        np.testing.assert_allclose(here[place], wanted, rtol=rtol, atol=atol)


# Kernels


@vkc.kernel
def saxpy(x: Array[f32], y: Array[f32], a: f32):
    i = vkc.global_id()
    y[i] = a * x[i] + y[i]


def test_a_scalar_is_a_push_constant(client):
    x, y = floats(1), floats(2)
    same(client, saxpy, [x, y, 2.5], {1: np.float32(2.5) * x + y}, rtol=1e-6)


@vkc.kernel
def multiply(a: Array[f32], b: Array[f32], product: Array[f32]):
    i = vkc.global_id()
    product[i] = a[i] * b[i]


def test_elements_one_by_one(client):
    a, b = floats(1), floats(2)
    same(client, multiply, [a, b, np.zeros(N, np.float32)], {2: a * b})


@vkc.kernel
def divide(a: Array[i32], b: Array[i32], quotient: Array[i32], rest: Array[i32]):
    i = vkc.global_id()
    quotient[i] = a[i] // b[i]
    rest[i] = a[i] % b[i]


def test_integer_division(client):
    a, b = ints(-1000, 1000, 1), ints(-5, 5, 2)
    with np.errstate(divide="ignore"):
        expected = {2: a // b, 3: a % b}
    assert (b == 0).any()
    same(client, divide, [a, b, np.zeros(N, np.int32), np.zeros(N, np.int32)], expected)


@vkc.kernel
def divide_unsigned(a: Array[u32], b: Array[u32], out: Array[u32]):
    i = vkc.global_id()
    out[i] = a[i] // b[i] * 7 + a[i] % b[i]


def test_unsigned_division(client):
    a, b = ints(0, 2**32, 1, dtype=np.uint32), ints(1, 2**20, 2, dtype=np.uint32)
    same(client, divide_unsigned, [a, b, np.zeros(N, np.uint32)], {2: a // b * np.uint32(7) + a % b})


@vkc.kernel
def triangle(x: Array[i32], out: Array[i32]):
    i = vkc.global_id()
    total = 0
    for j in range(x[i], -3, -2):
        if j % 3 == 1:
            continue
        if total > 500:
            break
        for k in range(j):
            total += k ^ j
    else:
        total = -total
    out[i] = total


@vkc.kernel
def collatz(x: Array[i32], out: Array[i32]):
    i = vkc.global_id()
    n, steps = x[i], 0
    while True:
        if n <= 1:
            break
        if steps >= 100:
            steps = -1
            break
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    out[i] = steps


@vkc.kernel
def search(rows: Array[i32, 2], wanted: Array[i32], out: Array[i32]):
    i = vkc.global_id()
    out[i] = -1
    for r in range(rows.shape[0]):
        for c in range(rows.shape[1]):
            if rows[r, c] == wanted[i]:
                out[i] = r * 100 + c
                return


def in_python(kernel, i, *arguments):
    """Run a kernel's function for one invocation."""
    function = kernel.__wrapped__
    scope = {**function.__globals__, "vkc": type("vkc", (), {"global_id": staticmethod(lambda: i)})}
    type(function)(function.__code__, scope)(*arguments)


@pytest.mark.parametrize("kernel", [triangle, collatz])
def test_loops_and_conditions(client, kernel):
    x, wanted = ints(-5, 60, 3), np.zeros(N, np.int32)
    for i in range(N):
        in_python(kernel, i, x, wanted)
    same(client, kernel, [x, np.zeros(N, np.int32)], {1: wanted})


def test_extents_of_arrays_of_two_dimensions_are_push_constants(client):
    rows, x = ints(0, 100, 4, (7, 11)), ints(0, 100, 5)
    wanted = np.array([next((r * 100 + c for r, c in np.argwhere(rows == v)), -1) for v in x], np.int32)
    assert -1 in wanted
    assert wanted.max() >= 100
    same(client, search, [rows, x, np.zeros(N, np.int32)], {2: wanted})


@vkc.kernel
def transpose(x: Array[f32, 2], out: Array[f32, 2]):
    i, j = vkc.global_id()
    out[j, i] = x[i, j]


def test_two_dimensions(client):
    x = floats(6, (45, 70))
    same(client, transpose, [x, np.zeros((70, 45), np.float32)], {1: x.T}, sizes=(45, 70))


@vkc.kernel
def shift(x: Array[f32], out: Array[f32], by: i32):
    i = vkc.global_id()
    out[i] = x[i + by]


@pytest.mark.parametrize("by", [-7, 0, 5, 2**31 - 1, -(2**31)])
def test_indices_out_of_range_read_zero(client, by):
    x = floats(7)
    places = np.arange(N) + by
    wanted = np.where((places >= 0) & (places < N), x[places % N], np.float32(0))
    same(client, shift, [x, np.zeros(N, np.float32), by], {1: wanted})


def bump(x):
    if x < 0:
        return -x
    return vkc.sqrt(x) + 1


@vkc.kernel
def functions(x: Array[f32], out: Array[f32]):
    i = vkc.global_id()
    v = x[i]
    out[i] = vkc.sin(v) + vkc.exp(-abs(v)) * bump(v) + round(v) + float(int(v)) - v // 3 + v % 3


def test_functions(client):
    x = floats(8)
    v = x.astype(np.float64)
    bumped = np.where(v < 0, -v, np.sqrt(np.abs(v)) + 1)
    wanted = np.sin(v) + np.exp(-np.abs(v)) * bumped + np.rint(v) + np.trunc(v) - v // 3 + v % 3
    same(client, functions, [x, np.zeros(N, np.float32)], {1: wanted.astype(np.float32)}, rtol=1e-5, atol=2.0**-10)


@vkc.kernel
def powers(x: Array[f32], y: Array[f32], out: Array[f32]):
    i = vkc.global_id()
    out[i] = x[i] ** y[i]


def test_infinity_and_nan_are_made_although_wgsl_has_no_such_constants(client):
    x = np.array([2, -2, -2, 0, 0, 0, np.inf, -np.inf, np.nan, 1], np.float32)
    y = np.array([3, 3, 0.5, 0, -1, 2, -1, 3, 0, np.nan], np.float32)
    with np.errstate(all="ignore"):
        wanted = x**y
    assert np.isnan(wanted).any()
    assert np.isinf(wanted).any()
    same(client, powers, [x, y, np.zeros(len(x), np.float32)], {2: wanted}, sizes=(len(x),), rtol=1e-6)


@vkc.kernel
def histogram(x: Array[u32], bins: Array[u32]):
    i = vkc.global_id()
    if i < x.size:  # whole workgroups run here
        vkc.atomic.add(bins, i32(x[i] % 7), 1)


def test_atomics(client):
    x = ints(0, 1000, 9, dtype=np.uint32)
    same(client, histogram, [x, np.zeros(7, np.uint32)], {1: np.bincount(x % 7, minlength=7).astype(np.uint32)})


@vkc.kernel
def in_long(x: Array[i64], out: Array[i64]):
    i = vkc.global_id()
    out[i] = x[i] * x[i] // 3 - x[i]


def test_numbers_of_64_bits(client):
    client.need("shader-int64")
    x = np.random.default_rng(10).integers(-(2**31), 2**31, N)
    need_feature("shaderInt64")
    same(client, in_long, [x, np.zeros(N, np.int64)], {1: x * x // 3 - x})


@vkc.kernel
def in_double(x: Array[f64], out: Array[f64]):
    i = vkc.global_id()
    out[i] = x[i] * x[i] - vkc.sqrt(abs(x[i]))


def test_doubles(client):
    client.need("shader-f64")
    need_feature("shaderFloat64")
    x = floats(11).astype(np.float64)
    same(client, in_double, [x, np.zeros(N)], {1: x * x - np.sqrt(np.abs(x))}, rtol=1e-15)


def need_feature(name):
    if name not in vkc.default_device().features:
        pytest.skip(f"this device has no {name}")


TYPES = ("f32", "i32", "u32")


def kernels_of_rows(path):
    """A kernel for each function of the builtin table and each type of 32 bits that it takes."""
    lines = ["import pyvkc as vkc", "from pyvkc import Array, f32, i32, u32"]
    for row in ROWS_OF_TABLE:
        for type in TYPES:
            names = [f"x{number}" for number in range(len(row.operands))]
            parameters = ", ".join(f"{name}: Array[{type}]" for name in names)
            values = ", ".join(f"{name}[i]" for name in names)
            lines += [
                "@vkc.kernel",
                f"def {row.name}_{type}({parameters}, out: Array[f32]):",
                "    i = vkc.global_id()",
                f"    out[i] = f32(vkc.{row.name}({values}))",
            ]
    path.write_text("\n".join(lines))
    spec = importlib.util.spec_from_file_location("kernels_of_rows", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return [value for value in vars(module).values() if isinstance(value, vkc.Kernel)]


def test_wgpu_takes_every_builtin(client, tmp_path):
    loaded, refused = 0, []
    for kernel in kernels_of_rows(tmp_path / "rows.py"):
        try:
            words = kernel.spirv(target="vulkan1.1", abi="descriptor")
        except CompileError:
            continue  # not for numbers of this type
        try:
            client.module(words)
            loaded += 1
        except Exception as error:
            refused.append(f"{kernel.name}: {error}")
    assert not refused, "\n".join(refused)
    assert loaded >= 80


# Shaders


@vkc.python2shader
def compute_fields(
    index=("input", "GlobalInvocationId", ivec3),
    local=("input", "LocalInvocationIndex", i32),
    group=("input", "WorkgroupId", "ivec3"),
    count=("input", "NumWorkgroups", "ivec3"),
    x=("buffer", 0, Array[f32]),
    out=("buffer", (1, 3), Array[f32]),
    factor=("uniform", (1, 0), f32),
    offset=("uniform", 5, vec3),
):
    i = index.x + index.y * 20
    out[i] = x[i] * factor + offset.y + f32(local + group.y * 2 + count.x)


def fields_by_numpy(x, factor, offset):
    return x * np.float32(factor) + np.float32(offset[1]) + (np.arange(60) // 20 * 2 + 20).astype(np.float32)


def test_a_shader_of_pyshaders_dialect(client):
    x, out = floats(12, 60), np.zeros(60, np.float32)
    words = compute_fields.to_spirv()
    for target in ("vulkan1.1", "vulkan1.2", "vulkan1.3"):
        validate(compute_fields.to_spirv(target=target), target)
    uniform = {(1, 0): np.float32(1.5), (0, 5): np.array([1, 2, 3], np.float32)}
    found = client.run(words, "main", (20, 3, 1), {(0, 0): x, (1, 3): out}, uniform)
    wanted = fields_by_numpy(x, 1.5, (1, 2, 3))
    np.testing.assert_allclose(found[1, 3], wanted, rtol=1e-6)
    compute_fields.groups[3, 20](x, out, 1.5, (1, 2, 3))
    np.testing.assert_allclose(out, wanted, rtol=1e-6)


def test_the_tutorial(client):
    path = Path(__file__).parent.parent / "examples" / "pyshader_tutorial.py"
    spec = importlib.util.spec_from_file_location("pyshader_tutorial", path)
    tutorial = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tutorial)
    a, b = floats(13), floats(14)
    words = tutorial.compute_multiply.to_spirv()
    found = client.run(words, "main", (N, 1, 1), {(0, 0): a, (0, 1): b, (0, 2): np.zeros(N, np.float32)})
    assert np.array_equal(found[0, 2], a * b)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.function.__name__)
def test_every_construct_of_the_dialect(client, row):
    """Numbers of 8 and 16 bits cannot lie in WGSL's buffers."""
    shader = vkc.python2shader(row.function)
    program = shader.compile()
    if set(program.capabilities) & {"StorageBuffer8BitAccess", "StorageBuffer16BitAccess"}:
        pytest.skip("wgpu has no arrays of such narrow numbers")
    for capability, feature in (("Int64", "shader-int64"), ("Float64", "shader-f64")):
        if capability in program.capabilities:
            client.need(feature)
    given, wanted = row.given(), by_python(row)
    found = client.run(program.words, "main", (len(given), 1, 1), {(0, 0): given, (0, 1): np.full_like(wanted, 77)})
    np.testing.assert_allclose(found[0, 1], wanted, rtol=row.rtol, atol=0)
