"""Structs in kernels: values, fields of elements, functions, atomics on fields."""

from __future__ import annotations

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, mat2, vec2, vec3
from pyvkc.frontend.compile import Target
from pyvkc.types import ArrayType


@vkc.struct
class Particle:
    pos: vec3
    mass: f32 = 2.0
    alive: i32 = 1

    def energy(self, speed):
        return self.mass * speed * speed / 2

    def moved(self, by):
        self.pos += by
        return self


@vkc.struct
class Inner:
    v: vec3
    k: i32


@vkc.struct
class Outer:
    inner: Inner
    m: mat2
    x: f32


HEAVY = Particle((1, 2, 3), mass=100)


def particles(n):
    ps = np.zeros(n, Particle.dtype)
    ps["pos"] = np.arange(3 * n).reshape(n, 3)
    ps["mass"] = 1 + np.arange(n)
    return ps


def test_fields_are_read():
    @vkc.kernel
    def k(out: Array[f32], ps: Array[Particle]):
        i = vkc.global_id()
        p = ps[i]
        out[i] = p.mass + p.pos.y + ps[i].pos[2] + p["mass"] + ps[i]["mass"]

    out = np.zeros(2, np.float32)
    k[2](out, particles(2))
    assert out.tolist() == [1 + 1 + 2 + 1 + 1, 2 + 4 + 5 + 2 + 2]


def test_elements_are_copied():
    @vkc.kernel
    def k(ps: Array[Particle]):
        i = vkc.global_id()
        p = ps[i]
        p.mass = 50
        p.pos.x += 7
        q = p
        q.mass += 1
        if i == 1:
            ps[0] = p
            ps[1] = q

    ps = particles(2)
    k[2](ps)
    assert ps["mass"].tolist() == [50, 51]
    assert ps["pos"].tolist() == [[10, 4, 5], [10, 4, 5]]


def test_parts_of_elements_are_stored_alone():
    @vkc.kernel
    def k(ps: Array[Particle], os: Array[Outer], j: i32):
        i = vkc.global_id()
        ps[i].mass = 9
        ps[i].pos.x += 1
        ps[i].pos.zy = ps[i].pos.yz
        os[i].inner.v[j] = 5
        os[i].inner.k += i
        os[i].m[0, 1] = 3
        os[i].m[j - 1] = vec2(6, 7)
        os[i].x -= 0.5

    ps, os = particles(2), np.zeros(2, Outer.dtype)
    k[2](ps, os, 2)
    assert ps["pos"].tolist() == [[1, 2, 1], [4, 5, 4]]
    assert os["inner"]["v"].tolist() == [[0, 0, 5]] * 2
    assert os["inner"]["k"].tolist() == [0, 1]
    assert os["m"].tolist() == [[[0, 3], [6, 7]]] * 2
    assert os["x"].tolist() == [-0.5] * 2


def test_fields_of_different_elements_do_not_disturb_each_other():
    @vkc.kernel
    def k(os: Array[Outer]):
        i = vkc.global_id()
        if i % 2 == 0:
            os[i // 2].inner.v.y = i
        else:
            os[i // 2].inner.k = i

    os = np.zeros(512, Outer.dtype)
    k[1024](os)
    assert (os["inner"]["v"][:, 1] == np.arange(0, 1024, 2)).all()
    assert (os["inner"]["k"] == np.arange(1, 1024, 2)).all()


def test_fields_as_arrays():
    @vkc.func
    def total(x):
        s = 0.0
        for j in range(len(x)):
            s += x[j]
        return s

    @vkc.kernel
    def k(out: Array[f32], ps: Array[Particle]):
        out[0] = total(ps.mass)
        out[1] = total(ps["mass"])
        out[2] = total(ps.pos.y)
        ps.mass[0] = 77
        ps["pos"][1] = vec3(8)
        ps.pos.z[1] = 9

    out, ps = np.zeros(3, np.float32), particles(3)
    k[1](out, ps)
    assert out.tolist() == [6, 6, 12]
    assert ps["mass"].tolist() == [77, 2, 3]
    assert ps["pos"][1].tolist() == [8, 8, 9]


def test_atomics_on_fields_and_components():
    @vkc.struct
    class Cell:
        count: i32
        sums: vkc.ivec2

    @vkc.kernel
    def k(cells: Array[Cell]):
        i = vkc.global_id()
        vkc.atomic.add(cells["count"], i % 2, 1)
        vkc.atomic.add(cells.sums, (i % 2, 1), i)
        vkc.atomic.max(cells.sums.x, 0, i)

    cells = np.zeros(2, Cell.dtype)
    k[1000](cells)
    assert cells["count"].tolist() == [500, 500]
    assert cells["sums"].tolist() == [[999, sum(range(0, 1000, 2))], [0, sum(range(1, 1000, 2))]]


def test_constructors():
    @vkc.kernel
    def k(ps: Array[Particle], x: Array[f32]):
        ps[0] = Particle((1, 2, 3))
        ps[1] = Particle(vec3(x[0]), 5)
        ps[2] = Particle(mass=x[0], alive=i32(x[0] > 100), pos=(0, x[0], 1))
        ps[3] = HEAVY
        ps[4] = ((7, 8, 9), 1, 0)

    ps = np.zeros(5, Particle.dtype)
    k[1](ps, np.float32([4]))
    assert ps["pos"].tolist() == [[1, 2, 3], [4, 4, 4], [0, 4, 1], [1, 2, 3], [7, 8, 9]]
    assert ps["mass"].tolist() == [2, 5, 4, 100, 1]
    assert ps["alive"].tolist() == [1, 1, 0, 1, 0]


def test_methods():
    @vkc.kernel
    def k(out: Array[f32], ps: Array[Particle]):
        p = ps[1]
        out[0] = p.energy(3.0)
        out[1] = ps[0].energy(speed=2)
        out[2] = p.moved(vec3(10, 0, 0)).pos.x
        out[3] = p.pos.x
        out[4] = HEAVY.energy(1)

    out = np.zeros(5, np.float32)
    k[1](out, particles(2))
    assert out.tolist() == [9, 2, 13, 3, 50]


def test_structs_in_functions_tuples_and_conditions():
    @vkc.func
    def heavier(a: Particle, b: Particle) -> Particle:
        return a if a.mass > b.mass else b

    @vkc.func
    def both(a, b):
        a.mass *= 2
        return a, (b, a.mass)

    @vkc.kernel
    def k(out: Array[f32], ps: Array[Particle], j: i32):
        p = heavier(ps[0], ps[1])
        out[0] = p.mass
        a, (b, m) = both(ps[0], p)
        out[1], out[2], out[3] = a.mass, b.mass, m
        best = ps[0]
        for i in range(len(ps)):
            if ps[i].mass > best.mass and ps[i].alive != j:
                best = ps[i]
        out[4] = best.mass
        q = ps[0] if j > 0 else HEAVY
        out[5] = q.mass
        out[6] = (ps[0], HEAVY)[1].mass

    out = np.zeros(7, np.float32)
    k[1](out, particles(4), 1)
    assert out.tolist() == [2, 2, 2, 2, 4, 1, 100]


def test_equality_is_of_all_fields():
    @vkc.kernel
    def k(out: Array[bool_], ps: Array[Particle]):
        i = vkc.global_id()
        p = ps[i]
        out[2 * i] = p == ps[0]
        p.pos.z = 2
        out[2 * i + 1] = p != ps[0]

    out = np.zeros(4, bool)
    k[2](out, particles(2))
    assert out.tolist() == [True, False, False, True]


def test_struct_arguments():
    @vkc.kernel
    def k(out: Array[f32], p: Particle, o: Outer):
        p.mass += 1
        out[0] = p.mass + o.inner.v.z + o.m[1, 0]

    out, o = np.zeros(1, np.float32), np.zeros((), Outer.dtype)
    o["inner"]["v"] = 1, 2, 3
    o["m"] = [[1, 2], [30, 4]]
    k[1](out, Particle((1, 2, 3), 5), o[()])
    assert out.tolist() == [39]


def test_structs_in_shared_and_local_memory():
    @vkc.kernel(workgroup=4)
    def k(out: Array[f32]):
        i = vkc.local_id()
        tile = vkc.shared(4, Particle)
        own = vkc.local(2, Inner)
        tile[i] = Particle(vec3(i), i)
        own[1].v.y = 5
        vkc.barrier()
        other = tile[3 - i]
        out[i] = other.mass + other.pos.x * 10 + own[1].v.y * 100 + own[0].v.y

    out = np.zeros(4, np.float32)
    k.groups[1](out)
    assert out.tolist() == [533, 522, 511, 500]


def test_declared_locals():
    @vkc.kernel
    def k(out: Array[f32]):
        p: Particle = ((1, 2, 3), 4, 1)
        v: vec2 = (5, 6)
        m: mat2 = ((1, 2), (3, 4))
        v.x = 7
        out[0] = p.mass + v.x + v.y + m[1, 1]

    out = np.zeros(1, np.float32)
    k[1](out)
    assert out.tolist() == [21]


def test_bools_are_bytes():
    @vkc.struct
    class Flags:
        a: bool_
        b: bool_ = True
        c: bool_ = False

    @vkc.kernel
    def k(fs: Array[Flags]):
        i = vkc.global_id()
        f = fs[i]
        fs[i].c = f.a and f.b
        fs[i].a = not f.a

    fs = np.zeros(3, Flags.dtype)
    fs["a"], fs["b"] = [True, True, False], [False, True, True]
    if not vkc.default_device().features.get("storageBuffer8BitAccess"):
        with pytest.raises(vkc.FeatureError, match="storageBuffer8BitAccess"):
            k[3](fs)
        return
    k[3](fs)
    assert fs.tobytes() == bytes([0, 0, 0, 0, 1, 1, 1, 1, 0])


def test_of_two_kinds_of_bools_the_one_that_needs_bytes_is_named():
    """Arrays of bools are accessed through words where a device has no bytes; fields beside others are not."""

    @vkc.struct
    class Flagged:
        flag: bool_
        n: i32

    @vkc.kernel
    def k(flags: Array[bool_], s: Array[Flagged]):
        i = vkc.global_id()
        f = flags[i]
        s[i].flag = f

    (need,) = k.tree([ArrayType(bool_, 1), ArrayType(Flagged, 1)], (64,)).program(Target(storage8=False)).needs
    assert need.feature == "storageBuffer8BitAccess"
    assert need.reason == "'s' holds numbers of type bool_."
