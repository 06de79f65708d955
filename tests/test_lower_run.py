"""The lowering's modules, run: trees written by hand against Python and NumPy, on the default device."""

from __future__ import annotations

import itertools

import lower_trees as t
import numpy as np
import pytest
from lower_trees import assign, choose, constant, convert, count, load, loop, op, store, when
from spirv_tools import validate

from pyvkc.errors import NoDeviceError
from pyvkc.frontend import ir
from pyvkc.frontend.atomics import ATOMICS
from pyvkc.frontend.lower import lower
from pyvkc.frontend.target import Target
from pyvkc.types import TupleType, bool_, f32, i32, u32, vec3

I, J, K = t.variable("i", i32, 0), t.variable("j", i32, 1), t.variable("k", i32, 2)
N = t.variable("n", i32, 3, mutable=True)
HERE = assign(I, t.global_id())
OUT = t.array("out", i32, 0)
LOW, HIGH = -(2**31), 2**31 - 1


@pytest.fixture(scope="module")
def device():
    from pyvkc.runtime.device import default_device

    try:
        return default_device()
    except NoDeviceError as error:
        pytest.skip(str(error))


@pytest.fixture(params=["address", "descriptor", "words"])
def target(request, device):
    if request.param == "words":
        return Target(storage8=False)
    return Target(abi=request.param, storage8=device.storage8)


@pytest.fixture
def plain(device):
    return Target(storage8=device.storage8)


@pytest.fixture
def launch(device):
    from pyvkc.runtime.array import Array
    from pyvkc.runtime.create import array
    from pyvkc.runtime.launch import Launcher

    def run(kernel, sizes, *arguments, target):
        """Launch a kernel; give back what its arrays hold then."""
        program = lower(kernel, target)
        validate(program.words, program.target)
        passed = [array(each) if isinstance(each, np.ndarray) else each for each in arguments]
        Launcher(device, program)(sizes, passed)
        return [each.numpy() for each in passed if isinstance(each, Array)]

    return run


def zeros(*shape, dtype=np.int32):
    return np.zeros(shape, dtype)


# Loops

RANGES = [
    (0, 5, 1), (5, 0, 1), (0, 0, 1), (-3, 3, 2), (0, 7, 3), (0, 6, 3),
    (5, 0, -1), (5, 0, -2), (0, 5, -1), (0, 5, 0), (3, 3, -1),
    (HIGH - 3, HIGH, 1), (HIGH - 3, HIGH, 2), (HIGH - 3, HIGH, 100),
    (LOW + 3, LOW, -1), (LOW + 3, LOW, -2), (LOW + 3, LOW, -5),
    (LOW, HIGH, 2**30), (HIGH, LOW, -(2**30)), (HIGH, LOW, LOW), (LOW, HIGH, HIGH),
    (HIGH, LOW, -HIGH), (LOW, LOW + 1, HIGH),
]  # fmt: skip


def expected(start, stop, step):
    return list(range(start, stop, step))[:8] if step else []


def record_range(start, stop, step):
    """A kernel that records at most eight values of a counter, and how many there were."""
    parameters = [OUT, *(t.value(name, i32, n) for n, name in enumerate(("start", "stop", "step"), 1))]
    parts = [parameter if part is None else part for parameter, part in zip(parameters[1:], (start, stop, step))]
    body = [store(OUT, op("add", N, 1), J), assign(N, op("add", N, 1)), when(op("equal", N, 8), [ir.Break()])]
    return t.kernel(parameters, assign(N, 0), count(J, *parts, *body), store(OUT, 0, N))


@pytest.mark.parametrize("known", ["nothing", "step", "stop and step", "all"])
@pytest.mark.parametrize(("start", "stop", "step"), RANGES)
def test_range(launch, plain, start, stop, step, known):
    kernel = record_range(
        start if known == "all" else None,
        stop if known in ("all", "stop and step") else None,
        None if known == "nothing" else step,
    )
    (out,) = launch(kernel, (1,), zeros(9), start, stop, step, target=plain)
    assert out[1 : out[0] + 1].tolist() == expected(start, stop, step)


def test_range_of_u32(launch, plain):
    u = t.variable("u", u32, 9)
    stop = t.value("stop", u32, 1)
    body = [
        assign(N, op("add", N, 1)),
        store(OUT, N, ir.Convert(t.lift(u), i32)),
        when(op("equal", N, 8), [ir.Break()]),
    ]
    loop = count(u, constant(2**31 - 2, u32), stop, constant(2**30, u32), *body)
    (out,) = launch(
        t.kernel([OUT, stop], assign(N, 0), loop, store(OUT, 0, N)), (1,), zeros(9), 2**32 - 1, target=plain
    )
    assert out[1 : out[0] + 1].view(np.uint32).tolist() == list(range(2**31 - 2, 2**32 - 1, 2**30))


def test_body_may_assign_to_the_loop_variable(launch, plain):
    body = [assign(N, op("multiply", N, 10)), store(OUT, K, N), assign(t.variable("k", i32, 2, True), 0)]
    k = t.variable("k", i32, 2, mutable=True)
    body = [store(OUT, k, op("multiply", N, 10)), assign(k, op("add", k, 1)), assign(N, 100)]
    (out,) = launch(t.kernel([OUT], assign(k, 0), count(N, 0, 3, 1, *body)), (1,), zeros(4), target=plain)
    assert out.tolist() == [0, 10, 20, 0]


def test_return_from_inner_loop(launch, plain):
    a = t.array("a", i32, 1)
    flat = op("add", op("multiply", J, 4), K)
    found = [store(OUT, 0, op("add", op("multiply", J, 10), K)), ir.Return()]
    inner = count(K, 0, 4, 1, when(op("less", load(a, flat), 0), found))
    kernel = t.kernel([OUT, a], count(J, 0, 3, 1, inner), store(OUT, 0, -1))
    content = np.array([1, 1, 1, 1, 1, 1, -5, 1, -9, 1, 1, 1], np.int32)
    assert launch(kernel, (1,), zeros(1), content, target=plain)[0].tolist() == [12]
    assert launch(kernel, (1,), zeros(1), abs(content), target=plain)[0].tolist() == [-1]


def test_while_true_with_two_breaks(launch, plain):
    a, x = t.array("a", i32, 1), t.variable("x", i32, 7, mutable=True)
    odd = op("equal", op("bitwise_and", x, 1), 1)
    body = [
        when(op("equal", x, 1), [ir.Break()]),
        when(op("greater_equal", N, 20), [assign(N, -1), ir.Break()]),
        when(odd, [assign(x, op("add", op("multiply", 3, x), 1))], [assign(x, op("right_shift", x, 1))]),
        assign(N, op("add", N, 1)),
    ]
    kernel = t.kernel([OUT, a], HERE, assign(x, load(a, I)), assign(N, 0), loop(True, *body), store(OUT, I, N))
    content = np.array([1, 6, 27, 7], np.int32)
    assert launch(kernel, (4,), zeros(4), content, target=plain)[0].tolist() == [0, 8, -1, 16]


def test_continue_runs_the_prelude(launch, plain):
    prelude = [assign(N, op("add", N, 1))]
    k = t.variable("k", i32, 2, mutable=True)
    even = op("equal", op("bitwise_and", N, 1), 0)
    body = [when(even, [ir.Continue()]), assign(k, op("add", k, N))]
    kernel = t.kernel(
        [OUT], assign(N, 0), assign(k, 0), loop(op("less", N, 10), *body, prelude=prelude), store(OUT, 0, k)
    )
    assert launch(kernel, (1,), zeros(1), target=plain)[0].tolist() == [1 + 3 + 5 + 7 + 9]


@pytest.mark.parametrize("last", [ir.Break(), ir.Continue(), ir.Return()], ids=["break", "continue", "return"])
def test_body_that_always_leaves(launch, plain, last):
    body = [assign(N, op("add", N, 1)), store(OUT, 0, N), last]
    kernel = t.kernel([OUT], assign(N, 0), count(J, 0, 4, 1, *body), store(OUT, 1, N))
    rounds = 4 if isinstance(last, ir.Continue) else 1
    end = 0 if isinstance(last, ir.Return) else rounds
    assert launch(kernel, (1,), zeros(2), target=plain)[0].tolist() == [rounds, end]


# Memory

X, Y = t.array("x", f32, 1), t.array("y", f32, 2)


def test_out_of_range_loads_zero_and_stores_nothing(launch, target):
    x, y = t.array("x", f32, 0), t.array("y", f32, 1)
    kernel = t.kernel([x, y], HERE, store(y, op("subtract", I, 4), op("add", load(x, op("subtract", I, 2)), 1.0)))
    content = np.arange(10, 16, dtype=np.float32)
    _, got = launch(kernel, (64,), content, np.zeros(5, np.float32), target=target)
    assert got.tolist() == [13, 14, 15, 16, 1]


def test_each_axis_for_itself(launch, target):
    m, out = t.array("m", i32, 0, 2), t.array("out", i32, 1, 2)
    kernel = t.kernel(
        [m, out],
        HERE,
        assign(J, t.global_id(1)),
        store(out, (I, J), load(m, op("subtract", I, 1), op("add", J, 1))),
        ndim=2,
    )
    m = np.arange(1, 13, dtype=np.int32).reshape(3, 4)
    padded = np.zeros((8, 8), np.int32)
    padded[1:4, :3] = m[:, 1:]
    _, got = launch(kernel, (8, 8), m, zeros(8, 8), target=target)
    assert (got == padded).all()


@pytest.mark.parametrize("dtype", [np.float32, np.int32, np.bool_], ids=lambda dtype: dtype.__name__)
@pytest.mark.parametrize("view", ["reversed", "stepped", "transposed", "offset", "offset and reversed"])
def test_strides(launch, device, dtype, view):
    from pyvkc.runtime.create import array

    views = {
        "reversed": lambda a: a[::-1, ::-1],
        "stepped": lambda a: a[1::2, ::3],
        "transposed": lambda a: a.T,
        "offset": lambda a: a[1:4, 3:],
        "offset and reversed": lambda a: a[3:0:-1, 5:1:-2],
    }
    rng = np.random.default_rng(5)
    content = rng.integers(0, 2, (5, 7)).astype(dtype)
    element = {np.float32: f32, np.int32: i32, np.bool_: bool_}[dtype]
    for storage8 in {device.storage8, False}:
        source, sink = array(content), array(np.ones((5, 7), dtype))
        x, y = views[view](source), views[view](sink)
        a = t.array("a", element, 0, 2, x.contiguous)
        b = t.array("b", element, 1, 2, y.contiguous)
        kernel = t.kernel([a, b], HERE, assign(J, t.global_id(1)), store(b, (I, J), load(a, I, J)), ndim=2)
        launch(kernel, x.shape, x, y, target=Target(storage8=storage8))
        wanted = np.ones((5, 7), dtype)
        views[view](wanted)[...] = views[view](content)
        assert (sink.numpy() == wanted).all()


@pytest.mark.parametrize("start", range(5))
def test_bools_and_their_neighbours(launch, target, start):
    from pyvkc.runtime.create import array

    if start and not target.addresses:
        pytest.skip("a buffer starts at element 0")
    b = t.array("b", bool_, 0)
    third = op("equal", op("remainder", I, 3), 0)
    kernel = t.kernel(
        [b], HERE, store(b, I, choose(op("less", I, 500), third, op("logical_not", load(b, I), type=bool_)))
    )
    content = np.random.default_rng(start).integers(0, 2, 1003).astype(bool)
    whole = array(content)
    view = whole[start : start + 960] if target.addresses else whole
    launch(kernel, (960,), view, target=target)
    wanted = content.copy()
    wanted[start : start + 960] = [n % 3 == 0 if n < 500 else not content[start + n] for n in range(960)]
    got = whole.numpy()
    assert (got == wanted).all()
    assert set(got.view(np.uint8)) <= {0, 1}


def test_bool_arguments_and_constants(launch, target):
    b, flag = t.array("b", bool_, 0), t.value("flag", bool_, 1)
    kernel = t.kernel([b, flag], store(b, 0, flag), store(b, 1, True), store(b, 2, False))
    before = np.array([False, False, True, True, False])
    assert launch(kernel, (1,), before, True, target=target)[0].tolist() == [True, True, False, True, False]
    assert launch(kernel, (1,), before, False, target=target)[0].tolist() == [False, True, False, True, False]


def test_no_dimensions(launch, plain):
    x, y = t.array("x", f32, 0, 0), t.array("y", f32, 1, 0)
    kernel = t.kernel([x, y], store(y, (), op("multiply", load(x), 2.0)))
    assert launch(kernel, (1,), np.array(3.5, np.float32), np.array(0, np.float32), target=plain)[1][()] == 7


UPDATES = {
    "add": np.add,
    "sub": np.subtract,
    "min": np.minimum,
    "max": np.maximum,
    "and_": np.bitwise_and,
    "or_": np.bitwise_or,
    "xor": np.bitwise_xor,
    "exchange": np.full_like,
    "compare_exchange": lambda content, value: np.where(content == 3, value, content),
}


@pytest.mark.parametrize("operation", ATOMICS)
@pytest.mark.parametrize("scalar", [i32, u32], ids=str)
def test_atomics(launch, target, operation, scalar):
    x, old = t.array("x", scalar, 0), t.array("old", scalar, 1)
    result, index = t.variable("result", scalar, 8), op("subtract", I, 1)
    expected = constant(3, scalar) if operation == "compare_exchange" else None
    update = ir.Atomic(result, operation, x, (index,), constant(5, scalar), (True,), expected=expected)
    content = np.array([3, -2, 5, HIGH], np.int32).view(scalar.dtype)
    kernel = t.kernel([x, old], HERE, update, store(old, I, result))
    got, before = launch(kernel, (6,), content, np.full(6, 77, scalar.dtype), target=target)
    assert (got == UPDATES[operation](content, scalar.dtype.type(5))).all()
    assert (before == [0, *content, 0]).all()


# Positions


@pytest.mark.parametrize(
    ("sizes", "workgroup"), [((100,), (64,)), ((1,), (1,)), ((5, 70), (4, 8)), ((3, 5, 9), (2, 2, 4))]
)
def test_positions(launch, plain, sizes, workgroup):
    ndim = len(sizes)
    kinds = ("global_id", "local_id", "group_id", "global_size", "group_size", "num_groups")
    out = t.array("out", i32, 0, ndim + 2)
    here = [t.global_id(axis) for axis in range(ndim)]
    stores = [
        store(out, (*here, n, axis), ir.Position(kind, axis)) for n, kind in enumerate(kinds) for axis in range(ndim)
    ]
    kernel = t.kernel([out], *stores, ndim=ndim, workgroup=workgroup)
    (got,) = launch(kernel, sizes, np.full((*sizes, 6, ndim), -1, np.int32), target=plain)
    for axis in range(ndim):
        place = np.indices(sizes)[axis]
        width, size = workgroup[axis], sizes[axis]
        wanted = [place, place % width, place // width, size, width, -(-size // width)]
        for n in range(6):
            assert (got[..., n, axis] == wanted[n]).all(), (kinds[n], axis)


def test_positions_of_descriptors(launch):
    out = t.array("out", i32, 0, 2)
    kinds = ("global_id", "local_id", "group_id", "global_size", "group_size", "num_groups")
    stores = [store(out, (t.global_id(), n), ir.Position(kind, 0)) for n, kind in enumerate(kinds)]
    kernel = t.kernel([out], *stores, workgroup=(8,))
    (got,) = launch(kernel, (24,), zeros(24, 6), target=Target(abi="descriptor"))
    assert got.tolist() == [[n, n % 8, n // 8, 24, 8, 3] for n in range(24)]


def test_exact_invocations(launch, plain):
    result = t.variable("result", i32, 8)
    kernel = t.kernel(
        [OUT], ir.Atomic(result, "add", OUT, (constant(0),), constant(1), (True,)), ndim=2, workgroup=(8, 16)
    )
    for sizes in ((1, 1), (9, 17), (8, 16), (100, 3)):
        assert launch(kernel, sizes, zeros(1), target=plain)[0].tolist() == [sizes[0] * sizes[1]]


# Arguments


@pytest.mark.parametrize("scalars", [3, 40])
def test_many_arguments(launch, plain, scalars):
    """Six strided arrays of three dimensions, and scalars beyond what push constants hold."""
    from pyvkc.runtime.create import array

    arrays = [t.array(f"a{n}", f32, n, 3, False) for n in range(6)]
    values = [t.value(f"s{n}", (f32, i32, bool_)[n % 3], 6 + n) for n in range(scalars)]
    total = constant(0.0)
    for value in values:
        total = op("add", total, convert(value, f32))
    here = tuple(t.global_id(axis) for axis in range(3))
    add = [store(a, here, op("add", load(a, *here), op("add", total, float(n)))) for n, a in enumerate(arrays)]
    content = [np.arange(60, dtype=np.float32).reshape(3, 4, 5) + n for n in range(6)]
    passed = [array(each).T for each in content]
    numbers = [(0.5 * n, n, n % 2 == 0)[n % 3] for n in range(scalars)]
    got = launch(t.kernel([*arrays, *values], *add, ndim=3), (5, 4, 3), *passed, *numbers, target=plain)
    for n in range(6):
        assert (got[n] == content[n].T + sum(map(float, numbers)) + n).all()


def test_vectors(launch, target):
    out, v = t.array("out", f32, 0), t.value("v", vec3, 1)
    kernel = t.kernel([out, v], *(store(out, n, ir.Component(t.lift(v), n, f32)) for n in range(3)))
    assert launch(kernel, (1,), np.zeros(3, np.float32), (1.5, 2.5, -3.0), target=target)[0].tolist() == [1.5, 2.5, -3]


# Values


@pytest.mark.parametrize("scalar", [i32, u32], ids=str)
def test_float_to_integer(launch, plain, scalar):
    x, out = t.array("x", f32, 0), t.array("out", scalar, 1)
    kernel = t.kernel([x, out], HERE, store(out, I, convert(load(x, I), scalar)))
    near = np.float32(2) ** np.arange(29, 34, dtype=np.float32)
    content = np.concatenate([[0, -0.0, 0.5, -0.5, 1.99, -1.99, 3e38, -3e38, np.inf, -np.inf, np.nan], near, -near,
                              np.nextafter(near, 0), -np.nextafter(near, 0), np.nextafter(-near, -np.inf)])  # fmt: skip
    content = content.astype(np.float32)
    wanted = [
        0 if np.isnan(v) else int(np.clip(np.trunc(np.float64(v)), scalar.minimum, scalar.maximum)) for v in content
    ]
    _, got = launch(kernel, content.shape, content, np.zeros(content.shape, scalar.dtype), target=plain)
    assert got.tolist() == wanted


def test_conversions(launch, plain):
    parameters = [t.array("b", bool_, 0), t.array("i", i32, 1), t.array("u", u32, 2), t.array("f", f32, 3)]
    contents = [
        np.array([True, False, True]),
        np.array([0, -1, HIGH], np.int32),
        np.array([0, 7, 2**32 - 1], np.uint32),
        np.array([0, 2.5, -0.0], np.float32),
    ]
    for (a, source), (b, sink) in itertools.product(enumerate(parameters), repeat=2):
        if a == b or (a == 3 and b in (1, 2)):
            continue
        kernel = t.kernel(parameters, HERE, store(sink, I, convert(load(source, I), sink.element)))
        got = launch(kernel, (3,), *contents, target=plain)[b]
        assert (got == contents[a].astype(sink.element.dtype)).all(), (source.element, sink.element)
    nan = np.array([np.nan] * 3, np.float32)
    kernel = t.kernel(parameters, HERE, store(parameters[0], I, convert(load(parameters[3], I), bool_)))
    assert launch(kernel, (3,), *contents[:3], nan, target=plain)[0].all()


def test_only_the_side_taken_runs(launch, plain):
    """Unchecked loads that are far outside when their condition is false."""
    x, far = t.array("x", i32, 1), op("multiply", I, 1 << 24)
    guarded = choose(op("equal", I, 0), load(x, far, checks=False), op("negative", load(x, 0)))
    both = choose(op("equal", I, 0), op("greater", load(x, far, checks=False), 0), False)
    either = choose(op("greater", I, 0), True, op("less", load(x, far, checks=False), 0))
    body = [
        store(OUT, I, guarded),
        when(both, [store(OUT, op("add", I, 4), 1)]),
        when(either, [store(OUT, op("add", I, 8), 1)]),
    ]
    got, _ = launch(t.kernel([OUT, x], HERE, *body), (4,), zeros(12), np.array([6], np.int32), target=plain)
    assert got.tolist() == [6, -6, -6, -6, 1, 0, 0, 0, 0, 1, 1, 1]


def test_functions(launch, plain):
    p, q, n = t.variable("p", i32, 50), t.variable("q", i32, 51, mutable=True), t.value("n", i32, 1)
    sign = ir.Function(
        "sign", 0, (p,),
        (when(op("less", p, 0), [ir.Return(constant(-1))]), ir.Return(choose(op("equal", p, 0), 0, 1))), i32,
    )  # fmt: skip
    pair = TupleType((i32, bool_))
    count_down = ir.Function(
        "count_down", 1, (q,),
        (loop(True, when(op("less", q, 10), [ir.Break()]), assign(q, op("subtract", q, n))),
         ir.Return(ir.Compose((t.lift(q), op("equal", ir.Call(sign, (t.lift(q),), i32), 1)), pair))), pair,
    )  # fmt: skip
    put = ir.Function("put", 2, (p,), (when(op("equal", p, 2), [ir.Return()]), store(OUT, p, n)), None, True)
    both = t.variable("both", pair, 52)
    body = [
        assign(both, ir.Call(count_down, (op("multiply", I, 13),), pair)),
        ir.Perform(ir.CallNothing(put, (op("add", I, 8),))),
        ir.Perform(ir.CallNothing(put, (op("subtract", I, 1),))),
        store(OUT, I, choose(ir.Component(t.lift(both), 1, bool_), ir.Component(t.lift(both), 0, i32), -7)),
    ]
    kernel = t.kernel([OUT, n], HERE, *body, functions=[sign, count_down, put])
    (got,) = launch(kernel, (1,), zeros(10), 3, target=plain)
    assert got.tolist() == [-7, 0, 0, 0, 0, 0, 0, 0, 3, 0]
