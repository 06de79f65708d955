from __future__ import annotations

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, i32
from pyvkc.runtime import create
from pyvkc.runtime.host import as_ndarray, check_writable, download_into, upload

VIEWS = {
    "plain": lambda a: a,
    "transposed": lambda a: a.T,
    "reversed": lambda a: a[::-1, ::-1],
    "stepped": lambda a: a[1::2, ::3],
    "broadcast": lambda a: np.broadcast_to(a[0], (5, a.shape[1])),
    "empty": lambda a: a[:0],
    "fortran": np.asfortranarray,
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("dtype", ["f4", "i8", "bool", "u1", "f2"])
def test_any_strides_are_uploaded(any_device, view, dtype):
    source = view(np.arange(48).reshape(6, 8).astype(dtype))
    array = upload(source, any_device)
    assert array.contiguous
    assert array.dtype == source.dtype
    np.testing.assert_array_equal(array.numpy(), source)


@pytest.mark.parametrize("name", ["plain", "transposed", "reversed", "stepped", "empty"])
def test_any_strides_are_copied_back_into(any_device, name):
    whole = np.zeros((6, 8), np.int32)
    target = VIEWS[name](whole)
    array = create.array(np.arange(target.size, dtype=np.int32).reshape(target.shape), device=any_device)
    download_into(target, array)
    np.testing.assert_array_equal(target, array.numpy())
    assert np.count_nonzero(whole) == max(0, target.size - 1)


def test_read_only_arrays_are_not_written(device):
    target = np.zeros(3, np.float32)
    target.flags.writeable = False
    with pytest.raises(ValueError, match=r"read-only.*x\.copy\(\)"):
        check_writable(target)
    with pytest.raises(ValueError, match="read-only"):
        download_into(target, create.zeros(3))


def test_elements_that_no_kernel_reads_are_not_uploaded(device):
    with pytest.raises(TypeError, match="complex64"):
        upload(np.zeros(3, np.complex64), device)


def test_what_counts_as_an_array_on_the_host():
    array = np.arange(3)

    class Tensor:
        def __dlpack__(self, **options):
            return array.__dlpack__()

        def __dlpack_device__(self):
            return array.__dlpack_device__()

    assert as_ndarray(array) is array
    assert np.shares_memory(as_ndarray(Tensor()), array)
    assert as_ndarray([1, 2]) is None
    assert as_ndarray(3) is None


def test_an_array_that_holds_itself_is_refused_where_it_is_written():
    @vkc.kernel
    def double(x: Array[i32, 2]):
        i, j = vkc.global_id()
        x[i, j] *= 2

    windows = np.lib.stride_tricks.as_strided(np.ones(5, np.int32), (3, 3), (4, 4))
    with pytest.raises(TypeError, match=r"'x' is written and some of its elements lie in the same memory.*x\.copy\(\)"):
        double[3, 3](windows)
    apart = np.ones((4, 6), np.int32)
    double[2, 3](apart[::2, ::-2])
    double[3, 2](apart[1::2, 1::2].T)
    assert apart.sum() == 24 + 12
