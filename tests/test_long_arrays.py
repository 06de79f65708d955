"""Arrays and launches of 2^31 elements and more are counted in 64 bits, without the kernel saying so."""

from __future__ import annotations

import numpy as np
import pytest
from spirv_tools import validate

import pyvkc as vkc
from pyvkc import Array, f32, i32, kernel, u8, u64
from pyvkc.frontend.compile import Target
from pyvkc.types import ArrayType, i64


@pytest.fixture
def long_device(device):
    """The device, if it counts in 64 bits and has the memory."""
    if not (device.features.get("shaderInt64") and device.features.get("storageBuffer8BitAccess")):
        pytest.skip("the device has no 64-bit integers or no bytes")
    if device.memory["size"] < 8 << 30:
        pytest.skip("the device has no memory for arrays of 3 GiB")
    return device


@kernel
def corner(x: Array[u8], out: Array[i32], rows: i32, cols: i32):
    r = rows - 1
    out[0] = i32(x[r * cols + (cols - 1)])
    out[1] = i32(x[-1])
    out[2] = x.size > 2147483647 and len(x) == x.shape[0]


def test_an_index_beyond_31_bits(long_device):
    x = vkc.zeros(65536 * 49152, u8, device=long_device)
    x[-8:].copy_from(np.arange(8, dtype=np.uint8))
    out = vkc.zeros(3, i32, device=long_device)
    corner[1](x, out, 65536, 49152)
    assert out.numpy().tolist() == [7, 7, 1]
    x.close()


@kernel
def fill(x: Array[u8]):
    i = vkc.global_id()
    x[i] = i % 251


@kernel
def total(x: Array[u8], out: Array[u64], step: i32):
    """Each invocation sums a stretch of its own."""
    i = vkc.global_id()
    s = u64(0)
    for k in range(i * step, min(len(x), (i + 1) * step)):
        s += x[k]
    out[i] = s


@pytest.mark.slow
def test_a_launch_beyond_31_bits(long_device):
    n = 2**31 + 1003
    x = vkc.zeros(n, u8, device=long_device)
    fill[n](x)
    step = 1 << 16
    parts = -(-n // step)
    out = vkc.zeros(parts, u64, device=long_device)
    total[parts](x, out, step)
    rounds, rest = divmod(n, 251)
    assert int(out.numpy().sum()) == rounds * (250 * 251 // 2) + rest * (rest - 1) // 2
    assert x[-3:].numpy().tolist() == [(n - k) % 251 for k in (3, 2, 1)]
    x.close()


TARGETS = [Target("vulkan1.2"), Target("vulkan1.3"), Target("vulkan1.2", wide=True)]


@kernel
def mixed(m, v, counts, out, n):
    i, j = vkc.global_id()
    gi, gj = vkc.group_id()
    rows, columns = vkc.num_groups()
    part = m[1:n, ::-2]
    s = part[i % len(part), j // 2] + v[i * m.shape[1] + j] + m[-1, 3] + gi + gj + rows + columns + vkc.global_size(0)
    row = m[i]
    for k in range(len(row)):
        s += row[k] * vkc.local_id(1) // vkc.group_size(0)
    out[i, j] = s
    vkc.atomic.add(counts, i * j, 1)


@pytest.mark.parametrize("contiguous", [True, False])
@pytest.mark.parametrize("target", TARGETS, ids=str)
def test_modules_that_count_in_64_bits_are_valid(target, contiguous):
    flat = ArrayType(i32, 1, contiguous)
    types = [ArrayType(i32, 2, contiguous), flat, flat, ArrayType(f32, 2, contiguous), i32]
    program = mixed.tree(types, (8, 8), i64).program(target)
    validate(program.words, program.target)
    assert "Int64" in program.capabilities
    sizes = [m for m in (*program.layout.push, *program.layout.block) if m.kind in ("base", "size", "extent")]
    assert {member.size for member in sizes} == {8}


def test_results_are_the_same_as_in_32_bits(device, monkeypatch):
    """Launches that count in 64 bits, though they need not."""
    if not device.features.get("shaderInt64"):
        pytest.skip("the device has no 64-bit integers")
    rng = np.random.default_rng(5)
    m = rng.integers(-9, 9, (40, 24)).astype(np.int32)
    v = rng.integers(-9, 9, 2000).astype(np.int32)

    def run(matrix):
        out, counts = vkc.zeros((40, 24), f32), vkc.zeros(40 * 24, i32)
        mixed[40, 24](vkc.array(matrix), vkc.array(v), counts, out, np.int32(30))
        return out.numpy(), counts.numpy()

    expected = [run(m), run(m[:, ::-1].T.copy().T)]
    monkeypatch.setattr("pyvkc.launch.LONGEST", 1)
    mixed.code.clear()
    mixed.recent = None
    for got, wanted in zip([run(m), run(m[:, ::-1].T.copy().T)], expected, strict=True):
        np.testing.assert_array_equal(got[0], wanted[0])
        np.testing.assert_array_equal(got[1], wanted[1])
    mixed.code.clear()
    mixed.recent = None
