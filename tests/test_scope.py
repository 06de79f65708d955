"""Names outside a kernel: what they mean, and whether a specialisation still holds when they have changed."""

from __future__ import annotations

import ast
import builtins
import enum
import math
import types

import numpy as np
import pytest

from pyvkc.frontend.scope import Capture, Captures, binding_sites, find
from pyvkc.frontend.source import read_source

scale = 3


def sites(text):
    return dict(binding_sites(ast.parse(text).body[0]))


def test_every_place_that_binds_a_name_counts():
    text = """
def f(a, b=1, *, c):
    a = 1
    b += 1
    d, (e, a) = 1, (2, 3)
    for g in range(3):
        h: int = 4
    while (k := 1) > 2:
        d = 5
    x[i] = 6
"""
    assert sites(text) == {"a": 3, "b": 2, "c": 1, "d": 2, "e": 1, "g": 1, "h": 1, "k": 1}


def test_globals_closures_and_builtins_are_found_in_pythons_order():
    inner = 5
    len = 6

    def f():
        return scale, inner, len, abs, undefined  # noqa: F821

    source = read_source(f)
    assert find(source, "scale").value == 3
    assert find(source, "inner").value == 5
    assert find(source, "len").value == 6
    assert find(source, "abs").value is abs
    assert find(source, "undefined") is None


def test_a_closure_variable_without_value_is_not_found():
    def f():
        return later

    assert find(read_source(f), "later") is None
    later = 1
    assert find(read_source(f), "later").value == 1


def captured(value):
    return Capture({"x": value}, "x", value)


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (1, 2), (1, 1.0), (1, True), (0.0, -0.0), (2.0, 2), (math.nan, 1.0), ((1, 2), (1, 3)), ((0.0,), (-0.0,)),
        ((1,), (1.0,)), ((1, (2, 0.0)), (1, (2, -0.0))), (np.float32(0), np.float32(-0.0)), (np.int32(1), np.int64(1)),
        (np.float64(0.0), np.float64(-0.0)), ((np.float32(0),), (np.float32(-0.0),)), (Colour.RED, 1),
        (abs, max), ("a", "b"), (1, "1"), (None, 0),
    ],
)  # fmt: skip
def test_a_changed_value_no_longer_holds(old, new):
    capture = captured(old)
    captures = Captures([capture])
    assert capture.holds()
    assert captures.hold()
    capture.holder["x"] = new
    assert not capture.holds()
    assert not captures.hold()


@pytest.mark.parametrize(
    "make",
    [
        lambda: 10**20, lambda: float("1.5"), lambda: (1, 2.5, (True,)), lambda: math.nan * 1, lambda: -0.0 * 1,
        lambda: np.float32(1.5), lambda: np.float32("nan"), lambda: np.float64("nan"), lambda: (math.nan * 1, 2),
        lambda: "text" * 2,
    ],
)  # fmt: skip
def test_an_equal_value_still_holds(make):
    capture = captured(make())
    captures = Captures([capture])
    capture.holder["x"] = make()
    assert capture.holds()
    assert captures.hold()


def test_a_name_that_is_gone_no_longer_holds():
    capture = captured(1)
    captures = Captures([capture])
    del capture.holder["x"]
    assert not captures.hold()


def test_a_global_that_hides_a_builtin_is_noticed(monkeypatch):
    holder = {}
    captures = Captures([Capture(holder, "abs", abs)])
    assert captures.hold()
    holder["abs"] = max
    assert not captures.hold()
    del holder["abs"]
    assert captures.hold()
    monkeypatch.setattr(builtins, "abs", max)
    assert not captures.hold()


def test_closure_cells_are_followed():
    def make():
        value = 1

        def f():
            return value

        def change(to):
            nonlocal value
            value = to

        return f, change

    f, change = make()
    captures = Captures([find(read_source(f), "value")])
    assert captures.hold()
    change(2)
    assert not captures.hold()
    change(1)
    assert captures.hold()


def test_attributes_of_modules_and_of_objects_are_followed():
    module = types.ModuleType("settings")
    module.limit = 4
    holder = types.SimpleNamespace(limit=5)
    for owner, value in ((module, 4), (holder, 5)):
        captures = Captures([Capture(owner, "limit", value)])
        assert captures.hold()
        owner.limit = 9
        assert not captures.hold()
        del owner.limit
        assert not captures.hold()
