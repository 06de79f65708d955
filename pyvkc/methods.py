"""Kernels that are methods: looked up on an instance, which is their first argument."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, final

from .static import static_key

if TYPE_CHECKING:
    from .kernel import Kernel

__all__ = ["Method"]


@final
class Method:
    """A kernel with its ``self``: ``instance.k[n](...)`` is ``Class.k[n](instance, ...)``."""

    __slots__ = ("__self__", "__wrapped__")

    def __init__(self, kernel: Kernel, instance: Any) -> None:
        if static_key(instance) is None:
            raise TypeError(
                f"the kernel {kernel.name!r} is a method, and its `self` is a compile-time constant: an instance of a "
                f"frozen dataclass of numbers, not of {type(instance).__name__}; or make it a static method that takes "
                "what it needs"
            )
        self.__wrapped__ = kernel
        self.__self__ = instance

    def __getitem__(self, sizes: Any) -> Callable[..., None]:
        return functools.partial(self.__wrapped__[sizes], self.__self__)

    @property
    def groups(self) -> MethodGroups:
        """``instance.k.groups[gy, gx](...)`` launches whole workgroups."""
        return MethodGroups(self)

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        self.__wrapped__(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<pyvkc kernel {self.__wrapped__.name} of {self.__self__!r}>"


@final
class MethodGroups:
    """Launches of a method counted in workgroups."""

    __slots__ = ("_method",)

    def __init__(self, method: Method) -> None:
        self._method = method

    def __getitem__(self, counts: Any) -> Callable[..., None]:
        return functools.partial(self._method.__wrapped__.groups[counts], self._method.__self__)
