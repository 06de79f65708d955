"""Memory of the kernel's own in the passes and in the text of trees: extents are constants, and need no launch."""

from __future__ import annotations

import lower_trees as t
import pytest
from composites import Nested
from lower_trees import assign, count, load, op, store, when

from pyvkc.frontend import ir
from pyvkc.frontend.passes.prove import prove
from pyvkc.frontend.pprint import pprint
from pyvkc.types import bool_, f32, i32, mat2, u32, vec3

X, N = t.array("x", f32, 0), t.value("n", i32, 1)
I, J, K = t.variable("i", i32, 0), t.variable("j", i32, 1), t.variable("k", i32, 2, mutable=True)
TILE = t.allocation("shared", "tile", f32, (64, 8))
PLACE = ir.Position("local_id", 0)


def kept(*body, parameters=(X, N), **options):
    """Which axes of the last access to the tile stay tested, without and with assumptions."""
    found = []
    for assume in (False, True):
        tree, assumptions = prove(t.kernel(parameters, *body, **options), assume=assume)
        accesses = []
        _collect(tree.body, accesses)
        found.append((accesses[-1].checks, [each for each in assumptions if each.parameter != 0]))
    return found


def _collect(block, accesses):
    for node in block:
        if isinstance(node, ir.Store) and isinstance(node.array, ir.Allocation):
            accesses.append(node)
        for name in ("then", "otherwise", "prelude", "body"):
            _collect(getattr(node, name, ()), accesses)


def put(*indices):
    return store(TILE, indices, 1.0)


@pytest.mark.parametrize(
    ("body", "checks"),
    [
        ([put(PLACE, 7)], (False, False)),
        ([put(PLACE, 8)], (False, True)),
        ([put(op("add", PLACE, 1), op("bitwise_and", N, 7))], (True, False)),
        ([put(op("subtract", 63, PLACE), op("remainder", N, 8))], (False, False)),
        ([count(J, 0, 64, 1, put(J, 0))], (False, False)),
        ([count(J, 0, N, 1, put(J, 0))], (True, False)),
        ([when(op("less", N, 65), [count(J, 0, N, 1, put(J, 0))])], (False, False)),
        ([assign(K, 0), count(J, 0, 9, 1, put(0, K), assign(K, op("add", K, 1)))], (False, True)),
        ([assign(I, t.global_id()), when(op("less", I, 64), [put(I, 0)])], (False, False)),
    ],
)
def test_indices_are_proved_against_the_shape(body, checks):
    for found, assumptions in kept(*body):
        assert found == checks
        assert assumptions == []


def test_the_number_of_an_allocation_is_not_that_of_a_parameter():
    """`x` and the tile are both number 0: what is known of the extent of one says nothing of the other."""
    long = when(op("less", N, ir.Extent(X, 0)), [when(op("greater_equal", N, 0), [put(N, 0), store(X, N, 1.0)])])
    assert [checks for checks, _ in kept(long)] == [(True, False)] * 2


def test_a_result_of_the_subgroup_may_be_anything():
    row = ir.Subgroup(K, "add", (t.constant(1),))
    assert [checks for checks, _ in kept(assign(K, 3), row, put(K, 0))] == [(True, False)] * 2
    loop = count(J, 0, 4, 1, put(K, 0), row)
    assert [checks for checks, _ in kept(assign(K, 3), loop)] == [(True, False)] * 2


def test_text():
    mine = t.allocation("local", "mine", Nested, 3, 1)
    table = t.allocation("table", "x", u32, 10, 2, range(10))
    one = t.allocation("table", "one", bool_, 1, 3, [True])
    p = t.variable("p", i32, 50)
    put_ = ir.Function("put", 0, (p,), (ir.Clear(mine), store(mine, p, True, path=(0,))), None, True)
    body = [
        ir.Perform(ir.CallNothing(put_, (t.lift(N),))),
        store(TILE, (N, 0), load(mine, 0, path=(1, 0, 2)), checks=(True, False)),
        ir.Barrier("group"),
        assign(I, op("add", load(mine, N, path=(2, 1, 0)), t.convert(load(table, 9, checks=False), i32))),
        assign(t.variable("b", bool_, 9), load(one, 0, checks=False)),
        assign(t.variable("v", vec3, 10), ir.Component(load(mine, 0, path=(1,)), 0, vec3)),
        assign(t.variable("m", mat2, 11), ir.Compose((ir.Compose((t.constant(1.0),) * 2, mat2_row),) * 2, mat2)),
        ir.Barrier("memory"),
    ]
    assert pprint(t.kernel([X, N], *body, functions=[put_])) == TEXT


mat2_row = ir.parts_of(mat2)[0]
TEXT = """\
def put(p: i32):  # has effects
    clear(mine)
    mine[p?].flag = True

def k(x: f32[:] none, n: i32):  # 1-D, workgroup (64,)
    shared tile: f32[64, 8]
    local mine: Nested[3]
    table x.1: u32[10] = (0, 1, 2, 3, 4, 5, 6, 7, ...)
    table one: bool_[1] = (True,)
    put(n)
    tile[n?, 0] = mine[0?].first.pos.z
    barrier()
    i: i32 = mine[n?].m[1].x + i32(x.1[9])
    b: bool_ = one[0]
    v: vec3 = mine[0?].first.pos
    m: mat2 = mat2(vec2(1.0, 1.0), vec2(1.0, 1.0))
    memory_barrier()
"""
