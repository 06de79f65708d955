"""What a tree's text must know before any of it is written: names, and what is done with each array."""

from __future__ import annotations

from typing import Any, Final, final

from ..reports import Group, Piece, Site
from . import ir, ir_names

__all__ = ["KERNEL", "Names", "pattern", "unique"]

KERNEL: Final = -1
"""In place of a function's index."""

SHOWN: Final = 8
"""The most numbers of a table that are shown."""

ACCESS: Final = {ir.Load: ("read",), ir.Store: ("write",), ir.Atomic: ("read", "write")}
"""What an access does; the words in alphabetical order make the name of both."""


@final
class Names:
    """Names for the functions and allocations, told apart, and how each array is accessed.

    All are found before any text is made. `allocations` are those of the kernel, or else of the last function that has
    them, by its index; the kernel is -1.
    """

    def __init__(self, kernel: ir.Kernel) -> None:
        taken: dict[str, int] = {}
        self.functions = {function.index: unique(function.name, taken) for function in kernel.functions}
        self.access: dict[int, set[str]] = {}
        self.homes: dict[ir.Allocation, int] = {}
        for function in kernel.functions:
            self._find_accesses(function.body, function.index)
        self._find_accesses(kernel.body, KERNEL)
        self.taken = {parameter.name: 0 for parameter in kernel.parameters}
        ordered = sorted(self.homes, key=lambda array: array.index)
        self.allocations = {array.index: unique(array.name, self.taken) for array in ordered}

    def _find_accesses(self, node: Any, unit: int) -> None:
        """Visit all nodes of a unit, whatever they are: an access is what names an array and has checks."""
        if isinstance(node, tuple):
            for part in node:
                self._find_accesses(part, unit)
        elif type(node).__module__ in (ir.__name__, ir_names.__name__) and not isinstance(node, ir.Function):
            if isinstance(node, ir.Allocation):
                self.homes[node] = unit
            elif hasattr(node, "checks") and isinstance(node.array, ir.ArrayParameter):
                self.access.setdefault(node.array.index, set()).update(ACCESS[type(node)])
            for field in node.__dataclass_fields__:
                self._find_accesses(getattr(node, field), unit)

    def declarations(self, unit: int) -> list[str]:
        """The lines that declare the memory that is a unit's own."""
        found = sorted((array for array, home in self.homes.items() if home == unit), key=lambda array: array.index)
        return [f"    {self.declaration(array)}" for array in found]

    def declaration(self, array: ir.Allocation) -> str:
        """An allocation with its kind, element type and shape, and a table's values."""
        shape = ", ".join(map(str, array.shape)) or "()"
        text = f"{array.kind} {self.allocations[array.index]}: {array.element}[{shape}]"
        if not array.values:
            return text
        more = ", ..." if len(array.values) > SHOWN else ","[: len(array.values) == 1]
        return f"{text} = ({', '.join(map(str, array.values[:SHOWN]))}{more})"

    def memory(self, array: ir.Memory) -> str:
        """The name of what an access reaches."""
        return array.name if isinstance(array, ir.ArrayParameter) else self.allocations[array.index]

    def parameter(self, parameter: ir.Parameter) -> str:
        """A parameter with its type, and an array with the way it is accessed."""
        text = f"{parameter.name}: {parameter.type}"
        if not isinstance(parameter, ir.ArrayParameter):
            return text
        return f"{text} {'_'.join(sorted(self.access.get(parameter.index, ()))) or 'none'}"


def unique(name: str, taken: dict[str, int]) -> str:
    """The name, with a number when it has been given out before."""
    taken[name] = count = taken.get(name, -1) + 1
    return f"{name}.{count}" if count else name


def pattern(site: Site) -> str:
    """The text of a site with fields for its values."""
    return "".join(map(_field, site.pieces))


def _field(piece: Piece) -> str:
    if isinstance(piece, str):
        return piece.replace("{", "{{").replace("}", "}}")
    if isinstance(piece, Group):
        return f"{{{''.join(map(_field, piece.pieces))}:{piece.spec}}}"
    return f"{{{'!' * bool(piece.conversion)}{piece.conversion}{':' * bool(piece.spec)}{piece.spec}}}"
