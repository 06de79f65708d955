"""Compile-time constants as arguments, and kernels in classes."""

from __future__ import annotations

import enum
import functools
import json
import math
import sys
from dataclasses import dataclass

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, Static, f32, i32, u32


@vkc.kernel
def fill(out: Array[f32], value: Static, times: Static = 1):
    for k in range(times):
        out[vkc.global_id()] += value


def launched(kernel, *arguments, n=1, dtype=np.float32, **keywords):
    out = np.zeros(n, dtype)
    kernel[n](out, *arguments, **keywords)
    return out.tolist()


def test_a_value_is_a_constant_of_the_kernel():
    assert launched(fill, 2.5) == [2.5]
    assert launched(fill, 2, 3) == [6]
    assert launched(fill, times=4, value=True) == [4]
    assert "for k: i32 in range(3)" in fill.ir("value=2.5, times=3")
    assert "+ 2.5" in fill.ir("value=2.5")


def test_values_that_are_equal_in_python_are_not_the_same(compilations):
    @vkc.kernel
    def kinds(out: Array[f32], v: Static):
        out[0] = 1 / v if v != 0 else vkc.copysign(1.0, v * 1.0)
        out[1] = i32(v) + 7

    device = vkc.zeros(2, f32)
    seen = []
    for value in (1, 1.0, True, np.float32(1), np.uint32(1), 0.0, -0.0, 0, float("nan"), float("nan"), 1):
        kinds[1](device, value)
        kinds[1](device, value)  # the short way
        seen.append(device.numpy().tolist())
    assert len(compilations) == 9
    assert [a for a, _ in seen[:8]] == [1, 1, 1, 1, 1, 1, -1, 1]
    assert seen[2][1] == 8
    assert seen[7][1] == 7
    assert all(math.isnan(a) for a, _ in seen[8:10])
    assert seen[-1] == seen[0]


class Mode(enum.Enum):
    LINEAR = "linear"
    CUBIC = 3


@dataclass(frozen=True)
class Settings:
    rate: float
    steps: int = 2
    shape: tuple = (2, 3)


@vkc.kernel
def choose(out: Array[f32], mode: Static):
    if mode == "twice":
        out[0] = 2
    elif mode is None:
        out[0] = 4
    elif mode == Mode.CUBIC:
        out[0] = 5
    else:
        out[0] = -1


@pytest.mark.parametrize(
    ("mode", "value"),
    [("twice", 2), ("TWICE", -1), (None, 4), (Mode.CUBIC, 5), (Mode.LINEAR, -1)],
)
def test_texts_and_members(mode, value):
    assert launched(choose, mode) == [value]


def test_tuples():
    @vkc.kernel
    def k(out: Array[f32], mode: Static):
        name, number = mode
        out[0] = (mode == ("a", 1)) + (number * 2 if name == "b" else 0)

    assert [launched(k, mode)[0] for mode in (("a", 1), ("a", 2), ("b", 4))] == [1, 0, 8]


def test_where_constants_are_wanted():
    @vkc.kernel
    def k(out: Array[i32], n: Static, shape: Static, dtype: Static):
        rows, columns = shape
        t = vkc.local((rows, columns), dtype)
        for j in vkc.static_range(n):
            t[j, n - 1] = j + 1
        numbers = (5, 6, 7)
        out[0] = numbers[n - 1] + t.size + i32(t[1, n - 1] / 2 * 10)

    assert launched(k, 2, (2, 3), f32, dtype=np.int32) == [6 + 6 + 10]
    assert launched(k, 3, (3, 3), i32, dtype=np.int32) == [7 + 9 + 10]
    for dtype in (np.int32, np.dtype("int32"), i32):
        assert launched(k, 3, (3, 3), dtype, dtype=np.int32) == [7 + 9 + 10]


def test_types_of_python_and_numpy():
    @vkc.kernel
    def k(out: Array[f32], dtype: Static):
        out[0] = dtype(out.size + 300.75)
        if dtype == np.uint32:
            out[0] += 1000

    sizes = {np.int32: 301, np.dtype(np.uint32): 1301, u32: 1301, int: 301, float: 301.75, bool: 1, np.float32: 301.75}
    for dtype, wanted in sizes.items():
        assert launched(k, dtype) == [wanted]
    for other in (np.floating, np.complex64, np.dtype("S3"), list):
        with pytest.raises(TypeError, match="a Static parameter takes an int"):
            launched(k, other)


def test_instances_of_frozen_dataclasses():
    @vkc.kernel
    def k(out: Array[f32], s: Static):
        for _ in range(s.steps):
            out[0] += s.rate * s.shape[1]

    assert launched(k, Settings(0.5)) == [3]
    assert launched(k, Settings(0.5, 4)) == [6]
    assert launched(k, Settings(0.5)) == [3]


def test_a_static_parameter_of_a_device_function():
    def power(v, n: Static, flag: Static = False):
        result = v * 0 + 1
        for _ in vkc.static_range(n):
            result *= v
        return -result if flag else result

    @vkc.kernel
    def k(out: Array[f32], n: Static):
        out[0] = power(3.0, n) + power(2.0, 2, flag=True) + power(1.0, n + 1)

    assert launched(k, 2) == [9 - 4 + 1]


@pytest.mark.parametrize(
    "argument",
    ["n", "n + 1", "x[0]", "(1, n)", "vkc.global_id()"],
    ids=["number", "sum", "element", "tuple", "position"],
)
def test_a_device_function_refuses_what_is_known_at_run_time(argument):
    def of_static(v: Static):
        return 1

    text = f"def k(x, n: i32):\n    x[0] = of_static({argument})\n"
    names = {"of_static": of_static, "vkc": vkc, "i32": i32}
    exec(text, names)
    with pytest.raises(vkc.CompileError, match=r"the parameter 'v' of of_static\(\) is Static"):
        vkc.kernel(names["k"], source=text).compile("f32[:], i32")


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (np.zeros(2), "ndarray"),
        ([1, 2], "list"),
        ({1: 2}, "dict"),
        ((1, [2]), "tuple"),
        (len, "builtin_function_or_method"),
        (1j, "complex"),
        (object(), "object"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_other_values_are_refused(wrong, kind):
    with pytest.raises(TypeError, match=rf"kernel 'fill': the argument 'value': a Static parameter.*of type {kind}"):
        launched(fill, wrong)
    device = vkc.zeros(1, f32)
    fill[1](device, 2)
    with pytest.raises(TypeError, match=rf"kernel 'fill': the argument 'value': a Static parameter.*of type {kind}"):
        fill[1](device, wrong)
    with pytest.raises(TypeError, match=r"takes an int.*not an object of type Array"):
        fill[1](device, device)


@pytest.mark.parametrize(
    ("types", "shown"),
    [
        (["value=-2"], "value: -2, times: 1"),
        (["2.5, 7"], "value: 2.5, times: 7"),
        (["f32[:], 2, times=3"], "value: 2, times: 3"),
        (["out: f32[:], value: (1, 'a,b'), times=True"], "value: (1, 'a,b'), times: True"),
        (["times = 3, value = None"], "value: None, times: 3"),
        (["f32[:], f32"], "value: f32, times: 1"),
        ([Array[f32, 1], "text", 4], "value: 'text', times: 4"),
        ([Array[f32, 1], Settings(1.0)], "value: Settings(rate=1.0, steps=2, shape=(2, 3)), times: 1"),
    ],
)
def test_values_in_place_of_types(types, shown):
    types = (
        ["f32[:], " + types[0]]
        if isinstance(types[0], str) and not types[0].startswith(("f32", "out", "times"))
        else types
    )

    @vkc.kernel
    def k(out: Array[f32], value: Static, times: Static = 1):
        out[0] = 1

    assert f"def k(out: f32[:] write, {shown}):" in k.ir(*types)


def test_a_value_that_is_missing():
    with pytest.raises(
        TypeError, match="the parameter 'value' is Static, so its value must be given in place of a type"
    ):
        fill.compile("f32[:]")
    with pytest.raises(TypeError, match="'value'"):
        fill[1](vkc.zeros(1, f32))
    with pytest.raises(TypeError, match="a Static parameter takes an int"):
        fill.compile(Array[f32, 1], [1])


def test_static_parameters_pass_no_data():
    program = fill.compile("f32[:], 2, 3", abi="descriptor")
    assert [str(p.type) for p in program.parameters] == ["f32[:]", "2", "3"]
    assert not program.layout.push
    assert [binding.parameter for binding in program.bindings] == [0]


def test_the_dump_says_the_values(tmp_path, run_python):
    file = tmp_path / "k.py"
    file.write_text(
        "from pyvkc import *\n@kernel\ndef k(n: Static, x: Array[f32], a: f32):\n    x[global_id()] = n * a\n"
    )
    done = run_python(
        "import sys\nfrom pyvkc.cli import main\n"
        f"sys.argv = ['pyvkc', 'dump', {str(file)!r}, '--args', 'n=3', '--format', 'json']\nmain()\n"
    )
    described = json.loads(done.stdout)
    assert described["parameters"][0] == {"name": "n", "type": "3", "access": "none"}
    assert {member["parameter"] for member in described["push_constants"]} == {"x", "a", None}


def test_the_signature_in_messages():
    with pytest.raises(TypeError, match=r"it is fill\(out: f32\[\.\.\.\], value: Static, times: Static = 1\)"):
        fill[1]()


def test_several_arrays_and_numbers_around(compilations):
    @vkc.kernel
    def k(a: Static, x: Array[i32], b: Static, n: i32, y: Array[i32], c: Static):
        i = vkc.global_id()
        y[i] = x[i] * a + b * n + c

    x, y = vkc.arange(4, dtype=i32), vkc.zeros(4, i32)
    for a, b, n, c in [(1, 2, 3, 4), (1, 2, 5, 4), (2, 2, 5, 4), (2, 2, 5, 5), (1, 2, 3, 4)]:
        k[4](a, x, b, n, y, c)
        assert y.numpy().tolist() == [i * a + b * n + c for i in range(4)]
    assert len(compilations) == 3


# Kernels in classes


class Filters:
    factor = 3

    @staticmethod
    @vkc.kernel
    def below(out: Array[f32]):
        out[0] = 1

    @vkc.kernel
    @staticmethod
    def above(out: Array[f32]):
        out[0] = 2

    @vkc.func
    @staticmethod
    def helper(v):
        return v * 2

    @staticmethod
    @vkc.func
    def other(v):
        return v * 3

    @classmethod
    def scaled(cls, v):
        return v * cls.factor

    @vkc.kernel
    def method(self, out: Array[f32]):
        out[0] = self.factor


def test_static_methods():
    for holder in (Filters, Filters()):
        assert launched(holder.below) == [1]
        assert launched(holder.above) == [2]
    assert Filters.helper(2) + Filters().helper(2) + Filters.other(1) + Filters().other(1) == 14


def test_methods_as_device_functions():
    @vkc.kernel
    def k(out: Array[f32]):
        out[0] = Filters.helper(1) + Filters.other(10) + Filters.scaled(100)

    assert launched(k) == [2 + 30 + 300]


@dataclass(frozen=True)
class Model:
    rate: float
    count: int = 2

    def step(self, v):
        return v * self.rate + self.offset()

    def offset(self):
        return self.count

    @vkc.kernel
    def run(self, out: Array[f32], n: i32):
        for _ in range(n):
            out[vkc.global_id()] = self.step(out[vkc.global_id()])

    def python(self, n):
        value = 0.0
        for _ in range(n):
            value = self.step(value)
        return value


def test_a_kernel_that_is_a_method_of_a_frozen_dataclass(compilations):
    out = vkc.zeros(1, f32)
    for model in (Model(0.5), Model(0.5), Model(0.25, 3), Model(0.5)):
        out.fill(0)
        model.run[1](out, 3)
        assert out.numpy().tolist() == [model.python(3)]
        out.fill(0)
        Model.run[1](model, out, 3)
        model.run.groups[1](out, 0)
        assert out.numpy().tolist() == [model.python(3)]
    assert len(compilations) == 2
    assert repr(Model(0.5).run) == "<pyvkc kernel run of Model(rate=0.5, count=2)>"
    with pytest.raises(vkc.LaunchError, match="say how many invocations"):
        Model(0.5).run(out, 3)


def test_a_method_of_a_frozen_dataclass_outside():
    model = Model(2.0)

    @vkc.kernel
    def k(out: Array[f32]):
        out[0] = model.step(4)

    assert launched(k) == [10]


def test_a_method_of_another_object_is_refused():
    with pytest.raises(TypeError, match=r"'method' is a method, and its `self`.*frozen dataclass.*not of Filters"):
        Filters().method
    with pytest.raises(TypeError, match="a Static parameter takes an int"):
        Filters.method[1](Filters(), np.zeros(1, np.float32))


def test_a_class_method_is_refused():
    for decorator, name in ((vkc.kernel, "kernel"), (vkc.func, "func")):
        with pytest.raises(TypeError, match=f"@{name} takes a function or a static method"):

            class Holder:
                @decorator
                @classmethod
                def k(cls, out):
                    out[0] = 1


def test_a_class_method_above_a_kernel_is_refused_when_the_class_is_made():
    with pytest.raises(vkc.CompileError, match=r"class as an argument; write `@staticmethod` in the place of"):

        class Holder:
            @classmethod
            @vkc.kernel
            def k(cls, out):
                out[0] = 1


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="class methods bind no descriptors there")
def test_a_kernel_that_is_made_a_class_method_later_is_refused_when_it_is_used():
    class Holder:
        k = classmethod(fill)

    with pytest.raises(TypeError, match=r"the kernel 'fill' is called as a class method: .*@staticmethod"):
        Holder.k[1](np.zeros(1, np.float32))


def loud(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def test_decorators_above_run_and_below_are_refused():
    def counted(kernel):
        counted.seen = kernel
        return kernel

    @counted
    @vkc.kernel
    def k(out: Array[f32]):
        out[0] = 1

    assert counted.seen is k
    for decorator, name in ((vkc.kernel, "kernel"), (vkc.func, "func")):
        with pytest.raises(
            TypeError, match=rf"another decorator wraps below\(\), and would not run: write @{name} below"
        ):

            @decorator
            @loud
            def below(out):
                out[0] = 1


class Access(enum.IntFlag):
    READ = 4


def test_flags_without_a_name():
    assert Access(8).name == Access(16).name
    assert launched(fill, Access(8)) == [8]
    assert launched(fill, Access(16)) == [16]


def test_records_of_several_dtypes():
    @vkc.kernel
    def k(out: Array[f32], p: Static):
        out[vkc.global_id()] = p.a if p.a == 1 else -1

    values = [np.array([(1, 2)], [(name, "i4"), (other, "i4")]).view(np.recarray)[0] for name, other in ("ab", "ba")]
    assert [launched(k, value) for value in values] == [[1], [-1]]
