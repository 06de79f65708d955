"""Mistakes outside kernels: in launches, in their arguments, in types and options.

``launch_errors.txt`` holds expressions, each with the exception that it raises below it; ``pytest --update-goldens``
rewrites the exceptions. Read them before committing.
"""

from __future__ import annotations

import decimal  # noqa: F401 - the gallery names it
import fractions
import traceback
from pathlib import Path

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, Static, bool_, f32, i32, mat2, u8, vec3

GALLERY = Path(__file__).parent / "launch_errors.txt"


@vkc.kernel
def free(x, n=1):
    x[0] = n


@vkc.kernel
def fixed(x: Array[f32, 1], n: i32 = 0, a: f32 = 1.0, flag: bool = False):
    if flag:
        x[0] = n + a


@vkc.kernel
def small(x: Array[u8], level: u8):
    x[0] = level


@vkc.kernel
def vectors(x: Array[f32], v: vec3):
    x[0] = v.x


@vkc.kernel
def pair(x: Array[f32], v):
    x[0] = v.x


@vkc.kernel(workgroup=(8, 8))
def tiled(x: Array[f32]):
    x[0] = 1


@vkc.kernel
def power(x: Array[f32], n: Static):
    x[0] = x[0] ** n


@vkc.kernel
def keyword(x: Array[f32], *, scale: f32):
    x[0] = scale


@vkc.struct
class Particle:
    position: vec3
    mass: f32
    alive: bool_ = True


@vkc.kernel
def points(p: Array[vec3, 1], turn: mat2):
    p[0] = p[1]


@vkc.kernel
def particles(p: Array[Particle], first: Particle):
    p[0] = first


@vkc.func
def helper(v):
    return 2 * v


def plain(x):
    pass


def names():
    packed = [("position", "f4", (3,)), ("mass", "f4"), ("alive", "?")]
    return {
        **globals(),
        "x": np.zeros(8, np.float32),
        "device_array": vkc.zeros(8, i32),
        "v": np.zeros((4, 3), np.float32),
        "turn": ((1, 0), (0, 1)),
        "ps": np.zeros(3, Particle.dtype),
        "first": Particle((1, 2, 3), 1),
        "packed": np.zeros(3, packed),
    }


def entries():
    """The expressions and the exceptions that the file expects."""
    blocks = GALLERY.read_text(encoding="utf-8").strip().split("\n\n")
    return [tuple(block.split("\n    ")) for block in blocks]


def raised(expression):
    with pytest.raises((AttributeError, OverflowError, RuntimeError, TypeError, ValueError)) as caught:
        eval(expression, names())
    return caught.value


def told(expression):
    error = raised(expression)
    return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry[0])
def test_message(entry, request):
    if request.config.getoption("--update-goldens"):
        pytest.skip("being rewritten")
    assert told(entry[0]) == "\n    ".join(entry[1:])


def test_update(request):
    if request.config.getoption("--update-goldens"):
        texts = (f"{expression}\n    {told(expression)}" for expression, *_ in entries())
        GALLERY.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    assert all(len(entry) == 2 for entry in entries())


@pytest.mark.parametrize(
    "expression", ["fixed[8](3.0)", "fixed[8](x, 2.5)", "fixed[8](x, 2**40)", "tiled[64](x)", "fixed[8]()"]
)
def test_a_traceback_shows_only_the_public_call(expression):
    frames = traceback.extract_tb(raised(expression).__traceback__)
    assert sum("pyvkc" in Path(frame.filename).parts for frame in frames) <= 1, frames


def test_numbers_that_fit_are_taken():
    x = np.zeros(3, np.float32)

    @vkc.kernel
    def fill(x: Array[f32], n: i32, a: f32, flag: bool):
        x[0], x[1], x[2] = n, a, flag

    fill[1](x, np.int64(-5), np.float64(0.1), np.bool_(True))
    assert x.tolist() == [-5, np.float32(0.1), 1]
    fill[1](x, True, float("inf"), False)
    assert x.tolist() == [1, np.inf, 0]
    fill[1](x, 2, fractions.Fraction(1, 4), False)
    assert x.tolist() == [2, 0.25, 0]
    fill[1](x, 2, 10**38, False)
    assert x.tolist() == [2, np.float32(1e38), 0]
    fill[1](x, 2, float("nan"), False)
    assert np.isnan(x[1])


def test_a_repeated_launch_checks_its_numbers():
    """The short way of a launch like the last one takes no number that does not fit."""
    x = vkc.zeros(3, f32)
    for _ in range(3):
        fixed[1](x, 1, 2.0, True)
    with pytest.raises(OverflowError, match=r"argument 'a' is 1e\+300"):
        fixed[1](x, 1, 1e300, True)
    with pytest.raises(OverflowError, match="argument 'n' is 4294967296"):
        fixed[1](x, 2**32, 2.0, True)
    with pytest.raises(TypeError, match=r"argument 'n' is 1\.5"):
        fixed[1](x, 1.5, 2.0, True)
    fixed[1](x, 1, float("-inf"), True)
    assert x.numpy()[0] == -np.inf
