"""Launches of large arrays, and what a launch remembers of the last one."""

import numpy as np
import pytest
from spirv_tools import validate

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, recent
from pyvkc.frontend.target import Target


@vkc.kernel
def mirror(out: Array[i32, 2], flags: Array[bool_], x: Array[i32, 2]):
    i, j = vkc.global_id()
    if flags[j]:
        out[i, j] = x[x.shape[0] - 1 - i, j]
        vkc.atomic.add(out, (i, j), 1)


@pytest.fixture
def everything_is_wide(monkeypatch):
    """Arrays of any size are taken for ones that span 4 GiB."""
    monkeypatch.setattr(recent, "NARROW", 0)


def test_wide_code_gives_the_same_results(everything_is_wide, device):
    x = np.arange(35, dtype=np.int32).reshape(5, 7)
    flags = np.arange(7) % 3 != 1
    out = vkc.zeros((10, 14), i32)
    launch = mirror[5, 7]
    if not device.features["shaderInt64"]:
        with pytest.raises(vkc.FeatureError, match="shaderInt64"):
            launch(out[::2, ::-2], flags, x)
        return
    launch(out[::2, ::-2], flags, x)
    wanted = np.where(flags, x[::-1] + 1, 0)
    assert (out.numpy()[::2, ::-2] == wanted).all()
    assert out.numpy().sum() == wanted.sum()


@pytest.mark.parametrize("abi", ["address", "descriptor"])
def test_wide_modules_are_valid(abi):
    types = [vkc.Array[i32, 2], vkc.Array[bool_], vkc.Array[i32, 2]]
    tree = mirror.tree([*map(_complete, types)], (8, 32))
    for vulkan in ("vulkan1.1", "vulkan1.2", "vulkan1.3"):
        program = tree.program(Target(vulkan, abi, wide=True))
        assert ("shaderInt64" in program.features) == (abi == "address")
        validate(program.words, vulkan)


def _complete(annotation):
    from pyvkc.annotations import type_from

    return type_from(annotation)


@vkc.kernel
def number_from_the_end(x: Array[i32]):
    i = vkc.global_id()
    x[x.shape[0] - 1 - i] = i + 6


@vkc.kernel
def increment(x):
    x[vkc.global_id()] += 1


@pytest.mark.gpu
def test_an_array_of_more_than_4_gib(device):
    n = 2**30 + 1
    x = vkc.zeros(n, i32)
    number_from_the_end[2](x)
    assert x[-2:].numpy().tolist() == [7, 6]
    increment[n](x)
    assert x[:2].numpy().tolist() == [1, 1]
    assert x[-2:].numpy().tolist() == [8, 7]
    assert x[n // 2].item() == 1


@vkc.kernel
def scale(x: Array[f32], factor: f32):
    i = vkc.global_id()
    x[i] = x[i] * factor


def test_a_launch_like_the_last_one_is_not_taken_for_it_when_something_differs(device):
    x, y = vkc.full(8, 1.0, f32), vkc.full(8, 1.0, f32)
    scale[8](x, 2.0)
    scale[4](y, 3.0)
    assert y.numpy().tolist() == [3.0] * 4 + [1.0] * 4
    scale[4](y[::2], 2.0)
    assert y.numpy().tolist() == [6.0, 3.0, 6.0, 3.0, 2.0, 1.0, 2.0, 1.0]
    scale[8](x, 3)
    scale[8](x, factor=np.float32(0.5))
    assert x.numpy().tolist() == [3.0] * 8
    scale[0](x, 9.0)
    scale[16](x, 2.0)
    assert x.numpy().tolist() == [6.0] * 8
    with pytest.raises(TypeError, match="argument 'x' is an array of i32"):
        scale[8](vkc.zeros(8, i32), 2.0)
    x.close()
    with pytest.raises(vkc.ClosedError):
        scale[8](x, 2.0)


@vkc.kernel
def add_components(x: Array[f32], v):
    i = vkc.global_id()
    x[i] = x[i] + v.x + v.y


def test_a_tuple_of_another_length_is_another_type(device):
    x = vkc.zeros(3)
    for _ in range(2):
        add_components[3](x, (1.0, 2.0))
    add_components[3](x, (1.0, 2.0, 9.0))
    assert x.numpy().tolist() == [9.0] * 3
    with pytest.raises(TypeError, match="a tuple of two to four numbers"):
        add_components[3](x, (1.0,))


def test_bytes_need_a_device_that_stores_them(device):
    x = np.arange(5, dtype=np.uint8)
    if device.storage8:
        increment[5](x)
        assert x.tolist() == [1, 2, 3, 4, 5]
    else:
        with pytest.raises(vkc.FeatureError, match="storageBuffer8BitAccess"):
            increment[5](x)


@vkc.kernel
def write_both(x: Array[i32], y: Array[i32]):
    x[0] = 1
    y[0] = 2


def test_numpy_arguments_that_overlap_are_refused_where_one_is_written(device):
    memory = np.zeros(8, np.int32)
    for x, y in ((memory, memory[::-1]), (memory[4:], memory), (memory[:5], memory[4:])):
        with pytest.raises(TypeError, match=r"'write_both': the argument 'x' is written and shares memory with 'y'"):
            write_both[1](x, y)
    write_both[1](memory[::2], memory[1::2])
    assert memory[:2].tolist() == [1, 2]
    write_both[1](memory, memory)
    assert memory[0] in (1, 2)


def test_a_sequence_does_not_run_while_another_is_recorded(device):
    x = vkc.zeros(3)
    with vkc.record() as first:
        scale[3](x, 2.0)
    with vkc.record() as second, pytest.raises(vkc.LaunchError, match="cannot run"):
        first.run()
    second.run()


def test_a_workgroup_may_be_of_numpy_integers(device):
    x = vkc.full(100, 3, i32)
    increment.configure(workgroup=np.int64(32))[100](x)
    assert (x.numpy() == 4).all()
