"""Atomic operations on every type of number, in arrays and in shared memory: nothing is lost under contention."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, FeatureError, atomic, bool_, f16, f32, i32, ivec2, u8, u32, vec3
from pyvkc.frontend.target import Target
from pyvkc.runtime.create import array
from pyvkc.runtime.device import Device
from pyvkc.runtime.launch import Launcher
from pyvkc.types import ArrayType

MANY = 256 * 4000
"""More than a million, in whole workgroups."""

INTEGERS = "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
FLOATS = "float16 float32 float64".split()
WAYS = ["launch", "address", "descriptor"]
"""As the device has it; then compiled for a device without any atomic operations on floats, in both interfaces."""


@pytest.fixture(params=WAYS)
def launch(request, device):
    """``launch(kernel, n, *arrays)``: runs it, and gives the arrays afterwards."""

    def run(kernel, n, *arrays):
        placed = [array(np.asarray(each)) for each in arrays]
        try:
            if request.param == "launch":
                kernel[n](*placed)
            else:
                annotated = all(parameter.annotation for parameter in kernel.signature.parameters)
                types = [] if annotated else [each.type for each in placed]
                program = kernel.compile(*types, target=device.target, abi=request.param)
                Launcher(device, program)((n,), placed)
        except FeatureError as error:
            pytest.skip(str(error))
        return [each.numpy() for each in placed]

    run.native = request.param == "launch"  # with the device's own operations on floats
    return run


# Contention


@vkc.kernel(workgroup=256)
def count(x, one):
    atomic.add(x, 1, one[0])


@pytest.mark.parametrize("dtype", [*INTEGERS, "float32", "float64"])
def test_a_million_increments(launch, dtype, device):
    dtype = np.dtype(dtype)
    x = np.array([3, 0, 5], dtype)
    # Where a hundred thousand invocations compare and swap at once, most have to try again: seconds for a million.
    swaps = dtype.itemsize < 4 or dtype == np.float64 or (dtype == np.float32 and not launch.native)
    number = MANY // 16 if swaps and device.kind == "discrete" else MANY
    got, _ = launch(count, number, x, np.ones(1, dtype))
    assert got.tolist() == np.array([3, number, 5]).astype(dtype).tolist()


@vkc.kernel(workgroup=256)
def tickets(x: Array[i32], taken: Array[i32]):
    i = vkc.global_id()
    old = atomic.add(x, 0, 1)
    atomic.add(taken, old, 1)


def test_each_old_value_comes_once(launch):
    x, taken = launch(tickets, MANY, np.zeros(1, np.int32), np.zeros(MANY, np.int32))
    assert (x[0], taken.min(), taken.max()) == (MANY, 1, 1)


@vkc.kernel(workgroup=64)
def integers(x, masks, out):
    """Each operation on an element of its own, and elements side by side."""
    i = vkc.global_id()
    mask = masks[i % len(masks)]
    atomic.add(x, 0, mask)
    atomic.sub(x, 1, mask)
    atomic.min(x, 2, mask)
    atomic.max(x, 3, mask)
    atomic.and_(x, 4, mask)
    atomic.or_(x, 5, mask)
    atomic.xor(x, 6, mask)
    out[i] = atomic.exchange(x, 7, mask)
    atomic.compare_exchange(x, 8, x[9], mask)


def wanted_of_integers(x, values):
    with np.errstate(over="ignore"):
        total = values.sum(dtype=x.dtype)
        return [
            x[0] + total,
            x[1] - total,
            min(x[2], values.min()),
            max(x[3], values.max()),
            np.bitwise_and.reduce(values, initial=x[4]),
            np.bitwise_or.reduce(values, initial=x[5]),
            np.bitwise_xor.reduce(values, initial=x[6]),
        ]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_operations_on_integers(launch, dtype):
    dtype, n = np.dtype(dtype), 64 * 300
    random, info = np.random.default_rng(1), np.iinfo(dtype)
    masks = random.integers(info.min, info.max, 37, dtype, endpoint=True) | dtype.type(1)
    x = np.array([*random.integers(info.min, info.max, 8, dtype, endpoint=True), 0, 0, 77], dtype)
    got, _, out = launch(integers, n, x, masks, np.zeros(n, dtype))
    values = masks[np.arange(n) % 37]
    assert got[:7].tolist() == [dtype.type(value) for value in wanted_of_integers(x, values)]
    assert sorted([*out.tolist(), got[7]]) == sorted([*values.tolist(), x[7]])
    assert got[8] in masks
    assert got[9:].tolist() == [0, 77]


@vkc.kernel(workgroup=64)
def floats(x, values, out):
    i = vkc.global_id()
    value = values[i % len(values)]
    atomic.add(x, 0, value)
    atomic.sub(x, 1, value)
    atomic.min(x, 2, value)
    atomic.max(x, 3, value)
    out[i] = atomic.exchange(x, 4, value)
    atomic.compare_exchange(x, 5, x[6], value)


@pytest.mark.parametrize("dtype", FLOATS)
def test_operations_on_floats(launch, dtype):
    dtype, n = np.dtype(dtype), 640
    values = np.random.default_rng(1).integers(-3, 4, 31).astype(dtype)
    values[0], values[3] = 1, 0.5
    x = np.array([1, 2, 3, -3, 4, 0, 0, 77], dtype)
    got, _, out = launch(floats, n, x, values, np.zeros(n, dtype))
    each = values[np.arange(n) % 31]
    assert got[:4].tolist() == [1 + each.sum(), 2 - each.sum(), min(3, each.min()), max(-3, each.max())]
    assert sorted([*out.tolist(), got[4]]) == sorted([*each.tolist(), 4])
    assert got[5] in values
    assert got[6:].tolist() == [0, 77]


@vkc.kernel(workgroup=64)
def many_places(x, one):
    atomic.add(x, vkc.global_id() % len(x), one[0])


@pytest.mark.parametrize("dtype", [*INTEGERS, *FLOATS])
def test_neighbours_are_left_alone(launch, dtype):
    """Narrow numbers share their words."""
    n = 640 * 77
    got, _ = launch(many_places, n, np.zeros(77, dtype), np.ones(1, dtype))
    assert got.tolist() == np.full(77, 640).astype(dtype).tolist()


@vkc.kernel(workgroup=64)
def bools(x: Array[bool_], y: Array[bool_], out: Array[bool_]):
    i = vkc.global_id()
    atomic.and_(x, 0, y[i])
    atomic.or_(x, 1, y[i])
    atomic.xor(x, 2, y[i])
    out[i] = atomic.exchange(x, 3, y[i])
    atomic.compare_exchange(x, 4, False, y[i])


def test_operations_on_bools(launch):
    y = np.random.default_rng(3).random(640) < 0.7
    x = np.array([True, False, False, False, False, True], bool)
    got, _, out = launch(bools, 640, x, y, np.zeros(640, bool))
    assert got[[0, 1, 2, 4, 5]].tolist() == [False, True, y.sum() % 2 == 1, True, True]
    assert int(out.sum()) + int(got[3]) == y.sum()


# Shared memory


@vkc.kernel(workgroup=256)
def shared_counts(x, one):
    part = vkc.shared(3, x.dtype)
    lid = vkc.local_id()
    if lid < 3:
        part[lid] = one[0]
    vkc.barrier()
    for k in range(50):
        atomic.add(part, 1, one[0])
        atomic.max(part, 2, one[0] * one[1])
    vkc.barrier()
    if lid < 3:
        atomic.add(x, lid, part[lid])


@pytest.mark.parametrize("dtype", [*INTEGERS, "float32", "float64"])
def test_shared_memory(launch, dtype):
    dtype = np.dtype(dtype)
    got, _ = launch(shared_counts, 256 * 8, np.zeros(3, dtype), np.array([1, 5], dtype))
    assert got.tolist() == np.array([8, 8 * (1 + 50 * 256), 8 * 5]).astype(dtype).tolist()


@vkc.kernel(workgroup=64)
def shared_halves(x: Array[f16], out: Array[f16]):
    part = vkc.shared(2, f16)
    lid = vkc.local_id()
    if lid < 2:
        part[lid] = f16(0.5)
    vkc.barrier()
    atomic.add(part, lid % 2, x[lid])
    vkc.barrier()
    if lid < 2:
        out[lid] = part[lid]


def test_halves_in_shared_memory(launch):
    x = np.arange(64).astype(np.float16)
    _, out = launch(shared_halves, 64, x, np.zeros(2, np.float16))
    assert out.tolist() == [x[::2].sum() + 0.5, x[1::2].sum() + 0.5]


@vkc.kernel(workgroup=64)
def shared_flags(x: Array[i32], out: Array[i32]):
    seen = vkc.shared(8, bool_)
    lid = vkc.local_id()
    if lid < 8:
        seen[lid] = False
    vkc.barrier()
    if not atomic.exchange(seen, x[lid], True):
        out[x[lid]] = 1
    vkc.barrier()
    if lid < 8 and seen[lid]:
        out[lid] += 1


def test_flags_in_shared_memory(launch):
    x = np.array([1, 5, 5, 7] * 16, np.int32)
    _, out = launch(shared_flags, 64, x, np.zeros(8, np.int32))
    assert out.tolist() == [0, 2, 0, 0, 0, 2, 0, 2]


@vkc.kernel(workgroup=64)
def shared_vectors(x: Array[f32], out: Array[f32]):
    """What is stored and loaded whole keeps its meaning where a component is updated as bits."""
    sums = vkc.shared(2, vec3)
    lid = vkc.local_id()
    if lid < 2:
        sums[lid] = vec3(lid, 10, 20)
    vkc.barrier()
    atomic.max(sums.y, lid % 2, x[lid])
    atomic.add(sums.z, 1, 0.5)
    vkc.barrier()
    whole = sums[1]
    out[lid] = whole.x * 10000 + whole.y * 100 + whole.z


def test_components_in_shared_memory(launch):
    x = np.arange(64, dtype=np.float32)
    _, out = launch(shared_vectors, 64, x, np.zeros(64, np.float32))
    assert set(out.tolist()) == {10000.0 + 6300 + 52}


# Places


@vkc.kernel(workgroup=100)
def components(x: Array[vec3], y: Array[ivec2]):
    i = vkc.global_id()
    atomic.add(x.y, i % 2, 1.0)
    atomic.max(x, (1, 2), f32(i))
    atomic.add(y, (0, 1), i)


def test_components(launch):
    x, y = launch(components, 100, np.ones((2, 3), np.float32), np.zeros((1, 2), np.int32))
    assert x.tolist() == [[1, 51, 1], [1, 51, 99]]
    assert y.tolist() == [[0, 4950]]


@vkc.struct
class Bin:
    count: i32
    total: f32
    least: f32
    mark: i32


@vkc.kernel
def bins(values: Array[f32], out: Array[Bin]):
    i = vkc.global_id()
    value = values[i]
    b = i32(value) % 3
    atomic.add(out["count"], b, 1)
    atomic.add(out["total"], b, value)
    atomic.min(out["least"], b, value)
    out[b].mark = b + 1


def test_fields():
    values = np.random.default_rng(1).integers(0, 30, 500).astype(np.float32)
    out = np.zeros(3, Bin.dtype)
    out["least"] = 99
    bins[500](values, out)
    for b in range(3):
        mine = values[values % 3 == b]
        assert out[b].tolist() == (len(mine), mine.sum(), mine.min(), b + 1)


@vkc.struct
class Packed:
    low: u8
    mark: u8
    high: f16
    rest: f32


@vkc.kernel
def marks(out: Array[Packed]):
    i = vkc.global_id() % 3
    atomic.add(out["mark"], i, 1)
    atomic.max(out["high"], i, f16(i))


@pytest.mark.parametrize("operation", ["add", "compare_exchange"])
def test_a_byte_of_a_packed_struct(operation):
    """A byte is always aligned; what lies around it stays as it is."""
    record = np.dtype([("a", "u1"), ("k", "i1"), ("z", "f4"), ("b", "?")])

    @vkc.kernel
    def count(r: Array[record]):
        i = vkc.global_id()
        atomic.add(r["k"], i % 3, 1)
        atomic.or_(r["b"], i % 3, i == 4)

    @vkc.kernel
    def change(r: Array[record]):
        i = vkc.global_id()
        if i < 3:
            atomic.compare_exchange(r["k"], i, -7, 5)

    r = np.zeros(3, record)
    r["a"], r["k"], r["z"] = 255, -7, 1.5
    try:
        (count if operation == "add" else change)[300](r)
    except FeatureError as error:
        pytest.skip(str(error))
    assert r["k"].tolist() == ([93] * 3 if operation == "add" else [5] * 3)
    assert r["b"].tolist() == [False, operation == "add", False]
    assert (r["a"] == 255).all()
    assert (r["z"] == 1.5).all()


def test_narrow_fields():
    out = np.zeros(3, Packed.dtype)
    out["low"], out["rest"] = 7, 5
    try:
        marks[300](out)
    except FeatureError as error:
        pytest.skip(str(error))
    assert out.tolist() == [(7, 100, i, 5) for i in range(3)]
    with pytest.raises(vkc.CompileError, match="a u8 inside an element of 'out' is not possible with abi='descriptor'"):
        marks.compile(abi="descriptor")


@vkc.kernel
def through_views(x: Array[i32, 2]):
    i = vkc.global_id()
    row = x[1]
    atomic.add(row, i % 3, 1)
    atomic.add(x[::2], (1, i % 3), 10)
    atomic.add(x[:, 1:], (0, 5), 1000)
    atomic.add(x[::2], (2, 0), 1000)


def test_views():
    x = np.zeros((4, 3), np.int32)
    through_views[30](x)
    assert x.tolist() == [[0, 0, 0], [10, 10, 10], [100, 100, 100], [0, 0, 0]]


def test_device_views():
    x = vkc.zeros((4, 6), i32)
    y = vkc.zeros(12, u8) if vkc.default_device().features.get("storageBuffer8BitAccess") else None
    through_views[30](x.T[1:5:1, ::-1][:, :3])
    wanted = np.zeros((4, 6), np.int32)
    view = wanted.T[1:5, ::-1][:, :3]
    view[1], view[2] = 10, 100
    assert x.numpy().tolist() == wanted.tolist()
    if y is not None:
        many_places[90](y[3:12:2], np.ones(1, np.uint8))
        assert y.numpy().tolist() == [0, 0, 0] + [18, 0] * 4 + [18]


@vkc.kernel
def beyond(x: Array[i32], y: Array[f32], out: Array[i32], i: i32):
    out[0] = atomic.add(x, i, 1)
    out[1] = i32(atomic.max(y, i, 5.0))
    out[2] = atomic.compare_exchange(x, i, 7, 1)
    out[3] = atomic.add(x[1:3], i, 1)


@pytest.mark.parametrize("i", [4, -1, 2**31 - 1, -(2**31)])
def test_out_of_range_does_nothing(i):
    x, y, out = np.full(4, 7, np.int32), np.full(4, 7, np.float32), np.full(4, 77, np.int32)
    beyond[1](x, y, out, i)
    assert (x.tolist(), y.tolist(), out.tolist()) == ([7] * 4, [7] * 4, [0] * 4)


# Meaning


@vkc.kernel(workgroup=1)
def extremes(x: Array[f32], v: Array[f32]):
    atomic.min(x, 0, v[0])
    atomic.max(x, 1, v[0])
    atomic.min(x, 2, 1.0)
    atomic.max(x, 3, 1.0)


def test_extremes_leave_out_nan(launch):
    nan = np.nan
    got, _ = launch(extremes, 1, np.array([2, 3, nan, nan], np.float32), np.array([nan], np.float32))
    assert got.tolist() == [2, 3, 1, 1]


@vkc.kernel(workgroup=5)
def swap_bits(x: Array[f32], v: Array[f32], old: Array[f32]):
    i = vkc.global_id()
    old[i] = atomic.compare_exchange(x, i, v[i], 5.0)


def test_compare_exchange_compares_bits(launch):
    """A NaN is itself, and 0.0 is not -0.0."""
    x = np.array([np.nan, 0.0, -0.0, 1.0, np.inf], np.float32)
    v = np.array([np.nan, -0.0, -0.0, 2.0, np.inf], np.float32)
    got, _, old = launch(swap_bits, 5, x, v, np.zeros(5, np.float32))
    assert old.view(np.int32).tolist() == x.view(np.int32).tolist()
    assert got.tolist() == [5, 0, 5, 1, 5]


@vkc.kernel(workgroup=64)
def plain_accesses(x, y):
    """Loads and stores of an array whose bits are swapped elsewhere."""
    i = vkc.global_id()
    x[i] = x[i] + y[i]
    if i == 0:
        atomic.max(x, len(x) - 1, y[0])


@pytest.mark.parametrize("dtype", ["int8", "uint16", *FLOATS])
def test_loads_and_stores_beside_atomics(launch, dtype):
    y = np.arange(1, 65).astype(dtype)
    got, _ = launch(plain_accesses, 64, np.array([0, -5, 2.5, -0.0] * 17).astype(dtype)[:65], y)
    x = np.array([0, -5, 2.5, -0.0] * 17).astype(dtype)[:65]
    x[:64] += y
    x[64] = max(x[64], 1)
    assert got.tolist() == x.tolist()


@vkc.kernel
def effects_in_expressions(x: Array[i32], out: Array[i32]):
    if atomic.add(x, 0, 1) == 0 and atomic.add(x, 1, 1) == 5:
        out[0] = 1
    out[1] = atomic.add(x, 2, 1) * 10 + atomic.add(x, 2, 1)
    out[2] = atomic.add(x, 3, 1) if x[0] == 7 else -1


def test_evaluation_in_pythons_order():
    x, out = np.zeros(4, np.int32), np.zeros(3, np.int32)
    effects_in_expressions[1](x, out)
    assert (x.tolist(), out.tolist()) == ([1, 1, 2, 0], [0, 1, -1])


# What is needed


@vkc.kernel(workgroup=100)
def sum_of_halves(x: Array[f16], acc: Array[f32]):
    atomic.add(acc, 0, f32(x[vkc.global_id()]))


def test_sum_into_a_float(launch):
    """With the instruction where the device has it, else with a loop: the same sum."""
    x = np.arange(100).astype(np.float16)
    _, acc = launch(sum_of_halves, 100, x, np.zeros(1, np.float32))
    assert acc[0] == 4950


@pytest.mark.parametrize(
    ("element", "atomics", "needed", "capability"),
    [
        (i32, [], set(), None),
        (f32, [], set(), None),
        (f32, ["shaderBufferFloat32AtomicAdd"], {"shaderBufferFloat32AtomicAdd"}, "AtomicFloat32AddEXT"),
        (f32, ["shaderSharedFloat32AtomicAdd"], set(), None),
        (vkc.i64, [], {"shaderInt64", "shaderBufferInt64Atomics"}, "Int64Atomics"),
        (vkc.f64, [], {"shaderFloat64", "shaderInt64", "shaderBufferInt64Atomics"}, "Int64Atomics"),
        (u32, [], set(), None),
    ],
)
def test_features(element, atomics, needed, capability):
    @vkc.kernel
    def add(x):
        atomic.add(x, 0, 1)

    program = add.tree([ArrayType(element, 1)], (64,)).program(Target(atomics=frozenset(atomics)))
    assert set(program.features) - {"bufferDeviceAddress"} == needed
    usual = {"Shader", "PhysicalStorageBufferAddresses", "Int64", "Float64", "GroupNonUniform"}
    assert set(program.capabilities) - usual == {*([capability] if capability else [])}


def test_shared_features():
    @vkc.kernel(workgroup=64)
    def add(x):
        part = vkc.shared(4, x.dtype)
        part[0] = x[0]
        vkc.barrier()
        atomic.add(part, 0, 1)
        vkc.barrier()
        x[0] = part[0]

    tree = add.tree([ArrayType(vkc.i64, 1)], (64,))
    assert "shaderSharedInt64Atomics" in tree.program(Target()).features
    tree = add.tree([ArrayType(f32, 1)], (64,))
    atomics = frozenset({"shaderSharedFloat32AtomicAdd"})
    assert "shaderSharedFloat32AtomicAdd" in tree.program(Target(atomics=atomics)).features
    assert set(tree.program(Target()).features) == {"bufferDeviceAddress"}


def without(device, *names):
    """The device as if it lacked some features."""
    facts = dataclasses.replace(device._facts)
    facts.__dict__["features"] = {**device.features, **dict.fromkeys(names, False)}
    return Device(facts)


FLOAT_ATOMICS = ("shaderBufferFloat32Atomics", "shaderBufferFloat32AtomicAdd")


@pytest.mark.parametrize("lacking", [("shaderFloat16",), FLOAT_ATOMICS, ("shaderFloat16", *FLOAT_ATOMICS)], ids=str)
def test_storage_without_arithmetic(device, lacking):
    """Halves that are only stored, and sums without an instruction for them."""
    if not device.features.get("storageBuffer16BitAccess"):
        pytest.skip("no halves at all")
    acc = np.zeros(1, np.float32)
    sum_of_halves.configure(device=without(device, *lacking))[100](np.arange(100).astype(np.float16), acc)
    assert acc[0] == 4950
    program = sum_of_halves.tree([ArrayType(f16, 1), ArrayType(f32, 1)], (100,)).program(Target(float16=False))
    needed = {"Shader", "StorageBuffer16BitAccess", "PhysicalStorageBufferAddresses", "GroupNonUniform"}
    assert set(program.capabilities) == needed


def test_halves_that_cannot_be_stored(device):
    lame = without(device, "storageBuffer16BitAccess", "shaderFloat16")
    with pytest.raises(
        FeatureError, match=r"'sum_of_halves' needs the feature.* storageBuffer16BitAccess.*, which device"
    ):
        sum_of_halves.configure(device=lame)[100](np.zeros(100, np.float16), np.zeros(1, np.float32))


def test_a_missing_feature_is_told_with_its_line(device):
    lame = without(device, "shaderBufferInt64Atomics")
    with pytest.raises(FeatureError, match=r"shaderBufferInt64Atomics \(.*test_atomics.py:\d+\), which"):
        count.configure(device=lame)[1](np.zeros(2, np.int64), np.ones(1, np.int64))
