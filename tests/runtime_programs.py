"""Small programs for the runtime's tests, lowered from typed trees: no Python text, no kernel objects."""

from __future__ import annotations

from functools import lru_cache

from lower_trees import WORKGROUPS, array, constant, load, op, store, value

from pyvkc.frontend import ir
from pyvkc.frontend.lower import lower
from pyvkc.frontend.target import Target
from pyvkc.types import Scalar, bool_, f32, i32


def lowered(name, parameters, body, ndim=1, workgroup=None, **target):
    kernel = ir.Kernel(name, tuple(parameters), tuple(body), (), ndim, workgroup or WORKGROUPS[ndim])
    return lower(kernel, Target(**target))


def here(axis=0):
    """``global_id(axis)``."""
    return ir.Position("global_id", axis)


@lru_cache(maxsize=None)
def scale(element: Scalar = f32, contiguous: bool = True, **target):
    """``out[i] = x[i] * factor``"""
    x, out = array("x", element, 0, contiguous=contiguous), array("out", element, 1, contiguous=contiguous)
    factor = value("factor", element, 2)
    return lowered("scale", (x, out, factor), [store(out, here(), op("multiply", load(x, here()), factor))], **target)


@lru_cache(maxsize=None)
def add(name: str = "add", **target):
    """``out[i] = x[i] + step`` on i32."""
    x, out, step = array("x", i32, 0), array("out", i32, 1), value("step", i32, 2)
    return lowered(name, (x, out, step), [store(out, here(), op("add", load(x, here()), step))], **target)


@lru_cache(maxsize=None)
def invert(**target):
    """``out[i] = x[i] == False`` on bools."""
    x, out = array("x", bool_, 0), array("out", bool_, 1)
    inverted = op("equal", load(x, here()), constant(False))
    return lowered("invert", (x, out), [store(out, here(), inverted)], **target)


@lru_cache(maxsize=None)
def positions(ndim: int, workgroup: tuple[int, ...] | None = None):
    """``out[i, j, k] = i * 10000 + j * 100 + k``, with as many axes as asked for."""
    out = array("out", i32, 0, ndim)
    number = here(0)
    for axis in range(1, ndim):
        number = op("add", op("multiply", number, 100), here(axis))
    axes = tuple(here(axis) for axis in range(ndim))
    return lowered("positions", (out,), [store(out, axes, number)], ndim, workgroup)


@lru_cache(maxsize=None)
def many(count: int = 40):
    """``out[i] = v0 + v1 * 2 + v2 * 3 ...``: more scalars than push constants hold."""
    out = array("out", i32, 0)
    scalars = [value(f"v{index}", i32, index + 1) for index in range(count)]
    total = op("multiply", scalars[0], 1)
    for index, scalar in enumerate(scalars[1:], 2):
        total = op("add", total, op("multiply", scalar, index))
    return lowered("many", (out, *scalars), [store(out, here(), total)])
