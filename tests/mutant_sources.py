"""Valid kernels, one for each part of the language, as texts: what mutants are made from beside the golden cases."""

from __future__ import annotations

HEAD = """\
import math
import numpy as np
import pyvkc as vkc
from pyvkc import Array, Static, f32, i32, u32, vec2, vec3

"""

STRUCTS = """
@vkc.struct
class Inner:
    v: vec3
    k: i32

@vkc.struct
class Particle:
    position: vec3
    mass: f32 = 2.0
    inner: Inner = ((1, 2, 3), 4)

    def moved(self, by):
        self.position += by
        return self

@vkc.kernel
def k(x: Array[f32], ps: Array[Particle], n: i32):
    i = vkc.global_id()
    p = ps[i]
    p.position.zx = p.position.xy * 2
    p.inner.k += n
    q = p.moved(vec3(1, 2, 3))
    ps[i].mass = q.mass + ps[i].inner.v.y
    ps[i].inner.v[n] += 1
    ps.inner.k[0] = 3
    x[i] = q.position.x + Particle((1, 2, 3)).mass
    if n:
        ps[0] = q
"""

VECTORS = """
@vkc.kernel
def k(x: Array[f32], v: Array[vec3], n: i32):
    i = vkc.global_id()
    a, b = v[i], vec3(n, 2, x[i])
    a.xy = b.zx
    a[n] -= 1
    v[i].z *= 2
    c = vkc.cross(a, b) + a.yzx * vkc.dot(a, b) - vkc.normalize(b) / 2
    s = 0.0
    for part in c:
        s += part
    if any(a < b) and not all(a == b):
        v[i] = vkc.mix(a, b, 0.5)
    u = vkc.uvec2(n, 3) << 1
    x[i] = s + u.x + vkc.length(vec2(c.x, 1.5)) + len(c) + (a @ b)
"""

MATRICES = """
@vkc.kernel
def k(x: Array[f32], m: Array[vkc.mat2], n: i32):
    i = vkc.global_id()
    a = m[i]
    b = vkc.Matrix[f32, 2, 3](1, 2, 3, 4, 5, x[i])
    a[0, 1] = n
    a[n] += vec2(1, 2)
    c = a @ b
    d = a.T * 2 + vkc.mat2(n) @ a
    m[i][1] = d[0]
    row = vec2(1, n) @ a
    x[i] = c[1, 2] + row.x + d[n, 1]
"""

WORKGROUPS = """
@vkc.kernel(workgroup=64)
def k(x: Array[f32], n: i32):
    i, lane = vkc.global_id(), vkc.local_id()
    part = vkc.shared(64, f32)
    grid = vkc.shared((4, vkc.group_size()), vec2)
    own = vkc.local((2, 3), i32)
    part[lane] = x[i]
    grid[n & 3, lane] = vec2(n, 1)
    own[1, n] += 2
    vkc.barrier()
    s = 32
    while s > 0:
        if lane < s:
            part[lane] += part[lane + s]
        vkc.barrier()
        s //= 2
    vkc.memory_barrier()
    for row in own:
        for number in row:
            n += number
    if n == 0:
        x[i] = part[0] + n + grid[0, 1].y
"""

SUBGROUPS = """
@vkc.kernel(workgroup=32)
def k(x: Array[f32], y: Array[i32], n: u32):
    i = vkc.global_id()
    s = vkc.subgroup.add(x[i]) + vkc.subgroup.exclusive_add(n)
    t = vkc.subgroup.shuffle(x[i], 1) + vkc.subgroup.shuffle_xor(y[i], 1) + vkc.subgroup.broadcast(x[i], 0)
    if vkc.subgroup.elect() and vkc.subgroup.any(x[i] > 0):
        vkc.atomic.add(y, 0, vkc.subgroup.max(y[i]))
    y[i] = vkc.subgroup.ballot(n > 3).x + vkc.subgroup.lane() + vkc.subgroup.size()
    x[i] = s * t + vkc.subgroup.inclusive_mul(vec2(1, 2)).y
"""

VIEWS = """
def total(row):
    s = row.dtype(0)
    for value in row:
        s += value
    return s

def fill(row, value):
    for k in range(len(row)):
        row[k] = value

@vkc.kernel
def k(x: Array[f32], m: Array[f32, 2], n: i32):
    i = vkc.global_id()
    fill(m[:, n][1::2], total(x[n:]))
    part = m[1:, ::-1].T
    fill(part[0], total(m[i, n:-1]) + part[1, 2] + part.shape[1])
    x[::2][n] += m[..., 1][i]
    for k, (a, b) in enumerate(zip(x[1:4], reversed(m[0]))):
        x[k] = a * b
    vkc.atomic.max(part[n], 1, 3)
"""

FUNCTIONS = """
def apply(f, *values, scale=1):
    return f(*values) * scale

@vkc.func
def pair(a, b: f32 = 2.0):
    if a > b:
        return a, b
    return b, a

@vkc.kernel
def k(x: Array[f32], n: i32, width: Static):
    i = vkc.global_id()

    def inner(v, by=n):
        return v * by + x[i]

    add = lambda v, w: v + w * n
    big, small = pair(x[i])
    large, *rest = apply(pair, big, small)[::-1], *((1, n), 2)
    x[i] = apply(inner, large[0] + large[1]) + apply(add, small, 3, scale=width)
    x[i] -= apply(lambda v: inner(v), n) + apply(max, n, 3)
    for f in (inner, abs, math.floor):
        x[i] += f(x[i + 1])
    x[0] = rest[1] + len(rest)
"""

GENERATORS = """
WEIGHTS = np.array([[0.5, 1.0, 2.0], [3.0, 4.0, 5.0]], np.float32)
OFFSETS = (3, 1, 2)

@vkc.kernel
def k(x: Array[f32], y: Array[i32], n: i32):
    i = vkc.global_id()
    s = sum(WEIGHTS[0, k] * x[k] for k in vkc.static_range(3))
    t = max(v * n for v in OFFSETS) + min(a + b for a, b in zip(OFFSETS, (1, n, 3)))
    taps = tuple(x[i + offset] for offset in OFFSETS if offset > 1)
    if any(tap > s for tap in taps) and all(v for v in (n, y[i])):
        x[i] = taps[0] + WEIGHTS[n, 1]
    for row in WEIGHTS:
        x[i] += row[n]
    y[i] = sum((v for v in y), start=t) + len(taps)
"""

MATCHES = """
@vkc.kernel
def k(x: Array[f32], y: Array[i32], n: i32):
    i = vkc.global_id()
    match y[i]:
        case 0 | -1:
            s = 0.5
        case 1 if n > 2:
            s = x[i]
        case other:
            s = other * 2
    match (n, y[i], x[i]):
        case (0, a, _):
            n = a
        case (1, *rest):
            n = rest[0]
        case (b, 2 | 3 as c, 0.5) if b > c:
            return
        case _:
            pass
    match n > 2:
        case True:
            s += 1
        case False:
            s -= 1
    x[i] = s + n
"""

ATOMICS = """
@vkc.struct
class Cell:
    count: i32
    sums: vkc.ivec2

@vkc.kernel
def k(x: Array[f32], y: Array[i32], cells: Array[Cell], m: Array[u32, 2]):
    i = vkc.global_id()
    box = vkc.shared(8, u32)
    box[i & 7] = 0
    vkc.barrier()
    n = vkc.atomic.add(y, 0, 1) + vkc.atomic.sub(y, 1, 2) + vkc.atomic.exchange(y, 2, i)
    n += vkc.atomic.min(m, (i, 1), 7) + vkc.atomic.and_(m[i], 0, 6) + vkc.atomic.or_(box, 1, 2)
    vkc.atomic.xor(box, 2, 3)
    vkc.atomic.max(cells.count, i, i)
    vkc.atomic.add(cells.sums, (i, 1), 2)
    old = vkc.atomic.compare_exchange(y, 3, i, n)
    x[i] = vkc.atomic.add(x, i, 1.5) + old if y[n] and vkc.atomic.max(y, 4, 3) > 1 else vkc.atomic.exchange(x, 0, 0)
"""

STATICS = """
def power(v, n: Static):
    r = v
    for _ in vkc.static_range(n - 1):
        r *= v
    return r

@vkc.kernel
def k(x: Array[f32], n: i32, taps: Static, kind: Static = "sum", radius: Static = 2):
    i = vkc.global_id()
    own = vkc.local((radius, 3), f32)
    s = 0 if kind == "sum" else 1.0
    for d in vkc.static_range(-radius, radius + 1):
        s += x[i + d] * power(x[i], 3)
    own[n, 1] = s + taps
    if radius > 3 and taps:
        x[i] = own[1, n]
    x[i] += kind == "product"
"""

NARROW = """
@vkc.kernel
def k(a: Array[vkc.i8], b: Array[vkc.u16], c: Array[vkc.f16], d: Array[vkc.i64], e: Array[vkc.f64], w: Array[vkc.bf16]):
    i = vkc.global_id()
    a[i] = (a[i] << 3) // 7 + vkc.i8(b[i])
    b[i] += a[i] % 5
    c[i] = c[i] * 2 + a[i]
    d[i] = d[i] ** 2 + vkc.popcount(b[i]) - vkc.i64(e[i])
    e[i] = d[i] / 3 + vkc.bitcast(vkc.f64, d[i])
    w[i] = c[i] + w[i]
    for k in range(d[0], d[1], vkc.i64(3)):
        d[2] += k
"""

SOURCES = [
    HEAD + text
    for text in (
        STRUCTS, VECTORS, MATRICES, WORKGROUPS, SUBGROUPS, VIEWS, FUNCTIONS, GENERATORS, MATCHES, ATOMICS, STATICS,
        NARROW,
    )
]  # fmt: skip
