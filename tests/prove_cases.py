"""Kernels for the prover, each with the accesses that stay tested, without and with assumptions, and with those.

In the texts i, j are ``global_id(0)``, ``global_id(1)``; ``x0`` is ``x.shape[0]``, ``size0`` the size of the launch.
A case is proved for the launches that its assumptions allow, "moderate" being those whose numbers are below 2**29.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyvkc as vkc
from pyvkc import Array, f32, i32, u32

F = Array[f32]
F2 = Array[f32, 2]
I = Array[i32]
U = Array[u32]


@dataclass
class Case:
    kernel: Any
    kept: str
    assumed: str
    needs: str
    ndim: int


CASES: list[Case] = []


def case(kept="", assumed="", needs="", ndim=1):
    """Kept without assumptions; kept with those that the launch then needs."""

    def register(function):
        CASES.append(Case(vkc.kernel(function), kept, assumed, needs, ndim))
        return function

    return register


# Guards


@case(kept="y[i?] x[i?]", needs="size0 - 1 < x0; size0 - 1 < y0")
def no_guard(x: F, y: F):
    i = vkc.global_id()
    y[i] = x[i]


@case()
def own_extent(x: F):
    i = vkc.global_id()
    if i < x.shape[0]:
        x[i] = 1.0


@case()
def len_and_size(x: F, y: F):
    i = vkc.global_id()
    if i < len(x) and y.size > i:
        x[i] = y[i]


@case(kept="x[i?]", needs="size0 - 1 < x0")
def off_by_one(x: F):
    i = vkc.global_id()
    if i <= x.shape[0]:
        x[i] = 1.0


@case(kept="y[i?]", needs="x0 - 1 < y0")
def other_extent(x: F, y: F):
    i = vkc.global_id()
    if i < x.shape[0]:
        y[i] = x[i]


@case(kept="x[i?]", needs="n - 1 < x0")
def scalar_guard(x: F, n: i32):
    i = vkc.global_id()
    if i < n:
        x[i] = 1.0


@case(kept="x[i?]", needs="n - 1 < x0")
def unsigned_guard(x: F, n: u32):
    i = vkc.global_id()
    if i < n:
        x[i] = 1.0


@case()
def early_return(x: F):
    i = vkc.global_id()
    if i >= x.shape[0]:
        return
    x[i] = 1.0


@case(ndim=2)
def early_return_of_two(x: F2):
    i, j = vkc.global_id()
    if i >= x.shape[0] or j >= x.shape[1]:
        return
    x[i, j] = 1.0


@case(kept="x[j?, i?]", assumed="", needs="size1 - 1 < x0; x0 - 1 < x1", ndim=2)
def axes_mixed_up(x: F2):
    i, j = vkc.global_id()
    if i < x.shape[0]:
        x[j, i] = 1.0


@case()
def a_name_for_the_guard(x: F):
    i = vkc.global_id()
    n = x.shape[0]
    inside = 0 <= i < n
    if not inside:
        return
    x[i] = 1.0


@case()
def short_circuit(x: F, y: F):
    i = vkc.global_id()
    if i < x.shape[0] and x[i] > 0.0 and i < y.shape[0]:
        y[i] = x[i] if x[i] > 1.0 else y[i]


@case(kept="x[i?]", needs="size0 - 1 < x0")
def short_circuit_the_wrong_way_round(x: F):
    i = vkc.global_id()
    if x[i] > 0.0 and i < x.shape[0]:
        x[i] = 0.0


@case(kept="x[i?]", needs="size0 - 1 < x0")
def either_is_no_guard(x: F, n: i32):
    i = vkc.global_id()
    if i < x.shape[0] or n > 3:
        x[i] = 0.0


@case()
def conditional_value(x: F, y: F):
    i = vkc.global_id()
    left = x[i - 1] if i > 0 and i <= len(x) else 0.0
    if i < len(y):
        y[i] = left


@case()
def nested_and_otherwise(x: F, y: F):
    i = vkc.global_id()
    if i >= x.shape[0]:
        pass
    elif i >= y.shape[0]:
        x[i] = 1.0
    else:
        x[i] = y[i]


@case()
def after_both_branches(x: F, n: i32):
    i = vkc.global_id()
    if n > 3:
        if i >= x.shape[0]:
            return
        k = 1
    else:
        if x.shape[0] <= i:
            return
        k = 2
    x[i] = f32(k)


@case(kept="x[n?]", assumed="x[n?]")
def a_scalar_that_is_not_negative(x: F, n: i32):
    if n < 0:
        return
    x[n] = 1.0  # n + 0 < x0 is not assumed: there is a condition that perhaps protects from that


@case(kept="x[n?]", assumed="x[n?]")
def a_scalar_that_may_be_negative(x: F, n: i32):
    x[n] = 1.0


# Arithmetic that may wrap


@case(kept="x[i?]", assumed="", needs="n - 3 < x0; moderate n size0")
def n_minus_two(x: F, n: i32):
    i = vkc.global_id()
    if i < n - 2:  # the least i32 makes this 2147483646
        x[i] = 1.0


@case()
def extent_minus_two(x: F):
    i = vkc.global_id()
    if i < x.shape[0] - 2:
        x[i] = x[i + 1] + x[i + 2]


@case(kept="x[i?]", needs="size0 - 1 < x0")
def unsigned_minus_one(x: F, u: u32):
    i = vkc.global_id()
    if i < u - 1:  # 4294967295 for 0
        x[i] = 1.0


@case(kept="x[i + 2000000000?]", assumed="x[i + 2000000000?]")
def a_far_step(x: F):
    i = vkc.global_id()
    if i + 2000000000 < x.shape[0]:
        x[i + 2000000000] = 1.0


@case(kept="x[i + 2?]", needs="moderate size0 x0")
def a_sum_below_the_extent(x: F):
    i = vkc.global_id()
    if i + 2 < x.shape[0]:  # the last of 2147483647 invocations wraps to the least i32
        x[i + 2] = 1.0


@case(kept="x[4 * i + 3?]", needs="moderate size0 x0")
def a_product_below_the_extent(x: F):
    i = vkc.global_id()
    if 4 * i + 3 < x.shape[0]:
        x[4 * i + 3] = 1.0


@case(kept="x[3 * i + k?]", needs="3 size0 - 1 < x0; moderate size0")
def three_of_each(x: F):
    i = vkc.global_id()
    for k in range(3):
        x[3 * i + k] = 1.0


@case(kept="x[i << 1?] x[(i << 1) + 1?]", needs="2 n - 1 < x0; moderate n size0")
def pairs(x: F, n: i32):
    i = vkc.global_id()
    if i < n:
        x[i << 1] = x[(i << 1) + 1]


@case(kept="x[i * w + j?]", assumed="x[i * w + j?]", ndim=2)
def a_row_of_a_flat_array(x: F, w: i32):
    i, j = vkc.global_id()
    if i * w + j < x.shape[0]:
        x[i * w + j] = 1.0


@case()
def both_ends_are_tested(x: F, w: i32):
    i = vkc.global_id()
    if 0 <= i * w + 3 < x.shape[0]:
        x[i * w + 3] = 1.0


@case()
def both_ends_of_a_variable(x: F, d: i32):
    i = vkc.global_id() + d
    if 0 <= i and i < x.shape[0]:
        x[i] = 1.0


@case(kept="x[i - 1?]", assumed="x[i - 1?]")
def below_zero(x: F):
    i = vkc.global_id()
    if i < x.shape[0]:
        x[i - 1] = 1.0


@case()
def a_stencil(x: F, y: F):
    i = vkc.global_id()
    if 0 < i < x.shape[0] - 1 and i < y.shape[0]:
        y[i] = x[i - 1] + x[i] + x[i + 1]


@case()
def from_the_end(x: F):
    i = vkc.global_id()
    if i < x.shape[0]:
        x[x.shape[0] - 1 - i] = x[len(x) - i - 1]


@case(kept="x[x.shape[0] - 2?]", assumed="x[x.shape[0] - 2?]")
def a_constant_from_the_end(x: F):
    x[-2] = 1.0


@case()
def a_constant_from_the_end_of_enough(x: F):
    if x.shape[0] >= 2:
        x[-2] = x[1]


# Operations


@case(kept="x[i % 8?]", needs="zero + 7 < x0")
def remainder_of_a_constant(x: F):
    x[vkc.global_id() % 8] = 1.0


@case(kept="x[i % x.shape[0]?]", needs="moderate size0 x0")
def remainder_of_the_extent(x: F):
    i = vkc.global_id()
    x[i % x.shape[0]] = 1.0  # of an empty array it is 0


@case(kept="x[(i - 1) % x.shape[0]?]", needs="moderate size0 x0")
def around_the_edge(x: F):
    i = vkc.global_id()
    x[(i - 1) % x.shape[0]] = 1.0


@case()
def around_the_edge_of_what_is_not_empty(x: F):
    i = vkc.global_id()
    if i < x.shape[0]:
        x[(i - 1) % x.shape[0]] = x[(i + 1) % len(x)]


@case(kept="x[i % -8?]", assumed="x[i % -8?]")
def remainder_of_a_negative(x: F):
    x[vkc.global_id() % -8] = 1.0


@case(kept="x[n & 7?]", needs="zero + 7 < x0")
def mask(x: F, n: i32):
    x[n & 7] = 1.0


@case(kept="x[n >> 29?]", assumed="x[n >> 29?]")
def shift_of_a_negative(x: F, n: i32):
    x[n >> 29] = 1.0


@case(kept="x[i >> 29?]", needs="zero + 3 < x0")
def shift_of_a_position(x: F):
    x[vkc.global_id() >> 29] = 1.0


@case(kept="x[abs(n)?]", assumed="x[abs(n)?]")
def abs_of_the_least(x: F, n: i32):
    if n > -8:
        x[abs(n)] = 1.0


@case(kept="x[abs(n)?]", needs="zero + 7 < x0")
def abs_of_little(x: F, n: i32):
    if -8 < n < 5:
        x[abs(n)] = 1.0


@case()
def clamped(x: F, n: i32):
    if len(x) > 0:
        x[max(min(n, len(x) - 1), 0)] = x[min(max(0, n), len(x) - 1)]


@case(kept="x[max(min(n, x.shape[0] - 1), 0)?]", needs="moderate n x0")
def clamped_to_what_may_be_empty(x: F, n: i32):
    x[max(min(n, len(x) - 1), 0)] = 1.0


@case(kept="x[i32(a)?]", assumed="x[i32(a)?]")
def a_float(x: F, a: f32):
    x[i32(a)] = 1.0


@case()
def a_float_that_is_clamped(x: F, a: f32):
    if len(x) > 0:
        x[min(max(i32(a), 0), len(x) - 1)] = 1.0


@case(kept="x[i32(y[i?] > 0.0)?] y[i?]", needs="size0 - 1 < y0; zero + 1 < x0")
def a_bool(x: F, y: F):
    i = vkc.global_id()
    x[i32(y[i] > 0.0)] = 1.0


@case(kept="x[y[i]?]", assumed="x[y[i]?]")
def memory_teaches_nothing(x: F, y: I):
    i = vkc.global_id()
    if i < y.shape[0] and 0 <= y[i] and y[i] < x.shape[0]:
        x[y[i]] = 1.0


@case()
def a_number_from_memory(x: F, y: I):
    i = vkc.global_id()
    if i < y.shape[0]:
        k = y[i]
        if 0 <= k < x.shape[0]:
            x[k] = 1.0


@case(kept="x[local_id()?] y[group_id()?]", needs="groups0 - 1 < y0; zero + 255 < x0")
def positions(x: F, y: F):
    x[vkc.local_id()] = 1.0
    y[vkc.group_id()] = 1.0


@case()
def a_position_by_hand(x: F):
    i = vkc.group_id() * vkc.group_size() + vkc.local_id()
    if i < x.shape[0]:
        x[i] = 1.0
    k = vkc.local_id() + 256 * vkc.group_id()
    if k < x.shape[0]:
        x[k] = 1.0


@case(kept="x[0?] x[2?]", needs="zero + 2 < x0")
def constants(x: F):
    x[0] = 1.0
    x[2] = 1.0


# Loops


@case(kept="x[k?] y[k?]", needs="n - 1 < x0; n - 1 < y0")
def count(x: F, y: F, n: i32):
    for k in range(n):
        x[k] = y[k]


@case()
def count_down(x: F):
    for k in range(x.shape[0] - 1, -1, -1):
        x[k] = 1.0


@case(kept="x[k?]", assumed="x[k?]")
def count_down_too_far(x: F):
    for k in range(x.shape[0] - 1, -2, -1):
        x[k] = 1.0


@case(kept="x[k?]", assumed="x[k?]")
def count_down_from_the_extent(x: F):
    for k in range(x.shape[0], 0, -1):
        x[k] = 1.0


@case()
def every_third(x: F):
    for k in range(1, len(x), 3):
        x[k - 1] = x[k]


@case()
def grid_stride(x: F):
    for k in range(vkc.global_id(), x.shape[0], vkc.global_size()):
        x[k] = 1.0


@case(kept="x[k?]", assumed="x[k?]")
def a_step_of_either_sign(x: F, step: i32):
    for k in range(0, x.shape[0], step):
        x[k] = 1.0


@case(
    kept="a[i?, k] b[k?, j?] c[i?, j?]",
    needs="a1 - 1 < b0; size0 - 1 < a0; size0 - 1 < c0; size1 - 1 < b1; size1 - 1 < c1",
    ndim=2,
)
def matmul(a: F2, b: F2, c: F2):
    i, j = vkc.global_id()
    s = 0.0
    for k in range(a.shape[1]):
        s += a[i, k] * b[k, j]
    c[i, j] = s


@case()
def triangle(x: F2):
    for k in range(min(x.shape[0], x.shape[1])):
        for l in range(k + 1):
            x[k, l] = x[l, k]


@case()
def count_by_hand(x: F):
    k = 0
    while k < x.shape[0]:
        x[k] = 1.0
        k += 1


@case(kept="x[k?]", assumed="x[k?]")
def count_by_hand_too_early(x: F):
    k = 0
    while k < x.shape[0]:
        k += 1
        x[k] = 1.0


@case(kept="x[k?]", assumed="x[k?]")
def count_below_zero(x: F):
    k = 5
    while k < x.shape[0]:
        x[k] = 1.0
        k -= 1


@case()
def count_down_by_hand(x: F):
    k = x.shape[0] - 1
    while k >= 0:
        x[k] = 1.0
        k -= 1


@case(kept="x[k?]", needs="moderate size0 x0")
def grid_stride_by_hand(x: F):
    k = vkc.global_id()
    while k < x.shape[0]:
        x[k] = 1.0
        k += vkc.global_size()


@case()
def break_first(x: F, n: i32):
    for k in range(n):
        if k >= x.shape[0]:
            break
        x[k] = 1.0


@case()
def continue_first(x: F, n: i32):
    for k in range(-3, n):
        if k < 0 or k >= x.shape[0]:
            continue
        x[k] = 1.0


@case(kept="x[i?]", needs="size0 - 1 < x0")
def a_break_lets_out_before_the_guard(x: F, n: i32):
    i = vkc.global_id()
    for k in range(n):
        if k == 3:
            break
        if i >= x.shape[0]:
            return
    x[i] = 1.0


@case(kept="x[k?]", assumed="x[k?]")
def changed_between_guard_and_use(x: F, n: i32):
    k = n
    if 0 <= k < x.shape[0]:
        k = k + 1
        x[k] = 1.0


@case(kept="x[k?]", assumed="x[k?]")
def changed_in_the_next_iteration(x: F, n: i32):
    k = n
    if 0 <= k < x.shape[0]:
        for l in range(n):
            x[k] = 1.0
            k = k * 2


@case(kept="x[k?]", assumed="x[k?]")
def changed_in_one_branch(x: F, n: i32):
    k = n
    if 0 <= k < x.shape[0]:
        if n == 4:
            k = n * 2
        x[k] = 1.0


@case(kept="x[i?]", needs="size0 - 1 < x0")
def the_guard_has_changed(x: F):
    i = vkc.global_id()
    n = x.shape[0]
    while n < 100:
        n = n * 2 + 1
    if i < n:
        x[i] = 1.0


@case(kept="x[i?]", needs="size0 - 1 < x0")
def the_guard_only_shrinks(x: F):
    i = vkc.global_id()
    n = x.shape[0]
    while n > i + 1 and x[i] > 0.0:
        n = n // 2
    if i < n:
        x[i] = 1.0


@case(kept="x[middle?] v[i?] out[i?]", needs="size0 - 1 < out0; size0 - 1 < v0; moderate size0 x0")
def binary_search(x: F, v: F, out: I):
    i = vkc.global_id()
    low, high = 0, len(x)
    while low < high:
        middle = (low + high) // 2
        if x[middle] < v[i]:
            low = middle + 1
        else:
            high = middle
    out[i] = low


@case()
def binary_search_that_cannot_wrap(x: F, v: f32, out: I):
    i = vkc.global_id()
    low, high = 0, x.shape[0]
    while low < high:
        middle = low + (high - low) // 2
        if x[middle] < v:
            low = middle + 1
        else:
            high = middle
    if i < out.shape[0]:
        out[i] = low


# Functions


def at(x, k):
    return x[k]


def clamped_at(x, k):
    return x[max(min(k, x.shape[0] - 1), 0)]


@case()
def guarded_calls(x: F):
    i = vkc.global_id()
    if i < x.shape[0]:
        a = at(x, i)
        if i > 0:
            a += at(x, i - 1)
        x[i] = a


@case(kept="x[k?]", assumed="x[k?]")
def one_call_is_not_guarded(x: F, n: i32):
    i = vkc.global_id()
    if i < x.shape[0]:
        x[i] = at(x, i) + at(x, n)


@case(kept="x[max(min(k, x.shape[0] - 1), 0)?]", needs="moderate n size0 x0")
def calls_that_clamp(x: F, n: i32):
    i = vkc.global_id()
    if i < x.shape[0]:
        x[i] = clamped_at(x, i - 1) + clamped_at(x, n)
