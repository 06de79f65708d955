"""Names: which are local and how often they are bound, and what the others mean.

Local names are found in the text, as Python finds them. A name that is not local is looked up in the function's
closure, its globals and the builtins when a specialisation is compiled; what was found is recorded as a
:class:`Capture`, so that a later launch can tell whether it still holds.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from types import CellType, FunctionType, ModuleType
from typing import Any, Final, final

import numpy as np

from ..static import is_frozen
from .source import FUNCTIONS, Source, all_parameters, defaults_of, lambda_definition

MISSING: Final = object()

MOST_BYTES: Final = 1 << 16
"""Bytes of an array that kernels read from outside; larger ones they refuse."""

NAMING: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.MatchAs, ast.MatchStar)
"""Nodes that bind a name which is text."""


def binding_sites(node: ast.FunctionDef) -> Counter[str]:
    """How many places in the function bind each local name, its parameters among them."""
    sites: Counter[str] = Counter(parameter.arg for parameter in all_parameters(node.args))
    for part in own_parts(node):
        sites.update(_bound(part))
    return sites


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that one node of a function's text binds."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, NAMING) and node.name is not None:
        yield node.name


def own_parts(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a function's text that are in its own scope, inner functions among them, but not their insides."""
    left = list(reversed(node.body if isinstance(node, ast.FunctionDef) else [node]))
    while left:
        part = left.pop()
        yield part
        left.extend(reversed(_inside(part)))


def _inside(part: ast.AST) -> list[ast.AST]:
    """What of a part is in the same scope; the names that a comprehension binds are its own."""
    if isinstance(part, FUNCTIONS):
        return evaluated_at_definition(part)
    return [part.iter, *part.ifs] if isinstance(part, ast.comprehension) else list(ast.iter_child_nodes(part))


def bound_names(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The names that parts of a function's text bind."""
    for part in own_parts(ast.Module(list(nodes), [])):  # type: ignore[arg-type]
        yield from _bound(part)


def evaluated_at_definition(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.AST]:
    """What of an inner function is evaluated where it is defined: the defaults, and decorators."""
    return [*getattr(node, "decorator_list", ()), *defaults_of(node.args).values()]


def free_names(node: ast.FunctionDef) -> list[str]:
    """The names that a function uses, itself or in functions inside it, and does not bind; each once."""
    bound = binding_sites(node)
    return [name for name in dict.fromkeys(_used_in(node)) if name not in bound]


def _used_in(function: ast.FunctionDef) -> Iterator[str]:
    """The names that are used in a function's own scope and in functions inside it."""
    left: list[tuple[ast.AST, frozenset[str]]] = [(part, frozenset()) for part in reversed(function.body)]
    while left:
        part, hidden = left.pop()
        yield from (name for name in _used(part) if name not in hidden)
        left.extend((inner, hidden | own) for inner, own in reversed(_scopes(part)))


def _scopes(part: ast.AST) -> list[tuple[ast.AST, frozenset[str]]]:
    """What a part is made of, each with the names that are its own: those of a comprehension, but where it begins."""
    if isinstance(part, (ast.GeneratorExp, ast.ListComp)):
        first, *others = part.generators
        own = frozenset(bound_names([clause.target for clause in part.generators]))
        return [(first.iter, frozenset()), *((each, own) for each in (*first.ifs, *others, part.elt))]
    inside = evaluated_at_definition(part) if isinstance(part, FUNCTIONS) else ast.iter_child_nodes(part)
    return [(each, frozenset()) for each in inside]


def _used(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.FunctionDef):
        yield from free_names(node)
    elif isinstance(node, ast.Lambda):
        yield from free_names(lambda_definition(node))


@final
@dataclass(frozen=True, slots=True)
class Capture:
    """A name or attribute that a specialisation depends on, and the object that it had."""

    holder: Any
    name: str
    value: Any
    contents: Any = field(default=None, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "contents", contents(self.value))

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
        if self.contents is not None:
            return type(value) is type(self.value) and bool(contents(value) == self.contents)
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
    if capture.contents is not None:
        yield _Asking(capture), name, True
    elif isinstance(holder, dict):
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
    """Equality that tells 0.0 from -0.0 and 1 from 1.0, in tuples and frozen dataclasses too, and knows NaN."""
    if isinstance(a, (float, complex, np.floating)):
        return repr(a) == repr(b)
    if is_frozen(a):
        a, b = (tuple(getattr(value, field.name) for field in fields(value)) for value in (a, b))
    if isinstance(a, tuple):
        return len(a) == len(b) and all(type(x) is type(y) and _same(x, y) for x, y in zip(a, b, strict=True))
    try:
        return bool(a == b) and hash(a) == hash(b)
    except (TypeError, ValueError):
        return False


def contents(value: Any) -> Any:
    """A copy of what may change in an object that stays the same: a small array, a record, a tuple with one of them."""
    if isinstance(value, np.ndarray):
        return (value.dtype, value.shape, value.tobytes()) if value.nbytes <= MOST_BYTES else None
    if isinstance(value, np.void):
        return value.dtype, value.tobytes()
    if isinstance(value, tuple):
        parts = tuple(map(contents, value))
        if any(part is not None for part in parts):
            return tuple(repr(item) if part is None else part for item, part in zip(value, parts, strict=True))
    return None


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
