from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from pyvkc.runtime.geometry import Geometry, normal_shape

byte_bounds = getattr(np.lib, "array_utils", np).byte_bounds  # it moved in NumPy 2

DTYPES = st.sampled_from([np.dtype(name) for name in ("bool", "u1", "f2", "i4", "f4", "f8")])


def like(array, base):
    """The geometry of a view of `base`."""
    offset = array.__array_interface__["data"][0] - base.__array_interface__["data"][0]
    return Geometry(array.shape, array.strides, offset, array.dtype)


@given(st.data(), hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=5), DTYPES)
def test_indexing_follows_numpy(data, shape, dtype):
    base = np.zeros(shape, dtype)
    key = data.draw(hnp.basic_indices(shape, allow_newaxis=True, allow_ellipsis=True))
    whole = Geometry.of_new(shape, dtype)
    found = whole[key]
    keys = key if isinstance(key, tuple) else (key,)
    expected = base[keys if Ellipsis in keys else (*keys, Ellipsis)]
    assert found.shape == expected.shape
    if expected.size:
        assert found == like(expected, base)
        assert found.contiguous == expected.flags.c_contiguous
        assert found.bounds == tuple(edge - base.__array_interface__["data"][0] for edge in byte_bounds(expected))


@given(st.data(), hnp.array_shapes(min_dims=1, max_dims=4, max_side=4))
def test_reshaping_gives_a_view_exactly_where_numpy_does(data, shape):
    base = np.arange(np.prod(shape), dtype=np.int32).reshape(shape)
    key = data.draw(hnp.basic_indices(shape))
    view = base[key].transpose() if data.draw(st.booleans()) else base[key]
    if not isinstance(view, np.ndarray) or view.ndim == 0:
        return
    factors = [factor for factor in range(1, view.size + 1) if view.size % factor == 0]
    first = data.draw(st.sampled_from(factors or [1]))
    wanted = (first, view.size // first) if view.size else view.shape
    found = like(view, base).reshaped(wanted)
    expected = view.reshape(wanted)
    if found is None:
        assert not np.shares_memory(expected, base)
    else:
        assert found.over(base.data, 0).tolist() == expected.tolist()


@pytest.mark.parametrize("key", [([0, 1],), np.array([True, False]), True, 1.5, "x", (0, [1]), slice, np.bool_(True)])
def test_what_is_no_basic_index_is_refused(key):
    with pytest.raises(IndexError, match=r"indexed with integers, slices, \.\.\. and None, not with a"):
        Geometry.of_new((2, 3), np.dtype("f4"))[key]


def test_an_index_out_of_range_is_numpys_error():
    with pytest.raises(IndexError, match="out of bounds"):
        Geometry.of_new((2, 3), np.dtype("f4"))[2]
    with pytest.raises(IndexError, match="too many indices"):
        Geometry.of_new((2, 3), np.dtype("f4"))[0, 0, 0]


@pytest.mark.parametrize(
    ("shape", "normal"), [(3, (3,)), ((2, 3), (2, 3)), ([4], (4,)), (np.int64(5), (5,)), ((), ()), (0, (0,))]
)
def test_shapes(shape, normal):
    assert normal_shape(shape) == normal


@pytest.mark.parametrize(("shape", "error"), [(-1, ValueError), ((2, -3), ValueError), (2.0, TypeError),
                                              ("ab", TypeError), (True, TypeError), (None, TypeError)])  # fmt: skip
def test_bad_shapes(shape, error):
    with pytest.raises(error, match="shape"):
        normal_shape(shape)
