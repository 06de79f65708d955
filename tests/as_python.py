"""The same function as a kernel and as Python: what it leaves in its arrays must be the same.

Python runs one invocation after the other over NumPy arrays, with stand-ins for what pyvkc has and Python has not.
"""

from __future__ import annotations

import functools
import types

import numpy as np

import pyvkc as vkc


class Atomic:
    """The atomic operations, which Python has no need of: nothing else runs."""

    def __init__(self):
        self.calls = 0

    def _update(self, array, index, value):
        self.calls += 1
        old = array[index]
        array[index] = value
        return old

    def add(self, array, index, value):
        return self._update(array, index, array[index] + value)

    def sub(self, array, index, value):
        return self._update(array, index, array[index] - value)

    def max(self, array, index, value):
        return self._update(array, index, max(array[index], value))

    def min(self, array, index, value):
        return self._update(array, index, min(array[index], value))

    def exchange(self, array, index, value):
        return self._update(array, index, value)


class Invocation:
    """What ``vkc`` is in the Python run."""

    def __init__(self, n):
        self.n = n
        self.place = 0
        self.atomic = Atomic()

    def __getattr__(self, name):
        kept = getattr(vkc, name)
        return np.dtype(str(kept).rstrip("_").replace("i", "int").replace("f", "float")).type if _scalar(kept) else kept

    def global_id(self):
        return np.int32(self.place)

    def global_size(self):
        return np.int32(self.n)

    static_range = staticmethod(range)

    @staticmethod
    def func(function):
        return function


def _scalar(value):
    return value in (vkc.i32, vkc.f32, vkc.i64, vkc.f64)


def in_python(function, n, arguments):
    """Run the function in Python, for all invocations in order."""
    stand = Invocation(n)
    names = dict(function.__globals__)
    for name, value in names.items():
        value = value.function if isinstance(value, vkc.frontend.func.Func) else value
        if isinstance(value, types.FunctionType) and value.__module__ == function.__module__:
            names[name] = types.FunctionType(value.__code__, names, name, value.__defaults__, value.__closure__)
    names["vkc"] = stand
    run = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    with np.errstate(all="ignore"):
        for stand.place in range(n):
            run(*arguments)


compiled = functools.lru_cache(maxsize=None)(vkc.kernel)


def same(function, *arguments, n=1):
    """Run the function both ways on copies of the arguments; they must be the same afterwards, and are returned."""
    python = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    device = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    in_python(function, n, python)
    compiled(function)[n](*device)
    for place, (got, wanted) in enumerate(zip(device, python, strict=True)):
        if isinstance(got, np.ndarray):
            told = f"argument {place}: {got.tolist()}, and Python has {wanted.tolist()}"
            assert got.tolist() == wanted.tolist(), told
    return device
