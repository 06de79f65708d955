"""Order and single evaluation where effects stand in expressions, as Python has them.

Every call of ``tick`` writes down its number and in which order it came; each function then leaves the same trace as
in Python.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from as_python import same
from kernels import ints

import pyvkc as vkc

PLACES = 24


def tick(trace, value):
    """Write `value` down at the next place of the trace, whose first element counts; the value."""
    place = vkc.atomic.add(trace, 0, 1)
    trace[1 + place] = value
    return value


@vkc.func
def tick_too(trace, value):
    trace[1 + vkc.atomic.add(trace, 0, 1)] = value + 100
    return value


def pair(trace, a, b):
    return tick(trace, a), tick(trace, b)


def operators(out, t, x):
    out[0] = tick(t, 1) + tick(t, x[0]) * tick_too(t, 3) - -tick(t, 4)
    out[1] = (tick(t, 5) < tick(t, 6)) == (tick(t, 7) > x[1])
    out[2] = ~tick(t, 8) & tick(t, 9) << (tick(t, x[0]) & 3)


def loads_before_stores(out, t, x):
    out[0] = x[0] + tick(x, 5) + x[0]
    out[1] = (x[1], tick(x, 6), x[1])[0] + x[2]
    y = x[0]
    out[2] = y + tick(x, 7) * 0 + x[0] + y


def short_circuit(out, t, x):
    out[0] = (tick(t, x[0]) and tick(t, x[1])) or tick(t, 3)
    out[1] = tick(t, x[0]) or (tick(t, x[1]) and tick(t, 5))
    out[2] = not (tick(t, x[0]) > 0 and tick(t, x[1]) > 0)
    out[3] = tick(t, 1) if tick(t, x[0]) and tick(t, x[1]) else tick(t, 2) if tick(t, x[1]) else tick(t, 3)


def chains(out, t, x):
    out[0] = tick(t, 1) < tick(t, x[0]) <= tick(t, x[1]) != tick(t, 3)
    out[1] = x[0] < (x[1] if tick(t, 7) else 0) < tick(t, 5)
    out[2] = tick(t, x[0]) in (tick(t, 1), tick(t, 2)) or tick(t, x[1]) not in (tick(t, 0), 2)
    if 0 <= tick(t, x[0]) < tick(t, 2) == x[1]:
        out[3] = 1


def long_chain(out, t, x):
    out[0] = (
        tick(t, 0) <= tick(t, 0) <= x[0] <= tick(t, 2) <= 2 <= tick(t, x[1] + 2) <= tick(t, 4) <= 5 < tick(t, 6) < 7 < 8
    )
    if 0 <= x[0] <= (y := x[0] + 1) <= 5 <= tick(t, 6) <= 7 <= 8 <= 9 <= 9 + x[1] <= 10 and x[1] == 1:
        out[1] = y


def subscripts(out, t, x):
    out[tick(t, 0)] = x[tick(t, 1)] + x[tick(t, x[0])]
    out[tick(t, 1)] += tick(t, 5)
    out[tick(t, 2)] -= x[tick(t, 1)] * tick_too(t, 2)
    out[tick(t, 3) + tick(t, 0)], out[tick(t, 4)] = tick(t, 6), tick(t, 7)


def targets(out, t, x):
    a, out[tick(t, x[0])], b = tick(t, 3), tick(t, 4), tick(t, 5)
    out[a - 3 + tick(t, 1)] = c = out[tick(t, 3)] = tick(t, 6) + b
    i = 0
    i, out[i] = 1, 10
    out[i], i = 20 + c, 2
    out[i] += i
    (out[tick(t, 0)], (d, *e)) = tick(t, 1), (tick(t, 2), tick(t, 3), *pair(t, 4, 5))
    out[5] = d + len(e)


def augmented(out, t, x):
    n = x[0]
    n += tick(t, n) + n
    out[0] = n
    out[1] = 5
    out[1] += (out[1] + tick(t, 1) * 0) * 2
    out[tick(t, 2)] += out[tick(t, 1)]
    out[tick(t, 1) + 2] //= tick(t, 2)


def calls(out, t, x):
    out[0] = max(tick(t, 1), tick(t, x[0]), tick(t, 3))
    a, b = pair(t, tick(t, 4), tick_too(t, 5))
    out[1] = a * b
    out[2] = abs(tick(t, -2)) + min((tick(t, 7), x[1]))
    out[3] = vkc.atomic.add(out, tick(t, 1), tick(t, 9))
    q, r = divmod(tick(t, 17), tick(t, 5))
    out[4] = q * 10 + r
    out[5] = sum((tick(t, 1), tick(t, 2), x[0])) + len((tick(t, 3), 4))


def tuples(out, t, x):
    u = (tick(t, 1), (tick(t, x[0]), tick(t, 3)), x[1])
    out[0] = u[1][0] + u[0] + u[2]
    v = (*u[1], tick(t, 4), *pair(t, 5, 6))
    out[1] = v[0] + v[4]
    out[2] = (tick(t, 1), tick(t, 2)) < (tick(t, 1), tick(t, x[0]))
    out[3] = (tick(t, 1), x[0], tick(t, 2))[tick(t, 7) * 0 + 1 if False else 1]


def while_conditions(out, t, x):
    n = 0
    while tick(t, n) < x[0]:
        n += 1
        if tick(t, 50) and n == x[1]:
            continue
        out[0] += n
    else:
        out[1] = tick(t, 60)
    while ((m := tick(t, n)) and m > 1) or tick(t, 70) < 0:
        n -= 1
        out[2] += m
    out[3] = n


def ranges(out, t, x):
    for i in range(tick(t, 0), tick(t, x[0]), tick(t, 1)):
        out[0] += tick(t, i + 10)
        x[0] = 0
    for i, v in enumerate((tick(t, 7), x[1], tick(t, 8))):
        x[1] = 9
        out[1] = out[1] * 10 + i * v
    for a, b in zip((tick(t, 1), 2), (3, tick(t, 4))):
        out[2] += a * b


def matching(out, t, x):
    match tick(t, x[0]), tick(t, x[1]):
        case (0, n) if tick(t, n) == 1:
            out[0] = n
        case (n, 1) | (1, n) if tick(t, 20) and tick(t, n) > 1:
            out[0] = n + 10
        case (a, b):
            out[0] = tick(t, a * 10 + b)


def walrus(out, t, x):
    out[0] = (n := tick(t, x[0])) + (n := n + tick(t, 1)) * n
    if (a := tick(t, x[0])) > 1 and (b := tick(t, x[1])) > 0:
        out[1] = a * 10 + b
    out[2] = a
    out[3] = x[(k := tick(t, 1))] + k
    out[4] = (k, k := 5, k)[0] + k


def returns(out, t, x):
    def early(v):
        if tick(t, v) > 1:
            return tick(t, v) + tick(t, 1)
        for i in (1, 2):
            if tick(t, i) == v:
                return i
        return tick(t, 30)

    out[0] = early(x[0]) * early(x[1])
    if tick(t, x[0]) == 0:
        return
    out[1] = tick(t, 9)


def in_comprehensions(out, t, x):
    out[0] = sum(tick(t, v) for v in (x[0], tick(t, 5), x[1]) if tick(t, v + 10) > 11)
    out[1] = any(tick(t, v) > 1 for v in (x[0], x[1], 2))
    out[2] = all(tick(t, v) < 2 for v in x)
    u = tuple(tick(t, v) + x[0] for v in (1, tick(t, 2)))
    out[3] = u[0] * 10 + u[1]


FUNCTIONS = [
    operators, loads_before_stores, short_circuit, chains, long_chain, subscripts, targets, augmented, calls, tuples,
    while_conditions, ranges, matching, walrus, returns, in_comprehensions,
]  # fmt: skip


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_as_python(function):
    for first, second in itertools.product((0, 1, 2, 3), (0, 1, 2)):
        x = np.zeros(PLACES, np.int32)
        x[:3] = first, second, 2
        same(function, ints(*range(9)), np.zeros(64, np.int32), x)


def test_a_long_chain_of_comparisons_is_not_too_deep():
    text = "def k(out, x):\n    out[0] = " + " <= ".join(f"x[{i}]" for i in range(120)) + "\n"
    kernel = vkc.kernel(defined(text))
    out = np.zeros(1, np.int32)
    for x, wanted in ((np.arange(120), 1), (np.arange(120)[::-1], 0), (np.repeat(5, 120), 1)):
        kernel[1](out, x.astype(np.int32))
        assert out[0] == wanted


@pytest.mark.parametrize("operator", ["+", "-", "^"])
def test_a_long_sum_is_not_too_deep(operator):
    text = "def k(out, x):\n    out[0] = " + f" {operator} ".join(f"x[{i % 9}]" for i in range(1000)) + "\n"
    same(defined(text), ints(0), np.arange(9, dtype=np.int32))


@pytest.mark.parametrize("operator", ["and", "or"])
def test_a_long_conjunction_is_not_too_deep(operator):
    text = "def k(out, x):\n    out[0] = " + f" {operator} ".join(f"x[{i % 9}]" for i in range(300)) + "\n"
    for value in (0, 3):
        same(defined(text), ints(0), np.full(9, value, np.int32))


def defined(text):
    """The function that a text defines, in a file as pyvkc reads it."""
    import linecache

    filename = f"<text {abs(hash(text))}>"
    linecache.cache[filename] = len(text), None, text.splitlines(keepends=True), filename
    names = {"vkc": vkc}
    exec(compile(text, filename, "exec"), names)
    return names["k"]
