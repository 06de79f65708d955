"""Which barriers are taken to be reached by all: a table of kernels. The messages are in ``errors/barrier_*.err``."""

from __future__ import annotations

import pytest

import pyvkc as vkc
from pyvkc import Array, CompileError, barrier, f32, global_id, group_id, i32, local_id, shared

TABLE = (3, 1, 2)
ACCEPTED, REJECTED = [], []


def accepted(function):
    ACCEPTED.append(function)
    return function


def rejected(function):
    REJECTED.append(function)
    return function


# Conditions


@accepted
def on_arguments(x, r, n):
    if n > 3:
        barrier()
    if len(x) % 2 == 0 or n == 1:
        barrier()


@accepted
def on_groups(x, r, n):
    if group_id() == 0:
        barrier()
    if vkc.num_groups() > 1 and vkc.global_size() > n:
        barrier()


@accepted
def on_what_global_ids_share(x, r, n):
    if global_id() // vkc.group_size() == 3:
        barrier()
    if (global_id() // 128) % 2 == 0:
        barrier()


@rejected
def on_a_part_of_a_group(x, r, n):
    if global_id() // 32 == 3:
        barrier()


@accepted
def on_read_only_elements(x, r, n):
    if r[0] > 1.0:
        barrier()
    k = x.shape[0] - 1
    while k > 0:
        barrier()
        k //= 2


@rejected
def on_elements_at_own_index(x, r, n):
    if r[local_id() % 3] > 1:
        barrier()


@rejected
def on_local_id(x, r, n):
    if local_id() == 0:
        barrier()


@rejected
def in_the_other_side(x, r, n):
    if local_id() == 0:
        x[0] = 1.0
    else:
        barrier()


@rejected
def under_both_sides(x, r, n):
    """The same barrier twice in the text is two barriers."""
    if local_id() == 0:
        barrier()
    else:
        barrier()


@accepted
def after_a_condition(x, r, n):
    if local_id() == 0:
        x[0] = 1.0
    barrier()


@rejected
def on_a_conjunction(x, r, n):
    if n > 3 and local_id() > 3:
        barrier()


@rejected
def on_a_conditional_value(x, r, n):
    k = 1 if local_id() > 3 else 2
    if k == 1:
        barrier()


@accepted
def on_a_conditional_value_of_arguments(x, r, n):
    k = 1 if n > 3 else 2
    if k == 1:
        barrier()


# Variables


@accepted
def a_variable_used_again(x, r, n):
    k = local_id()
    while k < len(x):
        x[k] = 0.0
        k += 64
    barrier()
    k = 32
    while k > 0:
        barrier()
        k //= 2


@rejected
def a_variable_after_its_loop(x, r, n):
    k = local_id()
    while k < len(x):
        k += 64
    if k > 100:
        barrier()


@rejected
def a_counter_of_an_uneven_loop(x, r, n):
    k = 0
    while x[global_id()] > k:
        k += 1
    if k > 2:
        barrier()


@rejected
def assigned_on_one_side(x, r, n):
    k = 1
    if local_id() > 2:
        k = 2
    if k == 1:
        barrier()


@accepted
def assigned_on_one_side_of_a_uniform_condition(x, r, n):
    k = 1
    if n > 2:
        k = 2
    if k == 1:
        barrier()


@accepted
def assigned_again_on_all_paths(x, r, n):
    k = local_id()
    x[k] = 1.0
    if n > 2:
        k = 2
    else:
        k = 3
    if k == 2:
        barrier()


@rejected
def spread_by_a_loop(x, r, n):
    """What differs goes from a to b to c, one iteration each."""
    a, b, c = 0, 0, 0
    for k in range(n):
        if c > 0:
            barrier()
        c = b
        b = a
        a = local_id()


@rejected
def swapped(x, r, n):
    a, b = local_id(), 1
    a, b = b, a
    if b == 1:
        barrier()


@accepted
def swapped_back(x, r, n):
    a, b = local_id(), 1
    a, b = b, a
    if a == 1:
        barrier()


# Loops


@accepted
def in_even_loops(x, r, n):
    for k in range(n):
        barrier()
        for j in range(k, len(x), 4):
            barrier()
            if j > 3 * k:
                break
            if j == 7:
                continue
            barrier()
        else:
            barrier()


@accepted
def halving(x, r, n):
    s = vkc.group_size() // 2
    while s > 0:
        if local_id() < s:
            x[local_id()] += x[local_id() + s]
        barrier()
        s //= 2


@accepted
def an_endless_loop(x, r, n):
    k = 0
    while True:
        k += 1
        barrier()
        if k > n:
            break
    barrier()


@rejected
def left_by_some(x, r, n):
    while True:
        barrier()
        if x[global_id()] > 0.0:
            break


@accepted
def after_a_loop_left_by_some(x, r, n):
    while True:
        if x[global_id()] > 0.0:
            break
        x[global_id()] += 1.0
    barrier()


@accepted
def in_a_loop_around_one_left_by_some(x, r, n):
    for k in range(n):
        for j in range(100):
            if x[global_id() + j] > 0.0:
                break
        barrier()


@rejected
def in_a_loop_left_by_some_around(x, r, n):
    for k in range(n):
        for j in range(100):
            barrier()
        if x[global_id() + k] > 0.0:
            break


@rejected
def after_a_continue(x, r, n):
    for k in range(n):
        if k == local_id():
            continue
        barrier()


@accepted
def before_a_continue(x, r, n):
    for k in range(n):
        barrier()
        if k == local_id():
            continue
        x[k] = 1.0


@rejected
def in_the_else_of_a_loop_left_by_some(x, r, n):
    for k in range(n):
        if k == local_id():
            break
    else:
        barrier()


@rejected
def with_own_bounds(x, r, n):
    for k in range(local_id(), n):
        barrier()


@rejected
def with_an_own_step(x, r, n):
    for k in range(0, n, local_id() + 1):
        barrier()


# Returns


@rejected
def after_a_return(x, r, n):
    if global_id() >= n:
        return
    barrier()


@accepted
def after_a_return_of_all(x, r, n):
    if n > 100:
        return
    barrier()


@rejected
def in_a_loop_that_some_return_from(x, r, n):
    for k in range(n):
        barrier()
        if x[global_id()] > k:
            return


@accepted
def before_a_return(x, r, n):
    barrier()
    if global_id() >= n:
        return
    x[0] = 1.0


# Functions


def sync(k):
    barrier()
    return k + 1


def find(x, k):
    if x[k] > 0.0:
        return 1
    return 2


def sum_up(x, k):
    total = 0
    for j in range(k):
        total += j
    return total


def sync_if(k):
    if k > 2:
        barrier()


@accepted
def in_a_function(x, r, n):
    k = sync(n)
    k = sync(k)
    if k > 3:
        sync(local_id())


@rejected
def in_a_function_under_a_condition(x, r, n):
    if local_id() > 3:
        sync(n)


@accepted
def with_arguments_of_all(x, r, n):
    sync_if(n)
    sync_if(group_id())


@rejected
def with_own_arguments(x, r, n):
    sync_if(n)
    sync_if(local_id())


@rejected
def on_a_result_by_own_arguments(x, r, n):
    if find(x, global_id()) == 1:
        barrier()


@accepted
def on_a_result_by_arguments_of_all(x, r, n):
    if sum_up(x, n) > 3:
        barrier()


@rejected
def on_a_result_of_an_uneven_loop(x, r, n):
    if sum_up(x, local_id()) > 3:
        barrier()


@accepted
def after_a_function_that_returns_early(x, r, n):
    k = find(x, global_id())
    x[k] = 1.0
    barrier()


# Memory


@rejected
def on_shared_memory(x, r, n):
    flag = shared(1, i32)
    flag[0] = n
    barrier()
    if flag[0] > 3:
        barrier()


@rejected
def on_local_memory(x, r, n):
    own = vkc.local(4, i32)
    own[0] = local_id()
    if own[0] > 3:
        barrier()


@rejected
def on_an_atomic(x, r, n):
    if vkc.atomic.exchange(x, 0, 1.0) > 3:
        barrier()


@rejected
def on_a_subgroup(x, r, n):
    if vkc.subgroup.all(n > 3):
        barrier()


@accepted
def memory_barriers_anywhere(x, r, n):
    if local_id() > 3:
        vkc.memory_barrier()


@accepted
def on_a_table(x, r, n):
    if TABLE[1] == 1:
        barrier()


@rejected
def on_written_elements(x, r, n):
    if x[0] > 1.0:
        barrier()
    x[1] = 2.0


@pytest.mark.parametrize("function", ACCEPTED, ids=lambda function: function.__name__)
def test_accepted(function):
    vkc.kernel(workgroup=64)(function).compile("f32[:], f32[:], i32")


@pytest.mark.parametrize("function", REJECTED, ids=lambda function: function.__name__)
def test_rejected(function):
    with pytest.raises(CompileError, match="must be reached by all invocations of a workgroup"):
        vkc.kernel(workgroup=64)(function).compile("f32[:], f32[:], i32")


def on_rows(x: Array[f32, 2]):
    i, j = global_id()
    if i > 3:
        barrier()
    x[i, j] = 1.0


def test_an_axis_of_one_invocation():
    """All of a workgroup have the same index along it."""
    vkc.kernel(workgroup=(1, 64))(on_rows).compile()
    with pytest.raises(CompileError, match=r"depends on `i` \(line \d+\), which comes from global_id\(\)"):
        vkc.kernel(workgroup=(2, 32))(on_rows).compile()


def test_a_kernel_without_barriers_is_not_judged():
    @vkc.kernel
    def uneven(x: Array[f32]):
        for k in range(global_id()):
            x[k] = 1.0
        if x[0] > global_id():
            return
        vkc.memory_barrier()

    uneven.compile()
