"""Indivisible updates of array elements, for kernels: ``old = atomic.add(array, index, value)``.

The index is an integer, or a tuple for several axes. Each returns the old value. They work on arrays and on shared
memory, on elements of every number type, and on fields and components through views such as ``particles["mass"]``.
"""

from __future__ import annotations

from .frontend.builtins.names import builtin

__all__ = ["add", "and_", "compare_exchange", "exchange", "max", "min", "or_", "sub", "xor"]

add = builtin("atomic.add")
sub = builtin("atomic.sub")
min = builtin("atomic.min")
max = builtin("atomic.max")
and_ = builtin("atomic.and_")
or_ = builtin("atomic.or_")
xor = builtin("atomic.xor")
exchange = builtin("atomic.exchange")
compare_exchange = builtin("atomic.compare_exchange")
