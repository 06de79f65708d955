"""The options of a kernel, as users give them, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any, Final

from . import settings
from .frontend.compile import Options

__all__ = ["change_options", "make_options"]

FASTMATH: Final = frozenset({"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"})
"""Numba's flags, which are LLVM's."""


def make_options(
    *,
    workgroup: int | Sequence[int] | None = None,
    debug: bool | None = None,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
    print_lines: int | None = None,
) -> Options:
    """The options of :func:`kernel`, checked."""
    sizes = None if workgroup is None else _workgroup(workgroup)
    return Options(
        sizes,
        _fastmath(fastmath),
        _flag("unchecked", unchecked),
        settings.debugging(debug),
        settings.print_lines(print_lines),
    )


def change_options(
    old: Options,
    *,
    workgroup: int | Sequence[int] | None,
    debug: bool | None,
    fastmath: bool | Iterable[str] | None,
    unchecked: bool | None,
    print_lines: int | None,
) -> Options:
    """The options with those changed that are given."""
    return Options(
        old.workgroup if workgroup is None else _workgroup(workgroup),
        old.fastmath if fastmath is None else _fastmath(fastmath),
        old.unchecked if unchecked is None else _flag("unchecked", unchecked),
        old.debug if debug is None else settings.debugging(debug),
        old.print_lines if print_lines is None else settings.print_lines(print_lines),
    )


def _workgroup(value: int | Sequence[int]) -> tuple[int, ...]:
    sizes = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(sizes) <= 3 or not all(map(_positive, sizes)):
        raise ValueError(f"a workgroup is one to three positive integers, not {value!r}")
    return tuple(map(int, sizes))


def _positive(size: Any) -> bool:
    if isinstance(size, bool):
        return False
    return isinstance(size, Integral) and int(size) > 0


def _fastmath(value: bool | Iterable[str]) -> frozenset[str]:
    if isinstance(value, bool):
        return FASTMATH if value else frozenset()
    if not isinstance(value, (str, set, frozenset, list, tuple)):
        raise TypeError(f"fastmath is True, False or a set of flags, not {value!r}")
    flags = frozenset([value] if isinstance(value, str) else value)
    if not flags <= FASTMATH:
        unknown = ", ".join(map(repr, sorted(flags - FASTMATH)))
        raise ValueError(f"fastmath has the flags {', '.join(sorted(FASTMATH))}; {unknown} is none of them")
    return flags


def _flag(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {value!r}")
    return value
