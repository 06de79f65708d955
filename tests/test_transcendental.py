"""The compositions that need care where their arguments are special or small."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pyvkc as vkc


@vkc.kernel
def hypot(out, x, y):
    i = vkc.global_id()
    out[i] = math.hypot(x[i], y[i])


@vkc.kernel
def expm1(out, x):
    i = vkc.global_id()
    out[i] = math.expm1(x[i])


@vkc.kernel
def log1p(out, x):
    i = vkc.global_id()
    out[i] = math.log1p(x[i])


def test_hypot_keeps_nan_and_prefers_infinity(device):
    sides = np.array([0.0, -0.0, 3.0, 1e30, np.inf, -np.inf, np.nan], np.float32)
    x, y = (side.ravel() for side in np.meshgrid(sides, sides))
    out = np.empty_like(x)
    hypot[x.size](out, x, y)
    np.testing.assert_allclose(out, np.hypot(x, y), rtol=1e-6)


@pytest.mark.parametrize(("function", "reference"), [(expm1, np.expm1), (log1p, np.log1p)])
def test_small_arguments_keep_their_digits(device, function, reference):
    random = np.random.default_rng(6)
    size = 10.0 ** random.uniform(-37, np.log10(0.5), 5000)
    x = np.concatenate([size, -size, [0.0, -0.0]]).astype(np.float32)
    out = np.empty_like(x)
    function[x.size](out, x)
    np.testing.assert_allclose(out, reference(x.astype(np.float64)), rtol=8 * 2.0**-24)
    assert np.signbit(out[-2:]).tolist() == [False, True]
