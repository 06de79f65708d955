"""Arrays and values of vectors, matrices and structs as arguments of launches; views, overlaps, empty arrays."""

from __future__ import annotations

import enum
import itertools

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, Matrix, Vector, bool_, f32, f64, i32, ivec2, ivec3, mat2, mat3, u8, u32, vec2, vec3, vec4
from pyvkc.types import ArrayType


@vkc.struct
class Particle:
    position: vec3
    mass: f32 = 1.0
    kind: i32 = 0


@vkc.struct
class Pair:
    first: Particle
    turn: mat2
    second: Particle
    flag: bool_ = True


def particles(n):
    ps = np.zeros(n, Particle.dtype)
    ps["position"] = np.arange(3 * n).reshape(n, 3)
    ps["mass"] = 1 + np.arange(n)
    ps["kind"] = -np.arange(n)
    return ps


# Arrays of vectors and matrices


@vkc.kernel
def swapped(out: Array[vec3], x: Array[vec3]):
    i = vkc.global_id()
    out[i] = x[i].zyx + x.shape[0]


@vkc.kernel
def turned(out: Array[mat2, 2], x: Array[mat2, 2]):
    i, j = vkc.global_id()
    out[i, j] = x[i, j] @ mat2(0, 1, 1, 0)


def test_an_array_of_numbers_is_one_of_vectors(device):
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    for wrap in (np.array, vkc.array):
        out = wrap(np.zeros_like(x))
        swapped[4](out, wrap(x))
        assert np.asarray(out).tolist() == (x[:, ::-1] + 4).tolist()


def test_an_array_of_numbers_is_one_of_matrices(device):
    x = np.arange(24, dtype=np.float32).reshape(2, 3, 2, 2)
    for wrap in (np.array, vkc.array):
        out = wrap(np.zeros_like(x))
        turned[2, 3](out, wrap(x))
        assert np.asarray(out).tolist() == x[..., ::-1].tolist()


@pytest.mark.parametrize(
    "view",
    [
        lambda x: x[::2],
        lambda x: x[::-1],
        lambda x: x[3:0:-2],
        lambda x: x[1:2],
        lambda x: x[4:],
        lambda x: x[2:2],
        lambda x: x.reshape(1, 8, 3)[0, ::3],
        lambda x: x.reshape(2, 4, 3)[::-1, 1],
        lambda x: x.reshape(4, 6)[:, 3:],
        lambda x: x.reshape(4, 6)[::-1, :3],
    ],
)
def test_views_are_arrays_of_vectors(device, view):
    source = np.arange(24, dtype=np.float32).reshape(8, 3)
    x, out = vkc.array(source), vkc.zeros(16, vec3)
    wanted = view(source)
    n = len(wanted)
    swapped[n](out[::-2][:n], view(x))
    swapped[n](out[:n], view(x))
    assert out[:n].numpy().tolist() == (wanted[:, ::-1] + n).tolist()
    target = source.copy()
    swapped[n](view(x), x[:n])
    view(target)[...] = source[:n, ::-1] + n
    if n < 2 or not np.shares_memory(view(target), target[:n]):
        assert x.numpy().tolist() == target.tolist()
    host = source.copy()
    swapped[n](view(host), np.ascontiguousarray(source[:n]))
    assert host.tolist() == target.tolist()


def test_dimensions_and_extents_are_those_of_the_vectors(device):
    @vkc.kernel
    def k(out, x: Array[vec2]):
        out[0] = x.ndim
        out[1] = x.shape[0]
        out[2] = len(x)
        out[3] = x.size

    out = np.zeros(4, np.int32)
    k[1](out, np.zeros((5, 2), np.float32))
    assert out.tolist() == [1, 5, 5, 5]
    k[1](out, np.zeros((3, 4, 2), np.float32))
    assert out.tolist() == [2, 3, 3, 12]
    k[1](out, vkc.zeros((6, 4, 2))[::2, ::-1])
    assert out.tolist() == [2, 3, 3, 12]


def test_an_index_out_of_range_reads_zeros_and_writes_nothing(device):
    @vkc.kernel
    def k(out: Array[vec3], x: Array[vec3, 2], j: i32):
        i = vkc.global_id()
        out[i] = x[0, i + j]
        out[i + 100] = vec3(9)

    x = vkc.full((2, 3), (1, 2, 3), vec3)
    out = vkc.full(4, 7, vec3)
    k[4](out, x, 1)
    assert out.numpy().tolist() == [[1, 2, 3], [1, 2, 3], [0, 0, 0], [0, 0, 0]]
    k[4](out[::-1], x[:, ::-1], -1)
    assert out.numpy().tolist() == [[1, 2, 3], [1, 2, 3], [1, 2, 3], [0, 0, 0]]


def test_a_repeated_launch_looks_at_the_last_axes(device):
    out = vkc.zeros(4, vec3)
    for _ in range(3):
        swapped[4](out, vkc.full(4, (1, 2, 3), vec3))
    swapped[2](out, vkc.full(2, (1, 2, 3), vec3))
    assert out.numpy().tolist() == [[5, 4, 3]] * 2 + [[7, 6, 5]] * 2
    with pytest.raises(TypeError, match=r"'x' is an array of shape \(3, 4\)"):
        swapped[3](out, vkc.zeros((3, 4)))
    wide = vkc.full((4, 4), 1.0)
    views = wide[:, :3], vkc.full((8, 3), 2.0)[::2]
    for view in (views[1], views[1]):
        swapped[4](out, view)
    assert out.numpy().tolist() == [[6, 6, 6]] * 4
    with pytest.raises(TypeError, match="multiple of its size"):
        swapped[4](out, views[0])
    with pytest.raises(TypeError, match="lie side by side"):
        swapped[3](out, wide[:3, :3].T)


def test_types_of_any_numbers_make_vectors(device):
    for element, dtype in [(i32, "i4"), (u32, "u4"), (f64, "f8"), (u8, "u1"), (bool_, "?")]:
        missing = {"f8": "shaderFloat64", "u1": "storageBuffer8BitAccess", "?": "storageBuffer8BitAccess"}
        if not device.features.get(missing.get(dtype, ""), dtype in ("i4", "u4")):
            continue

        @vkc.kernel
        def k(out: Array[Vector[element, 4]], x: Array[Matrix[element, 3, 4]], n: i32):
            i = vkc.global_id()
            for j in range(3):
                out[3 * i + j] = x[n - 1 - i][j]

        x = (np.arange(24) % 5).astype(dtype).reshape(2, 3, 4)
        out = np.zeros((6, 4), dtype)
        k[2](out, x, 2)
        assert out.tolist() == x[::-1].reshape(6, 4).tolist()


# Vectors and matrices


@vkc.kernel
def linear(out: Array[vec3], turn: mat3, move: vec3, scale: f32, grid: Matrix[i32, 2, 3], last):
    i = vkc.global_id()
    out[i] = (turn @ (move * scale) + vec3(grid[1]) * i) * last


TURN = ((0, 1, 0), (-1, 0, 0), (0, 0, 2))


@pytest.mark.parametrize("turn", [TURN, np.array(TURN, np.float32), np.array(TURN), mat3(TURN), tuple(map(vec3, TURN))])
@pytest.mark.parametrize("move", [(1, 2, 3), np.array([1, 2, 3]), vec3(1, 2, 3), (1, np.float64(2), 3.0)])
def test_values_are_passed_in_every_form(device, turn, move):
    out = np.zeros((2, 3), np.float32)
    linear[2](out, turn, move, 2, np.array([[0, 0, 0], [1, 2, 3]]), 1)
    first = np.array(TURN) @ np.array([2, 4, 6])
    assert out.tolist() == [first.tolist(), (first + [1, 2, 3]).tolist()]


def test_values_without_annotation_take_the_type_of_their_numbers(device):
    @vkc.kernel
    def k(out, v):
        out[0] = v.x / v.y

    out = vkc.zeros(1)
    for v, wanted in [((7, 2), 3.5), ((1.5, 2), 0.75), (vec2(9, 4), 2.25), (ivec2(7, 2), 3.5), ((7, 2, 1), 3.5)]:
        k[1](out, v)
        assert out.numpy()[0] == wanted

    @vkc.kernel
    def rows(out, m):
        for i in vkc.static_range(2):
            out[i] = m[i].y

    for m in [((1, 2), (3, 4)), mat2(1, 2, 3, 4), ((1, 2, 0), (3, 4, 0)), Matrix[i32, 2, 3](1, 2, 0, 3, 4, 0)]:
        out = np.zeros(2, np.float32)
        rows[1](out, m)
        assert out.tolist() == [2, 4]


def test_repeated_launches_pass_the_values_of_each(device):
    out = vkc.zeros(2, vec3)
    for scale in (1, 2, 3, 4):
        linear[2](out, TURN, (scale, 0, 0), 1.0, np.zeros((2, 3), np.int32), 1)
        assert out.numpy().tolist() == [[0, -scale, 0]] * 2
    with pytest.raises(TypeError, match=r"'move' is \(1, 2\)"):
        linear[2](out, TURN, (1, 2), 1.0, np.zeros((2, 3), np.int32), 1)
    with pytest.raises(OverflowError, match=r"'grid\[0\]\.x' is np.int64\(3000000000\)|'grid\[0\]\.x' is 3000000000"):
        linear[2](out, TURN, (1, 2, 3), 1.0, np.full((2, 3), 3_000_000_000), 1)
    with pytest.raises(TypeError, match="truncated"):
        linear[2](out, TURN, (1, 2, 3), 1.0, np.zeros((2, 3)), 1)
    linear[2](out, mat3(np.eye(3)), vec3(1, 2, 3), 1.0, ((0, 0, 0), (0, 0, 0)), 1)
    assert out.numpy().tolist() == [[1, 2, 3]] * 2


class Level(enum.IntEnum):
    LOW = 3


class Kind(enum.Enum):
    WIDE = 2.5
    PLACE = (1, 2, 3)


def test_members_of_enumerations_are_passed_as_their_values(device):
    @vkc.kernel
    def k(out: Array[f32], n: i32, a: f32, v: vec3, free):
        out[0], out[1], out[2], out[3] = n, a, v.z, free

    out = np.zeros(4, np.float32)
    for _ in range(2):
        k[1](out, Level.LOW, Kind.WIDE, Kind.PLACE, Level.LOW)
        assert out.tolist() == [3, 2.5, 3, 3]


# Structs


@vkc.kernel
def moved(out: Array[Particle], x: Array[Particle], by: Particle):
    i = vkc.global_id()
    p = x[i]
    p.position += by.position
    p.mass *= by.mass
    out[i] = p
    out[i].kind = by.kind - x[i].kind


def moved_in_numpy(x, by):
    out = x.copy()
    out["position"] += by.position
    out["mass"] *= by.mass
    out["kind"] = by.kind - x["kind"]
    return out


@pytest.mark.parametrize("wrap", [np.array, vkc.array], ids=["numpy", "device"])
def test_arrays_of_structs_are_read_and_written(device, wrap):
    x, by = particles(5), Particle((1, 2, 3), 10, 7)
    out = wrap(np.zeros_like(x))
    moved[5](out, wrap(x), by)
    assert (np.asarray(out) == moved_in_numpy(x, by)).all()


@pytest.mark.parametrize("view", [lambda x: x[::2], lambda x: x[::-1], lambda x: x[4:1:-1], lambda x: x[:0]])
def test_views_of_structs(device, view):
    source, by = particles(6), Particle((1, 2, 3), 10, 7)
    n = len(view(source))
    for wrap in (np.array, vkc.array):
        out, x = wrap(np.zeros(6, Particle.dtype)), wrap(source)
        moved[n](view(out), view(x), by)
        wanted = np.zeros(6, Particle.dtype)
        view(wanted)[...] = moved_in_numpy(view(source), by)
        assert (np.asarray(out) == wanted).all()


def test_structs_are_passed_in_every_form(device):
    x = particles(1)
    record = np.array([((1, 2, 3), 10, 7)], Particle.dtype)
    plain = record.view(np.dtype([("position", "f4", (3,)), ("mass", "f4"), ("kind", "i4")]))
    packed = np.array([(7, (1, 2, 3), 10)], [("kind", "i2"), ("position", "f8", (3,)), ("mass", "f4")])
    named = packed[["position", "mass", "kind"]]
    values = [
        Particle((1, 2, 3), 10, 7), record[0], plain[0], record.reshape(()), vkc.array(record)[0], named[0],
        ((1, 2, 3), 10, 7), Particle(vec3(1, 2, 3), np.float64(10), np.int8(7)),
    ]  # fmt: skip
    for value in values:
        out = np.zeros(1, Particle.dtype)
        moved[1](out, x, value)
        assert (out == moved_in_numpy(x, values[0])).all()


def test_structs_without_annotation(device):
    @vkc.kernel
    def k(out, ps, p):
        i = vkc.global_id()
        out[i] = ps[i].mass + p.mass
        ps[i].position = p.position

    out, ps = np.zeros(2, np.float32), particles(2)
    for _ in range(2):
        k[2](out, ps, Particle((7, 8, 9), 2))
        assert out.tolist() == [3, 4]
        assert ps["position"].tolist() == [[7, 8, 9]] * 2
    other = np.array([(1.5, 2, (1, 2, 3))] * 2, [("extra", "f4"), ("mass", "i4"), ("position", "f4", (3,))])
    k[2](out, vkc.array(other), other[0])
    assert out.tolist() == [4, 4]


def test_nested_structs_are_passed_in_memory_where_push_constants_do_not_hold_them(device):
    @vkc.kernel
    def k(out: Array[f32], a: Pair, b: Pair, c: Pair):
        i = vkc.global_id()
        p = a if i == 0 else b if i == 1 else c
        out[i] = p.first.mass + p.second.position.z + p.turn[1, 0] + (100 if p.flag else 0)

    def pair(n, flag):
        return Pair(Particle((0, 0, 0), n), ((0, 0), (10 * n, 0)), Particle((0, 0, 1000 * n)), flag)

    out = vkc.zeros(3)
    for n in (1, 2):
        k[3](out, pair(n, True), pair(2 * n, False), pair(3 * n, True))
        assert out.numpy().tolist() == [1011 * n + 100, 2022 * n, 3033 * n + 100]


def test_packed_structs_have_their_own_layout(device):
    dtype = np.dtype([("a", "u1"), ("v", "f4", (3,)), ("b", "u1"), ("n", "i4")])

    @vkc.kernel
    def k(out: Array[dtype], x, shift: i32):
        i = vkc.global_id()
        out[i].v = x[i].v.zyx
        out[i].n = x[i].n + shift
        out[i].a = x[i].b
        out[i].b = x[i].a

    x = np.array([(n, (n, 2 * n, 3 * n), n + 1, n - 100) for n in range(5)], dtype)
    out = np.zeros_like(x)
    if not device.storage8:
        with pytest.raises(vkc.FeatureError, match="storageBuffer8BitAccess"):
            k[5](out, x, 100)
        return
    k[5](out, x, 100)
    assert (out["v"] == x["v"][:, ::-1]).all()
    assert [out[name].tolist() for name in ("a", "b", "n")] == [[1, 2, 3, 4, 5], [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]


def test_the_annotation_names_the_struct_where_several_have_the_layout(device):
    @vkc.struct
    class Twin:
        position: vec3
        mass: f32
        kind: i32

        def doubled(self):
            return self.mass * 2

    @vkc.kernel
    def k(out: Array[f32], ps: Array[Twin]):
        i = vkc.global_id()
        out[i] = ps[i].doubled()

    out = np.zeros(2, np.float32)
    for ps in (particles(2), vkc.array(particles(2)), vkc.array(particles(2))):
        k[2](out, ps)
        assert out.tolist() == [2, 4]


def test_fields_of_device_arrays_are_arguments(device):
    @vkc.kernel
    def k(mass: Array[f32], position: Array[f32, 2]):
        i = vkc.global_id()
        mass[i] += position[i, 2]

    ps = vkc.array(particles(4))
    k[4](ps["mass"], ps["position"])
    assert ps.numpy()["mass"].tolist() == [3, 7, 11, 15]
    assert ps.numpy()["position"].tolist() == particles(4)["position"].tolist()

    wide = vkc.zeros(3, np.dtype([("at", "f4", 3), ("to", "f4", 3)]))
    swapped[3](wide["to"], vkc.full(3, (1, 2, 3), vec3))
    swapped[3](wide["at"], wide["to"])
    assert wide.numpy()["at"].tolist() == [[7, 8, 9]] * 3


def test_functions_run_as_python(device):
    @vkc.func
    def step(p, wind, turn):
        q = Particle(turn @ p.position + wind.zyx * 2, p.mass)
        q.position.y -= p.mass
        q.kind = p.kind + 1
        return q

    @vkc.kernel
    def k(ps: Array[Particle], wind: vec3, turn: mat3):
        i = vkc.global_id()
        ps[i] = step(ps[i], wind, turn)

    ps = particles(6)
    wanted = [step(p, vec3(1, 2, 3), mat3(TURN)) for p in ps.copy()]
    k[6](ps, (1, 2, 3), TURN)
    assert [p == q for p, q in zip(ps, wanted, strict=True)] == [True] * 6


# Types from text and annotations


def test_types_are_completed(device):
    complete = swapped.signature.complete
    assert complete([]) == [ArrayType(vec3, 1), ArrayType(vec3, 1)]
    assert complete([("x", Array[vec3, 2])]) == [ArrayType(vec3, 1), ArrayType(vec3, 2)]
    assert moved.signature.complete([(None, Array[Particle.dtype])])[0] == ArrayType(Particle, 1)
    for types in ((), ("vec3[:], vec3[:]",), ("x: vec3[:]",), (Array[vec3, 1], Array[vec3])):
        assert len(swapped.spirv(*types)) > 100
    with pytest.raises(TypeError, match=r"'x' is annotated vec3\[\.\.\.\], not vec4\[:\]"):
        complete([("x", Array[vec4])])


# Shapes of every kind


@vkc.kernel
def copy6(out: Array[i32, 6], x: Array[i32, 6]):
    i = vkc.global_id()
    f = i % x.shape[5]
    i //= x.shape[5]
    e = i % x.shape[4]
    i //= x.shape[4]
    d = i % x.shape[3]
    i //= x.shape[3]
    c = i % x.shape[2]
    i //= x.shape[2]
    out[i // x.shape[1], i % x.shape[1], c, d, e, f] = x[i // x.shape[1], i % x.shape[1], c, d, e, f] + 1


def views_of_six_axes(generator, count):
    """Slices, reversed and not, of arrays whose axes have been exchanged; each as what a function makes of an array."""
    for _ in range(count):
        shape = tuple(int(n) for n in generator.integers(1, 5, 6))
        order = generator.permutation(6)
        keys = []
        for axis in order:
            start, stop = sorted(int(n) for n in generator.integers(0, shape[axis] + 1, 2))
            step = int(generator.integers(1, 3))
            keys.append(slice(start, stop, step) if generator.random() < 0.5 else slice(None, None, -step))
        yield shape, tuple(int(n) for n in order), tuple(keys)


def test_six_axes_with_any_strides(device):
    generator = np.random.default_rng(6)
    for shape, order, keys in views_of_six_axes(generator, 40):
        source = generator.integers(-100, 100, shape).astype(np.int32)
        x = transposed(vkc.array(source), order)[keys]
        wanted = source.transpose(order)[keys]
        assert x.shape == wanted.shape
        out = vkc.zeros(tuple(2 * n for n in x.shape), i32)
        target = out[tuple(slice(None, None, -2) for _ in x.shape)]
        copy6[x.size](target, x)
        assert (target.numpy() == wanted + 1).all()
        assert out.numpy().sum() == wanted.sum() + wanted.size
        host = np.zeros(wanted.shape, np.int32)
        copy6[x.size](host, wanted)
        assert (host == wanted + 1).all()


def transposed(array, order):
    """A device array with its axes in another order, by geometry alone."""
    from pyvkc.runtime.array import Array as DeviceArray
    from pyvkc.runtime.geometry import Geometry

    shape, strides = (tuple(values[axis] for axis in order) for values in (array.shape, array.strides))
    return DeviceArray(array.storage, Geometry(shape, strides, 0, array.dtype), array.device)


def test_vectors_in_six_axes(device):
    @vkc.kernel
    def k(out: Array[vec2, 6], x: Array[vec2, 6]):
        i, j, l = vkc.global_id()
        out[0, i, 0, j, 0, l] = x[0, i, 0, j, 0, l].yx

    source = np.arange(2 * 3 * 4 * 2, dtype=np.float32).reshape(1, 2, 1, 3, 1, 4, 2)
    out = vkc.zeros(source.shape)
    k[2, 3, 4](out[:, ::-1], vkc.array(source)[:, :, :, ::-1])
    assert (out.numpy() == source[:, ::-1, :, ::-1, ..., ::-1]).all()


@pytest.mark.parametrize("wrap", [np.array, vkc.array], ids=["numpy", "device"])
def test_arrays_without_elements(device, wrap):
    @vkc.kernel
    def k(a, v: Array[vec3], m: Array[mat2, 2], p: Array[Particle], out: Array[i32]):
        out[0] = len(a) + 10 * len(v) + 100 * m.shape[1] + 1000 * len(p)
        a[0] = 1
        v[0] = vec3(1)
        m[0, 0] = mat2(1)
        p[0] = Particle((1, 2, 3))

    out = np.zeros(1, np.int32)
    empty = [np.zeros(0, np.float32), np.zeros((0, 3), np.float32), np.zeros((0, 5, 2, 2), np.float32), particles(0)]
    for _ in range(2):
        k[3](*map(wrap, empty), out)
        assert out[0] == 500
        k[0](*map(wrap, empty), out)


def test_arrays_without_axes(device):
    @vkc.kernel
    def k(out, x: Array[f32, 0], v: Array[vec3, 0], m: Array[mat2, 0], p: Array[Particle, 0]):
        out[()] = x[()] + v[()].y + m[()][1].x + p[()].mass
        p[()].mass = 9

    arrays = [np.array(1, np.float32), np.array([0, 2, 0], np.float32), np.array([[0, 0], [3, 0]], np.float32)]
    for wrap in (np.array, vkc.array):
        out, p = wrap(np.zeros((), np.float32)), wrap(particles(1).reshape(()))
        k[1](out, *map(wrap, arrays), p)
        assert np.asarray(out)[()] == 7
        assert np.asarray(p)["mass"] == 9


# Overlapping arguments


def test_one_array_may_be_passed_twice(device):
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32], y: Array[f32]):
        i = vkc.global_id()
        out[i] = x[i] + 2 * y[i]

    x = vkc.arange(100, dtype=f32)
    k[100](x, x, x)
    assert x.numpy().tolist() == [3.0 * n for n in range(100)]
    host = np.arange(100, dtype=np.float32)
    k[100](host, host, host)
    assert host.tolist() == [3.0 * n for n in range(100)]


def test_what_is_written_through_one_name_is_read_through_the_other(device):
    @vkc.kernel
    def k(a: Array[i32], b: Array[i32], p: Array[Particle], mass: Array[f32]):
        i = vkc.global_id()
        a[i] = i
        b[i] = b[i] + 1
        a[i] = a[i] * 10
        b[i] += 1
        p[i].mass = i
        mass[i] += 0.5
        p[i].mass *= 2

    a, p = vkc.zeros(64, i32), vkc.array(particles(64))
    k[64](a, a, p, p["mass"])
    assert a.numpy().tolist() == [(n + 1) * 10 + 1 for n in range(64)]
    assert p.numpy()["mass"].tolist() == [2 * (n + 0.5) for n in range(64)]


HALVES = [slice(0, 50), slice(50, 100), slice(25, 75)]


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(HALVES, 2)))
def test_views_of_one_array_overlap(device, first, second):
    @vkc.kernel
    def k(a: Array[i32], b: Array[i32]):
        i = vkc.global_id()
        vkc.atomic.add(a, i, 1)
        vkc.atomic.add(b, b.shape[0] - 1 - i, 100)

    x = vkc.arange(100)
    k[50](x[first], x[second][::-1])
    wanted = np.arange(100)
    wanted[first] += 1
    wanted[second] += 100
    assert x.numpy().tolist() == wanted.tolist()


def test_views_that_interleave_do_not_disturb_each_other(device):
    @vkc.kernel
    def k(even: Array[ivec3], odd: Array[ivec3], bools: Array[bool_], others: Array[bool_]):
        i = vkc.global_id()
        even[i] = odd[i] + 1
        others[i] = bools[i]

    x = vkc.array(np.arange(600, dtype=np.int32).reshape(200, 3))
    flags = vkc.array(np.arange(200) % 3 == 0)
    k[100](x[::2], x[1::2], flags[::2], flags[1::2])
    wanted = np.arange(600).reshape(200, 3)
    wanted[::2] = wanted[1::2] + 1
    assert x.numpy().tolist() == wanted.tolist()
    states = np.arange(200) % 3 == 0
    states[1::2] = states[::2]
    assert flags.numpy().tolist() == states.tolist()


def test_launches_that_overlap_run_in_order(device):
    @vkc.kernel
    def shift(out: Array[i32], x: Array[i32]):
        i = vkc.global_id()
        out[i] = x[i] + 1

    x = vkc.zeros(1000, i32)
    for n in range(10):
        shift[990](x[10:], x[:990]) if n % 2 else shift[500](x[500:], x[:500])
    wanted = np.zeros(1000, int)
    with vkc.record() as sequence:
        shift[500](x[500:], x[:500])
        shift[500](x[:500], x[500:])
    x.fill(0)
    sequence.run(3)
    for _ in range(3):
        wanted[500:] = wanted[:500] + 1
        wanted[:500] = wanted[500:] + 1
    assert x.numpy().tolist() == wanted.tolist()


def test_numpy_structs_that_overlap_are_refused_where_one_is_written(device):
    x, by = particles(6), Particle((0, 0, 0), 2)
    with pytest.raises(TypeError, match=r"'moved': the argument 'out' is written and shares memory with 'x'"):
        moved[3](x[1:4], x[:3], by)
    moved[3](x[::2], x[1::2], by)
    assert x["mass"].tolist() == [4, 2, 8, 4, 12, 6]
