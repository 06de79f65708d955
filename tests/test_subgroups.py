"""Subgroup operations against NumPy, on subgroups of any size."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, CompileError, FeatureError, bool_, f32, i32, uvec4, vec2
from pyvkc.frontend.subgroups import OPERATIONS

N = 128


def fold(function, values, start=None):
    """The results of a scan: of the values up to each."""
    result = [values[0]]
    for value in values[1:]:
        result.append(values.dtype.type(function(result[-1], value)))
    return np.array(result)


REDUCTIONS = {
    "add": np.add,
    "mul": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "and_": np.bitwise_and,
    "or_": np.bitwise_or,
    "xor": np.bitwise_xor,
}


def identity(name, dtype):
    """What an exclusive scan gives the first invocation."""
    if name in ("min", "max"):
        if dtype.kind == "f":
            return dtype.type(np.inf if name == "min" else -np.inf)
        return dtype.type(np.iinfo(dtype).max if name == "min" else np.iinfo(dtype).min)
    return ~dtype.type(0) if name == "and_" else dtype.type(int(name == "mul"))


def expected(name, values, size):
    """What each invocation gets of a reduction or a scan."""
    scan, _, operation = name.partition("clusive_")
    operation = operation or name
    groups = []
    for group in values.reshape(-1, size):
        sums = fold(REDUCTIONS[operation], group)
        if scan == "in":
            groups.append(sums)
        elif scan == "ex":
            groups.append(np.concatenate([[identity(operation, values.dtype)], sums[:-1]]).astype(values.dtype))
        else:
            groups.append(np.full(size, sums[-1]))
    return np.concatenate(groups)


def make(name):
    operation = getattr(vkc.subgroup, name)

    @vkc.kernel(workgroup=64)
    def apply(x, out, size):
        i = vkc.global_id()
        out[i] = operation(x[i])
        if i == 0:
            size[0] = vkc.subgroup.size()

    return apply


def launch(kernel, *arguments):
    try:
        kernel[N](*arguments)
    except FeatureError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def size():
    @vkc.kernel(workgroup=64)
    def ask(out: Array[i32]):
        out[0] = vkc.subgroup.size()

    out = np.zeros(1, np.int32)
    ask[64](out)
    assert out[0] in (1, 2, 4, 8, 16, 32, 64, 128)
    return int(out[0])


NUMBERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split()


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("name", [name for name, row in OPERATIONS.items() if row.group])
def test_reductions_and_scans(name, dtype, size):
    dtype = np.dtype(dtype)
    if OPERATIONS[name].takes == ("bits",) and dtype.kind == "f":
        return  # refused: see below
    random = np.random.default_rng(5)
    if dtype.kind == "f":
        x = random.choice([1, 2, -1, 0.5, -2], N).astype(dtype)  # sums and products of these are exact
    else:
        x = random.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, N, dtype, endpoint=True)
    out, sizes = np.zeros(N, dtype), np.zeros(1, np.int32)
    launch(make(name), x, out, sizes)
    assert sizes[0] == size
    with np.errstate(over="ignore"):
        assert out.tolist() == expected(name, x, size).tolist()


@pytest.mark.parametrize("name", ["add", "inclusive_add", "exclusive_add", "max", "min"])
def test_bools_are_counted(name, size):
    x = np.random.default_rng(2).random(N) < 0.4
    out = np.zeros(N, np.int32)
    launch(make(name), x, out, np.zeros(1, np.int32))
    assert out.tolist() == expected(name, x.astype(np.int32), size).tolist()


@pytest.mark.parametrize("name", ["and_", "or_", "xor", "inclusive_xor", "exclusive_or_", "exclusive_and_"])
def test_bits_of_bools(name, size):
    x = np.random.default_rng(2).random(N) < 0.8
    out = np.zeros(N, bool)
    launch(make(name), x, out, np.zeros(1, np.int32))
    wanted = expected(name, x.astype(np.int32), size) != 0
    assert out.tolist() == wanted.tolist()


@vkc.kernel(workgroup=64)
def add_vectors(x: Array[vec2], out: Array[vec2], most: Array[vec2]):
    i = vkc.global_id()
    out[i] = vkc.subgroup.inclusive_add(x[i])
    most[i] = vkc.subgroup.shuffle_xor(x[i], 1)


def test_vectors_go_component_by_component(size):
    x = np.random.default_rng(4).integers(-9, 9, (N, 2)).astype(np.float32)
    out, most = np.zeros_like(x), np.zeros_like(x)
    add_vectors[N](x, out, most)
    assert out.tolist() == x.reshape(-1, size, 2).cumsum(1).reshape(N, 2).tolist()
    if size > 1:
        assert most.tolist() == x.reshape(-1, 2, 2)[:, ::-1].reshape(N, 2).tolist()


# Values of other invocations

MOVES = {
    "shuffle": lambda lane, k: k,
    "shuffle_xor": lambda lane, k: lane ^ k,
    "shuffle_up": lambda lane, k: lane - k,
    "shuffle_down": lambda lane, k: lane + k,
    "broadcast": lambda lane, k: k,
}


def make_move(name):
    operation = getattr(vkc.subgroup, name)

    @vkc.kernel(workgroup=64)
    def move(x, k, out):
        i = vkc.global_id()
        out[i] = operation(x[i], k)

    return move


@pytest.mark.parametrize("k", [0, 1, 2, 3, 5, 31, 1000, -1, -(2**31)])
@pytest.mark.parametrize("name", MOVES)
def test_moves(name, k, size):
    """What the subgroup does not have leaves the invocation its own value."""
    x = np.random.default_rng(8).integers(-1000, 1000, N).astype(np.int32)
    out = np.zeros(N, np.int32)
    launch(make_move(name), x, k, out)
    lane = np.arange(N) % size
    source = MOVES[name](lane, k)
    source = np.where((source >= 0) & (source < size) & ((k >= 0) | (name == "shuffle_xor")), source, lane)
    assert out.tolist() == x.reshape(-1, size)[np.arange(N) // size, source].tolist()


@pytest.mark.parametrize("dtype", ["bool", *NUMBERS])
@pytest.mark.parametrize("name", MOVES)
def test_moves_of_every_type(name, dtype, size):
    x = np.random.default_rng(8).integers(0, 2 if dtype == "bool" else 100, N).astype(dtype)
    out = np.zeros(N, dtype)
    launch(make_move(name), x, np.int32(size - 1), out)
    lane = np.arange(N) % size
    source = MOVES[name](lane, size - 1)
    source = np.where((source >= 0) & (source < size), source, lane)
    assert out.tolist() == x.reshape(-1, size)[np.arange(N) // size, source].tolist()


@vkc.kernel(workgroup=64)
def constant_lane(x: Array[f32], out: Array[f32], far: Array[f32]):
    i = vkc.global_id()
    out[i] = vkc.subgroup.broadcast(x[i], 0)
    far[i] = vkc.subgroup.broadcast(x[i], 4096)


def test_broadcast_of_a_constant_lane(size):
    x = np.arange(N, dtype=np.float32)
    out, far = np.zeros(N, np.float32), np.zeros(N, np.float32)
    constant_lane[N](x, out, far)
    assert out.tolist() == (np.arange(N) // size * size).tolist()
    assert (far == x).all()
    assert "OpGroupNonUniformBroadcast" in constant_lane.disassemble()


# Votes


@vkc.kernel(workgroup=64)
def vote(x: Array[i32], one: Array[bool_], every: Array[bool_], bits: Array[uvec4], first: Array[i32]):
    i = vkc.global_id()
    one[i] = vkc.subgroup.any(x[i] > 8)
    every[i] = vkc.subgroup.all(x[i] < 8)
    bits[i] = vkc.subgroup.ballot(x[i] % 2 == 1)
    if vkc.subgroup.elect():
        first[i] = vkc.subgroup.lane() + 1


def test_votes(size):
    x = np.random.default_rng(1).integers(0, 10, N).astype(np.int32)
    one, every = np.zeros(N, bool), np.ones(N, bool)
    bits, first = np.zeros((N, 4), np.uint32), np.zeros(N, np.int32)
    vote[N](x, one, every, bits, first)
    groups = x.reshape(-1, size)
    assert one.tolist() == np.repeat((groups > 8).any(1), size).tolist()
    assert every.tolist() == np.repeat((groups < 8).all(1), size).tolist()
    wanted = [sum(1 << lane for lane in range(size) if group[lane] % 2) for group in groups]
    got = [sum(int(word) << (32 * n) for n, word in enumerate(row)) for row in bits]
    assert got == np.repeat(np.array(wanted, object), size).tolist()
    assert first.tolist() == [1 if lane == 0 else 0 for lane in np.arange(N) % size]


# Some of the invocations


@vkc.kernel(workgroup=64)
def odd_ones(x: Array[i32], out: Array[i32], count: Array[i32]):
    i = vkc.global_id()
    if i % 2 == 1:
        out[i] = vkc.subgroup.add(x[i])
        if vkc.subgroup.elect():
            vkc.atomic.add(count, 0, 1)
    else:
        out[i] = -vkc.subgroup.max(x[i])


def test_only_the_active_take_part(size):
    x = np.random.default_rng(6).integers(0, 100, N).astype(np.int32)
    out, count = np.zeros(N, np.int32), np.zeros(1, np.int32)
    odd_ones[N](x, out, count)
    lanes = np.arange(size)
    for group, got in zip(x.reshape(-1, size), out.reshape(-1, size), strict=True):
        if size > 1:
            assert got[lanes % 2 == 1].tolist() == [group[1::2].sum()] * (size // 2)
        assert got[lanes % 2 == 0].tolist() == [-group[::2].max()] * ((size + 1) // 2)
    if size > 1:
        assert count[0] == N // size


@vkc.kernel(workgroup=20)
def partial(out: Array[i32]):
    out[vkc.global_id()] = vkc.subgroup.add(1)


def test_a_workgroup_that_is_no_multiple_of_the_subgroup(size):
    out = np.zeros(40, np.int32)
    partial[40](out)
    wanted = [min(size, 20 - lane // size * size) for lane in range(20)]
    assert out.tolist() == wanted * 2


@vkc.kernel(workgroup=64)
def leave_a_loop(x: Array[i32], out: Array[i32]):
    i = vkc.global_id()
    left = x[i]
    rounds = 0
    while vkc.subgroup.any(left > 0):
        left -= 1
        rounds += 1
    out[i] = rounds


def test_a_loop_until_all_are_done(size):
    x = np.random.default_rng(6).integers(0, 30, N).astype(np.int32)
    out = np.zeros(N, np.int32)
    leave_a_loop[N](x, out)
    assert out.tolist() == np.repeat(x.reshape(-1, size).max(1), size).tolist()


@vkc.func
def sum_of_group(value, part):
    """The sum over a workgroup: subgroups first, then what they have."""
    total = vkc.subgroup.add(value)
    if vkc.local_id() == 0:
        part[0] = 0
    vkc.barrier()
    if vkc.subgroup.elect():
        vkc.atomic.add(part, 0, total)
    vkc.barrier()
    return part[0]


@vkc.kernel(workgroup=64)
def group_sums(x: Array[i32], out: Array[i32]):
    part = vkc.shared(1, i32)
    total = sum_of_group(x[vkc.global_id()], part)
    out[vkc.global_id()] = total


def test_subgroups_in_device_functions():
    x = np.random.default_rng(6).integers(-30, 30, N).astype(np.int32)
    out = np.zeros(N, np.int32)
    group_sums[N](x, out)
    assert out.tolist() == np.repeat(x.reshape(-1, 64).sum(1), 64).tolist()


def test_weak_numbers_and_types():
    @vkc.kernel(workgroup=64)
    def numbers(out: Array[f32]):
        i = vkc.global_id()
        out[i] = vkc.subgroup.max(1.5) + vkc.subgroup.min(2) + vkc.subgroup.broadcast(0.25, 0)

    out = np.zeros(64, np.float32)
    numbers[64](out)
    assert set(out.tolist()) == {3.75}


# What a device and a kernel need


@vkc.kernel(workgroup=64)
def needs_shuffles(x: Array[i32]):
    i = vkc.global_id()
    x[i] = vkc.subgroup.shuffle(x[i], 0)


def test_a_device_without_an_operation(device):
    from pyvkc.runtime.device import Device

    facts = dataclasses.replace(device._facts)
    facts.__dict__["limits"] = {**device.limits, "subgroupSupportedOperations": 0b1111}
    lame = Device(facts)
    with pytest.raises(FeatureError, match=r"VK_SUBGROUP_FEATURE_SHUFFLE_BIT \(.*test_subgroups.py:\d+\), which"):
        needs_shuffles.configure(device=lame)[64](np.zeros(64, np.int32))


def test_what_a_program_needs():
    program = needs_shuffles.compile()
    assert program.features[-1] == "VK_SUBGROUP_FEATURE_SHUFFLE_BIT"
    assert "GroupNonUniformShuffle" in program.capabilities
    assert "GroupNonUniformArithmetic" not in program.capabilities
    program = vote.compile()
    assert {f"VK_SUBGROUP_FEATURE_{name}_BIT" for name in ("VOTE", "BALLOT", "BASIC")} <= set(program.features)


def test_kernels_with_lanes_need_whole_groups():
    @vkc.kernel(workgroup=64)
    def lanes(x: Array[i32]):
        x[vkc.global_id()] = vkc.subgroup.lane()

    with pytest.raises(vkc.LaunchError, match="multiple of the workgroup of 64"):
        lanes[65](np.zeros(65, np.int32))


def refused(function, match):
    with pytest.raises(CompileError, match=match):
        vkc.kernel(function).compile("f32[:], i32")


def test_refusals():
    def bits(x, n):
        x[0] = vkc.subgroup.and_(x[0])

    def lane(x, n):
        x[0] = vkc.subgroup.shuffle(x[0], x[1])

    def negative(x, n):
        x[0] = vkc.subgroup.broadcast(x[0], -1)

    def count(x, n):
        x[0] = vkc.subgroup.add(x[0], 1)

    def array(x, n):
        x[0] = vkc.subgroup.add(x)

    def size(x, n):
        x[0] = vkc.subgroup.size(n)

    refused(bits, r"subgroup.and_\(\) works on the bits of integers and on bools, not on an f32")
    refused(lane, r"subgroup.shuffle\(\) takes an integer to say which invocation, not an f32")
    refused(negative, r"lanes of subgroup.broadcast\(\) count from 0, not -1")
    refused(count, r"subgroup.add\(\) takes one value, not 2")
    refused(array, r"subgroup.add\(\) takes a number or a vector, not an array f32\[:\]")
    refused(size, r"subgroup.size\(\) takes no arguments")


def test_every_row_is_a_public_name():
    assert set(vkc.subgroup.__all__) == {*OPERATIONS, "size", "lane"}
    assert all(hasattr(vkc.subgroup, name) for name in vkc.subgroup.__all__)


def test_a_lane_is_no_place_in_the_launch():
    """A launch of one row has more lanes than rows: such an index is tested."""

    @vkc.kernel(workgroup=(1, 32))
    def lanes(x: Array[i32]):
        x[vkc.subgroup.lane()] = 7

    @vkc.kernel(workgroup=1)
    def sizes(x: Array[i32]):
        x[vkc.subgroup.size() // 2] = 7

    memory = vkc.zeros(256, i32)
    lanes[1, 32](memory[:1])
    assert np.flatnonzero(memory.numpy()).tolist() == [0]
    memory.fill(0)
    sizes[1](memory[:1])
    assert not memory.numpy()[1:].any()
