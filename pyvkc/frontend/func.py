"""Device functions: Python functions that kernels may call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar, final

from ..errors import Error

P = ParamSpec("P")
R = TypeVar("R")

__all__ = ["Func", "func"]


@final
class Func(Generic[P, R]):
    """A function for kernels; calling it from Python runs it as Python."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.function: Final = function
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<pyvkc func {self.function.__qualname__}>"


def func(function: Callable[P, R]) -> Func[P, R]:
    """Mark a Python function as one for kernels; its syntax is checked at once.

    Parameters
    ----------
    function : function
        Takes numbers, tuples and arrays; returns numbers, tuples or nothing. It is compiled for the argument types
        of each call. Functions without the mark can be called from kernels too, and are checked when they are.

    Returns
    -------
    Func
        Also callable from Python, with Python's meaning.

    Raises
    ------
    CompileError
        The function uses what is not of the kernel language.
    TypeError
        It is not a Python function.
    """
    from .source import read_source
    from .syntax import check_syntax

    if not isinstance(function, FunctionType):
        raise TypeError(f"@func marks a Python function, not {function!r}")
    try:
        check_syntax(read_source(function), kernel=False)
    except Error as error:
        raise error.with_traceback(None) from error.__cause__
    return Func(function)


def plain_function(value: Any) -> FunctionType | None:
    """The Python function behind an object that a kernel may call."""
    value = value.function if isinstance(value, Func) else value
    return value if isinstance(value, FunctionType) else None
