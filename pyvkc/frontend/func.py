"""Device functions: Python functions that kernels may call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any, Final, Generic, ParamSpec, TypeVar, final, overload

from ..errors import Error

P = ParamSpec("P")
R = TypeVar("R")

__all__ = ["Func", "func"]


@final
class Func(Generic[P, R]):
    """A function for kernels; calling it from Python runs it as Python.

    In a class it is a method, as any function is, unless it `is_static`.
    """

    __pyvkc_func__ = True

    def __init__(self, function: Callable[P, R], *, is_static: bool = False) -> None:
        self.function: Final = function
        self.is_static: Final = is_static
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None or self.is_static else MethodType(self, instance)

    def __repr__(self) -> str:
        return f"<pyvkc func {self.function.__qualname__}>"


@overload
def func(function: Callable[P, R], /, *, source: str | None = None) -> Func[P, R]: ...
@overload
def func(*, source: str | None = None) -> Callable[[Callable[P, R]], Func[P, R]]: ...


def func(function: Callable[P, R] | None = None, /, *, source: str | None = None) -> Any:
    """Mark a Python function as one for kernels; its syntax is checked at once.

    Parameters
    ----------
    function : function
        Takes numbers, tuples, arrays and functions; returns numbers, tuples or nothing. It is compiled for the argument
        types of each call. Functions without the mark can be called from kernels too, and are checked when they are.
        A static method is a function, too; in the class of a frozen dataclass or a struct, a function is a method.
    source : str, optional
        The text of the function, or all of the text that was executed, where Python does not keep it: for what
        ``exec`` runs.

    Returns
    -------
    Func
        Also callable from Python, with Python's meaning.

    Raises
    ------
    CompileError
        The function uses what is not of the kernel language.
    SourceUnavailableError
        Its source cannot be read, or is not what the function was compiled from.
    TypeError
        It is not a Python function.
    """
    from .source import read_source
    from .syntax import check_syntax

    if source is not None and not isinstance(source, str):
        raise TypeError(f"source is the text of the function, not {source!r}")
    if function is None:
        return functools.partial(func, source=source)
    plain = undecorated(function, "@func")
    try:
        check_syntax(read_source(plain, source), kernel=False)
    except Error as error:
        raise error.with_traceback(None) from error.__cause__
    return Func(plain, is_static=isinstance(function, staticmethod))


def undecorated(function: Any, decorator: str) -> FunctionType:
    """The function that a decorator of ours was given, perhaps as a static method.

    Raises
    ------
    TypeError
        It is no function, or one that another decorator has made of it.
    """
    if isinstance(function, staticmethod):
        function = function.__func__
    if isinstance(function, classmethod):
        raise TypeError(f"{decorator} takes a function or a static method: kernels cannot have a class as an argument")
    if not isinstance(function, FunctionType):
        raise TypeError(f"{decorator} takes a Python function, not {function!r}")
    if hasattr(function, "__wrapped__"):
        raise TypeError(
            f"{decorator} compiles a function as it is written, and another decorator wraps {function.__name__}(), "
            f"and would not run: write {decorator} below it, directly above the def"
        )
    return function


def plain_function(value: Any) -> FunctionType | None:
    """The Python function behind an object that a kernel may call."""
    value = value.function if isinstance(value, Func) else value
    return value if isinstance(value, FunctionType) else None
