from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from runtime_programs import add, scale

from pyvkc.errors import ClosedError, DeviceError
from pyvkc.runtime import create, transfer
from pyvkc.runtime.array import Array
from pyvkc.runtime.device import Device
from pyvkc.runtime.launch import Launcher
from pyvkc.runtime.sequence import record
from pyvkc.types import SCALARS, ArrayType, bool_, f32, f64, u8

rng = np.random.default_rng(5)
TYPES = list(SCALARS.values())


def sample(dtype, shape=(7, 5)):
    return rng.integers(0, 100, shape).astype(dtype)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Staging works in chunks; small ones let small arrays take several."""
    monkeypatch.setattr(transfer, "CHUNK", 48)


# Making arrays


@pytest.mark.parametrize("scalar", TYPES, ids=str)
@pytest.mark.parametrize("shape", [(), (1,), (0,), (3, 0, 2), (7, 5), (2, 3, 4)])
def test_content_goes_to_the_device_and_back(any_device, scalar, shape):
    source = sample(scalar.dtype, shape)
    array = create.array(source, device=any_device)
    assert (array.shape, array.dtype, array.element) == (shape, source.dtype, scalar)
    assert (array.size, array.nbytes, array.ndim) == (source.size, source.nbytes, source.ndim)
    assert array.strides == source.strides or 0 in shape
    assert array.type == ArrayType(scalar, len(shape), True)
    assert array.device is any_device
    back = array.numpy()
    assert back.dtype == source.dtype
    assert back.flags.writeable
    np.testing.assert_array_equal(back, source)


@pytest.mark.parametrize(
    ("obj", "dtype"),
    [
        ([1, 2], "int32"), ([1.5, 2], "float32"), ([True, False], "bool"), (3, "int32"), (2.5, "float32"),
        ([1 << 40], "int64"), ([], "float32"), ([np.float64(1)], "float64"), (np.float64(1), "float64"),
        ([[1, 2], [3, 4]], "int32"), ((1, 2.5), "float32"), (np.arange(3), "int64"), ([np.int8(1)], "int8"),
        (range(4), "int32"), (np.ones(2, np.float16), "float16"),
    ],
)  # fmt: skip
def test_python_numbers_are_weak_and_numpys_are_not(obj, dtype):
    array = create.array(obj)
    assert array.dtype == dtype
    np.testing.assert_array_equal(array.numpy(), np.asarray(obj))


@pytest.mark.parametrize(
    ("spec", "dtype"),
    [(f32, "float32"), (np.float64, "float64"), ("f16", "float16"), ("float64", "float64"), (np.dtype("u1"), "uint8"),
     (float, "float32"), (int, "int32"), (bool, "bool"), (u8, "uint8"), (bool_, "bool"), ("<i4", "int32")],
)  # fmt: skip
def test_dtype_arguments(spec, dtype):
    assert create.zeros(3, spec).dtype == dtype
    assert create.array([0, 1], dtype=spec).numpy().tolist() == [0, 1]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (np.ones(2, ">f4"), "foreign byte order.*astype"),
        (np.ones(2, complex), "complex128.*real and imaginary"),
        (np.array([None]), "object"),
        (np.zeros(2, "i4,O"), "structured dtype.*'f1' has the dtype object"),
        (np.array(["a"]), "<U1"),
        (np.array(["2020-01-01"], "datetime64[D]"), "datetime64"),
    ],
)
def test_elements_that_no_kernel_reads_are_refused(source, words):
    with pytest.raises(TypeError, match=words):
        create.array(source)
    with pytest.raises(TypeError, match=r"Accepted are bool, int8 to int64|fields of structs in kernels are numbers"):
        create.zeros(2, source.dtype)


def test_a_dtype_that_is_none_is_refused():
    with pytest.raises(TypeError, match=r"no element type.*Accepted are"):
        create.zeros(2, "quaternion")


def test_foreign_bools_become_zero_or_one(any_device):
    strange = np.array([0, 1, 2, 255], np.uint8).view(bool)
    array = create.array(strange, device=any_device)
    assert array.numpy().view(np.uint8).tolist() == [0, 1, 1, 1]


@pytest.mark.parametrize("scalar", TYPES, ids=str)
def test_filled_arrays(any_device, scalar):
    assert create.zeros((3, 4), scalar, any_device).numpy().tolist() == np.zeros((3, 4), scalar.dtype).tolist()
    np.testing.assert_array_equal(create.full(5, 1, scalar, any_device).numpy(), np.full(5, 1, scalar.dtype))
    assert create.empty((2, 3), scalar, any_device).shape == (2, 3)


def test_full_takes_the_type_of_its_value():
    assert create.full(2, 1).dtype == "int32"
    assert create.full(2, 1.5).dtype == "float32"
    assert create.full(2, np.float64(1.5)).dtype == "float64"
    assert create.full(2, True).dtype == "bool"
    with pytest.raises(ValueError, match="one number"):
        create.full(2, [1, 2])


MISFITS = [
    (2**40, "i4", "1099511627776 does not fit i32, which goes from -2147483648 to 2147483647"),
    (2**31, "i4", "2147483648 does not fit i32"),
    (-1, "u4", "-1 does not fit u32, which goes from 0 to 4294967295"),
    (2**63, "int64", "9223372036854775808 does not fit i64"),
    (-1, "uint64", "-1 does not fit u64"),
    (2**100, "i4", f"{2**100} does not fit i32"),
    (-(10**5000), "int64", "of 16610 bits does not fit i64"),
    (300, "uint8", "300 does not fit u8"),
]


@pytest.mark.parametrize(("value", "dtype", "words"), MISFITS, ids=range(len(MISFITS)))
def test_python_integers_that_do_not_fit_are_refused(device, value, dtype, words):
    array = create.full(2, 1, dtype)
    attempts = [
        lambda: create.full(2, value, dtype),
        lambda: create.array([0, value], dtype=dtype),
        lambda: create.array(value, dtype=dtype),
        lambda: create.array(((1,), (value,)), dtype=dtype),
        lambda: array.fill(value),
        lambda: array.copy_from([value, 0]),
        lambda: array.__setitem__(0, value),
        lambda: array.__setitem__(slice(None), (value, value)),
    ]
    for attempt in attempts:
        with pytest.raises(OverflowError, match=f"The Python integer {words}"):
            attempt()
    assert array.numpy().tolist() == [1, 1]


def test_ranges_that_do_not_fit_are_refused(device):
    for attempt in (
        lambda: create.arange(2**31 - 2, 2**31 + 2, dtype="i4"),
        lambda: create.arange(2, -2, -1, dtype="u4"),
        lambda: create.array(range(-1, 3), dtype="u4"),
    ):
        with pytest.raises(OverflowError, match="does not fit"):
            attempt()
    assert create.arange(2**31 - 2, 2**31, dtype="i4").numpy().tolist() == [2**31 - 2, 2**31 - 1]


def test_numpys_wider_integers_wrap(device):
    wide = np.array([2**40 + 5, -1])
    array = create.array(wide, dtype="i4")
    assert array.numpy().tolist() == [5, -1]
    array.copy_from(wide[::-1])
    assert array.numpy().tolist() == [-1, 5]
    array[0] = np.int64(2**40 + 7)
    assert array.numpy().tolist() == [7, 5]
    array.copy_from([np.int64(2**40 + 8), 9])
    assert array.numpy().tolist() == [8, 9]
    assert create.full(1, np.int64(2**40 + 3), "i4").numpy().tolist() == [3]
    assert create.array(wide, dtype="u4").numpy().tolist() == [5, 2**32 - 1]


def test_large_python_integers_go_into_floats(device):
    array = create.full(2, 2**100, f32)
    assert array.numpy().tolist() == [2.0**100] * 2
    array[:] = [2**64 + 1, 2.5]
    assert array.numpy().tolist() == [2.0**64, 2.5]
    with pytest.raises(TypeError, match="object"):
        array[0] = None


@pytest.mark.parametrize("bounds", [(5,), (2, 8), (2, 9, 3), (9, 2, -2), (0.0, 1.0, 0.25), (np.int64(4),), (0,)])
def test_arange(bounds):
    expected = np.arange(*bounds)
    array = create.arange(*bounds)
    weak = {"int64": "int32", "float64": "float32"}
    assert array.dtype == (expected.dtype if hasattr(bounds[0], "dtype") else weak[expected.dtype.name])
    np.testing.assert_allclose(array.numpy(), expected)
    assert create.arange(*bounds, dtype=f64).dtype == "float64"


def test_an_array_from_an_array_is_a_copy(any_device):
    source = create.array(sample("f4"), device=any_device)
    copy = create.array(source, device=any_device)
    other = create.array(source[:, ::2], dtype="f8", device=any_device)
    before = source.numpy()
    source.fill(-1)
    np.testing.assert_array_equal(copy.numpy(), before)
    np.testing.assert_array_equal(other.numpy(), before[:, ::2].astype("f8"))


def test_what_speaks_dlpack_becomes_an_array():
    class Tensor:
        def __init__(self, content):
            self.content = content

        def __dlpack__(self, **options):
            return self.content.__dlpack__()

        def __dlpack_device__(self):
            return self.content.__dlpack_device__()

    assert create.array(Tensor(np.arange(4, dtype=np.float32))).numpy().tolist() == [0, 1, 2, 3]


def test_large_transfers_take_many_chunks(any_device):
    source = sample("i8", (1001,))
    array = create.array(source, device=any_device)
    np.testing.assert_array_equal(array.numpy(), source)
    np.testing.assert_array_equal(array[1::3].numpy(), source[1::3])


# Views


@settings(max_examples=60, deadline=None)
@given(st.data(), hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5))
def test_views_read_as_numpys(device, staged_device, data, shape):
    chosen = data.draw(st.sampled_from([device, staged_device]))
    source = np.arange(np.prod(shape, dtype=int), dtype=np.int16).reshape(shape)
    key = data.draw(hnp.basic_indices(shape, allow_newaxis=True, allow_ellipsis=True))
    array = create.array(source, device=chosen)
    view, expected = array[key], np.asarray(source[key])
    assert view.shape == expected.shape
    np.testing.assert_array_equal(view.numpy(), expected)
    np.testing.assert_array_equal(view.T.numpy(), expected.T)
    if expected.size:
        assert view.element_strides == tuple(stride // 2 for stride in view.strides)
        assert view.contiguous == expected.flags.c_contiguous


@settings(max_examples=60, deadline=None)
@given(st.data(), hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5))
def test_assignments_write_as_numpys(device, staged_device, data, shape):
    chosen = data.draw(st.sampled_from([device, staged_device]))
    source = np.arange(np.prod(shape, dtype=int), dtype=np.int16).reshape(shape)
    array = create.array(source, device=chosen)
    key = data.draw(hnp.basic_indices(shape, allow_ellipsis=True))
    value = data.draw(st.sampled_from([7, np.arange(source[key].size).reshape(np.shape(source[key])).astype("i2")]))
    array[key] = value
    source[key] = value
    np.testing.assert_array_equal(array.numpy(), source)


@pytest.mark.parametrize(
    ("target", "source"),
    [(np.s_[1:], np.s_[:-1]), (np.s_[:-1], np.s_[1:]), (np.s_[::-1], np.s_[:]), (np.s_[:4], np.s_[4:8]),
     (np.s_[::2], np.s_[1::2]), (np.s_[:], np.s_[:])],
)  # fmt: skip
def test_overlapping_assignments_are_as_if_copied_first(any_device, target, source):
    expected = np.arange(10, dtype=np.int32)
    array = create.array(expected, device=any_device)
    array[target] = array[source]
    expected[target] = expected[source].copy()
    assert array.numpy().tolist() == expected.tolist()


def test_a_view_of_a_launch_result_waits_for_it(any_device):
    launch = Launcher(any_device, add())
    array = create.zeros(1000, "i32", any_device)
    for _ in range(20):
        launch((1000,), (array, array, 1))
    assert array[::-100].numpy().tolist() == [20] * 10
    array[::2] = 0
    launch((1000,), (array, array, 1))
    assert array.numpy()[:4].tolist() == [1, 21, 1, 21]


def test_reshape(any_device):
    source = sample("i4", (4, 6))
    array = create.array(source, device=any_device)
    for shape in [(24,), (6, 4), (2, 2, 6), (-1, 8), (4, -1, 2), (1, 24, 1), 24]:
        view = array.reshape(shape)
        np.testing.assert_array_equal(view.numpy(), source.reshape(shape))
        assert view.storage is array.storage
    assert array.reshape(2, 12).shape == (2, 12)
    copied = array.T.reshape(24)
    assert copied.storage is not array.storage
    np.testing.assert_array_equal(copied.numpy(), source.T.reshape(24))
    assert array[:, :4].reshape(4, 2, 2).storage is array.storage
    for shape in [(5, 5), (-1, 5), (-1, -1), (0, -1)]:
        with pytest.raises(ValueError, match=r"\(4, 6\) cannot be reshaped"):
            array.reshape(shape)


def test_the_bytes_that_an_array_spans():
    array = create.zeros((4, 5), "f4")
    assert array.span == 80
    assert array[::-1].span == 80
    assert array[:, ::-1][1].span == 20
    assert array[:, 1:1].span == 0
    assert array[::3, ::2].span == 80
    assert create.zeros((), "f4").span == 4


def test_strided_arguments_reach_kernels(device):
    launch = Launcher(device, scale(contiguous=False))
    source = create.arange(20, dtype=f32)
    target = create.zeros((10, 3))
    launch((10,), (source[::-2], target[:, 1], 2.0))
    assert target.numpy()[:, 1].tolist() == (np.arange(20)[::-2] * 2.0).tolist()
    assert not target.numpy()[:, ::2].any()


# Setting elements


def test_copy_from(any_device):
    array = create.zeros((3, 4), "f4", any_device)
    source = np.asfortranarray(sample("f4", (3, 4)))
    array.copy_from(source)
    source[:] = -1  # the copy has been made
    assert (array.numpy() >= 0).all()
    array.T.copy_from(np.ones((4, 3), "i4"))
    assert (array.numpy() == 1).all()
    array.copy_from([[2] * 4] * 3)
    assert (array.numpy() == 2).all()
    other = create.full((3, 4), 5, "f4", any_device)
    array.copy_from(other)
    assert (array.numpy() == 5).all()


@pytest.mark.parametrize(
    ("source", "error", "words"),
    [
        (np.ones((4, 3), "f4"), ValueError, r"shape \(4, 3\), but this array has shape \(3, 4\)"),
        (1.0, ValueError, r"shape \(\)"),
        (np.ones((3, 4), complex), TypeError, "complex128"),
    ],
)
def test_what_cannot_be_copied_is_refused(source, error, words):
    with pytest.raises(error, match=words):
        create.zeros((3, 4), "f4").copy_from(source)


@pytest.mark.parametrize(
    ("dtype", "value", "error"),
    [("i4", 1.5, TypeError), ("u1", 300, OverflowError), ("u1", -1, OverflowError), ("f4", 1j, TypeError),
     ("i4", np.ones(3), TypeError), ("bool", 2, TypeError), ("i8", 1 << 70, OverflowError)],
)  # fmt: skip
def test_values_that_do_not_fit_are_refused(any_device, dtype, value, error):
    array = create.zeros(3, dtype, any_device)
    with pytest.raises(error):
        array[...] = value
    assert not array.numpy().any()


@pytest.mark.parametrize("scalar", TYPES, ids=str)
@pytest.mark.parametrize("key", [np.s_[:], np.s_[1:], np.s_[::2], np.s_[3:3], np.s_[4]])
def test_fill(any_device, scalar, key):
    source = sample(scalar.dtype, (9,))
    array = create.array(source, device=any_device)
    array[key].fill(1)
    source[key] = 1
    np.testing.assert_array_equal(array.numpy(), source)


def test_filling_what_the_device_uses_keeps_the_order(any_device):
    launch = Launcher(any_device, add())
    array, out = create.zeros(500, "i32", any_device), create.zeros(500, "i32", any_device)
    for index in range(20):
        array.fill(index)
        launch((array.size,), (array, out, 1))
        array.fill(-5)
        assert (out.numpy() == index + 1).all()
    assert (array.numpy() == -5).all()


# Python's protocols


def test_numpy_sees_device_arrays():
    array = create.arange(6).reshape(2, 3)
    assert np.asarray(array).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert np.asarray(array, dtype=np.float64).dtype == np.float64
    assert np.sum(array[1]) == 12
    with pytest.raises(ValueError, match="no memory that NumPy can share"):
        array.__array__(copy=False)


def test_length_iteration_and_numbers():
    array = create.arange(6).reshape(3, 2)
    assert len(array) == 3
    assert [row.numpy().tolist() for row in array] == [[0, 1], [2, 3], [4, 5]]
    assert array[2, 1].item() == 5
    assert float(array[2, 1]) == 5.0
    assert int(array[2, 1]) == 5
    assert [10, 20, 30][array[0, 1]] == 20
    assert bool(array[0, 0]) is False
    for action in (lambda: len(array[0, 0]), lambda: iter(array[0, 0]), lambda: [][create.zeros(())]):
        with pytest.raises(TypeError):
            action()
    with pytest.raises(ValueError, match="ambiguous"):
        bool(array)
    with pytest.raises(ValueError, match="one element"):
        array.item()


def test_arrays_have_slots_and_weak_references(device):
    array = create.zeros(2)
    assert not hasattr(array, "__dict__")
    reference = weakref.ref(array)
    with pytest.raises(AttributeError, match="colour"):
        array.colour = "red"
    del array
    gc.collect()
    assert reference() is None


def test_what_does_not_broadcast_is_refused_at_once(any_device):
    array = create.zeros((1, 3), "i4", any_device)
    array[0] = np.array([[[1, 2, 3]]])
    assert array.numpy().tolist() == [[1, 2, 3]]
    with record() as sequence:
        for source in ([[1], [2]], [1, 2], np.ones((2, 3), "i4")):
            with pytest.raises(ValueError, match="broadcast"):
                array[...] = source
        array[...] = np.array([[[4]]], "i4")
    sequence.run()
    assert array.numpy().tolist() == [[4, 4, 4]]


def test_small_arrays_show_their_values(device):
    where = f"device={device.name!r})"
    array = create.array(np.arange(6).reshape(2, 3) * 0.5)
    assert repr(array) == f"Array([[0. , 0.5, 1. ],\n       [1.5, 2. , 2.5]], dtype=float64, {where}"
    assert str(array) == str(array.numpy())
    assert repr(array[1, 2]) == f"Array(2.5, dtype=float64, {where}"
    assert str(array[1, 2]) == f"{array[1, 2]}" == "2.5"
    assert str(create.array(True)) == "True"
    assert str(create.array([1, 2, -3])[::-1]) == "[-3  2  1]"
    assert repr(create.full(16, 7)).startswith("Array([7, 7")


def test_other_arrays_show_what_they_are(device):
    said = f"Array(shape=(17,), dtype=int32, device={device.name!r}"
    array = create.full(17, 7)
    assert repr(array) == str(array) == said + ")"
    array.close()
    assert repr(array) == str(array) == said + ", closed)"
    small = create.zeros(3, "i4")
    with record():
        assert repr(small) == str(small) == said.replace("17", "3") + ")"
    small.close()
    assert repr(small) == str(small) == said.replace("17", "3") + ", closed)"
    assert repr(create.zeros((2, 0))) == f"Array(shape=(2, 0), dtype=float32, device={device.name!r})"


def test_arrays_of_a_failed_device_can_be_shown(device, monkeypatch):
    array = create.zeros(3)
    monkeypatch.setattr(device.context, "failure", DeviceError("gone"))
    assert repr(array).startswith("Array(shape=(3,)")


def test_an_annotation_is_no_array():
    assert isinstance(create.zeros(2), Array)
    from pyvkc.types import Array as Annotation

    assert issubclass(Array, Annotation)


# Lifetime and place


def test_a_closed_array_says_so_whatever_is_asked(any_device):
    with create.zeros((2, 3), "i32", any_device) as array:
        view = array[0]
        array.fill(1)
    attempts = [array.numpy, view.numpy, lambda: array.fill(0), lambda: array.copy_from(np.zeros((2, 3), "i4")),
                lambda: array[0], lambda: array.T, lambda: array.reshape(6), lambda: array.__enter__(),
                lambda: np.asarray(array), lambda: create.array(array)]  # fmt: skip
    for attempt in attempts:
        with pytest.raises(ClosedError, match="has been closed"):
            attempt()
    with pytest.raises(ClosedError, match="'scale': the array passed as 'out' has been closed"):
        Launcher(any_device, scale())((3,), (create.zeros(3, device=any_device), array, 1.0))


def test_an_array_moves_between_devices(device, staged_device):
    array = create.arange(10, device=device)
    there = array.to(staged_device)
    assert there.device is staged_device
    assert there.numpy().tolist() == list(range(10))
    assert array.to(device) is array
    back = create.zeros(10, "i32", device)
    back.copy_from(there)
    assert back.numpy().tolist() == list(range(10))
    back[...] = there[::-1]
    assert back.numpy().tolist() == list(range(9, -1, -1))


def test_arrays_live_where_with_says(device, staged_device):
    with staged_device:
        assert create.zeros(2).device is staged_device
    assert create.zeros(2).device is device
    assert isinstance(create.zeros(2, device=0).device, Device)


def test_arrays_in_cycles_are_collected(device):
    before = device.memory["used"]
    cycle = [create.zeros(100)]
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert device.memory["used"] == before


def test_types_of_pyshader_name_elements():
    import pyshader

    assert create.zeros(3, pyshader.f32).dtype == np.float32
    assert create.array([1, 2], dtype=pyshader.i32).dtype == np.int32
    assert create.array([True], dtype=pyshader.boolean).dtype == np.bool_
