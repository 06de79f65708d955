"""Functions in pyshader's dialect, of every kind of construct that it has.

Each takes an index, a buffer `a` that is read and a buffer `out` that is written. CPython can run most of them on
NumPy's numbers; the others have a function that says what they compute, of one number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pyvkc.pyshader import Array, boolean, f32, f64, i16, i32, i64, ivec2, stdlib, u8, vec2, vec3, vec4
from pyvkc.pyshader.types import type_from

REALS = [-2.5, -1.0, -0.25, 0.0, 0.5, 1.0, 1.75, 3.0, 7.5, 100.0]
WHOLE = [-7, -4, -1, 0, 1, 2, 3, 5, 9, 40]
POSITIVE = [0.125, 0.5, 0.75, 1.0, 1.5, 2.0, 3.25, 10.0]
NATIVE = 2.0**-11  # what Vulkan allows the sines and cosines of drivers
UNIT = [-1.0, -0.75, -0.5, 0.0, 0.25, 0.5, 0.9, 1.0]


@dataclass
class Row:
    """`read` and `written` are the elements' types; results may differ by `rtol`; `expected` is for CPython's part."""

    function: Callable[..., None]
    read: Any
    written: Any
    values: list
    rtol: float
    expected: Callable[[Any], Any] | None

    def given(self):
        return np.array(self.values, type_from(self.read).dtype)


@dataclass
class Position:
    """An input as CPython sees it."""

    x: int
    y: int = 0
    z: int = 0

    def __getitem__(self, place):
        return (self.x, self.y, self.z)[place]


def by_python(row):
    """What CPython makes of a row."""
    given = row.given()
    out = np.full(len(given), 77, type_from(row.written).dtype)
    with np.errstate(all="ignore"):
        for i, value in enumerate(given):
            if row.expected is None:
                row.function(Position(i), given, out)
            else:
                out[i] = row.expected(value.item())
    return out


ROWS: list[Row] = []


def row(read, written, values, *, rtol=0.0, expected=None):
    """Add a function to the table, with the defaults that make it a shader."""

    def add(function):
        function.__defaults__ = (
            ("input", "GlobalInvocationId", "ivec3"),
            ("buffer", 0, Array(read)),
            ("buffer", 1, Array(written)),
        )
        ROWS.append(Row(function, read, written, values, rtol, expected))
        return function

    return add


# Control flow


@row(f32, f32, REALS)
def copy(index, a, out):
    out[index.x] = a[index.x]


@row(f32, f32, REALS)
def copy_by_component_number(index, a, out):
    i = index[0]
    out[i] = a[i]


@row(f32, f32, REALS)
def if_alone(index, a, out):
    x = a[index.x]
    if x > 1.0:
        x = -x
    out[index.x] = x


@row(f32, f32, REALS)
def if_else(index, a, out):
    if a[index.x] > 0.5:
        out[index.x] = 1.0
    else:
        out[index.x] = 2.0


@row(f32, f32, REALS)
def if_elif_else(index, a, out):
    x = a[index.x]
    if x < -1.0:
        y = 40.0
    elif x == 0.0:
        y = 41.0
    elif x <= 1.0:
        y = 42.0
    else:
        y = 43.0
    out[index.x] = y


@row(i32, i32, WHOLE)
def if_nested(index, a, out):
    i = index.x
    if a[i] > 0:
        if a[i] % 2 == 0:
            if a[i] > 10:
                out[i] = 1
            else:
                out[i] = 2
        else:
            out[i] = 3
    else:
        if a[i] == 0:
            out[i] = 4


@row(i32, i32, WHOLE)
def if_with_or(index, a, out):
    x = a[index.x]
    if x == 1 or x == 3 or x > 8:
        out[index.x] = 10
    else:
        out[index.x] = 20


@row(i32, i32, WHOLE)
def if_with_and(index, a, out):
    x = a[index.x]
    if x > -5 and x < 5 and x != 0:
        out[index.x] = 10
    else:
        out[index.x] = 20


@row(i32, i32, WHOLE)
def if_with_and_or_not(index, a, out):
    x = a[index.x]
    if (x > 0 and x < 4) or (x < 0 and not x == -4):
        out[index.x] = 1
    else:
        out[index.x] = 0


@row(f32, f32, REALS)
def ternary(index, a, out):
    x = a[index.x]
    out[index.x] = x * 2.0 if x > 0.0 else x - 1.0


@row(i32, i32, WHOLE)
def ternary_nested(index, a, out):
    x = a[index.x]
    out[index.x] = 1 if x > 3 else (2 if x > 0 else (3 if x == 0 else 4))


@row(i32, i32, WHOLE)
def ternary_with_and_or(index, a, out):
    x = a[index.x]
    out[index.x] = 5 if x == 2 or x > 6 else 6 if x < 0 and x > -5 else 7


@row(i32, i32, WHOLE)
def returns_early(index, a, out):
    out[index.x] = -1
    if a[index.x] < 0:
        return
    out[index.x] = a[index.x]


@row(i32, i32, WHOLE)
def for_range(index, a, out):
    total = 0
    for j in range(a[index.x]):
        total = total + j
    out[index.x] = total


@row(i32, i32, WHOLE)
def for_range_from(index, a, out):
    total = 0
    for j in range(-3, a[index.x]):
        total += j
    out[index.x] = total


@row(i32, i32, WHOLE)
def for_range_with_step(index, a, out):
    total = 0
    for j in range(1, a[index.x] + 10, 3):
        total += j * j
    out[index.x] = total


@row(i32, i32, WHOLE)
def for_with_break(index, a, out):
    count = 0
    for j in range(20):
        if j == a[index.x]:
            break
        count += 1
    out[index.x] = count


@row(i32, i32, WHOLE)
def for_with_continue(index, a, out):
    total = 0
    for j in range(10):
        if j == a[index.x]:
            continue
        total += j
    out[index.x] = total


@row(i32, i32, WHOLE)
def for_with_break_after_or(index, a, out):
    n = 0
    for j in range(10):
        if j == a[index.x] or n > 6:
            break
        n = n + 1
    out[index.x] = n


@row(i32, i32, WHOLE)
def for_with_several_exits(index, a, out):
    n = 0
    for j in range(12):
        if j == a[index.x]:
            break
        elif j == 7:
            continue
        elif n > 8:
            break
        else:
            n += 1
    out[index.x] = n


@row(i32, i32, WHOLE)
def for_in_for(index, a, out):
    total = 0
    for j in range(5):
        for k in range(j):
            if k == a[index.x]:
                break
            if k == 2:
                continue
            total += 10 * j + k
    out[index.x] = total


@row(i32, i32, WHOLE)
def while_simple(index, a, out):
    x = a[index.x]
    while x > 0:
        x -= 3
    out[index.x] = x


@row(i32, i32, WHOLE)
def while_with_and(index, a, out):
    x, n = a[index.x], 0
    while x > 1 and n < 3:
        x = x // 2
        n += 1
    out[index.x] = x * 100 + n


@row(i32, i32, WHOLE)
def while_true(index, a, out):
    n = 0
    while True:
        n += 1
        if n > a[index.x]:
            break
    out[index.x] = n


@row(i32, i32, WHOLE)
def while_with_continue_and_break(index, a, out):
    n, total = 0, 0
    while n < 20:
        n += 1
        if n % 3 == 0:
            continue
        if n > a[index.x]:
            break
        total += n
    out[index.x] = total


@row(i32, i32, WHOLE)
def while_in_for_in_while(index, a, out):
    x, total = a[index.x], 0
    while x > 0:
        for j in range(3):
            k = j
            while k < x:
                k += 2
                total += 1
        x -= 2
    out[index.x] = total


# Casts


@row(f32, i32, REALS)
def f32_to_i32(index, a, out):
    out[index.x] = i32(a[index.x])


@row(i32, f32, WHOLE)
def i32_to_f32(index, a, out):
    out[index.x] = f32(a[index.x]) / 4.0


@row(i16, i32, WHOLE)
def i16_to_i32(index, a, out):
    out[index.x] = i32(a[index.x]) * 1000000


@row(i32, i16, [*WHOLE, 30000])
def i32_to_i16(index, a, out):
    out[index.x] = i16(a[index.x])


@row(u8, i32, [0, 1, 100, 200, 255])
def u8_to_i32(index, a, out):
    out[index.x] = i32(a[index.x]) - 300


@row(i32, u8, [0, 1, 100, 200, 255])
def i32_to_u8(index, a, out):
    out[index.x] = u8(a[index.x])


@row(i64, i32, WHOLE)
def i64_to_i32(index, a, out):
    out[index.x] = i32(a[index.x])


@row(i32, i64, WHOLE)
def i32_to_i64(index, a, out):
    out[index.x] = i64(a[index.x]) * i64(1 << 33)


@row(f64, f32, REALS)
def f64_to_f32(index, a, out):
    out[index.x] = f32(a[index.x])


@row(f32, f64, REALS)
def f32_to_f64(index, a, out):
    out[index.x] = f64(a[index.x]) / 3.0


@row(i32, i32, WHOLE)
def i32_to_boolean(index, a, out):
    out[index.x] = 1 if boolean(a[index.x]) else 0


@row(f32, f32, REALS)
def float_and_int_together(index, a, out):
    out[index.x] = a[index.x] * 2 + 1


# Math


@row(f32, f32, REALS, rtol=NATIVE)
def trigonometry(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.sin(x) * stdlib.cos(x) + 2.0


@row(f32, f32, UNIT, rtol=1e-4)
def inverse_trigonometry(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.asin(x) * 2.0 + stdlib.acos(x) + stdlib.atan(x) + 10.0


@row(f32, f32, REALS, rtol=1e-4)
def atan2(index, a, out):
    out[index.x] = stdlib.atan2(a[index.x], 2.0)


@row(f32, f32, [-2.0, -0.5, 0.25, 1.0, 3.0], rtol=1e-5)
def hyperbolic(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.sinh(x) + stdlib.cosh(x) + stdlib.tanh(x) + 5.0


@row(f32, f32, REALS, rtol=1e-5)
def inverse_hyperbolic(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.asinh(x) + stdlib.acosh(abs(x) + 1.0) + stdlib.atanh(x / 200.0) + 9.0


@row(f32, f32, POSITIVE, rtol=1e-5)
def exponentials(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.exp(x) + stdlib.exp2(x)


@row(f32, f32, POSITIVE, rtol=1e-5)
def logarithms(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.log(x) + stdlib.log2(x) + 7.0


@row(f32, f32, POSITIVE, rtol=1e-6)
def square_root(index, a, out):
    out[index.x] = stdlib.sqrt(a[index.x])


@row(f32, f32, POSITIVE, rtol=1e-5)
def power_function(index, a, out):
    out[index.x] = stdlib.pow(a[index.x], 2.5)


@row(f32, f32, REALS)
def power_of_two_and_three(index, a, out):
    x = a[index.x]
    out[index.x] = x**2 + x**3


@row(f32, f32, POSITIVE, rtol=1e-5)
def power_operator(index, a, out):
    x = a[index.x]
    out[index.x] = x**0.5 + x**1.25 + 2.0**x


@row(f32, f32, REALS)
def whole_numbers(index, a, out):
    x = a[index.x]
    out[index.x] = stdlib.floor(x) * 100.0 + stdlib.ceil(x) * 10.0 + stdlib.trunc(x)


@row(f32, f32, [-2.5, -1.5, -0.4, 0.5, 1.5, 2.5, 2.6], expected=lambda x: float(np.rint(x)) / 4)
def rounding(index, a, out):
    out[index.x] = round(a[index.x]) / 4.0


@row(f32, f32, REALS)
def absolute(index, a, out):
    out[index.x] = abs(a[index.x]) + stdlib.abs(-a[index.x])


@row(i32, i32, WHOLE)
def absolute_of_ints(index, a, out):
    out[index.x] = abs(a[index.x])


@row(f32, f32, REALS)
def smallest_and_largest(index, a, out):
    x = a[index.x]
    out[index.x] = min(x, 1.0) * 1000.0 + max(x, 0.25)


@row(f32, f32, REALS, expected=lambda x: min(max(x, -0.5), 2.0))
def clamped(index, a, out):
    out[index.x] = stdlib.clamp(a[index.x], -0.5, 2.0)


@row(f32, f32, REALS, expected=lambda x: x - math.floor(x))
def fraction(index, a, out):
    out[index.x] = stdlib.fract(a[index.x])


@row(f32, f32, REALS, rtol=1e-6)
def degrees_and_radians(index, a, out):
    out[index.x] = stdlib.radians(a[index.x]) + 0.5 * stdlib.degrees(a[index.x]) + 500.0


@row(f32, f32, REALS)
def constants_of_math(index, a, out):
    out[index.x] = a[index.x] * math.pi if a[index.x] > 0.0 else -math.e


@row(f32, f32, POSITIVE, rtol=1e-6)
def functions_of_math(index, a, out):
    out[index.x] = math.sqrt(a[index.x]) + math.fmod(a[index.x], 0.75)


@row(f32, f32, POSITIVE, rtol=NATIVE, expected=lambda x: math.sin(x) + math.sqrt(x) + 2.0)
def functions_without_import(index, a, out):
    out[index.x] = sin(a[index.x]) + sqrt(a[index.x]) + 2.0  # noqa: F821


# Whole numbers and bools


@row(i32, i32, WHOLE)
def integer_division(index, a, out):
    out[index.x] = a[index.x] // 3


@row(i32, i32, WHOLE)
def integer_division_by_negative(index, a, out):
    out[index.x] = a[index.x] // -2 * 100 + 7 // (a[index.x] * 2 + 1)


@row(i32, i32, WHOLE)
def modulo(index, a, out):
    out[index.x] = a[index.x] % 4 * 100 + a[index.x] % -3


@row(f32, f32, REALS)
def modulo_of_floats(index, a, out):
    out[index.x] = a[index.x] % 1.5


@row(f32, f32, REALS)
def division_of_floats(index, a, out):
    x = a[index.x]
    x /= 4.0
    out[index.x] = x


@row(i32, i32, WHOLE)
def all_in_place_operators(index, a, out):
    x = a[index.x]
    x += 3
    x *= 5
    x -= 1
    x //= 2
    out[index.x] = x


@row(i32, i32, WHOLE)
def integer_power(index, a, out):
    out[index.x] = a[index.x] ** 2 - a[index.x] ** 3


@row(i32, i32, WHOLE)
def signs(index, a, out):
    out[index.x] = -a[index.x] - (+a[index.x]) * 3


@row(i32, i32, WHOLE)
def bool_variables(index, a, out):
    big = a[index.x] > 3
    odd = a[index.x] % 2 == 1
    both = big and odd
    out[index.x] = 1 if both else (2 if big or odd else 3)


@row(i32, i32, WHOLE)
def not_of_bools(index, a, out):
    negative = a[index.x] < 0
    if not negative:
        out[index.x] = 1
    if not (negative or a[index.x] > 3):
        out[index.x] = 2


@row(f32, i32, REALS)
def all_comparisons(index, a, out):
    x, n = a[index.x], 0
    if x < 1.0:
        n += 1
    if x <= 1.0:
        n += 2
    if x > 1.0:
        n += 4
    if x >= 1.0:
        n += 8
    if x == 1.0:
        n += 16
    if x != 1.0:
        n += 32
    out[index.x] = n


@row(f32, i32, REALS)
def chained_comparison(index, a, out):
    out[index.x] = 1 if -1.0 <= a[index.x] < 1.75 else 0


# Tuples


@row(f32, f32, REALS)
def tuple_unpacking(index, a, out):
    x, y, z = a[index.x], 3.0, a[index.x] * 2.0
    out[index.x] = x - y + z


@row(i32, i32, WHOLE)
def tuple_swap(index, a, out):
    x, y = a[index.x], 10
    x, y = y, x + y
    y, x = x, y
    out[index.x] = x * 100 + y


@row(i32, i32, WHOLE)
def fibonacci(index, a, out):
    x, y = 0, 1
    for j in range(a[index.x]):
        x, y = y, x + y
    out[index.x] = x


# Vectors


@row(f32, f32, REALS, expected=lambda x: x + 2 * 3 + (x + 1))
def vector_components(index, a, out):
    v = vec3(a[index.x], 2.0, a[index.x] + 1.0)
    out[index.x] = v.x + v.y * 3.0 + v.z


@row(f32, f32, REALS, expected=lambda x: x * 1 + 3 + (x + 4))
def vector_numbers(index, a, out):
    v = vec4(a[index.x], 3.0, a[index.x] + 4.0, 1.0)
    out[index.x] = v[0] * v[3] + v[1] + v[2]


@row(f32, f32, REALS, expected=lambda x: 100 * 3 + 10 * x + 2)
def vector_swizzle(index, a, out):
    v = vec3(a[index.x], 2.0, 3.0)
    w = v.zxy
    out[index.x] = 100.0 * w.x + 10.0 * w.y + w.z


@row(f32, f32, REALS, expected=lambda x: x + 2 * x + 3 * 7 + 4 * 8)
def vector_of_vectors(index, a, out):
    xy = vec2(a[index.x], a[index.x])
    v = vec4(xy, 7.0, 8.0)
    out[index.x] = v.r + 2.0 * v.g + 3.0 * v.b + 4.0 * v.a


@row(f32, f32, REALS, expected=lambda x: 3 * x)
def vector_of_one_number(index, a, out):
    v = vec3(a[index.x])
    out[index.x] = v.x + v.y + v.z


@row(i32, i32, WHOLE, expected=lambda x: 100 * (x + 1) + (x - 1))
def vector_of_ints(index, a, out):
    v = ivec2(a[index.x] + 1, a[index.x] - 1)
    out[index.x] = v.x * 100 + v.y


@row(f32, f32, REALS, expected=lambda x: (x + 1) * 2 + (2 + 1) * 3)
def vector_arithmetic(index, a, out):
    v = (vec2(a[index.x], 2.0) + vec2(1.0, 1.0)) * vec2(2.0, 3.0)
    out[index.x] = v.x + v.y


@row(f32, f32, REALS, rtol=1e-6, expected=lambda x: (x + 2.0) * 0.5 - (x - 4.0))
def vector_and_number(index, a, out):
    v = vec2(a[index.x] + 2.0, a[index.x] - 4.0) * 0.5
    out[index.x] = v.x - 2.0 * v.y


@row(f32, f32, REALS, rtol=1e-6, expected=lambda x: math.sqrt(x * x + 4 + 9) + math.sqrt((x - 1) ** 2 + 4))
def length_and_distance(index, a, out):
    v = vec3(a[index.x], 2.0, 3.0)
    out[index.x] = stdlib.length(v) + stdlib.distance(v.xy, vec2(1.0, 0.0))


@row(f32, f32, REALS, rtol=1e-6, expected=lambda x: 2 + x / math.sqrt(x * x + 25))
def normalized(index, a, out):
    v = stdlib.normalize(vec2(a[index.x], 5.0))
    out[index.x] = v.x + 2.0


@row(f32, f32, REALS, expected=lambda x: 3 - 9 * x)
def cross_product(index, a, out):
    v = stdlib.cross(vec3(a[index.x], 1.0, 2.0), vec3(1.0, 3.0, 6.0))
    out[index.x] = v.x + v.y * 2.0 + v.z


@row(f32, f32, REALS, rtol=1e-6, expected=lambda x: x * 0.75 + 10 * 0.25)
def mixed(index, a, out):
    out[index.x] = stdlib.mix(a[index.x], 10.0, 0.25)


@row(f32, f32, REALS, expected=lambda x: 0.0 if x < 0.5 else 1.0)
def stepped(index, a, out):
    out[index.x] = stdlib.step(0.5, a[index.x])


@row(f32, f32, REALS, rtol=1e-6, expected=lambda x: (t := min(max(x / 3, 0), 1)) * t * (3 - 2 * t) + 1)
def smoothly_stepped(index, a, out):
    out[index.x] = stdlib.smooth_step(0.0, 3.0, a[index.x]) + 1.0


@row(f32, f32, REALS, rtol=NATIVE, expected=lambda x: math.sin(x) + math.cos(2.0) + 3.0)
def functions_of_vectors(index, a, out):
    s, c = stdlib.sin(vec2(a[index.x], 2.0)), stdlib.cos(vec2(a[index.x], 2.0))
    out[index.x] = s.x + c.y + 3.0
