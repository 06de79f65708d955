"""How a function is read that was written for another compiler: what its parameters and its names mean.

The checker knows kernels as pyvkc has them, and asks a :class:`Dialect` where another one may differ: for the values
of the function's parameters, for the objects that its names stand for, and for the places of what the launch passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, final

from ..program import Slot
from .values import Value

__all__ = ["PLAIN", "Arguments", "Dialect"]

Arguments = dict[str, Value]
"""Values by the parameter's name."""


def _same_arguments(passed: Arguments) -> Arguments:
    return passed


def _same_object(name: str, value: Any) -> Any:
    return value


@final
@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """One function's reading; without arguments that of pyvkc's own kernels.

    Attributes
    ----------
    arguments : callable
        Makes the function's arguments of what the launch passes.
    meaning : callable
        ``meaning(name, value)``: the object that a name or attribute stands for, where Python finds `value`;
        :data:`~pyvkc.frontend.scope.MISSING` says on either side that there is none.
    slots : mapping
        Where the descriptor interface has what the launch passes, by name; the others lie where kernels have them.
    entry : str
        The name of the entry point, if it is not the function's.
    """

    arguments: Callable[[Arguments], Arguments] = _same_arguments
    meaning: Callable[[str, Any], Any] = _same_object
    slots: Mapping[str, Slot] = field(default_factory=dict)
    entry: str = ""


PLAIN: Final = Dialect()
"""Kernels as pyvkc has them."""
