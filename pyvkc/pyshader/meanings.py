"""What names mean in a function written for pyshader, which resolves some of them by their spelling alone.

Its types and the functions of its standard library need not be imported; where they are, its own objects stand for
pyvkc's. ``round`` is a float there. Everything else is what Python finds.
"""

from __future__ import annotations

import builtins
import math
from typing import Any, Final

from ..frontend.scope import MISSING
from . import stdlib
from .types import NAMED, type_from

__all__ = ["meaning"]

MODULES: Final = {"math": math, "stdlib": stdlib}

BUILTINS: Final = {builtins.round: stdlib.NAMES["round"]}
"""Python's functions that mean something else there."""


def meaning(name: str, value: Any) -> Any:
    """The object that a name or an attribute stands for, where Python finds `value`."""
    if value is MISSING:
        return next((table[name] for table in (NAMED, stdlib.NAMES, MODULES) if name in table), MISSING)
    home = getattr(value, "__module__", None)
    if home == "pyshader.stdlib" and value.__name__ in stdlib.NAMES:
        return stdlib.NAMES[value.__name__]
    if isinstance(value, type) and str(home).startswith("pyshader."):
        return _own_type(value)
    return BUILTINS[value] if value is builtins.round else value


def _own_type(value: type) -> Any:
    try:
        return type_from(value)
    except TypeError:
        return value  # one of pyshader's abstract classes, which cannot be called in a shader
