"""The functions of pyshader's standard library, by their names there, as pyvkc has them.

Most are builtins of pyvkc with the meaning that pyvkc gives them; the others are written in its kernel language.
"""

from __future__ import annotations

import builtins
import math
from typing import Any, Final

from ..frontend.builtins import builtin
from . import library

__all__ = ["NAMES"]

SAME: Final = (
    "abs acos acosh asin asinh atan atan2 atanh ceil clamp cos cosh cross degrees distance exp exp2 floor length log2 "
    "mix normalize radians reflect sign sin sinh sqrt step tan tanh trunc"
)
"""The names that are pyvkc's too."""

OTHERS: Final[dict[str, Any]] = {
    "log":          math.log,
    "max":          builtins.max,
    "min":          builtins.min,
    "nmax":         builtin("fmax"),
    "nmin":         builtin("fmin"),
    "pow":          builtins.pow,
    "round":        builtin("rint"),
    "round_even":   builtin("rint"),
    "smooth_step":  builtin("smoothstep"),
    "face_forward": library.face_forward,
    "fract":        library.fract,
    "nclamp":       library.nclamp,
}  # fmt: skip

NAMES: Final[dict[str, Any]] = {**{name: builtin(name) for name in SAME.split()}, **OTHERS}
"""What each function of the library is in pyvkc."""


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise AttributeError(f"pyshader's standard library has no function {name!r} for compute shaders")
    globals()[name] = NAMES[name]
    return NAMES[name]


def __dir__() -> list[str]:
    return sorted(NAMES)
