"""Checked kernels: what goes wrong is told with its place, and everything else is as without."""

from __future__ import annotations

import math  # noqa: F401  # the kernels' text names it, and some types
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, f16, f32, f64, i8, i32, i64, u8, u32  # noqa: F401

HERE = "i = vkc.global_id()"


def make(parameters: str, body: str, **options):
    """A checked kernel, whose first line is the third of its text."""
    text = f"@vkc.kernel(debug=True, source=TEXT, **OPTIONS)\ndef k({parameters}):\n{textwrap.indent(body, '    ')}\n"
    scope = {**globals(), "TEXT": text, "OPTIONS": options}
    exec(compile(text, "<kernel>", "exec"), scope)
    return scope["k"]


def fails(kind, kernel, *args, n=4):
    with pytest.raises(kind) as caught:
        kernel[n](*args)
    vkc.synchronize()
    return caught.value


INDICES = {
    "load":          ("y[i] = x[i + 1]", "index 4 is out of range for axis 0 of 'x', of shape (4,)", 3),
    "negative":      ("y[i] = x[i - 1]", "index -1 is out of range for axis 0 of 'x', of shape (4,)", 0),
    "store":         ("if i < 3:\n    x[i * 2] = 1.0",
                      "index 4 is out of range for axis 0 of 'x', of shape (4,)", 2),
    "augmented":     ("if i < 2:\n    x[i + 3] += 1.0",
                      "index 4 is out of range for axis 0 of 'x', of shape (4,)", 1),
    "atomic":        ("if i < 2:\n    vkc.atomic.add(x, i + 3, 1.0)",
                      "index 4 is out of range for axis 0 of 'x', of shape (4,)", 1),
    "nested":        ("y[i] = x[i32(x[i]) * 2]", "index 4 is out of range for axis 0 of 'x', of shape (4,)", 2),
    "local":         ("t = vkc.local(3, f32)\nt[i] = 1.0\ny[i] = t[0]",
                      "index 3 is out of range for axis 0 of 't', of shape (3,)", 3),
    "in a function": ("def get(a, j):\n    return a[j] + 1\ny[i] = get(x, i) + get(x, i + 1)",
                      "index 4 is out of range for axis 0 of 'x', of shape (4,)", 3),
    "in a condition": ("if i == 2 and x[i + 2] > 0:\n    y[i] = 1.0",
                       "index 4 is out of range for axis 0 of 'x', of shape (4,)", 2),
    "in an expression": ("y[i] = (x[i] if i < 3 else x[i + 5]) + 1",
                         "index 8 is out of range for axis 0 of 'x', of shape (4,)", 3),
    "in a loop":     ("j = i\nwhile x[j] < 3:\n    j += 2\n    if j > 9: break\n",
                      "index 4 is out of range for axis 0 of 'x', of shape (4,)", None),
    "in a view":     ("v = x[1:3]\ny[i] = v[i]",
                      "index 2 is out of range for a view of 'x' whose axis has the length 2", 2),
    "in a range":    ("if i == 1:\n    for j in range(i32(x[i + 3])):\n        y[i] += 1",
                      "index 4 is out of range for axis 0 of 'x', of shape (4,)", 1),
}  # fmt: skip


@pytest.mark.parametrize("case", INDICES)
def test_an_index_out_of_range(case):
    body, message, invocation = INDICES[case]
    k = make("x: Array[f32], y: Array[f32]", f"{HERE}\n{body}", workgroup=2)
    x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    error = fails(vkc.KernelIndexError, k, x, y)
    assert isinstance(error, IndexError)
    assert error.message == message
    assert (error.kernel, error.filename) == ("k", "<kernel>")
    assert 4 <= error.lineno <= 7
    if invocation is not None and case != "in a view":  # of several that fail any may be the first
        assert error.invocation == (invocation,)
        assert (error.group[0] * 2 + error.local[0],) == error.invocation


def test_only_that_access_is_left_out():
    k = make("x: Array[f32], y: Array[f32]", f"{HERE}\ny[i] = 10 + x[i + 2]\nx[i * 3] = -1.0")
    x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    plain = k.configure(debug=False)
    expected = x.copy(), y.copy()
    plain[4](*expected)
    fails(vkc.KernelIndexError, k, x, y)
    assert expected[0].tolist() == x.tolist() == [-1, 1, 2, -1]
    assert expected[1].tolist() == y.tolist()


def test_axes_and_shapes():
    k = make("x: Array[i32, 2]", "i, j = vkc.global_id()\nx[j, i] = 1")
    x = vkc.zeros((2, 3), i32)
    k[2, 3](x)
    with pytest.raises(
        vkc.KernelIndexError, match=r"index \(2, [01]\) is out of range for axis 0 of 'x', of shape \(2, 3\)"
    ) as caught:
        vkc.synchronize()
    assert caught.value.invocation in ((0, 2), (1, 2))
    assert str(caught.value).split("\n")[2].strip() == "4 |     x[j, i] = 1"
    assert x.numpy().tolist() == [[1, 1, 0], [1, 1, 0]]


def test_shared_memory():
    k = make("x: Array[f32]", "t = vkc.shared(4, f32)\ni = vkc.local_id()\nt[i] = x[i]\nvkc.barrier()\nx[i] = t[i + 1]",
             workgroup=4)  # fmt: skip
    x = np.arange(4, dtype=np.float32)
    error = fails(vkc.KernelIndexError, k, x)
    assert error.message == "index 4 is out of range for axis 0 of 't', of shape (4,)"
    assert x.tolist() == [1, 2, 3, 0]


def test_what_is_in_range_is_told_nothing_of():
    k = make("x: Array[f32], y: Array[f32]", f"{HERE}\n"
             "if i + 1 < len(x) and x[i + 1] > 0:\n    y[i] = x[i + 1] // x[i]\n"
             "y[i] += x[i - 1] if i > 0 else 0.0\nfor j in range(0, 4, i + 1):\n    y[i] += x[j]\n")  # fmt: skip
    x, y = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    k[4](x, y)
    z = np.zeros(4, np.float32)
    k.configure(debug=False)[4](x, z)
    assert y.tolist() == z.tolist()


NUMBERS = {
    # text: (the type of x, its elements, the exception, the message, or None)
    "x[i] // x[0]":       (i32, [0, 7], "ZeroDivision", "0 // 0: an integer is divided by zero"),
    "7 % x[i]":           (i32, [1, 0], "ZeroDivision", "7 % 0: an integer is divided by zero"),
    "divmod(7, x[i])[1]": (u32, [1, 0], "ZeroDivision", "7 % 0: an integer is divided by zero"),
    "x[i] // 2":          (i32, [0, 7], None, None),
    "1.5 // x[i] > 0":    (f32, [0, 7], None, None),
    "x[i] / x[0] > 0":    (i32, [0, 7], None, None),
    "5 << x[i]":          (i32, [2, -1], "Value", "5 << -1: a shift by a negative count"),
    "x[i] >> x[i]":       (i32, [2, -2], "Value", "-2 >> -2: a shift by a negative count"),
    "5 << u32(x[i])":     (i32, [2, -1], None, None),
    "x[i] << 3":          (i32, [2, -1], None, None),
    "i32(x[i])":          (f32, [-2.0**31, 2.0**31], "Value",
                           "i32(2.1474836e+09): the result is out of the range of i32"),
    "i32(x[i]) ":         (f32, [2147483520.0, -2147483904.0], "Value",
                           "i32(-2.147484e+09): the result is out of the range of i32"),
    "int(x[i])":          (f32, [1.5, np.nan], "Value", "i32(nan): the result is out of the range of i32"),
    "round(x[i])":        (f32, [1.5, np.inf], "Value", "round(inf): the result is out of the range of i32"),
    "math.floor(x[i])":   (f32, [-0.5, 3e9], "Value", "floor(3e+09): the result is out of the range of i32"),
    "i32(u8(x[i]))":      (f32, [255.9, 256.0], "Value", "u8(256.0): the result is out of the range of u8"),
    "i32(u8(x[i])) ":     (f32, [-0.9, -1.0], "Value", "u8(-1.0): the result is out of the range of u8"),
    "i32(i8(x[i]))":      (f32, [-128.9, -129.0], "Value", "i8(-129.0): the result is out of the range of i8"),
    "i32(u32(x[i]))":     (f32, [4294967040.0, 2.0**32], "Value",
                           "u32(4.2949673e+09): the result is out of the range of u32"),
    "i32(i64(x[i]))":     (f32, [-2.0**63, 2.0**63], "Value",
                           "i64(9.223372e+18): the result is out of the range of i64"),
    "i32(x[i])  ":        (f64, [-2147483648.9, 2147483648.0], "Value",
                           "i32(2147483648.0): the result is out of the range of i32"),
    "i32(x[i])   ":       (f64, [2147483647.9, -2147483649.0], "Value",
                           "i32(-2147483649.0): the result is out of the range of i32"),
    "i32(x[i])    ":      (f16, [65504.0, -np.inf], "Value", "i32(-inf): the result is out of the range of i32"),
    "i32(bool(x[i]))":    (f32, [np.nan, np.inf], None, None),
    "i32(math.sin(x[i]) * 2)": (f32, [1e30, 0.5], None, None),
    "i32(math.exp(-x[i] * x[i]))": (f32, [np.inf, 0.5], None, None),
}  # fmt: skip


@pytest.mark.parametrize("text", NUMBERS)
def test_numbers(text):
    type, elements, kind, message = NUMBERS[text]
    k = make(f"x: Array[{type}], y: Array[i32]", f"{HERE}\ny[i] = i32({text})")
    x = np.array(elements, type.dtype)
    y, z = np.zeros(2, np.int32), np.zeros(2, np.int32)
    try:
        k.configure(debug=False)[2](x, z)
    except vkc.FeatureError as error:
        pytest.skip(str(error))
    if kind is None:
        k[2](x, y)
    else:
        error = fails(getattr(vkc, f"Kernel{kind}Error"), k, x, y, n=2)
        if elements[0] or kind == "Value":
            assert (error.message, error.invocation) == (message, (1,))
        else:
            assert "// 0: an integer" in error.message
        column = str(error).split("\n")[1].split(", in kernel")[0].rsplit(":", 1)[1]
        assert int(column) > 12  # of the operation, not of the statement
    assert y.tolist() == z.tolist()


def test_a_step_of_zero():
    k = make("y: Array[i32], n: i32", f"{HERE}\nfor j in range(0, 10, i - n):\n    y[i] += 1")
    y = np.zeros(4, np.int32)
    error = fails(vkc.KernelValueError, k, y, 2)
    assert error.message == "the step of range() is 0, so that the loop runs no iteration"
    assert error.invocation == (2,)
    assert y.tolist() == [0, 0, 0, 10]


def test_the_first_fault_is_kept():
    k = make("x: Array[f32], n: i32", f"{HERE}\nx[i + 7] = 1.0\nx[0] = f32(1 // n)\nassert n, 'no'")
    error = fails(vkc.KernelIndexError, k, np.zeros(1, np.float32), 0, n=1)
    assert error.lineno == 4


def test_kernels_without_tests_that_are_needed_have_no_buffer():
    k = make("x: Array[f32]", f"{HERE}\nif i < len(x):\n    x[i] = 2 * x[i]")
    assert k.compile("f32[:]").report is None


def test_options():
    def plain(x: Array[f32]):
        x[vkc.global_id() + 1] = 1

    k = vkc.kernel(debug=True, unchecked=True)(plain)  # checked, whatever else is asked for
    fails(vkc.KernelIndexError, k, np.zeros(1, np.float32), n=1)
    x = np.zeros(2, np.float32)
    k.configure(debug=False, unchecked=False)[2](x)
    assert x.tolist() == [0, 1]
    with pytest.raises(TypeError, match="debug is True or False, not 1"):
        vkc.kernel(debug=1)(plain)
    with pytest.raises(TypeError, match="debug is True or False, not 'yes'"):
        k.configure(debug="yes")


def test_the_environment(monkeypatch):
    def plain(x: Array[f32]):
        x[vkc.global_id() + 1] = 1

    for text, wanted in (("1", True), ("true", True), ("0", False), ("", False)):
        monkeypatch.setenv("PYVKC_DEBUG", text)
        assert vkc.kernel(plain).options.debug is wanted
        assert vkc.kernel(debug=False)(plain).options.debug is False
    monkeypatch.setenv("PYVKC_DEBUG", "maybe")
    with pytest.raises(ValueError, match="PYVKC_DEBUG is 1 or 0"):
        vkc.kernel(plain)


def test_a_program_under_the_environment(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent("""
            import numpy as np, pyvkc as vkc
            @vkc.kernel
            def shift(x: vkc.Array[vkc.f32]):
                i = vkc.global_id()
                x[i] = x[i + 1]
            shift[3](np.zeros(3, np.float32))
        """)
    )
    run = [sys.executable, str(program)]
    assert subprocess.run(run, capture_output=True, check=False).returncode == 0
    done = subprocess.run(run, capture_output=True, check=False, text=True, env={**os.environ, "PYVKC_DEBUG": "1"})
    assert done.returncode == 1
    last = done.stderr.split("pyvkc.errors.KernelIndexError: ")[1]
    assert last == (
        "index 3 is out of range for axis 0 of 'x', of shape (3,)\n"
        f"  --> {program}:6:12, in kernel 'shift', invocation 2 (local 2 of group 0)\n"
        "  6 |     x[i] = x[i + 1]\n    |            ^^^^^^^^\n"
    )
