"""Further kinds of mistakes that other kernel languages made with Python's statements: each means what Python means.

What stands in a syntax node is read or refused: no part of the text is left out without a word.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from as_python import same
from kernels import ints

import pyvkc as vkc
from pyvkc import Array, i32

max = 3
to = 50


def signs(out, x):
    out[0] = x[0] // x[1] * 10000 + x[0] % x[1]
    out[1] = x[0] // 3 * 100 + x[0] % -3
    out[2] = -7 // x[1] + 100 * (7 % x[1])
    x[2] //= x[1]
    x[0] %= x[1]
    q, r = divmod(x[2], -2)
    out[3] = q * 10 + r


def assigned_by_every_form(out, x):
    if x[0] > 0:
        a: int = 1
        b = c = 2
        (d, e), [f, *g] = (3, 4), (5, 6, 7)
        h = (k := 8) + 1
        for m in (9, 10):
            n = m
        match x[0]:
            case p:
                q = p
    else:
        a = b = c = d = e = f = h = k = m = n = p = q = 0
        g = (0, 0)
    out[0] = a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11 + sum(g) * 13
    out[1] = h + k * 3 + m * 5 + n * 7 + p * 11 + q * 13


def loop_else(out, x):
    for i in range(3):
        if i == x[0]:
            break
    else:
        out[0] = 1
    for i in (0, 1, 2):
        if i == x[0]:
            break
    else:
        out[1] = 1
    for v in x:
        if v == 7:
            break
    else:
        out[2] = 1
    n = 3
    while n:
        n -= 1
        if n == x[0]:
            continue
        if n == x[1]:
            break
    else:
        out[3] = 1
    for i in range(0):
        pass
    else:
        out[4] = 1
    for i in ():
        pass
    else:
        out[5] = 1


def returns(out, x):
    out[0] = 1
    for i in (1, 2):
        for j in range(3):
            while True:
                if i * j == x[0]:
                    match x[1]:
                        case 0:
                            return
                        case 1 if j > 0:
                            return
                        case _:
                            out[1] += 1
                break
            else:
                out[1] += 100
        else:
            out[0] += 10
    out[0] += 5


def simultaneous(out, x):
    a, b, c = x[0], x[1], x[2]
    for _ in range(3):
        a, b, c = b, c, a + b
    out[0] = a * 100 + b * 10 + c
    x[0], x[1], x[2] = x[2], x[0], x[1]
    i = 0
    i, x[i] = 1, x[i] + 5
    (a, b), h = (b, a), (c, a)
    out[1] = a * 1000 + b * 100 + h[0] * 10 + h[1]
    d = [e, f] = a, b
    out[2] = d[0] - f + e


def loop_variables(out, x):
    for i in range(3):
        out[0] += i
    out[1] = i
    for i in (7, x[0]):
        i += 1
    out[2] = i
    j = -5
    for i, j in enumerate(x):
        pass
    out[3] = i * 10 + j
    while i:
        i -= 1
    out[4] = i
    for x[1] in range(2, 5):
        out[5] += x[1]
    for i in reversed(range(x[0], x[0] + 3)):
        pass
    out[6] = i


def shadows(out, x):
    max = x[0] + 1
    len = max * to
    out[0] = len
    sum = 0
    for range_ in range(3):
        sum += range_
    out[1] = sum
    abs = tuple(to * 2 for to in (1, 2))
    out[2] = abs[1] + to


def operators_in_conditions(out, x):
    out[0] = 0 if x[0] is None else 1
    out[1] = (x[0] in (1, 2) and x[1] not in (0,)) or not x[0] != 2 <= x[1]
    out[2] = -(x[0] ** 2) + +x[1] + (~x[0] << 1) + (x[0] if x[0] else x[1] if x[1] else 9)
    out[3] = (x[0], *(x[1], 3))[1:][-1] * (x[:2][1] + len(x[::2]))


def nothing(out, x):
    """A docstring."""
    ...
    pass
    "another text"
    if x[0]:
        ...
    else:
        pass
    out[0] = 1


FUNCTIONS = [
    signs, assigned_by_every_form, loop_else, returns, simultaneous, loop_variables, shadows, operators_in_conditions,
    nothing,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_as_python(function):
    for x in itertools.product((-2, -1, 0, 1, 2), (-2, 1, 2), (2, 7)):
        same(function, np.zeros(8, np.int32), ints(*x))


# Every construct that is not of the language is refused where it stands, before any types are known

REFUSED = {
    "with": "with x:\n    pass",
    "try": "try:\n    x[0] = 1\nfinally:\n    x[0] = 2",
    "del": "del x",
    "del of an element": "del x[0]",
    "global": "global max",
    "nonlocal": "def f():\n    nonlocal x\nf()",
    "yield": "yield 1",
    "yield from": "yield from x",
    "raise": "raise ValueError",
    "import": "import math",
    "class": "class C:\n    pass",
    "dict": "d = {1: 2}",
    "set": "s = {1, 2}",
    "list": "l = [1, 2]",
    "list comprehension": "vals = [v for v in (10, 20, 30, 40) if v >= 30]",
    "set comprehension": "vals = {v for v in (1, 2)}",
    "dict comprehension": "vals = {v: v for v in (1, 2)}",
    "generator": "vals = (v for v in (1, 2))",
    "class pattern": "match n:\n    case int():\n        pass",
    "mapping pattern": "match n:\n    case {}:\n        pass",
    "keywords of a dictionary": "x[0] = pow(**{'base': 1})",
    "lambda with a default of a list": "f = lambda v, w=[1]: v\nx[0] = f(1)",
    "bytes": "b = b'1'",
    "complex": "c = 1j",
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_is_not_of_the_language_is_refused(tmp_path, text):
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    definition = f"def k(x: Array[i32], n: i32):\n{lines}\n    x[1] = 1\n"
    file = tmp_path / "refused.py"
    file.write_text(f"import pyvkc as vkc\nfrom pyvkc import Array, i32\n\n\n@vkc.kernel\n{definition}")
    with pytest.raises(vkc.CompileError) as caught:
        exec(compile(file.read_text(), str(file), "exec"), {"__name__": "refused"})
    assert caught.value.filename == str(file)


def test_a_filter_and_a_guard_are_never_left_out():
    @vkc.kernel
    def k(out: Array[i32], n: i32):
        out[0] = sum(v for v in (10, 20, 30, 40) if v >= 30)
        match n:
            case 1 if n > 5:
                out[1] = 1
            case _:
                out[1] = 2
        t = (1, 2, 3, 4, 5, 6)[1:6:2]
        out[2] = t[0] * 100 + t[1] * 10 + t[2]

    out = ints(0, 0, 0)
    k[1](out, 1)
    assert out.tolist() == [70, 2, 246]
