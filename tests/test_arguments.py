"""Kernels' parameters and arguments."""

from __future__ import annotations

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def mix(x: Array[f32], y, *, factor: f32 = 2.5, count: i32 = 3):
    i = vkc.global_id()
    y[i] = x[i] * factor + count


@pytest.mark.parametrize(
    ("args", "kwargs", "complaint"),
    [
        ((1,), {}, "missing a required argument: 'y'"),
        ((1, 2, 3), {}, "too many positional arguments"),
        ((1, 2), {"wrong": 3}, "got an unexpected keyword argument 'wrong'"),
    ],
)
def test_arguments_that_do_not_bind_are_shown_the_signature(args, kwargs, complaint):
    with pytest.raises(TypeError) as raised:
        mix[4](*args, **kwargs)
    shown = "mix(x: f32[...], y, *, factor: f32 = 2.5, count: i32 = 3)"
    assert str(raised.value) == f"kernel 'mix': {complaint}; it is {shown}"


def test_defaults_and_keywords_bind_as_in_python():
    y = np.zeros(2, np.float32)
    mix[2](np.array([1, 2], np.float32), y=y, count=1)
    assert y.tolist() == [3.5, 6.0]


@vkc.kernel
def halve(x: vkc.Array[vkc.f32], divisor: vkc.f32):
    i = vkc.global_id()
    x[i] = x[i] / divisor


@pytest.mark.parametrize("wrap", [np.array, lambda number: np.array(number, np.float64), lambda n: vkc.full((), n)])
def test_numbers_in_arrays_without_axes_are_numbers(wrap, device):
    x = np.full(3, 6, np.float32)
    halve[3](x, wrap(np.float32(2)))
    assert x.tolist() == [3, 3, 3]
