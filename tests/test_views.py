"""Views of arrays inside kernels: slices, rows, columns, transposes, and what functions do with them; against NumPy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kernels import ints

import pyvkc as vkc
from pyvkc import Array, CompileError, f32, func, global_id, i32, kernel

X = np.arange(10, 20, dtype=np.int32)
M = np.arange(24, dtype=np.int32).reshape(4, 6)
T = np.arange(2 * 3 * 4, dtype=np.int32).reshape(2, 3, 4)


@func
def copy(out, row):
    """The length, then the elements: one more than there are reads 0."""
    out[0] = len(row)
    for k in range(len(row) + 1):
        out[k + 1] = row[k]


@kernel
def between(x: Array[i32], out: Array[i32], a: i32, b: i32):
    copy(out, x[a:b])


@kernel
def reversed_between(x: Array[i32], out: Array[i32], a: i32, b: i32):
    copy(out, x[a:b:-1])


@kernel
def by_three(x: Array[i32], out: Array[i32], a: i32, b: i32):
    copy(out, x[a:b:3])


@kernel
def back_by_two(x: Array[i32], out: Array[i32], a: i32, b: i32):
    copy(out, x[a:b:-2])


@kernel
def sliced_twice(x: Array[i32], out: Array[i32], a: i32, b: i32):
    copy(out, x[a::-2][1:b:2])


STEPS = {between: 1, reversed_between: -1, by_three: 3, back_by_two: -2}
BOUNDS = [-(2**31), -13, -11, -10, -9, -1, 0, 1, 4, 9, 10, 11, 2**31 - 1]


def copied(launched, *arguments, size=12):
    out = np.full(size, 99, np.int32)
    launched[1](X, out, *arguments)
    return out


def expected(view, size=12):
    out = np.full(size, 99, np.int32)
    out[: len(view) + 2] = [len(view), *view, 0]
    return out


@pytest.mark.parametrize("launched", STEPS, ids=lambda k: k.name)
def test_bounds_at_run_time_are_clamped_as_python_clamps_them(launched):
    for a, b in itertools.product(BOUNDS, BOUNDS):
        view = X[a : b : STEPS[launched]]
        np.testing.assert_array_equal(copied(launched, a, b), expected(view), err_msg=f"x[{a}:{b}]")


@settings(max_examples=60, deadline=None)
@given(st.integers(-15, 15), st.integers(-8, 8))
@example(-(2**31), 2**31 - 1)
def test_a_slice_of_a_slice(a, b):
    np.testing.assert_array_equal(copied(sliced_twice, a, b), expected(X[a::-2][1:b:2]))


def constant_slices():
    numbers = ["", "0", "2", "9", "10", "40", "-1", "-3", "-10", "-40", "-2147483648", "2147483647"]
    for start, stop, step in itertools.product(numbers[:7], numbers, ("", "1", "2", "-1", "-3", "40", "2147483647")):
        yield f"{start}:{stop}:{step}"


def test_constant_bounds(tmp_path):
    texts = list(constant_slices())[::7]
    lines = ["from pyvkc import *", "from test_views import copy", ""]
    for number, text in enumerate(texts):
        lines += ["@kernel", f"def k{number}(x: Array[i32], out: Array[i32]):", f"    copy(out, x[{text}])", ""]
    path = tmp_path / "slices.py"
    path.write_text("\n".join(lines))
    names: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    for number, text in enumerate(texts):
        wanted = expected(eval(f"X[{text}]"))
        np.testing.assert_array_equal(copied(names[f"k{number}"]), wanted, err_msg=text)


@kernel
def columns(m: Array[i32, 2], out: Array[i32, 2]):
    column = m[:, global_id()]
    for k in range(len(column)):
        out[global_id(), k] = column[k]


def test_a_column():
    out = np.zeros((6, 4), np.int32)
    columns[6](M, out)
    np.testing.assert_array_equal(out, M.T)


@kernel
def corner(m: Array[i32, 2], out: Array[i32, 2]):
    part = m[1:, 2:-1]
    turned = part.T[::-1]
    out[0, 0], out[0, 1], out[0, 2] = turned.shape[0], turned.shape[1], turned.size
    for a in range(turned.shape[0]):
        for b in range(turned.shape[1]):
            out[a + 1, b] = turned[a, b]


def test_a_corner_turned():
    out = np.zeros((4, 3), np.int32)
    corner[1](M, out)
    turned = M[1:, 2:-1].T[::-1]
    np.testing.assert_array_equal(out, [[3, 3, 9], *turned])


@kernel
def ellipses(t: Array[i32, 3], out: Array[i32]):
    last, first = t[..., 3], t[1, ...]
    out[0], out[1] = last.ndim, first.ndim
    out[2], out[3] = last[1, 2], first[2, 0]
    out[4] = t[..., 1:3][1, 2, -1]
    out[5] = t[0, 1:, 2][1]
    out[6] = t[0][2][::2][1]
    out[7] = t.T[3, 2, 1]
    out[8] = t[-1, -1, -1]


def test_ellipsis_and_mixed_indices():
    out = np.zeros(9, np.int32)
    ellipses[1](T, out)
    wanted = [2, 2, T[1, 2, 3], T[1, 2, 0], T[..., 1:3][1, 2, -1], T[0, 1:, 2][1], T[0][2][::2][1], T.T[3, 2, 1], 23]
    assert out.tolist() == wanted


@kernel
def writes(x: Array[i32], n: i32):
    part = x[2:n:2]
    for k in range(6):
        part[k] = -k
    part[-1] += 100
    old = vkc.atomic.add(part, 0, 7)
    x[0] = old
    x[1] = vkc.atomic.add(part, 5, 7)


def test_stores_and_atomics_keep_to_the_view():
    x = X.copy()
    writes[1](x, 9)
    wanted = X.copy()
    wanted[2:9:2] = -np.arange(4)
    wanted[8] += 100
    wanted[2] += 7
    wanted[0], wanted[1] = 0, 0
    np.testing.assert_array_equal(x, wanted)


@func
def total(row):
    s = 0.0
    for k in range(len(row)):
        s += row[k]
    return s


@kernel
def totals(m: Array[f32, 2], out: Array[f32]):
    i = global_id()
    out[i] = total(m[i]) + 1000 * total(m[i, ::2]) + 1e6 * total(m[::-1, i])


def test_views_are_arguments_of_functions():
    m = np.arange(16, dtype=np.float32).reshape(4, 4)
    out = np.zeros(4, np.float32)
    totals[4](m, out)
    wanted = m.sum(1) + np.float32(1000) * m[:, ::2].sum(1) + np.float32(1e6) * m.sum(0)
    np.testing.assert_allclose(out, wanted, rtol=1e-6)


def test_views_of_strided_arrays():
    device = vkc.array(np.arange(60, dtype=np.float32).reshape(6, 10))
    out = vkc.zeros(5, f32)
    totals_of = device[::-1, ::2]
    square = vkc.array(totals_of.numpy()[:5, :5])
    totals[5](totals_of[:5, :5], out)
    again = vkc.zeros(5, f32)
    totals[5](square, again)
    np.testing.assert_array_equal(out.numpy(), again.numpy())


@kernel(unchecked=True)
def unchecked(x: Array[i32], out: Array[i32], a: i32):
    i = global_id()
    out[i] = x[a:][i]


def test_unchecked_views():
    out = np.zeros(4, np.int32)
    unchecked[4](X, out, 3)
    assert out.tolist() == X[3:7].tolist()


@kernel
def effects(x: Array[i32], log: Array[i32], out: Array[i32]):
    start = vkc.atomic.add(log, 0, 1)
    part = x[start : vkc.atomic.add(log, 0, 5) + 3]
    out[0], out[1] = len(part), part[0]


def test_bounds_are_evaluated_once_and_where_the_slice_stands():
    log, out = ints(2), np.zeros(2, np.int32)
    effects[1](X, log, out)
    assert (log.tolist(), out.tolist()) == ([8], [4, 12])


def test_an_empty_array_has_empty_slices():
    out = np.full(4, 99, np.int32)
    reversed_between[1](np.zeros(0, np.int32), out, 5, -3)
    assert out.tolist() == [0, 0, 99, 99]


@pytest.mark.parametrize(
    ("index", "message"),
    [
        ("x[::0]", "step of a slice is not 0"),
        ("x[::n]", "step of a slice is a constant integer"),
        ("x[1.5:]", "a bound of a slice is an integer"),
        ("x[:f]", "a bound of a slice is an integer"),
        ("x[..., ..., 0]", "one `...` at most"),
        ("x[None]", "a new axis cannot be made"),
        ("x[0:1, 0]", "has 1 axis here and is indexed with 2"),
        ("x[x]", "index that array first"),
    ],
)
def test_what_is_refused(tmp_path, index, message):
    path = tmp_path / "refused.py"
    path.write_text(
        "from pyvkc import *\n@kernel\ndef k(x: Array[i32], n: i32, f: f32, out: Array[i32]):\n"
        f"    y = {index}\n    out[0] = 1\n"
    )
    names: dict = {}
    exec(compile(path.read_text(), str(path), "exec"), names)
    with pytest.raises(CompileError, match=message):
        names["k"].spirv()
