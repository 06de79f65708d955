"""Functions of pyshader's standard library that are no builtins of pyvkc, in the kernel language.

They work in Python too, on numbers.
"""

from __future__ import annotations

from typing import Any

from ..frontend.builtins import builtin

floor, fmax, fmin = builtin("floor"), builtin("fmax"), builtin("fmin")

__all__ = ["face_forward", "fract", "nclamp"]


def fract(x: Any) -> Any:
    """What `x` is above its floor."""
    return x - floor(x)


def nclamp(x: Any, low: Any, high: Any) -> Any:
    """`x` kept between `low` and `high`, a number before NaN."""
    return fmin(high, fmax(low, x))


def face_forward(n: Any, i: Any, reference: Any) -> Any:
    """`n`, turned so that it and `i` are on opposite sides, as judged by `reference`."""
    return n if reference @ i < 0 else -n
