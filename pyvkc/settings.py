"""Options of kernels that the environment sets, too: what the program says in its text comes first.

`PYVKC_DEBUG` and `PYVKC_PRINT_LINES` are read when a kernel is decorated.
"""

from __future__ import annotations

import os
from typing import Any, Final

__all__ = ["DEFAULT_LINES", "debugging", "print_lines"]

DEFAULT_LINES: Final = 10_000
"""Lines that the invocations of a launch may print, if nothing else is said."""

MOST: Final = 10_000_000

ON: Final = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def print_lines(value: Any = None) -> int:
    """How many lines a launch may print.

    Raises
    ------
    TypeError, ValueError
        It is no number from 0 to ten million.
    """
    if value is not None:
        return _lines("print_lines", value)
    text = os.environ.get("PYVKC_PRINT_LINES", "").strip()
    return _lines("PYVKC_PRINT_LINES", int(text) if text.isdecimal() else text) if text else DEFAULT_LINES


def _lines(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a number of lines, not {value!r}")
    if not 0 <= int(value) <= MOST:
        raise ValueError(f"{name} is a number of lines from 0 to {MOST:,}, not {value!r}")
    return int(value)


def debugging(value: bool | None = None) -> bool:
    """Whether a kernel is checked.

    Raises
    ------
    TypeError, ValueError
        It is neither True nor False, or the environment's text means neither.
    """
    if value is not None:
        if not isinstance(value, bool):
            raise TypeError(f"debug is True or False, not {value!r}")
        return value
    text = os.environ.get("PYVKC_DEBUG", "").strip().lower()
    if text and text not in ON:
        raise ValueError(f"PYVKC_DEBUG is 1 or 0, not {text!r}")
    return ON.get(text, False)
