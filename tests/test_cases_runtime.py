"""What goes wrong around a kernel rather than in it: collected objects, missing drivers, the wrong device, leaks."""

from __future__ import annotations

import gc

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, f32, i32


@pytest.fixture
def eager_collection():
    """The garbage collector runs at nearly every allocation."""
    before = gc.get_threshold()
    gc.set_threshold(1)
    yield
    gc.set_threshold(*before)


def test_kernels_are_made_and_launched_under_constant_collection(eager_collection):
    def make(step):
        @vkc.kernel
        def k(x: Array[i32]):
            i = vkc.global_id()
            x[i] = x[i] + step

        return k

    x = np.zeros(5, np.int32)
    for step in range(40):
        make(step)[5](x)
    assert x.tolist() == [sum(range(40))] * 5


KERNEL = """
import numpy as np
import pyvkc as vkc
from pyvkc import Array, f32

@vkc.kernel
def double(x: Array[f32]):
    i = vkc.global_id()
    x[i] = 2 * x[i]

assert double.spirv()[:4] == bytes([3, 2, 35, 7])
assert "OpEntryPoint" in double.disassemble()
assert "double" in double.ir()
"""


def test_kernels_compile_without_any_driver_and_launches_say_what_is_missing(run_python):
    code = (
        KERNEL
        + """
try:
    double[3](np.ones(3, np.float32))
except vkc.NoDeviceError as error:
    assert "/nonexistent.json" in str(error), error
    assert "install" in str(error), error
else:
    raise SystemExit("it ran")
"""
    )
    run_python(code, VK_DRIVER_FILES="/nonexistent.json", VK_ICD_FILENAMES=None, PYVKC_DEVICE=None)


def test_compiling_does_not_load_vulkan(run_python):
    code = (
        KERNEL
        + """
import sys
assert "vulkan" not in sys.modules
"""
    )
    run_python(code)


def test_the_environment_chooses_the_device_of_a_launch(run_python):
    name = vkc.default_device().name
    code = (
        KERNEL
        + """
x = vkc.zeros(3, f32)
double[3](x)
print(x.device.name)
"""
    )
    assert run_python(code, PYVKC_DEVICE=name[:6].swapcase()).stdout.strip() == name
    failed = run_python(code, check=False, PYVKC_DEVICE="no such device")
    assert failed.returncode != 0
    assert "NoDeviceError" in failed.stderr
    assert "no such device" in failed.stderr


def test_arrays_of_two_devices_are_refused_by_name(device, staged_device):
    @vkc.kernel
    def copy(source: Array[f32], target: Array[f32]):
        i = vkc.global_id()
        target[i] = source[i]

    with vkc.zeros(3, f32, device=device) as a, vkc.zeros(3, f32, device=staged_device) as b:
        with pytest.raises(vkc.LaunchError, match=r"'source' is on .* and 'target' is on .*\.to\(device\)"):
            copy[3](a, b)
        copy[3](a, a)
        copy[3](b, b)


def test_a_kernel_runs_where_its_arrays_are(any_device):
    @vkc.kernel
    def fill(x: Array[i32], value: i32):
        x[vkc.global_id()] = value

    with vkc.zeros(4, i32, device=any_device) as x:
        fill[4](x, 7)
        assert x.device is any_device
        assert x.numpy().tolist() == [7] * 4
    y = np.zeros(4, np.int32)
    fill.configure(device=any_device)[4](y, 8)
    assert y.tolist() == [8] * 4


LOOP = """
import os
import numpy as np
import pyvkc as vkc
from pyvkc import Array, f32

@vkc.kernel
def increment(x: Array[f32], step):
    i = vkc.global_id()
    x[i] = x[i] + step

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

x = vkc.zeros(64, f32)

def launch(count):
    for _ in range(count):
        increment[64](x, 1.0)
    vkc.synchronize()

launch(5000)
before = resident()
launch(20000)
grown = resident() - before
assert grown < 5_000_000, grown
assert x.numpy()[0] == 25000
"""


@pytest.mark.slow
def test_launches_leave_no_memory_behind(run_python):
    run_python(LOOP, PYVKC_VALIDATION="0")


@pytest.mark.slow
def test_launches_on_numpy_arrays_leave_no_memory_behind(run_python):
    code = LOOP.replace("x = vkc.zeros(64, f32)", "x = np.zeros(64, np.float32)").replace("x.numpy()[0]", "x[0]")
    code = code.replace("20000", "4000").replace("25000", "5000").replace("launch(5000)", "launch(1000)")
    run_python(code, PYVKC_VALIDATION="0")


def test_thousands_of_small_arrays_are_arguments(device):
    @vkc.kernel
    def write(x: Array[i32], value: i32):
        x[0] = value

    arrays = [vkc.zeros(1, i32) for _ in range(3000)]
    for number, array in enumerate(arrays):
        write[1](array, number)
    assert [arrays[number].numpy()[0] for number in (0, 1, 1500, 2999)] == [0, 1, 1500, 2999]
