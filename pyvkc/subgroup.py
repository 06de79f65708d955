"""Operations among the invocations of a subgroup, for kernels: ``total = subgroup.add(x)``.

A subgroup is a part of a workgroup, as many invocations as the device runs in step. Only those that are active take
part: those that come to the call. A value is a number, a bool or a vector.
"""

from __future__ import annotations

from .frontend.builtins.names import builtin

__all__ = [
    "add", "all", "and_", "any", "ballot", "broadcast", "elect", "exclusive_add", "exclusive_and_", "exclusive_max",
    "exclusive_min", "exclusive_mul", "exclusive_or_", "exclusive_xor", "inclusive_add", "inclusive_and_",
    "inclusive_max", "inclusive_min", "inclusive_mul", "inclusive_or_", "inclusive_xor", "lane", "max", "min", "mul",
    "or_", "shuffle", "shuffle_down", "shuffle_up", "shuffle_xor", "size", "xor",
]  # fmt: skip

size = builtin("subgroup.size")
lane = builtin("subgroup.lane")
elect = builtin("subgroup.elect")
add = builtin("subgroup.add")
mul = builtin("subgroup.mul")
min = builtin("subgroup.min")
max = builtin("subgroup.max")
and_ = builtin("subgroup.and_")
or_ = builtin("subgroup.or_")
xor = builtin("subgroup.xor")
inclusive_add = builtin("subgroup.inclusive_add")
inclusive_mul = builtin("subgroup.inclusive_mul")
inclusive_min = builtin("subgroup.inclusive_min")
inclusive_max = builtin("subgroup.inclusive_max")
inclusive_and_ = builtin("subgroup.inclusive_and_")
inclusive_or_ = builtin("subgroup.inclusive_or_")
inclusive_xor = builtin("subgroup.inclusive_xor")
exclusive_add = builtin("subgroup.exclusive_add")
exclusive_mul = builtin("subgroup.exclusive_mul")
exclusive_min = builtin("subgroup.exclusive_min")
exclusive_max = builtin("subgroup.exclusive_max")
exclusive_and_ = builtin("subgroup.exclusive_and_")
exclusive_or_ = builtin("subgroup.exclusive_or_")
exclusive_xor = builtin("subgroup.exclusive_xor")
broadcast = builtin("subgroup.broadcast")
shuffle = builtin("subgroup.shuffle")
shuffle_xor = builtin("subgroup.shuffle_xor")
shuffle_up = builtin("subgroup.shuffle_up")
shuffle_down = builtin("subgroup.shuffle_down")
any = builtin("subgroup.any")
all = builtin("subgroup.all")
ballot = builtin("subgroup.ballot")
