"""Structs outside kernels: their layout, their values, and arrays of them on devices."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyvkc as vkc
from pyvkc import Array, Matrix, Vector, bool_, f32, f64, i8, i16, i32, ivec2, mat2, mat3, u8, u32, vec2, vec3, vec4
from pyvkc.annotations import annotation_type
from pyvkc.records import aligned, laid_out, same_layout, struct_of_dtype
from pyvkc.types import SCALARS, ArrayType, StructType, f16, i64


@vkc.struct
class Particle:
    position: vec3
    mass: f32 = 1.0
    alive: bool_ = True

    def momentum(self, velocity):
        return self.mass * velocity


@vkc.struct
class Pair:
    first: Particle
    second: Particle
    turn: Matrix[f32, 2, 3]


# Layout

numbers = st.sampled_from([scalar for scalar in SCALARS.values() if scalar.name != "bf16"])
sizes = st.integers(2, 4)
parts = st.one_of(numbers, st.builds(Vector, numbers, sizes), st.builds(Matrix, numbers, sizes, sizes))


def struct_from(types):
    fields = tuple((f"f{number}", type) for number, type in enumerate(types))
    return StructType("S", fields, *laid_out(fields))


structs = st.recursive(
    st.lists(parts, min_size=1, max_size=5).map(struct_from),
    lambda inner: st.lists(st.one_of(parts, inner), min_size=1, max_size=4).map(struct_from),
    max_leaves=12,
)


def numpys(type):
    """The dtype of a type as NumPy lays it out itself."""
    if isinstance(type, StructType):
        return np.dtype([(name, numpys(field)) for name, field in type.fields], align=True)
    return type.dtype


@settings(max_examples=300, deadline=None)
@given(structs)
def test_layouts_are_numpys(type):
    dtype, wanted = type.dtype, numpys(type)
    assert dtype == wanted
    assert dtype.itemsize == type.itemsize == wanted.itemsize
    assert dtype.isalignedstruct
    assert type.offsets == tuple(wanted.fields[name][1] for name in type.names)
    assert same_layout(struct_of_dtype(wanted), type)


@settings(max_examples=100, deadline=None)
@given(structs)
def test_packed_layouts_are_kept_and_can_be_aligned(type):
    def packed(type):
        if isinstance(type, StructType):
            return np.dtype([(name, packed(field)) for name, field in type.fields])
        return type.dtype

    dtype = packed(type)
    found = vkc.struct(dtype)
    assert found.dtype == dtype
    assert found.itemsize == dtype.itemsize
    assert aligned(found).dtype == numpys(type)


def test_offsets_may_have_gaps_and_any_order():
    dtype = np.dtype({"names": ["a", "b"], "formats": ["f4", "i2"], "offsets": [8, 2], "itemsize": 20})
    found = vkc.struct(dtype)
    assert (found.offsets, found.itemsize) == ((8, 2), 20)
    assert found.dtype == dtype


# Definitions


def test_a_dtype_with_the_layout_of_a_struct_is_that_struct():
    @vkc.struct
    class Body:
        place: vec3
        alone: bool_

    assert struct_of_dtype(Body.dtype) is Body
    plain = np.dtype([("place", "f4", (3,)), ("alone", "?")], align=True)
    assert plain == Body.dtype
    assert plain.type is np.void
    assert struct_of_dtype(plain) is Body
    assert vkc.zeros(2, plain).element is Body
    assert vkc.struct(plain) is Body
    assert struct_of_dtype(np.dtype([("place", "f4", (3,)), ("alones", "?")], align=True)).name == ""


def test_a_struct_defined_again_is_another_one_where_it_differs():
    def define(default):
        @vkc.struct
        class Local:
            only_here: f32 = default

        return Local

    first, same, other = define(1.0), define(1.0), define(2.0)
    assert first == same
    assert hash(first) == hash(same)
    assert first != other
    assert struct_of_dtype(first.dtype) == first
    assert struct_of_dtype(np.dtype([("only_here", "f4")])) is other
    assert other().only_here == 2


def test_annotations_may_be_of_every_kind():
    @vkc.struct
    class Local:
        a: "vec3"
        b: int
        c: float
        d: bool
        e: np.uint8
        f: np.dtype("i2")
        g: np.dtype(("f4", (2, 3)))
        h: Particle
        i: np.dtype([("x", "f4"), ("y", "f4")])
        j: Vector[np.float64, 2]

    kinds = [type for _, type in Local.fields]
    assert kinds[:8] == [vec3, i32, f32, bool_, u8, i16, Matrix(f32, 2, 3), Particle]
    assert (kinds[8].name, kinds[8].fields) == ("", (("x", f32), ("y", f32)))
    assert kinds[9] == Vector(f64, 2)


def test_structs_stand_in_annotations():
    assert annotation_type(Particle) is Particle
    assert Array[Particle, 2] == ArrayType(Particle, 2)
    assert annotation_type(Particle.dtype) is Particle
    assert Array[Particle.dtype] == ArrayType(Particle)
    assert str(Array[Particle, 1]) == "Particle[:]"
    assert str(vkc.struct(np.dtype([("a", "f4"), ("b", "i4", (2,))]))) == "struct(a: f32, b: ivec2)"


# Values


def test_fields_are_given_by_place_name_or_default():
    p = Particle((1, 2, 3), alive=False)
    assert (p.position.tolist(), p.mass, p.alive) == ([1, 2, 3], 1, False)
    assert repr(p) == "Particle(position=(1.0, 2.0, 3.0), mass=1.0, alive=False)"
    assert p == Particle(position=vec3(1, 2, 3), mass=1.0, alive=np.bool_(False))
    assert p != Particle((1, 2, 3))
    assert p != 3
    assert (p == "text") is False
    pair = Pair(p, ((0, 0, 0), 2, True), ((1, 2, 3), (4, 5, 6)))
    assert pair.second.mass == 2
    assert str(pair).endswith("turn=((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)))")
    with pytest.raises(TypeError, match="unhashable"):
        hash(p)


def test_fields_have_their_own_types():
    p = Particle((0.1, 2, 3), mass=0.1)
    assert type(p.mass) is np.float32
    assert type(p.position.x) is np.float32
    assert str(p.mass) == "0.1"
    assert type(p.mass * f32(2)) is np.float32


def test_fields_are_set_by_the_rules_of_stores():
    @vkc.struct
    class Local:
        count: u8 = 0
        small: i8 = 0
        place: ivec2 = (0, 0)
        flag: bool_ = False

    p = Local()
    p.count = np.int64(259)
    p.small = np.uint8(200)
    p.place = (4, np.int64(5))
    p.place.y = 7
    p.flag = True
    assert p == Local(3, -56, (4, 7), True)
    for name, value, error in [
        ("count", 256, OverflowError),
        ("count", 1.5, TypeError),
        ("flag", 1, TypeError),
        ("place", (1, 2, 3), TypeError),
        ("place", 1, TypeError),
    ]:
        with pytest.raises(error, match=f"'{name}'"):
            setattr(p, name, value)
    with pytest.raises(AttributeError):
        p.unknown = 1
    assert p == Local(3, -56, (4, 7), True)


def test_fields_share_the_memory_of_their_record():
    ps = np.zeros(3, Pair.dtype)
    ps[1].first.position.xz = 1, 2
    ps[1].second.mass = 3
    ps[2] = ps[1]
    ps[1].turn[1] = (7, 8, 9)
    assert ps["first"]["position"].tolist() == [[0, 0, 0], [1, 0, 2], [1, 0, 2]]
    assert ps["second"]["mass"].tolist() == [0, 3, 3]
    assert ps["turn"][1].tolist() == [[0, 0, 0], [7, 8, 9]]
    assert ps[1].turn[1].y == 8


def test_fields_may_have_names_of_numpys_attributes():
    @vkc.struct
    class Local:
        size: f32
        dtype: i32
        shape: vec2
        data: f32
        T: f32
        real: f32
        min: vec3

    value = Local(1, 2, (3, 4), 5, 6, 7, (8, 9, 10))
    value.size += 1
    assert (value.size, value.dtype, value.real, value.min.z) == (2, 2, 7, 10)
    array = np.array([value, value], Local.dtype)
    assert array[1].T == 6
    assert array[0] == value
    assert vkc.full(2, value).numpy()[1] == value


def test_methods_are_called_from_python():
    p = Particle((1, 2, 3), mass=2)
    assert p.momentum(3) == 6
    assert Particle.momentum(p, 4) == 8
    assert np.zeros(1, Particle.dtype)[0].momentum(3) == 0
    with pytest.raises(AttributeError, match="the struct Particle has no attribute 'impulse'"):
        Particle.impulse


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_values_are_copied_and_pickled(copied):
    p = Pair(Particle((1, 2, 3)), Particle((4, 5, 6)), ((1, 2, 3), (4, 5, 6)))
    q = copied(p)
    assert q == p
    assert q.first.momentum(2) == 2
    q.first.mass = 9
    assert p.first.mass == 1
    ps = copied(np.array([p, p], Pair.dtype))
    assert ps[1].second == p.second
    assert pickle.loads(pickle.dumps(Particle)) == Particle


def test_numpy_takes_values(tmp_path):
    p = Particle((1, 2, 3))
    ps = np.zeros(3, Particle.dtype)
    ps[0] = p
    ps[1:] = Particle((4, 5, 6), 7, False)
    assert np.asarray(p).dtype == Particle.dtype
    assert np.array([p, p]).dtype == Particle.dtype
    assert [q.mass for q in ps] == [1, 7, 7]
    packed = np.zeros(2, [("position", "f4", (3,)), ("mass", "f4"), ("alive", "?")])
    packed[1] = p
    assert packed["mass"].tolist() == [0, 1]
    assert packed[1] == p
    np.save(tmp_path / "ps.npy", ps)
    again = np.load(tmp_path / "ps.npy")
    assert again["mass"].tolist() == [1, 7, 7]


# Vectors and matrices outside kernels


def test_vectors_have_swizzles():
    v = vec3(1, 2, 3)
    assert (v.x, v.g, v.z) == (1, 2, 3)
    assert repr(v.zyx) == "vec3(3.0, 2.0, 1.0)"
    assert repr(v.xy) == "vec2(1.0, 2.0)"
    assert str(v.xxyy) == "vec4(1.0, 1.0, 2.0, 2.0)"
    v.xz = v.zx
    v.y = 9
    v.xy += 1
    assert v.tolist() == [4, 10, 1]
    copied = v.xy
    copied.x = 100
    assert v.x == 4
    for name in ("w", "xw", "xg", "xyzxy", "q"):
        with pytest.raises(AttributeError, match=f"a vec3 has no components '{name}'"):
            getattr(v, name)
    with pytest.raises(AttributeError, match="names a component twice"):
        v.xx = 1, 2
    with pytest.raises(TypeError, match="'xy' is 1"):
        v.xy = 1


@pytest.mark.parametrize(
    ("made", "numbers"),
    [
        (lambda: vec3(2), [2, 2, 2]),
        (lambda: vec4(vec2(1, 2), 3, 4), [1, 2, 3, 4]),
        (lambda: vec4(1, vec3(2, 3, 4)), [1, 2, 3, 4]),
        (lambda: vec3((1, 2, 3)), [1, 2, 3]),
        (lambda: ivec2(np.array([1.9, -1.9])), [1, -1]),
        (lambda: ivec2(3e9, float("nan")), [2**31 - 1, 0]),
        (lambda: Vector[u8, 2](np.int32(300), -2.5), [44, 0]),
        (lambda: vec2(ivec2(3, 4)), [3, 4]),
        (lambda: Vector[u8, 2](1, 2), [1, 2]),
        (lambda: mat2(1, 2, 3, 4), [[1, 2], [3, 4]]),
        (lambda: mat2(vec2(1, 2), (3, 4)), [[1, 2], [3, 4]]),
        (lambda: Matrix[i32, 2, 3]([0, 1, 2, 3, 4, 5]), [[0, 1, 2], [3, 4, 5]]),
        (lambda: mat3(np.eye(3)), np.eye(3).tolist()),
        (lambda: mat2(3), [[3, 0], [0, 3]]),
        (lambda: Matrix[f64, 2, 3](np.float32(2)), [[2, 0, 0], [0, 2, 0]]),
    ],
)
def test_vectors_and_matrices_are_made(made, numbers):
    assert made().tolist() == numbers


def test_arithmetic_keeps_vectors_vectors():
    v, m = vec3(1, 2, 3), mat3(np.eye(3) * 2)
    assert repr(v * 2 + 1) == "vec3(3.0, 5.0, 7.0)"
    assert repr(m @ v) == "vec3(2.0, 4.0, 6.0)"
    assert repr((m @ m)[0]) == "vec3(4.0, 0.0, 0.0)"
    assert (m @ v).zx.tolist() == [6, 2]
    assert (v @ v, type(v @ v)) == (14, np.float32)
    assert type(v.sum()) is np.float32
    assert repr(v < 2) == "bvec3(True, False, False)"
    assert repr(-v) == "vec3(-1.0, -2.0, -3.0)"
    assert isinstance(np.stack([v, v, v, v, v]) * v, np.ndarray)
    assert v.dtype == vec3.dtype.base
    assert vec3.dtype == np.dtype(("f4", (3,)))
    assert Matrix[f64, 2, 3].dtype == np.dtype(("f8", (2, 3)))
    assert pickle.loads(pickle.dumps(v)).zyx.tolist() == [3, 2, 1]


# Arrays on devices


def test_arrays_of_vectors_have_their_components_as_axes(device):
    assert vkc.zeros(5, vec3).shape == (5, 3)
    assert vkc.zeros((4, 5), mat3).shape == (4, 5, 3, 3)
    assert vkc.empty((), ivec2).shape == (2,)
    assert vkc.zeros(3, vec3).dtype == np.float32
    assert vkc.zeros(3, np.dtype(("i4", (5,)))).shape == (3, 5)
    assert vkc.full(2, (1, 2, 3), vec3).numpy().tolist() == [[1, 2, 3]] * 2
    assert vkc.full(2, vec3(1, 2, 3)).numpy().tolist() == [[1, 2, 3]] * 2
    assert vkc.full(2, 7, mat2).numpy().tolist() == [[[7, 7], [7, 7]]] * 2
    assert vkc.array([[1, 2], [3, 4]], dtype=vec2).numpy().tolist() == [[1, 2], [3, 4]]
    assert vkc.array(vkc.zeros((2, 3), i32), dtype=vec3).dtype == np.float32
    with pytest.raises(ValueError, match=r"last axes are \(3,\), and this one has shape \(2, 2\)"):
        vkc.array([[1, 2], [3, 4]], dtype=vec3)
    with pytest.raises(ValueError, match=r"full wants an element of shape \(3,\)"):
        vkc.full(2, (1, 2), vec3)


def records(n):
    ps = np.zeros(n, Particle.dtype)
    ps["position"] = np.arange(3 * n).reshape(n, 3)
    ps["mass"] = np.arange(n)
    ps["alive"] = np.arange(n) % 2 == 0
    return ps


def same(a, b):
    """Whether records have the same fields; what lies between these is nobody's."""
    return a.shape == b.shape and all((a[name] == b[name]).all() for name in b.dtype.names)


@pytest.mark.parametrize("dtype", [Particle.dtype, np.dtype([("mass", "f4"), ("alive", "?"), ("position", "f4", 3)])])
def test_arrays_of_structs_go_to_the_device_and_back(any_device, dtype):
    ps = np.zeros(5, dtype)
    for name in dtype.names:
        ps[name] = records(5)[name]
    array = vkc.array(ps, device=any_device)
    assert array.dtype == dtype
    assert same(array.numpy(), ps)
    assert same(array[::-2].numpy(), ps[::-2])
    assert same(array.reshape(5, 1).T.numpy(), ps.reshape(5, 1).T)
    assert same(vkc.array(array, device=any_device).numpy(), ps)
    assert same(np.asarray(array[1:1]), ps[1:1])
    assert array[3].item() == ps[3]
    assert array.to(any_device) is array
    array[1:3] = array[3:].numpy()
    array[0] = ps[4]
    assert same(array.numpy(), ps[[4, 3, 4, 3, 4]])
    assert str(array) == str(ps[[4, 3, 4, 3, 4]])


def test_structs_are_stored_from_values_tuples_and_records(any_device):
    array = vkc.zeros(4, Particle, any_device)
    assert same(array.numpy(), np.zeros(4, Particle.dtype))
    array[0] = Particle((1, 2, 3), 4)
    array[1] = ((5, 6, 7), 8, False)
    array[2:] = [Particle((0, 0, 9)), ((0, 0, 8), 2, True)]
    assert [tuple(p.position) for p in array.numpy()] == [(1, 2, 3), (5, 6, 7), (0, 0, 9), (0, 0, 8)]
    array.copy_from([((i, 0, 0), i, True) for i in range(4)])
    assert array.numpy()["mass"].tolist() == [0, 1, 2, 3]
    array.fill(Particle((2, 2, 2)))
    assert (array.numpy() == np.full(4, Particle((2, 2, 2)), Particle.dtype)).all()
    array[::2].fill(((0, 0, 0), 3, True))
    assert array.numpy()["mass"].tolist() == [3, 1, 3, 1]
    assert vkc.full(3, Particle((1, 1, 1)), device=any_device).element is Particle
    assert vkc.array([((1, 2, 3), 4, True)], dtype=Particle, device=any_device).numpy()[0].mass == 4
    assert vkc.array([Particle((1, 2, 3))], device=any_device).element is Particle
    for wrong in (3, (1, 2), [(1, 2)], np.zeros(4, "f4,f4"), np.zeros(4, np.float32)):
        with pytest.raises(TypeError, match=r"'element|Elements of dtype"):
            array.copy_from(wrong)


def test_packed_records_are_converted_by_names(any_device):
    packed = np.zeros(3, [("position", "f8", (3,)), ("mass", "f4"), ("alive", "?")])
    packed["position"], packed["mass"] = 5, [1, 2, 3]
    array = vkc.array(packed, dtype=Particle, device=any_device)
    assert array.dtype == Particle.dtype
    assert array.numpy()["mass"].tolist() == [1, 2, 3]
    array.copy_from(packed[::-1])
    assert array.numpy()["mass"].tolist() == [3, 2, 1]
    assert array.numpy()["position"].tolist() == [[5, 5, 5]] * 3


def test_fields_are_views(any_device):
    array = vkc.array(records(6), device=any_device)
    mass, position = array["mass"], array["position"]
    assert (mass.dtype, position.shape, position.strides) == (np.float32, (6, 3), (20, 4))
    assert mass.numpy().tolist() == [0, 1, 2, 3, 4, 5]
    array["mass"] = 7
    position[::2, 1] = -1
    array[1]["alive"] = True
    wanted = records(6)
    wanted["mass"] = 7
    wanted["position"][::2, 1] = -1
    wanted["alive"][1] = True
    assert same(array.numpy(), wanted)
    pairs = vkc.zeros(2, Pair, any_device)
    with pytest.raises(ValueError, match=r"'first' does not lie as the elements.*numpy\(\)\['first'\] reads it"):
        pairs["first"]
    with pytest.raises(KeyError, match="has the fields position, mass, alive, and 'x' is none"):
        array["x"]
    with pytest.raises(KeyError, match="no fields"):
        mass["x"]


def test_a_field_of_a_packed_struct_that_is_not_aligned_is_no_view(any_device):
    array = vkc.array(np.zeros(4, [("a", "u1"), ("b", "f4"), ("c", "u1", (3,))]), device=any_device)
    assert array["c"].shape == (4, 3)
    with pytest.raises(ValueError, match="'b' does not lie"):
        array["b"]


def test_bytes_of_bools_in_records_become_0_or_1(any_device):
    raw = np.frombuffer(bytes([7, 0, 2, 255] * 6), np.dtype([("a", "?"), ("b", [("c", "?"), ("d", "u1")])]))
    array = vkc.array(raw, device=any_device)
    content = array.numpy()
    assert set(content["a"].view(np.uint8).tolist()) <= {0, 1}
    assert set(np.ascontiguousarray(content["b"]["c"]).view(np.uint8).tolist()) <= {0, 1}
    assert (content["b"]["d"] == raw["b"]["d"]).all()


def test_large_and_small_structs_are_filled(any_device):
    for dtype in ("u1,u1,u1", "u1,u2", "f4,f4", "i8,f8,f8"):
        array = vkc.zeros(7, np.dtype(dtype), any_device)
        assert not array.numpy().view(np.uint8).any()
        value = np.array(tuple(range(3, 3 + len(array.dtype))), array.dtype)
        array[1:6].fill(value)
        wanted = np.zeros(7, array.dtype)
        wanted[1:6] = value
        assert (array.numpy() == wanted).all()


def test_structs_are_recorded(device):
    source, target = records(4), vkc.zeros(4, Particle)
    with vkc.record() as sequence:
        target.copy_from(source)
        target[1:2].fill(Particle((0, 0, 0), 99))
    source["mass"] = 50
    sequence.run()
    assert target.numpy()["mass"].tolist() == [50, 99, 50, 50]


def test_elements_that_structs_do_not_have_are_refused(device):
    for dtype, words in [
        ([("a", "O")], "'a' has the dtype object"),
        ([("a", ">f4")], "foreign order"),
        ([("a", "f4", (5,))], "2 to 4 along each axis"),
        ([("a", "f4", (2, 2, 2))], "2 to 4 along each axis"),
        ([("a b", "f4")], "rename it"),
        ([("class", "f4")], "rename it"),
        ([("__a", "f4")], "two underscores"),
        ([], "has no fields"),
        ({"names": ["a", "b"], "formats": ["f4", "f4"], "offsets": [0, 2]}, "overlap"),
    ]:
        with pytest.raises(TypeError, match=words):
            vkc.zeros(3, np.dtype(dtype))
        with pytest.raises(TypeError, match=words):
            vkc.struct(np.dtype(dtype))


def test_narrow_types_hold_in_structs(any_device):
    dtype = np.dtype([("a", "f2"), ("b", "i8"), ("c", "u2", (3,))], align=True)
    assert struct_of_dtype(dtype).fields == (("a", f16), ("b", i64), ("c", Vector(SCALARS["u16"], 3)))
    source = np.array([(1.5, -(2**40), (1, 2, 65535))], dtype)
    assert vkc.array(source, device=any_device).numpy()[0] == source[0]
    assert u32.itemsize == 4


# The page


def test_structs_with_other_defaults_are_others():
    def struct(value):
        return vkc.struct(type("Holder", (), {"__annotations__": {"x": f32}, "x": value}))

    assert struct(0.0) == struct(0.0)
    assert struct(0.0) != struct(-0.0)
    assert struct(float("nan")) == struct(float("nan"))
