"""Checks of indices that are proved needless, and, more important, those that must not be."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import numpy as np
import pytest
from fact_watcher import FalseFact, Watcher, facts_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from interpreter import Launch, OutOfRange, run, satisfies
from prove_cases import CASES
from random_trees import Generator, random_launch
from trees import array, assign, convert, extent, kernel, load, loop, op, position, read, scalar, store, variable, when

import pyvkc as vkc
from pyvkc.frontend import ir
from pyvkc.frontend.passes import estimate as estimate_module
from pyvkc.frontend.passes import facts as facts_module
from pyvkc.frontend.passes import loops as loops_module
from pyvkc.frontend.passes import walk as walk_module
from pyvkc.frontend.passes.facts import MODERATE
from pyvkc.frontend.passes.prove import prove
from pyvkc.frontend.passes.rewrite import change_all, rebuild, relink
from pyvkc.frontend.pprint import pprint
from pyvkc.program import Assumption, Symbol
from pyvkc.types import i32, i64, ivec2, u8

ACCESS = re.compile(r"\w+\[(?:[^\[\]]|\[(?:[^\[\]]|\[[^\[\]]*\])*\])*\]")


def with_checks(unit, flag):
    """A kernel, or a block, with all its checks set or cleared."""

    def change(node):
        node = rebuild(node, change)
        return replace(node, checks=(flag,) * len(node.checks)) if hasattr(node, "checks") else node

    if isinstance(unit, tuple):
        return change_all(unit, change)
    functions = tuple(replace(function, body=change_all(function.body, change)) for function in unit.functions)
    return relink(replace(unit, body=change_all(unit.body, change), functions=functions))


def checked(unit):
    return with_checks(unit, True)


def unchecked(unit):
    return with_checks(unit, False)


def kept(tree):
    """The accesses that have a mark, each text once, in order."""
    text = pprint(tree).replace("global_id()", "i").replace("global_id(0)", "i").replace("global_id(1)", "j")
    found = []
    for line in text.splitlines():
        found += _marked(line)
    return " ".join(dict.fromkeys(found))


def _marked(text):
    for match in ACCESS.finditer(text):
        if "?" in match[0]:
            yield match[0]
            yield from _marked(match[0].split("[", 1)[1])


def said(assumptions, tree):
    """The assumptions as short text; the moderate numbers together."""
    names = [parameter.name for parameter in tree.parameters]
    plain, moderate = [], {}
    for a in assumptions:
        name = names[a.symbol.parameter] if a.symbol.parameter >= 0 else a.symbol.kind
        name += str(a.symbol.axis) * (a.symbol.kind in ("size", "groups"))
        name += str(a.symbol.axis) * (a.symbol.kind == "extent")
        name = name if abs(a.symbol.scale) == 1 else f"{a.symbol.scale} {name}"
        if a.parameter < 0:
            assert a.offset == 2**31 - 1 - MODERATE
            moderate[name] = None
        else:
            plain.append(f"{name} {'-' if a.offset < 0 else '+'} {abs(a.offset)} < {names[a.parameter]}{a.axis}")
    moderate_names = sorted(moderate)
    plain = [p for p in plain if not any(p == f"zero + 0 < {name}" for name in moderate_names)]
    return "; ".join(sorted(plain) + ([f"moderate {' '.join(moderate_names)}"] if moderate else []))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kernel.name)
def test_kernels(case):
    tree = checked(case.kernel.compile(ndim=case.ndim).tree)
    without, nothing = prove(tree, assume=False)
    proved, assumptions = prove(tree, assume=True)
    assert nothing == ()
    print(pprint(without), pprint(proved))
    assert kept(without) == case.kept
    assert (kept(proved), said(assumptions, tree)) == (case.assumed, case.needs)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kernel.name)
@pytest.mark.parametrize("assume", [False, True])
def test_only_checks_change(case, assume):
    tree = checked(case.kernel.compile(ndim=case.ndim).tree)
    proved, assumptions = prove(tree, assume=assume)
    assert checked(proved) == tree
    assert [checked(f.body) for f in proved.functions] == [checked(f.body) for f in tree.functions]
    assert prove(tree, assume=assume) == (proved, assumptions)
    assert prove(proved, assume=assume)[0] == proved


x, y, n = array("x", i32), array("y", i32, index=1), scalar("n", i32, 2)
PARAMETERS = (x, y, n)


def test_what_is_unchecked_stays_so():
    tree = kernel(store(x, n, 1, checks=(False,)), parameters=PARAMETERS)
    proved, assumptions = prove(tree, assume=True)
    assert proved == tree
    assert assumptions == ()


def test_what_cannot_be_proved_is_not_rebuilt():
    tree = kernel(when(op("<", n, 7), store(x, n, load(y, n))), parameters=PARAMETERS)
    assert prove(tree, assume=False)[0].body is tree.body


def test_an_atomic_is_an_access_that_gives_any_number():
    i, old = variable("i"), variable("old", i32, mutable=True)
    body = (
        assign(i, position()),
        assign(old, 0),
        when(
            op("<", read(i), extent(x)),
            ir.Atomic(old, "add", x, (read(i),), load(x, read(old)), (True,)),
            store(x, read(old), 0),
        ),
    )
    proved, _ = prove(kernel(*body, parameters=PARAMETERS), assume=False)
    assert kept(proved) == "x[old?]"
    access = proved.body[2].then[0]
    assert access.checks == (False,)
    assert access.operand.checks == (False,)


def test_calls_name_the_functions_that_were_rewritten():
    k = variable("k")
    function = ir.Function("at", 0, (k,), (ir.Return(load(x, read(k))),), i32)
    body = when(op("<", position(), extent(x)), store(x, position(), ir.Call(function, (position(),), i32)))
    proved, _ = prove(kernel(body, parameters=PARAMETERS, functions=(function,)), assume=False)
    assert kept(proved) == ""
    assert proved.body[0].then[0].value.function is proved.functions[0]


def test_one_number_is_assumed_once():
    body = [store(x, op("+", position(), step), load(x, position())) for step in (0, 3, 1)]
    _, assumptions = prove(kernel(*body, parameters=PARAMETERS), assume=True)
    assert Assumption(Symbol("size"), 2, 0, 0) in assumptions
    assert sum(a.symbol == Symbol("size") and a.parameter == 0 for a in assumptions) == 1


@pytest.mark.parametrize("type", [i64, u8])
def test_only_i32_and_u32_are_assumed_about(type):
    other = scalar("other", type, 2)
    k = variable("k", type)
    body = loop(k, ir.Constant(0, type), other, ir.Constant(1, type), store(x, convert(i32, read(k)), 0))
    _, assumptions = prove(kernel(body, parameters=(x, y, other)), assume=True)
    assert not any(a.symbol.kind == "value" for a in assumptions)


def test_parts_of_a_vector():
    v = variable("v", ivec2)
    both_parts = [ir.Component(read(v), axis, i32) for axis in (0, 1)]
    body = (
        assign(v, ir.Compose((position(), n), ivec2)),
        when(op("<", both_parts[0], extent(x)), store(x, both_parts[0], 1), store(x, both_parts[1], 1)),
    )
    proved, _ = prove(kernel(*body, parameters=PARAMETERS), assume=False)
    assert kept(proved) == "x[v.y?]"


def test_a_launch_is_moderate_in_exact_numbers():
    body = when(op("<", position(), op("-", n, 1)), store(x, position(), 1))
    _, assumptions = prove(kernel(body, parameters=PARAMETERS), assume=True)
    fits = Launch((4,), (0,), {(0, 0): MODERATE, (1, 0): 1}, {2: MODERATE})
    assert satisfies(fits, assumptions)
    assert satisfies(replace(fits, values={2: -MODERATE}), assumptions)
    assert not satisfies(replace(fits, values={2: -MODERATE - 1}), assumptions)
    assert not satisfies(replace(fits, values={2: MODERATE + 1}), assumptions)
    assert not satisfies(replace(fits, extents={(0, 0): 2**30, (1, 0): 1}, values={2: MODERATE + 1}), assumptions)
    assert not satisfies(replace(fits, sizes=(MODERATE + 1,)), assumptions)


# No access whose check was cleared is ever out of range.


def attack(choice, launches):
    """Prove a random kernel and run it; says how many accesses ran without a check."""
    tree, cleared = Generator(choice).kernel(), 0
    for assume in (False, True):
        proved, assumptions = prove(tree, assume=assume)
        for _ in range(launches):
            launch = random_launch(choice)
            if satisfies(launch, assumptions):
                try:
                    cleared += run(proved, launch)
                except OutOfRange:
                    print(pprint(proved), assumptions)
                    raise
    return cleared


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_no_access_without_a_check_is_out_of_range(choice):
    attack(choice, 6)


def test_no_access_without_a_check_is_out_of_range_in_many_kernels():
    assert sum(attack(random.Random(seed), 8) for seed in range(150)) > 1500


def examine(choice, launches):
    """Run a random kernel beside what is believed at each of its statements; says how many beliefs were tested."""
    tree, watched = Generator(choice).kernel(), 0
    for moderate in (False, True):
        facts, terms, needs = facts_of(tree, moderate)
        for _ in range(launches):
            launch = random_launch(choice)
            if satisfies(launch, needs):
                watched += Watcher(launch, facts, terms).run(tree)
    return watched


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_nothing_false_is_believed(choice):
    examine(choice, 4)


def test_nothing_false_is_believed_in_many_kernels():
    assert sum(examine(random.Random(seed), 6) for seed in range(60)) > 50_000


# That these tests would notice a mistake.


@pytest.mark.parametrize(
    ("place", "name", "mistake", "seed"),
    [
        (estimate_module, "fit", lambda bounds, type: bounds, 0),
        (facts_module.Facts, "forget", lambda facts, atoms: None, 0),
        (facts_module.Facts, "join", lambda facts, other: None, 0),
        (loops_module, "_weaken", lambda hypothesis, value, type: hypothesis, 41),
        (estimate_module, "steady", lambda node: True, 108),
        (walk_module, "has_break", lambda block: False, 202),
        (walk_module, "join", lambda a, low_a, b, low_b: a, 0),
    ],
    ids=["fit", "forget", "join", "weaken", "steady", "has_break", "calls"],
)
def test_a_mistake_is_noticed(place, name, mistake, seed, monkeypatch):
    """`seed` is where the search is short; it goes on when the random kernels have changed."""
    monkeypatch.setattr(place, name, mistake)
    with pytest.raises(FalseFact):
        for number in range(seed, seed + 2000):
            examine(random.Random(number), 10)


def test_the_attack_would_notice():
    noticed = 0
    for seed in range(60):
        choice = random.Random(seed)
        tree = Generator(choice).kernel()
        launch = random_launch(choice)
        try:
            run(unchecked(tree), launch)
        except OutOfRange:
            noticed += 1
    assert noticed > 10


# The runtime tests the assumptions before each launch.


def shift(x: vkc.Array[vkc.f32], y: vkc.Array[vkc.f32], n: vkc.i32):
    i = vkc.global_id()
    if i < n - 1:
        y[i] = x[i + 1] + x[i % n]
    else:
        y[i] = -1.0


@pytest.mark.parametrize("invocations", [8, 5, 20])
@pytest.mark.parametrize("number", [8, 3, 30, 0, -1, -(2**31)])
def test_launches_that_break_the_assumptions(invocations, number):
    host = np.arange(1, 9, dtype=np.float32)
    device_x, device_y = vkc.array(host), vkc.zeros(8, vkc.f32)
    vkc.kernel(shift)[invocations](device_x, device_y, number)

    def value(k):
        return host[k] if 0 <= k < 8 else 0

    expected = np.zeros(8, np.float32)
    last = (number - 1 + 2**31) % 2**32 - 2**31
    for i in range(min(invocations, 8)):
        expected[i] = value(i + 1) + value(i % number if number else 0) if i < last else -1
    assert device_y.numpy().tolist() == expected.tolist()


def count_groups(out: vkc.Array[vkc.i32], pairs: vkc.Array[vkc.i32]):
    out[vkc.group_id()] = vkc.num_groups()
    pairs[2 * vkc.global_id() + 1] = vkc.global_id()


@pytest.mark.parametrize("invocations", [1, 64, 65, 129, 1000])
@pytest.mark.parametrize("length", [0, 2, 3, 2000])
def test_launches_that_break_assumptions_about_groups(invocations, length):
    out, pairs = vkc.zeros(length, vkc.i32), vkc.zeros(length, vkc.i32)
    vkc.kernel(workgroup=64)(count_groups)[invocations](out, pairs)
    groups = -(-invocations // 64)
    assert out.numpy().tolist() == [groups if k < groups else 0 for k in range(length)]
    assert pairs.numpy().tolist() == [k // 2 if k % 2 and k // 2 < invocations else 0 for k in range(length)]
