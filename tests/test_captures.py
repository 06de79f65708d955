"""Constants and functions from outside a kernel: each launch uses what they are then."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
import pytest
from kernels import filled, ints

import pyvkc as vkc
from pyvkc import Array, f32, i32

factor = 2.0


@dataclass(frozen=True)
class Settings:
    scale: float


settings = Settings(2)


def test_a_changed_global_is_used_by_the_next_launch(monkeypatch, compilations):
    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = factor

    assert filled(k, 1) == [2.0]
    monkeypatch.setitem(globals(), "factor", 3.0)
    assert filled(k, 1) == [3.0]
    monkeypatch.setitem(globals(), "factor", 2.0)
    assert filled(k, 1) == [2.0]
    assert len(compilations) == 2


def test_a_changed_closure_variable_is_used_by_the_next_launch():
    value = 1

    @vkc.kernel
    def k(out: Array[i32]):
        out[vkc.global_id()] = value

    assert filled(k, 1, dtype=np.int32) == [1]
    value = 7
    assert filled(k, 1, dtype=np.int32) == [7]
    value = True
    assert filled(k, 1, dtype=np.int32) == [1]


@pytest.mark.parametrize("number", [0.0, -0.0, np.float32(0.0), np.float32(-0.0)])
def test_zeros_of_both_signs_are_two_constants(monkeypatch, number):
    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = factor

    monkeypatch.setitem(globals(), "factor", number)
    assert np.signbit(filled(k, 1)[0]) == np.signbit(number)
    monkeypatch.setitem(globals(), "factor", -number)
    assert np.signbit(filled(k, 1)[0]) != np.signbit(number)


def test_nan_is_one_constant(monkeypatch, compilations):
    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = factor

    for text in ("nan", "nan", "nan"):
        monkeypatch.setitem(globals(), "factor", float(text))
        assert np.isnan(filled(k, 1)[0])
    assert len(compilations) == 1


def test_the_type_of_a_constant_matters(monkeypatch):
    @vkc.kernel
    def k(out: Array[f32], x: Array[i32]):
        out[vkc.global_id()] = x[0] / factor

    for number in (2, 2.0, True, np.int32(4), np.float32(4), (1, 2)):
        monkeypatch.setitem(globals(), "factor", number)
        if isinstance(number, tuple):
            with pytest.raises(vkc.CompileError, match="tuple"):
                filled(k, 1, ints(8))
        else:
            assert filled(k, 1, ints(8)) == [8 / float(number)]


def test_a_changed_helper_is_used_by_the_next_launch(monkeypatch):
    @vkc.kernel
    def k(out: Array[i32]):
        out[vkc.global_id()] = helper(4)  # noqa: F821

    monkeypatch.setitem(globals(), "helper", double)
    assert filled(k, 1, dtype=np.int32) == [8]
    monkeypatch.setitem(globals(), "helper", square)
    assert filled(k, 1, dtype=np.int32) == [16]


def double(x):
    return 2 * x


def square(x):
    return x * x


def test_what_a_helper_captures_counts_too(monkeypatch):
    @vkc.func
    def scaled(x):
        return x * factor

    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = scaled(3)

    assert filled(k, 1) == [6]
    monkeypatch.setitem(globals(), "factor", 5.0)
    assert filled(k, 1) == [15]
    assert scaled(2) == 10


def test_a_global_that_comes_to_hide_a_builtin_is_noticed(monkeypatch):
    @vkc.kernel
    def k(out: Array[i32]):
        out[vkc.global_id()] = abs(-3)

    assert filled(k, 1, dtype=np.int32) == [3]
    monkeypatch.setitem(globals(), "abs", square)
    assert filled(k, 1, dtype=np.int32) == [9]


def test_the_fields_of_a_dataclass_are_told_apart_as_constants_are(monkeypatch):
    """Instances that are equal in Python are two where the sign of a zero or the type of a number differs."""

    @vkc.kernel
    def k(out: Array[f32]):
        i = vkc.global_id()
        out[i] = (2147483647 + i) * settings.scale

    monkeypatch.setitem(globals(), "settings", Settings(2))
    assert filled(k, 1) == [-2.0]
    monkeypatch.setitem(globals(), "settings", Settings(2.0))
    assert filled(k, 1) == [2.0**32]
    monkeypatch.setitem(globals(), "settings", Settings(0.0))
    assert not np.signbit(filled(k, 1)[0])
    monkeypatch.setitem(globals(), "settings", Settings(-0.0))
    assert np.signbit(filled(k, 1)[0])


def test_an_equal_dataclass_is_compiled_once(monkeypatch, compilations):
    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = settings.scale

    monkeypatch.setitem(globals(), "settings", Settings(2.5))
    assert filled(k, 1) == [2.5]
    monkeypatch.setitem(globals(), "settings", Settings(2.5))
    assert filled(k, 1) == [2.5]
    assert len(compilations) == 1


def scaled(x, by=2.0, *, plus=0.0):
    return x * by + plus


def test_what_a_partial_function_holds_counts_too():
    half = functools.partial(scaled, by=0.5)
    of_record = functools.partial(lambda s, x: s.scale * x, np.array((3.0,), [("scale", "f4")])[()])

    @vkc.kernel
    def k(out: Array[f32]):
        i = vkc.global_id()
        out[i] = half(8.0) + of_record(8.0)

    assert filled(k, 1) == [28.0]
    half.keywords["by"] = 0.25
    assert filled(k, 1) == [26.0]
    of_record.args[0]["scale"] = 1
    assert filled(k, 1) == [10.0]


def test_changed_defaults_are_used_by_the_next_launch(monkeypatch):
    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = scaled(3.0)

    assert filled(k, 1) == [6.0]
    monkeypatch.setattr(scaled, "__defaults__", (4.0,))
    assert filled(k, 1) == [12.0]
    monkeypatch.setitem(scaled.__kwdefaults__, "plus", 1.0)
    assert filled(k, 1) == [13.0]


def test_arrays_as_defaults_are_constant_tables():
    weights = np.array([1, 2, 4, 8], np.float32)

    def weighed(i, by=weights, *, at=(weights, 1)):
        return by[i] + at[0][at[1]]

    from_end = functools.partial(weighed, by=np.array([3, 2, 1], np.float32))

    @vkc.kernel
    def k(out: Array[f32]):
        i = vkc.global_id()
        out[i] = weighed(i) + from_end(i)

    assert filled(k, 3) == [8.0, 8.0, 9.0]
    weights[1] = 16.0
    assert filled(k, 3) == [36.0, 50.0, 37.0]
    from_end.keywords["by"][0] = 5.0
    assert filled(k, 3) == [38.0, 50.0, 37.0]


def test_an_array_as_a_default_is_as_small_as_others():
    def first(x=np.zeros(10_000, np.float32)):
        return x[0]

    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = first()

    with pytest.raises(vkc.CompileError, match=r"the default of 'x' in first\(\): a NumPy array .* 10,000"):
        filled(k, 1)
