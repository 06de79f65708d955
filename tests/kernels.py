"""Running kernels in tests: every module that a test makes is validated, and floats are compared by ULP."""

from __future__ import annotations

import numpy as np


def ints(*values):
    return np.array(values, np.int32)


def run(kernel, n, *arguments, out=None, dtype=np.int32):
    """Launch with an output array of `out` (else `n`) elements first; what is in it then."""
    result = np.full(n if out is None else out, 77, dtype)
    kernel[n](result, *arguments)
    return result.tolist()


def ulp_distance(got, wanted):
    """Floats between each pair; NaNs are alike, and -0.0 is one away from 0.0."""
    got, wanted = np.asarray(got), np.asarray(wanted)
    assert got.dtype == wanted.dtype, (got.dtype, wanted.dtype)
    nan = np.isnan(got), np.isnan(wanted)
    distance = np.abs(_place(got) - _place(wanted))
    return np.where(nan[0] & nan[1], 0, np.where(nan[0] | nan[1], 2**33, distance))


def _place(values):
    """The number of each f32 in the order of all."""
    bits = values.view(np.int32).astype(np.int64)
    return np.where(bits < 0, -(2**31) - 1 - bits, bits)


def filled(kernel, n, *arguments, dtype=np.float32):
    out = np.zeros(n, dtype)
    kernel[n](out, *arguments)
    return out.tolist()
