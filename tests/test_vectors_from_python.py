"""Functions of the table called from Python with vectors, matrices and arrays: what kernels make of them."""

from __future__ import annotations

import linecache

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Vector, bool_, f32, i32, ivec3, u8, vec2, vec3
from pyvkc.frontend.builtins import ROWS

UNIT = vec3(-0.5, 0.25, 0.75)
ABOVE_ONE = vec3(1.25, 2.0, 3.5)
POSITIVE = {"sqrt", "rsqrt", "log", "log2", "log10", "log1p", "acosh", "fmod", "hypot"}
BITS = {"popcount", "clz", "ctz", "bit_reverse"}
NAMES = [name for name, row in ROWS.items() if row.public and not row.whole]


def operands_of(name):
    if name in BITS:
        return [ivec3(-7, 0, 1200)]
    if name == "where":
        return [UNIT < 0.5, UNIT, ABOVE_ONE]
    first = ABOVE_ONE if name in POSITIVE else UNIT
    return [first, ABOVE_ONE.zyx, vec3(0.5, 1.75, 2.0)][: len(ROWS[name].operands)]


def on_device(name, operands, type):
    """A kernel's result for the same operands, a vector; bools are stored as integers, which every device can."""
    letters = ", ".join("abc"[: len(operands)])
    text = f"def k(out: Array[RESULT], {letters}):\n    out[0] = vkc.{name}({letters})\n"
    filename = f"<{name} of vectors>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names = {"vkc": vkc, "Array": vkc.Array, "RESULT": ivec3 if type.element == bool_ else type}
    exec(compile(text, filename, "exec"), names)
    out = np.zeros((1, 3), names["RESULT"].element.dtype)
    vkc.kernel(names["k"])[1](out, *operands)
    return out[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_function_goes_component_by_component_as_in_kernels(name):
    operands = operands_of(name)
    with np.errstate(all="raise"):
        got = getattr(vkc, name)(*operands)
    type = Vector[{"f": f32, "i": i32, "b": bool_}[got.dtype.kind], 3]
    assert str(got).startswith(f"{type}(")
    np.testing.assert_allclose(got, on_device(name, operands, type), rtol=2e-3, atol=1e-6)


@pytest.mark.parametrize("name", NAMES)
def test_every_function_of_a_vector_is_that_of_its_components(name):
    operands = operands_of(name)
    got = getattr(vkc, name)(*operands)
    alone = [getattr(vkc, name)(*(operand[k].item() for operand in operands)) for k in range(3)]
    np.testing.assert_allclose(got, alone, rtol=1e-5)


def test_a_number_meets_every_component_and_takes_their_type():
    v = vec3(-1, 0.5, 2)
    assert str(vkc.clamp(v, -1, 1)) == "vec3(-1.0, 0.5, 1.0)"
    assert str(vkc.step(v, 0.5)) == "vec3(1.0, 1.0, 0.0)"
    assert str(vkc.sqrt(ivec3(1, 4, 9))) == "vec3(1.0, 2.0, 3.0)"
    assert str(vkc.clamp(Vector[u8, 2](1, 200), 3, 100)) == f"{Vector[u8, 2]}(3, 100)"
    assert str(vkc.where(v < 1, 1, 2)) == "ivec3(1, 1, 2)"
    assert str(vkc.abs(vkc.mat2(-1, 2, -3, 4))) == "mat2((1.0, 2.0), (3.0, 4.0))"
    assert str(vkc.exp2(vkc.dvec2(1, 0.5))).startswith("dvec2(2.0, 1.41421356")


def test_arrays_of_numpy_go_element_by_element():
    x = np.linspace(-2, 2, 7, dtype=np.float32)
    got = vkc.clamp(x, -1, 1)
    assert type(got) is np.ndarray
    assert got.dtype == np.float32
    assert (got == np.clip(x, -1, 1)).all()
    assert vkc.hypot(x[:, None], x).shape == (7, 7)


def test_what_kernels_refuse_is_refused():
    with pytest.raises(TypeError, match=r"hypot\(\) takes vectors of one size, not of the shapes \(2,\) and \(3,\)"):
        vkc.hypot(vec2(1, 2), vec3(1, 2, 3))
    with pytest.raises(TypeError, match=r"popcount\(\) takes integers, not f32"):
        vkc.popcount(vec2(1, 2))
    with pytest.raises(TypeError, match=r"step\(\) takes 2 operands, not 1"):
        vkc.step(vec2(1, 2))
    with pytest.raises(OverflowError):
        vkc.clamp(Vector[u8, 2](1, 2), 0, 256)
