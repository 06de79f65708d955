"""Names: which are local and how often they are bound, and what the others mean.

Local names are found in the text, as Python finds them. A name that is not local is looked up in the function's
closure, its globals and the builtins when a specialisation is compiled; what was found is recorded as a
:class:`Capture`, so that a later launch can tell whether it still holds.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import CellType, FunctionType, ModuleType
from typing import Any, Final, final

import numpy as np

from .source import Source, all_parameters

MISSING: Final = object()


def binding_sites(node: ast.FunctionDef) -> Counter[str]:
    """How many places in the function bind each local name, its parameters among them."""
    sites: Counter[str] = Counter(argument.arg for argument in all_parameters(node.args))
    for statement in node.body:
        for child in ast.walk(statement):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                sites[child.id] += 1
    return sites


@final
@dataclass(frozen=True, slots=True)
class Capture:
    """A name or attribute that a specialisation depends on, and the object that it had."""

    holder: Any
    name: str
    value: Any

    def current(self) -> Any:
        """What the name means now."""
        if isinstance(self.holder, dict):
            return self.holder.get(self.name, getattr(builtins, self.name, MISSING))
        if isinstance(self.holder, CellType):
            return _cell(self.holder)
        return getattr(self.holder, self.name, MISSING)

    def holds(self) -> bool:
        """Whether a specialisation made with the old value is still right."""
        value = self.current()
        return value is self.value or (type(value) is type(self.value) and _same(value, self.value))


@final
class Captures:
    """All that a specialisation depends on, with a quick answer for the usual case that nothing has changed."""

    def __init__(self, captures: Iterable[Capture]) -> None:
        self._captures = tuple(captures)
        self._entries = [entry for capture in self._captures for entry in _entries(capture)]

    def hold(self) -> bool:
        """Whether every capture holds."""
        for mapping, name, value in self._entries:
            if mapping.get(name, MISSING) is not value:
                return all(capture.holds() for capture in self._captures)
        return True


def _entries(capture: Capture) -> Iterator[tuple[Any, str, Any]]:
    """Dictionary entries that, as long as they are the same objects, show that a capture holds."""
    holder, name = capture.holder, capture.name
    if isinstance(holder, dict):
        here = name in holder or not hasattr(builtins, name)
        yield holder, name, capture.value if here else MISSING
        if not here:
            yield vars(builtins), name, capture.value
    elif isinstance(holder, ModuleType) and name in vars(holder):
        yield vars(holder), name, capture.value
    else:
        # Closure cells and attributes of other objects have no dictionary to look into: ask each time.
        yield _Asking(capture), name, True


@final
class _Asking:
    """A mapping of one entry, which says whether a capture holds."""

    __slots__ = ("_capture",)

    def __init__(self, capture: Capture) -> None:
        self._capture = capture

    def get(self, name: str, default: Any) -> bool:
        return self._capture.holds()


def _same(a: Any, b: Any) -> bool:
    """Equality that tells 0.0 from -0.0 and knows NaN."""
    if isinstance(a, (float, complex, np.floating)):
        return repr(a) == repr(b)
    if isinstance(a, tuple):
        return len(a) == len(b) and all(type(x) is type(y) and _same(x, y) for x, y in zip(a, b, strict=True))
    try:
        return bool(a == b) and hash(a) == hash(b)
    except (TypeError, ValueError):
        return False


def _cell(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING


def find(source: Source, name: str) -> Capture | None:
    """What a name that is not local means, or ``None`` if it is not defined."""
    function: FunctionType = source.function
    free = function.__code__.co_freevars
    if name in free and function.__closure__ is not None:
        cell = function.__closure__[free.index(name)]
        found = Capture(cell, name, _cell(cell))
    else:
        holder = function.__globals__
        found = Capture(holder, name, holder.get(name, getattr(builtins, name, MISSING)))
    return None if found.value is MISSING else found
