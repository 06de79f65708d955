"""Python numbers passed to parameters without annotation, and numbers captured from outside."""

import enum
import math

import numpy as np
import pytest
from spirv_tools import validate

import pyvkc as vkc
from pyvkc import Array, bool_, f32, i32, u32
from pyvkc.frontend.target import Target
from pyvkc.types import WEAK_FLOAT, WEAK_INT, array_type


@vkc.kernel
def meet(out, x, a):
    i = vkc.global_id()
    out[i] = x[i] * a


@vkc.kernel
def alone(out: Array[f32], a, b):
    out[0] = a * 2.0 + b
    out[1] = (a + b) ** 2
    out[2] = -a if a < b else +a
    out[3] = max(a, b) - abs(b)


@pytest.mark.parametrize("dtype", [np.float32, np.int32, np.uint32])
@pytest.mark.parametrize("a", [3, 2.5])
def test_a_number_takes_the_type_of_what_it_meets(dtype, a, device):
    x = np.arange(5).astype(dtype)
    out = np.zeros(5, np.float32)
    meet[5](out, x, a)
    assert out.tolist() == [k * a for k in range(5)]


@pytest.mark.parametrize("a", [3, -1.5])
@pytest.mark.parametrize("b", [2, 0.25])
def test_numbers_among_themselves(a, b, device):
    out = np.zeros(4, np.float32)
    alone[1](out, a, b)
    assert out.tolist() == [a * 2.0 + b, (a + b) ** 2, -a if a < b else +a, max(a, b) - abs(b)]


@pytest.mark.parametrize("types", [(WEAK_INT, WEAK_INT), (WEAK_FLOAT, WEAK_INT), (WEAK_FLOAT, WEAK_FLOAT)])
def test_no_weak_type_reaches_a_module(types):
    program = alone.tree([array_type(f32, 1, True), *types], (256,)).program(Target())
    validate(program.words)
    assert "type=float" not in repr(program.tree)
    assert "type=int," not in repr(program.tree)


@vkc.kernel
def below(out: Array[bool_], x, a):
    i = vkc.global_id()
    out[i] = x[i] < a


def test_comparisons_are_by_value(device):
    out = np.zeros(3, bool)
    below[3](out, np.array([0, 3, 2**32 - 1], np.uint32), -1)
    assert out.tolist() == [False, False, False]


@vkc.kernel
def less(out: Array[u32], x: Array[u32], a):
    i = vkc.global_id()
    out[i] = x[i] - a


def test_a_number_must_fit_the_integers_it_meets(device):
    out, x = vkc.zeros(2, u32), vkc.full(2, 7, u32)
    less[2](out, x, 5)
    for _ in range(2):  # the second launch is compared with the first
        with pytest.raises(OverflowError, match="'less': the argument 'a' is -1, and u32 goes from 0"):
            less[2](out, x, -1)
    assert out.numpy().tolist() == [2, 2]


def test_a_literal_must_fit_an_argument(device):
    @vkc.kernel
    def k(out: Array[f32], a):
        out[0] = f32(a + 3000000000)

    with pytest.raises(vkc.CompileError, match="3000000000 does not fit i32"):
        k[1](vkc.zeros(1), 1)


@vkc.kernel
def difference(out: Array[f32], x, a):
    out[0] = f32(x[0] - a)


def test_a_launch_means_the_same_whatever_was_launched_before(device):
    out, x = vkc.zeros(1), vkc.full(1, 3, u32)
    difference[1](out, x, 2)
    assert out.numpy()[0] == 1
    if device.features["shaderInt64"]:  # u32 and i32 meet in i64
        difference[1](out, x, np.int32(5))
        assert out.numpy()[0] == -2
    else:
        with pytest.raises(vkc.FeatureError):
            difference[1](out, x, np.int32(5))
    for _ in range(2):
        difference[1](out, x, 2)
        assert out.numpy()[0] == 1


# Captured from outside


class Mode(enum.Enum):
    FAST = 3
    EXACT = 4


class Functions:
    chosen = math.sin


SCALE = np.float32(0.0)


@vkc.kernel
def captured(out: Array[f32]):
    out[0] = Mode.EXACT.value + (1 if Mode.FAST == Mode.FAST else 0)
    out[1] = Functions.chosen(1.0)
    out[2] = vkc.copysign(1.0, SCALE)


def test_what_is_captured_is_what_it_is_now(device, monkeypatch):
    out = np.zeros(3, np.float32)
    captured[1](out)
    assert out.tolist() == [5, pytest.approx(math.sin(1), abs=1e-3), 1]
    monkeypatch.setattr(Functions, "chosen", math.cos)
    monkeypatch.setitem(globals(), "SCALE", np.float32(-0.0))
    captured[1](out)
    assert out.tolist() == [5, pytest.approx(math.cos(1), abs=1e-3), -1]


STEP = 0


@vkc.kernel
def stepped(out: Array[i32]):
    out[0] = STEP


def test_old_specialisations_are_dropped(device, monkeypatch):
    out = vkc.zeros(1, i32)
    for step in range(50):
        monkeypatch.setitem(globals(), "STEP", step)
        stepped[1](out)
        assert out.numpy()[0] == step
    assert all(len(codes) <= 16 for codes in stepped.code.values())


def test_a_function_with_attributes_makes_a_kernel(device):
    def base(out: Array[i32]):
        out[0] = 1

    base.recent = base.code = base.name = 5
    out = vkc.zeros(1, i32)
    vkc.kernel(base)[1](out)
    assert out.numpy()[0] == 1


def test_a_condition_that_is_false_assigns(device):
    @vkc.kernel
    def k(out: Array[i32]):
        while t := False:
            out[0] = 5
        out[1] = 2 if t else 3

    out = vkc.zeros(2, i32)
    k[1](out)
    assert out.numpy().tolist() == [0, 3]


@pytest.mark.parametrize("exponent", [5000000000, 2**31])
def test_an_exponent_beyond_32_bits_is_told(exponent):
    @vkc.kernel
    def k(x: Array[i32]):
        x[0] = x[0] ** exponent

    with pytest.raises(vkc.CompileError, match=f"exponent {exponent} is beyond what 32 bits hold"):
        k.spirv()


@vkc.kernel
def counted(out: Array[f32], x: Array[u32], a):
    s = 0
    for j in range(2):
        t = s + x[j]
        out[j] = f32(t * a)
        s = s + 1


def test_a_number_meets_the_types_that_variables_settle_on(device):
    """The first check takes ``s`` for a weak number and ``t`` for u32; in the end they are i32 and i64."""
    out, x = np.zeros(2, np.float32), np.array([3, 4], np.uint32)
    if device.features["shaderInt64"]:
        counted[1](out, x, -1)
        assert out.tolist() == [-3, -5]
    else:
        with pytest.raises(vkc.FeatureError, match="shaderInt64"):
            counted[1](out, x, -1)


def test_bools_of_the_text_are_numbers_of_python_in_arithmetic():
    @vkc.kernel
    def k(out: Array[i32]):
        out[0] = -True
        out[1] = (True and 7) + (3 < 4) * 10

    out = np.zeros(2, np.int32)
    k[1](out)
    assert out.tolist() == [-1, 17]

    @vkc.kernel
    def wrong(out: Array[i32]):
        out[0] = 5 // -False

    with pytest.raises(vkc.CompileError, match="division by zero"):
        wrong.spirv()
