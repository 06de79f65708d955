"""Shared and local memory, barriers, and launches of whole workgroups, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, LaunchError, bool_, f32, i32, ivec3, u32, vec2, vec4

TILE = 16


def numbers(*shape, dtype=np.float32):
    return np.random.default_rng(3).integers(-50, 50, shape).astype(dtype)


# Shared memory


@vkc.kernel(workgroup=64)
def block_sums(x: Array[f32], out: Array[f32]):
    lid = vkc.local_id()
    part = vkc.shared(vkc.group_size(), f32)
    part[lid] = x[vkc.global_id()]
    vkc.barrier()
    s = vkc.group_size() // 2
    while s > 0:
        if lid < s:
            part[lid] += part[lid + s]
        vkc.barrier()
        s //= 2
    if lid == 0:
        out[vkc.group_id()] = part[0]


@pytest.mark.parametrize("workgroup", [1, 2, 32, 128, 256])
def test_block_reduction(workgroup):
    x = numbers(1024)
    out = np.zeros(1024 // workgroup, np.float32)
    block_sums.configure(workgroup=workgroup)[1024](x, out)
    assert out.tolist() == x.reshape(-1, workgroup).sum(1).tolist()


@vkc.kernel(workgroup=(TILE, TILE))
def matmul(a: Array[f32, 2], b: Array[f32, 2], c: Array[f32, 2]):
    i, j = vkc.global_id()
    y, x = vkc.local_id()
    left = vkc.shared((TILE, TILE), f32)
    right = vkc.shared((TILE, TILE), f32)
    total = 0.0
    for start in range(0, a.shape[1], TILE):
        left[y, x] = a[i, start + x]
        right[y, x] = b[start + y, j]
        vkc.barrier()
        for k in range(TILE):
            total += left[y, k] * right[k, x]
        vkc.barrier()
    c[i, j] = total


@pytest.mark.parametrize(("n", "k", "m"), [(32, 48, 16), (17, 33, 50), (1, 5, 3)])
def test_tiled_matrix_product(n, k, m):
    """Tiles that stick out read zeros and write nothing."""
    a, b, c = numbers(n, k), numbers(k, m), np.zeros((n, m), np.float32)
    matmul.groups[-(-n // TILE), -(-m // TILE)](a, b, c)
    assert c.tolist() == (a @ b).tolist()


@vkc.kernel(workgroup=(TILE, TILE))
def transpose(x: Array[f32, 2], out: Array[f32, 2]):
    gi, gj = vkc.group_id()
    y, x_ = vkc.local_id()
    tile = vkc.shared((TILE, TILE + 1), x.dtype)
    tile[y, x_] = x[gi * TILE + y, gj * TILE + x_]
    vkc.barrier()
    out[gj * TILE + y, gi * TILE + x_] = tile[x_, y]


def test_transposition_with_padding():
    x = numbers(48, 33)
    out = np.zeros((33, 48), np.float32)
    transpose.groups[3, 3](x, out)
    assert (out == x.T).all()


@vkc.kernel(workgroup=64)
def scan(x: Array[i32], out: Array[i32]):
    lid = vkc.local_id()
    sums = vkc.shared(64, i32)
    sums[lid] = x[vkc.global_id()]
    step = 1
    while step < 64:
        vkc.barrier()
        before = sums[lid - step] if lid >= step else 0
        vkc.barrier()
        sums[lid] += before
        step *= 2
    out[vkc.global_id()] = sums[lid]


def test_scan():
    x = numbers(256, dtype=np.int32)
    out = np.zeros_like(x)
    scan[256](x, out)
    assert out.tolist() == x.reshape(4, 64).cumsum(1).ravel().tolist()


@vkc.kernel(workgroup=64)
def histogram(values: Array[i32], counts: Array[i32]):
    lid = vkc.local_id()
    own = vkc.shared(16, i32)
    if lid < len(own):
        own[lid] = 0
    vkc.barrier()
    i = vkc.global_id()
    if i < len(values):
        vkc.atomic.add(own, values[i], 1)
    vkc.barrier()
    if lid < len(own):
        vkc.atomic.add(counts, lid, own[lid])


def test_histogram():
    values = np.random.default_rng(1).integers(0, 16, 1000).astype(np.int32)
    counts = np.zeros(16, np.int32)
    histogram.groups[16](values, counts)
    assert counts.tolist() == np.bincount(values, minlength=16).tolist()


@vkc.kernel(workgroup=32)
def reversed_in_groups(x, out):
    lid = vkc.local_id()
    tile = vkc.shared(32, x.dtype)
    tile[lid] = x[vkc.global_id()]
    vkc.barrier()
    out[vkc.global_id()] = tile[31 - lid]


DTYPES = [
    "bool",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float16",
    "float32",
    "float64",
]


@pytest.mark.parametrize("dtype", DTYPES)
def test_shared_memory_of_every_type(dtype):
    x = numbers(64).astype(dtype)
    out = np.zeros_like(x)
    try:
        reversed_in_groups[64](x, out)
    except vkc.FeatureError as error:
        pytest.skip(str(error))
    assert out.tolist() == x.reshape(2, 32)[:, ::-1].ravel().tolist()


@vkc.kernel(workgroup=8)
def composites(out: Array[f32, 2]):
    lid = vkc.local_id()
    corners = vkc.shared(8, vec4)
    pairs = vkc.shared((2, 8), vec2)
    marks = vkc.shared(8, bool_)
    corners[lid] = vec4(lid, 1.5, 2.5, lid + 10)
    pairs[1, lid] = vec2(lid, -lid)
    marks[lid] = lid % 3 == 0
    vkc.barrier()
    other = 7 - lid
    out[lid, 0] = corners[other].w
    out[lid, 1] = corners[other].x + pairs[1, other].y
    out[lid, 2] = 1.0 if marks[other] else 0.0


def test_vectors_and_bools_in_shared_memory():
    out = np.zeros((8, 3), np.float32)
    composites[8](out)
    other = 7 - np.arange(8)
    assert out[:, 0].tolist() == (other + 10).tolist()
    assert out[:, 1].tolist() == [0] * 8
    assert out[:, 2].tolist() == (other % 3 == 0).astype(float).tolist()


@vkc.func
def total_of(values, lid):
    """Each call in the text has shared memory of its own."""
    part = vkc.shared(values.size, values.dtype)
    part[lid] = values[lid] * 2
    vkc.barrier()
    result = part[0]
    for k in range(1, len(part)):
        result += part[k]
    vkc.barrier()
    return result


@vkc.kernel(workgroup=16)
def in_functions(out: Array[i32]):
    lid = vkc.local_id()
    a = vkc.shared(16, i32)
    b = vkc.shared(16, u32)
    a[lid] = lid
    b[lid] = u32(3)
    vkc.barrier()
    out[lid] = total_of(a, lid) + i32(total_of(b, lid))


def test_device_functions_with_shared_memory():
    out = np.zeros(16, np.int32)
    in_functions[16](out)
    assert out.tolist() == [2 * 120 + 6 * 16] * 16


@vkc.kernel(workgroup=(4, 8))
def constants(out: Array[i32]):
    tile = vkc.shared((4, 8, 2), f32)
    out[0] = len(tile)
    out[1] = tile.size
    out[2] = tile.ndim
    out[3] = tile.shape[1]
    out[4] = tile.shape[-1] if tile.dtype == f32 else 0
    row = tile[1]
    out[5] = row.shape[0] * 100 + row.ndim


def test_shapes_are_constants():
    out = np.zeros(6, np.int32)
    constants[4, 8](out)
    assert out.tolist() == [4, 64, 3, 8, 2, 802]


WIDTH = 8


@vkc.kernel(workgroup=16)
def constant_shapes(out: Array[i32], n: vkc.Static, shape: vkc.Static):
    a = vkc.shared(n, i32)
    b = vkc.shared(shape, dtype=i32)
    c = vkc.shared((WIDTH, 2 * n + 1), i32)
    lid = vkc.local_id()
    if lid == 0:
        out[16] = len(a) * 1000 + b.shape[1] * 100 + c.size
    for s in vkc.static_range(3):
        part = vkc.shared(16, i32)
        part[lid] = lid * s
        vkc.barrier()
        out[lid] += part[15 - lid]
        vkc.barrier()
    if n > 3:
        more = vkc.shared(16, i32)
        more[lid] = 1000
        vkc.barrier()
        out[lid] += more[15 - lid]


def test_shapes_from_outside():
    out = np.zeros(17, np.int32)
    constant_shapes[16](out, 4, (2, 3))
    assert out.tolist() == [1000 + 3 * (15 - lid) for lid in range(16)] + [4000 + 300 + 8 * 9]


@vkc.kernel(workgroup=16)
def views(out: Array[i32]):
    lid = vkc.local_id()
    tile = vkc.shared((4, 4), i32)
    tile[lid // 4][lid % 4] = lid
    vkc.barrier()
    row = tile[lid // 4]
    column = tile[:, lid % 4]
    out[lid] = row[3 - lid % 4] * 100 + column[3 - lid // 4]


def test_views_of_shared_memory():
    out = np.zeros(16, np.int32)
    views[16](out)
    tile = np.arange(16).reshape(4, 4)
    assert out.tolist() == (tile[:, ::-1] * 100 + tile[::-1]).ravel().tolist()


@vkc.kernel(workgroup=8)
def out_of_range(i: i32, out: Array[i32]):
    lid = vkc.local_id()
    tile = vkc.shared((4, 4), i32)
    own = vkc.local(4, i32)
    if lid < 4:
        for k in range(4):
            tile[lid, k] = 7
    vkc.barrier()
    tile[i, 0] = 1000
    tile[0, i] = 1000
    own[i] = 1000
    vkc.barrier()
    out[lid] = tile[0, lid] + tile[lid, i] + own[lid] + own[i]


@pytest.mark.parametrize("i", [-1, 4, 2**31 - 1, -(2**31)])
def test_indices_out_of_range_touch_nothing(i):
    out = np.full(8, 77, np.int32)
    out_of_range[8](i, out)
    assert out.tolist() == [7] * 4 + [0] * 4


# Local memory


@vkc.kernel
def insertion_sort(x: Array[f32, 2]):
    i = vkc.global_id()
    own = vkc.local(6, f32)
    for k in range(6):
        own[k] = x[i, k]
    for k in range(1, 6):
        value = own[k]
        j = k - 1
        while j >= 0 and own[j] > value:
            own[j + 1] = own[j]
            j -= 1
        own[j + 1] = value
    for k in range(6):
        x[i, k] = own[k]


def test_local_memory():
    x = numbers(300, 6)
    wanted = np.sort(x, 1)
    insertion_sort[300](x)
    assert (x == wanted).all()


@vkc.kernel
def cleared(out: Array[i32, 2]):
    i = vkc.global_id()
    for k in range(3):
        own = vkc.local((2, 20), i32)
        out[i, k] = own[1, 7] + own[0, 0]
        own[1, 7] = 5
        own[0, 0] = 6


def test_local_memory_is_zero_wherever_it_is_made():
    out = np.full((9, 3), 77, np.int32)
    cleared[9](out)
    assert not out.any()


@vkc.func
def count_digits(n, digits):
    while n > 0:
        digits[n % 10] += 1
        n //= 10


@vkc.kernel
def most_digit(x: Array[i32], out: Array[i32]):
    i = vkc.global_id()
    digits = vkc.local(10, i32)
    count_digits(x[i], digits)
    best = 0
    for d in range(10):
        if digits[d] > digits[best]:
            best = d
    out[i] = best


def test_local_memory_is_passed_to_functions():
    x = np.array([11122, 900, 5, 7373733, 0], np.int32)
    out = np.zeros(5, np.int32)
    most_digit[5](x, out)
    assert out.tolist() == [1, 0, 5, 3, 0]


@vkc.kernel
def local_vectors(out: Array[i32]):
    own = vkc.local(3, ivec3)
    own[1] = ivec3(1, 2, 3)
    own[2] = own[1] * 2 + own[0]
    out[vkc.global_id()] = own[2].x * 100 + own[2].y * 10 + own[2].z


def test_local_vectors():
    out = np.zeros(3, np.int32)
    local_vectors[3](out)
    assert out.tolist() == [246] * 3


# Barriers


@vkc.kernel(workgroup=64)
def pass_on(data: Array[i32], out: Array[i32]):
    """Arrays, too, are seen by the others after a barrier."""
    i = vkc.global_id()
    lid = vkc.local_id()
    for step in range(10):
        data[i] = step * 100 + lid
        vkc.barrier()
        out[i] += data[i - lid + (lid + step) % 64]
        vkc.barrier()


def test_barriers_order_arrays():
    data, out = np.zeros(256, np.int32), np.zeros(256, np.int32)
    pass_on[256](data, out)
    lid = np.arange(256) % 64
    assert out.tolist() == sum(step * 100 + (lid + step) % 64 for step in range(10)).tolist()


@vkc.kernel(workgroup=32)
def last_group(x: Array[i32], sums: Array[i32], done: Array[i32], out: Array[i32]):
    """The group that comes last sees what the others wrote before they counted themselves."""
    lid = vkc.local_id()
    part = vkc.shared(1, i32)
    last = vkc.shared(1, i32)
    if lid == 0:
        part[0] = 0
    vkc.barrier()
    vkc.atomic.add(part, 0, x[vkc.global_id()])
    vkc.barrier()
    if lid == 0:
        vkc.atomic.exchange(sums, vkc.group_id(), part[0])
        vkc.memory_barrier()
        last[0] = vkc.atomic.add(done, 0, 1)
    vkc.barrier()
    if last[0] == vkc.num_groups() - 1 and lid == 0:
        vkc.memory_barrier()
        for g in range(vkc.num_groups()):
            out[0] += vkc.atomic.add(sums, g, 0)


def test_memory_barriers():
    x = numbers(32 * 50, dtype=np.int32)
    out = np.zeros(1, np.int32)
    last_group[32 * 50](x, np.zeros(50, np.int32), np.zeros(1, np.int32), out)
    assert out[0] == x.sum()


# Launches


@vkc.kernel(workgroup=64)
def elements_alone(x: Array[i32], out: Array[i32]):
    s = vkc.subgroup.add(x[vkc.global_id()])
    if vkc.subgroup.elect():
        vkc.atomic.add(out, 0, s)


def test_groups_of_a_subgroup_kernel():
    out = np.zeros(1, np.int32)
    elements_alone.groups[16](np.ones(1000, np.int32), out)
    assert out[0] == 1000


def test_a_cut_workgroup_is_refused():
    x, out = vkc.array(np.ones(1000, np.int32)), vkc.zeros(1, i32)
    message = r"elements_alone\[1000\] is no multiple of the workgroup of 64; write elements_alone.groups\[16\]"
    with pytest.raises(LaunchError, match=message):
        elements_alone[1000](x, out)
    elements_alone[960](x, out)
    with pytest.raises(LaunchError, match=message):
        elements_alone[1000](x, out)  # the launch before has been remembered
    elements_alone[64](x, out)
    assert out.numpy()[0] == 960 + 64


def test_a_cut_workgroup_of_two_axes_is_refused():
    a = np.zeros((20, 32), np.float32)
    with pytest.raises(LaunchError, match=r"matmul\[20, 32\] is no multiple .* of 16, 16; write matmul.groups\[2, 2\]"):
        matmul[20, 32](a, a, a)


def test_nothing_is_launched_over_nothing():
    out = np.zeros(1, np.int32)
    elements_alone[0](np.ones(3, np.int32), out)
    assert out[0] == 0


@vkc.kernel(workgroup=4)
def many_groups(out: Array[i32]):
    part = vkc.shared(4, i32)
    part[vkc.local_id()] = vkc.global_id()
    vkc.barrier()
    out[vkc.global_id()] = part[3 - vkc.local_id()]


def test_launches_that_are_split_keep_their_groups():
    n = 4 * 70000  # lavapipe and others have 65535 groups an axis
    out = vkc.zeros(n, i32)
    many_groups[n](out)
    assert (out.numpy() == np.arange(n).reshape(-1, 4)[:, ::-1].ravel()).all()


@vkc.kernel(workgroup=1)
def too_much(out: Array[f32]):
    big = vkc.shared((128, 512), f32)
    small = vkc.shared(3, f32)
    big[0, 0] = 1.0
    small[0] = big[0, 0]
    out[0] = small[0]


def test_shared_memory_beyond_the_device():
    with pytest.raises(LaunchError, match=r"shares 262,156 bytes .*\(big 262,144, small 12\); .* allows [\d,]+"):
        too_much[1](np.zeros(1, np.float32))


def test_the_program_says_what_it_shares():
    program = matmul.compile()
    assert (program.shared_size, program.whole_groups) == (2 * 4 * TILE * TILE, True)
    assert insertion_sort.compile().shared_size == 0


# The page about it


def test_local_arrays_of_unrolled_iterations_that_are_kept_are_each_its_own():
    @vkc.kernel
    def k(out: Array[i32]):
        for k in vkc.static_range(3):
            a = vkc.local(1, i32)
            b = vkc.local(1, i32)
            b[0] = a[0] = k + 5
            if k == 0:
                first = a
        out[0] = first[0]
        out[1] = a[0] + 10 * b[0]

    out = np.zeros(2, np.int32)
    k[1](out)
    assert out.tolist() == [5, 77]
    assert k.ir().count("local") == 4
