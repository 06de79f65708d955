"""What mutants are made of: texts that are put into other programs, right and wrong ones."""

from __future__ import annotations

EXPRESSION_LINES = """\
0; 1; -1; 2; 7; 31; 32; 255; 256; 65536; 2147483647; -2147483648; 2147483648; 4294967295; 9223372036854775808; 10**30
10**400; True; False; None; 0.0; -0.0; 0.5; 1.5; 1e39; 1e400; -1e400; "text"; (); (1,); (1, 2); (1.5, x); x.shape
x.size; x.ndim; x.dtype; x.T; len(x); x; n; i; x[i]; x[0]; x[-1]; x[n]; x[i, i]; x[i][i]; x[0.5]; x[x]; x[i > 0]
vkc.global_id(); vkc.global_id(0); vkc.local_id(); vkc.group_id(); vkc.group_size()[0]; max; min; abs; vkc; vkc.f32
vkc.u8(300); vkc.f16(1); vkc.f64(x[0]); vkc.i64(n); vkc.u64(n); vkc.u32(-1); vkc.i8(n); vkc.bool_(n); vkc.vec2(1, 2)
vkc.vec3(1).zyx; vkc.ivec2(n); vkc.bitcast(vkc.u32, n); vkc.sqrt(n); vkc.sin(0.5); min(1, n); max((1, n))
divmod(n, 3); round(1.5); round(x[0], 1); pow(n, 2); sum((1, n)); any((n, 0)); int(x[0]); float(n); bool(n); n << 40
n >> -1; n // 0; n % 0; 1 // 0; n**2; n**-1; n**n; 2**n; 0.5**n; vkc.clz(n); vkc.popcount(True)
vkc.atomic.add(x, 0, 1); vkc.atomic.max(x, (i,), n); (y := n); (y := 1) + y; n < 0 < x[0]; n < x; n and 0; n or 1.5
1 if n else 0.5; x if n else x; (1, n) if n else (n, 2.5); not n; f32; i32; vkc.Array; range(3); print(n); n.x; x.x
undefined; float("inf"); float("nan"); vkc.f16(1e9); vkc.u8(x[0]); ~n; -True; vkc.clamp(n, 0, 1); vkc.fma(1, n, x[0])
vkc.vec3(n, 1, x[0]); vkc.vec2(n).xy; vkc.vec4(1).rgba; vkc.ivec2(n, 2)[n]; vkc.vec3(n) * 2; vkc.bvec2(n, 0); v.x
v.zy; vkc.dot(vkc.vec2(n), (1, 2)); vkc.normalize(x[0]); vkc.length(vkc.vec2(n, 0)); vkc.Vector[vkc.u8, 3](n)
vkc.vec2(1, 2, 3); vkc.mat2(n); vkc.mat2(1, 2, 3, 4) @ vkc.vec2(n); vkc.mat3(1).T; vkc.mat2(n)[0, 1]
vkc.Matrix[vkc.f32, 2, 3](n)[n]; vkc.mix(vkc.vec2(n), 1, 0.5); x @ x; n @ n; p.mass; p.inner.v.x; ps[i].position
ps[i]; Particle(vkc.vec3(1), n); ps.mass; x[1:]; x[::-1]; x[n:i:2]; x[:, n]; x[::n]; x[...]; x[None]; x[i][1:]
x[1:][i]; (1, 2)[::-1]; (1, n, 2)[1:]; "text"[1]; x[1:].shape; len(x[n:]); x[::-1][::-1]; x.T[i]; sum(x); max(x)
sum(x[1:4]); (*(1, n), 2); (lambda v: v + n); (lambda v: v + n)(2); (lambda: x[i])(); (lambda v, *w: w)(1, 2)
lambda: 0; (lambda f: f(f))(abs); sum(v for v in (1, n)); sum(k * n for k in range(3)); max(x[k] for k in range(2))
tuple(v for v in (1, n) if v); any(v > n for v in x); all(v for v in x)
min((a for a, b in zip((1, 2), (n, 3))), default=0); [v for v in (1, n)]; {n: 1}; sum(v for v in range(n))
tuple(range(3)); list((1, n)); enumerate((1, n)); zip(x, x); reversed(x); vkc.static_range(3); vkc.shared(8, vkc.f32)
vkc.shared((2, 4), vkc.i32)[0, n]; vkc.local(4, vkc.f32)[n]; vkc.local((2, 2), vkc.vec2); vkc.barrier()
vkc.memory_barrier(); part; part[n]; part[lane]; vkc.atomic.sub(x, i, n); vkc.atomic.and_(x, 0, 1)
vkc.atomic.or_(x, 0, n); vkc.atomic.xor(x, 0, 1); vkc.atomic.min(x, n, 2); vkc.atomic.exchange(x, 0, n)
vkc.atomic.compare_exchange(x, 0, 1, n); vkc.atomic.add(x[1:], n, 1); vkc.atomic.add(n, 0, 1)
vkc.atomic.add(part, 0, 1); vkc.atomic.add(ps.mass, 0, 1); vkc.atomic.add; vkc.subgroup; vkc.subgroup.size; x.shape[0]
vkc.subgroup.add(n); vkc.subgroup.mul(x[i]); vkc.subgroup.size(); vkc.subgroup.lane(); vkc.subgroup.any(n)
vkc.subgroup.all(n > 1); vkc.subgroup.ballot(n < 1); vkc.subgroup.elect(); vkc.subgroup.shuffle(x[i], n)
vkc.subgroup.broadcast(x[i], 0); vkc.subgroup.inclusive_add(n); vkc.subgroup.exclusive_max(x[i]); vkc.subgroup.xor(n)
vkc.bf16(n); vkc.bf16(0.5) + n; vkc.f16(n) * vkc.bf16(1); vkc.i64(n) // 3; vkc.u64(n) ** 2; vkc.i8(n) << 9
vkc.f64(n) % 3; np.float64(2); np.int8(n); np.floor(x[0]); np.where(n, 1, x[0]); np.pi; np.array((1, n))
operator.add(n, 1); vkc.Static; vkc.kernel; vkc.func; Particle; vkc.struct; self; ...; f(n); f(x, n); f; apply(f, n)"""
EXPRESSIONS = EXPRESSION_LINES.replace("\n", "; ").split("; ")

SIMPLE = """\
return
return n
pass
break
continue
n = 1
n += 0.5
x = n
x[0] = n
x[0] += 1
i, n = n, i
i: vkc.u8 = n
i: f32
x[i], n = n, 1.5
y = x
y = 1, n
y[0] = 1
vkc.atomic.add(x, 0, 1)
for i in range(n): x[i] = i
for i in range(3): n = i
for i in range(0): y = i
for n in range(n, 0, -1): pass
while n: n -= 1
while True: break
while n < 3: continue
if n: y = 1
if True: y = 1.5
assert n
del n
n, *rest = 1, n, 2
(n, y), z = (1, 2), n
for v in (1, n, 2.5): x[i] = v
for v in x: n += 1
for k, v in enumerate(x): x[k] = v + k
for a, b in zip(x, (1, n)): x[i] = a * b
for k in vkc.static_range(3): x[k] = k
for k in vkc.static_range(n): pass
for v in reversed(x[1:]): n = v
for v in vkc.vec3(n): x[i] += v
f = lambda v: v + n
def f(v, w=n): return v * w
def f(): return f()
p = ps[i]
ps[i].mass = n
p.position.xy = 1, n
p.inner.v[n] += 1
p = vkc.vec3(n)
v = vkc.vec2(n); v.x = 1
v.xx = vkc.vec2(1)
m = vkc.mat2(n); m[0] = vkc.vec2(1)
m @= m
part = vkc.shared(8, vkc.f32)
part = vkc.local((2, n), vkc.i32)
part[n] += 1
vkc.barrier()
vkc.memory_barrier()
vkc.atomic.sub(x, n, 1)
x[1:][n] = 2
x[1:] = n
part = x[1:]
x[::-1][0] += 1
nonlocal n""".split("\n")

MATCHES = """\
match n:
    case 0: x[i] = 1
    case 1 | 2: n = 3
    case _: return

match n, x[i]:
    case 0, y: n = y
    case (a, b) if a: x[i] = b

match x[i]:
    case 0.5 as y: x[0] = y
    case None: pass

match ps[i]:
    case Particle(): n = 1
    case {"mass": 1}: n = 2
    case [*_]: n = 3""".split("\n\n")

STATEMENTS = [*SIMPLE, *MATCHES]

HEADS = [
    "match n:\n case 0:", "match x[i]:\n case y if y > n:", "for v in (1, n):", "for k in vkc.static_range(2):",
    "def g():", "for v in x[1:]:", "if vkc.subgroup.elect():", "if vkc.local_id() == 0:",
    "if n:", "while n:", "for k in range(n):", "for i in range(2):", "if x[0] > 1:", "while True:",
]  # fmt: skip

TYPES = [
    "vkc.f32", "vkc.i32", "vkc.u32", "vkc.i64", "vkc.u64", "vkc.i8", "vkc.u8", "vkc.i16", "vkc.u16", "vkc.f16",
    "vkc.f64", "vkc.bool_", "vkc.vec3", "vkc.ivec2", "int", "float", "bool", "str", "vkc.Array",
    "vkc.Array[vkc.f32]", "vkc.Array[vkc.i32]", "vkc.Array[vkc.u8, 2]", "vkc.Array[vkc.bool_]",
    "vkc.Array[vkc.f64]", "vkc.Array[vkc.i64]", "vkc.Array[vkc.f32, 0]", "vkc.Array[vkc.u64]", "vkc.Array[vkc.f16]",
    "vkc.Array[vkc.i16, 3]", "None", "3", "vkc.Array[vkc.vec3]", "vkc.Array[vkc.bf16]", "vkc.Array[vkc.mat2]",
    "vkc.mat2", "vkc.Array[vkc.bvec2]", "vkc.dvec2", "vkc.Array[vkc.i8, 2]", "vkc.Static", "vkc.bf16", "Particle",
    "vkc.Array[Particle]", "vkc.Array[vkc.f32, 6]", "tuple", "vkc.Vector[vkc.u8, 3]",
]  # fmt: skip
