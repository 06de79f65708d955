"""Kernel objects: specialisation, binding, options, launch sizes, threads."""

from __future__ import annotations

import functools
import threading

import numpy as np
import pytest
from kernels import filled, ints

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, u32

# Specialisation


def test_a_kernel_is_compiled_once_for_each_combination_of_types(compilations):
    @vkc.kernel
    def k(out, x, a):
        i = vkc.global_id()
        out[i] = x[i] * a

    for _ in range(2):
        assert filled(k, 2, np.ones(2, np.float32), 3) == [3, 3]
        assert filled(k, 2, ints(1, 2), 3, dtype=np.int32) == [3, 6]
        assert filled(k, 2, np.array([1, 2], np.uint32), np.uint32(3), dtype=np.uint32) == [3, 6]
    assert len(compilations) == 3


def test_one_kernel_serves_ints_and_floats():
    @vkc.kernel
    def k(arr_in, arr_out, factor):
        i = vkc.global_id()
        arr_out[i] = arr_in[i] * factor

    for dtype, number in ((np.float32, 2.5), (np.int32, 3), (np.uint32, 3)):
        out = np.zeros(3, dtype)
        k[3](np.array([1, 2, 3], dtype), out, number)
        assert out.tolist() == [number, 2 * number, 3 * number]


def test_dimensions_and_strides_are_part_of_the_type(compilations):
    @vkc.kernel
    def k(x):
        i = vkc.global_id()
        if x.ndim == 1:
            x[i] = 1
        else:
            x[i, 0] = 2

    with vkc.zeros(4, f32) as line, vkc.zeros((2, 2), f32) as square:
        k[2](line)
        k[2](square)
        k[2](line[::2])
        k[2](line[1:])
        assert line.numpy().tolist() == [1, 1, 1, 0]
        assert square.numpy().tolist() == [[2, 0], [2, 0]]
    assert len(compilations) == 3


def test_a_python_number_takes_the_type_of_what_it_meets():
    @vkc.kernel
    def k(out, x, a):
        i = vkc.global_id()
        out[i] = x[i] + a

    assert filled(k, 1, np.array([2**31], np.uint32), 7, dtype=np.uint32) == [2**31 + 7]
    assert filled(k, 1, np.array([0.5], np.float32), 7) == [7.5]
    assert filled(k, 1, ints(1), True, dtype=np.int32) == [2]


def test_a_numpy_number_keeps_its_type():
    @vkc.kernel
    def k(out, x, a):
        i = vkc.global_id()
        out[i] = x[i] + a

    with pytest.raises(vkc.CompileError, match=r"write i32\(\.\.\.\)"):
        filled(k, 1, ints(1), np.float32(1), dtype=np.int32)


# Arguments


def test_keywords_and_defaults_bind_as_in_python():
    @vkc.kernel
    def k(out: Array[f32], a: f32 = 2, *, b: f32 = 3.0, flag: bool_ = True):
        out[vkc.global_id()] = 100 * a + 10 * b + flag

    out = np.zeros(1, np.float32)
    for args, kwargs, wanted in (
        ((), {}, 231), ((5,), {}, 531), ((), {"a": 6}, 631), ((), {"b": 1, "a": 4}, 411), ((), {"flag": False}, 230),
    ):  # fmt: skip
        k[1](out, *args, **kwargs)
        assert out[0] == wanted
    k[1](b=0, out=out)
    assert out[0] == 201
    with pytest.raises(TypeError, match="multiple values for argument 'out'"):
        k[1](out, out=out)


@pytest.mark.parametrize(
    ("number", "fits"), [(2**31 - 1, True), (2**31, False), (-(2**31), True), (-(2**31) - 1, False)]
)
def test_numbers_beyond_their_parameter_overflow(number, fits):
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        out[vkc.global_id()] = n

    if fits:
        assert filled(k, 1, number, dtype=np.int32) == [number]
    else:
        with pytest.raises(OverflowError, match=rf"kernel 'k': .*'n' is {number}"):
            filled(k, 1, number, dtype=np.int32)


@pytest.mark.parametrize(
    ("annotation", "value"), [(i32, 1.5), (bool_, 1), (u32, 2.0), (f32, "1"), (f32, None), (f32, 1j)]
)
def test_numbers_of_another_kind_are_refused(annotation, value):
    def k(out: Array[f32], n):
        out[vkc.global_id()] = n

    k.__annotations__["n"] = annotation
    with pytest.raises(TypeError, match="kernel 'k': the argument 'n' is"):
        filled(vkc.kernel(k), 1, value)


def test_arrays_that_a_kernel_writes_are_copied_back_and_others_stay(device):
    @vkc.kernel
    def k(x: Array[i32], y: Array[i32]):
        i = vkc.global_id()
        y[i] = x[i] + 1

    x = ints(1, 2, 3)
    x.flags.writeable = False
    y = np.zeros((3, 2), np.int32)[:, 0]
    k[3](x, y)
    assert y.tolist() == [2, 3, 4]
    y.flags.writeable = False
    with pytest.raises(TypeError, match="kernel 'k': the argument 'y'"):
        k[3](x, y)


def test_one_array_for_two_parameters_is_one_array():
    @vkc.kernel
    def k(x: Array[i32], y: Array[i32]):
        y[1] = x[0] + 5

    x = ints(1, 0)
    k[1](x, x)
    assert x.tolist() == [1, 6]


# Sizes


@pytest.mark.parametrize("sizes", [(), (1, 2, 3, 4), 1.5, "3", None, -1, (2, -1), 2**63, (1, 2.0), True, [3]])
def test_sizes_that_cannot_be_are_refused(sizes):
    @vkc.kernel
    def k(x: Array[f32]):
        x[0] = 1

    with pytest.raises(vkc.LaunchError, match="kernel 'k': a launch"):
        k[sizes](np.zeros(1, np.float32))


def test_sizes_may_be_numpy_integers():
    @vkc.kernel
    def k(x: Array[i32, 2]):
        i, j = vkc.global_id()
        x[i, j] = 10 * i + j

    x = np.zeros((2, 3), np.int32)
    k[x.shape](x)
    k[np.int64(2), np.uint8(3)](x)
    assert x.tolist() == [[0, 1, 2], [10, 11, 12]]


def test_a_kernel_is_not_called_without_sizes():
    @vkc.kernel
    def k(x: Array[f32]):
        x[0] = 1

    with pytest.raises(vkc.LaunchError, match=r"as in k\[n\]\(\.\.\.\)"):
        k(np.zeros(1, np.float32))


def test_groups_launch_whole_workgroups():
    @vkc.kernel(workgroup=(2, 4))
    def k(x: Array[i32, 2]):
        i, j = vkc.global_id()
        gi, gj = vkc.group_id()
        li, lj = vkc.local_id()
        if (gi * 2 + li, gj * 4 + lj) == (i, j) and vkc.group_size() == (2, 4):
            x[i, j] = vkc.num_groups(0) * 10 + vkc.num_groups(1)

    x = np.zeros((8, 8), np.int32)
    k.groups[3, 1](x)
    wanted = np.zeros((8, 8), np.int32)
    wanted[:6, :4] = 31
    assert (x == wanted).all()


def test_nothing_runs_in_an_empty_launch():
    @vkc.kernel
    def k(x: Array[i32]):
        x[0] = 1

    x = ints(0)
    k[0](x)
    k[3, 0](x)
    assert x[0] == 0


# Options


def test_configure_makes_a_variant_and_leaves_the_kernel():
    @vkc.kernel
    def k(out: Array[i32]):
        out[vkc.global_id()] = vkc.group_size(0)

    variant = k.configure(workgroup=32)
    assert filled(variant, 1, dtype=np.int32) == [32]
    assert filled(k, 1, dtype=np.int32) != [32]
    assert filled(variant.configure(unchecked=True), 1, dtype=np.int32) == [32]
    assert variant.name == "k"


def test_variants_share_compiled_code(compilations):
    @vkc.kernel
    def k(out: Array[i32]):
        out[vkc.global_id()] = 1

    filled(k, 1, dtype=np.int32)
    filled(k.configure(), 1, dtype=np.int32)
    filled(k.configure(fastmath=True), 1, dtype=np.int32)
    filled(k.configure(fastmath=True), 1, dtype=np.int32)
    assert len(compilations) == 2


@pytest.mark.parametrize("workgroup", [0, -1, 1.5, (), (1, 2, 3, 4), (0, 2), "64", True])
def test_workgroups_that_cannot_be_are_refused(workgroup):
    with pytest.raises(ValueError, match="a workgroup is one to three positive integers"):
        vkc.kernel(workgroup=workgroup)


@pytest.mark.parametrize(
    ("options", "error"),
    [({"fastmath": {"fast"}}, ValueError), ({"unchecked": 1}, TypeError), ({"workgroups": 3}, TypeError)],
)
def test_options_that_are_none_are_refused(options, error):
    with pytest.raises(error):
        vkc.kernel(**options)


def test_a_workgroup_of_other_dimensions_than_the_launch_is_refused():
    @vkc.kernel(workgroup=(4, 4))
    def k(x: Array[f32]):
        x[0] = 1

    with pytest.raises(vkc.LaunchError, match=r"its workgroup \(4, 4\) has 2 dimensions and the launch has 1"):
        k[16](np.zeros(1, np.float32))


def test_contraction_is_a_flag():
    def k(out: Array[f32], x: Array[f32]):
        out[0] = x[0] * x[1] + x[2]

    assert "NoContraction" in vkc.kernel(k).disassemble()
    for flags in (True, {"contract"}, ["contract"]):
        assert "NoContraction" not in vkc.kernel(fastmath=flags)(k).disassemble()
    assert "NoContraction" in vkc.kernel(fastmath={"afn"})(k).disassemble()


@pytest.mark.parametrize("wrong", [abs, functools.partial(max, 1), 3, "k", type("T", (), {})])
def test_only_functions_become_kernels(wrong):
    with pytest.raises(TypeError, match="@kernel takes a Python function"):
        vkc.kernel(wrong)


def test_a_kernel_looks_like_its_function():
    @vkc.kernel
    def k(x: Array[f32], n: i32 = 3):
        """Documentation."""
        x[0] = n

    assert (k.__name__, k.__doc__, k.__module__) == ("k", "Documentation.", __name__)
    assert repr(k) == "<pyvkc kernel k>"


# Looking inside


def test_types_are_given_as_text_as_objects_or_by_annotations():
    @vkc.kernel
    def k(x, n: i32):
        x[0] = n

    same = [k.spirv("f32[:], i32"), k.spirv(Array[f32, 1], i32), k.spirv("x: f32[:]"), k.spirv("n: i32, x: f32[:]")]
    assert len(set(same)) == 1
    assert k.spirv("i32[:], i32") != same[0]
    for wrong in ("f32[:], f32", "f32[:], i32, i32", "y: f32[:]", ""):
        with pytest.raises(TypeError):
            k.spirv(wrong)


def test_the_module_is_the_same_each_time():
    @vkc.kernel
    def k(x: Array[f32], a: f32):
        i = vkc.global_id()
        for j in range(3):
            if x[i] > a:
                x[i] = x[i] * j - a

    assert k.spirv() == k.spirv()
    assert k.disassemble() == k.disassemble()


# Threads


def test_eight_threads_launch_one_kernel(compilations):
    @vkc.kernel
    def k(x, step):
        i = vkc.global_id()
        x[i] = x[i] + step

    failures = []
    start = threading.Barrier(8)

    def work(number):
        try:
            start.wait()
            with vkc.zeros(100, f32 if number % 2 else i32) as x:
                for _ in range(50):
                    k[100](x, 1)
                assert (x.numpy() == 50).all()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(compilations) == 2
