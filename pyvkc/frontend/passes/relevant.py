"""Which variables have to do with an index.

Most variables that a loop changes are sums and the like. What holds of them would be found in further walks over the
loop, and prove nothing. To leave one out is always right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .. import ir
from .estimate import COMPARISONS, countable
from .rewrite import CHILDREN

__all__ = ["relevant"]


def relevant(block: ir.Block) -> set[int]:
    """The mutable variables, by index, whose bounds may help to prove something.

    Their values are parts of indices, of ranges, of the arguments of calls, of other variables, or are compared with
    something that is not a constant.
    """
    found: set[int] = set()
    for statement in block:
        _look(statement, found, False, -1)
    return found


def _look(node: Any, found: set[int], counts: bool, own: int) -> None:
    """Note the variables in a node; what a variable gives to itself, `own`, does not count."""
    if isinstance(node, ir.Read):
        if counts and node.variable.mutable and node.variable.index != own:
            found.add(node.variable.index)
        return
    special = _SPECIAL.get(type(node))
    if special is not None:
        counts, own = special(node, counts, own)
    for name in CHILDREN[type(node)]:
        child = getattr(node, name)
        inside = counts or name in COUNTING
        for part in child if isinstance(child, tuple) else (child,):
            if part is not None:
                _look(part, found, inside, own)


COUNTING: Final = ("indices", "start", "stop", "step", "arguments")  # fields of which every variable counts


def _operation(node: ir.Operation, counts: bool, own: int) -> tuple[bool, int]:
    if node.row in COMPARISONS:
        return not any(isinstance(operand, ir.Constant) for operand in node.operands), -1
    return counts and node.type.kind != "float", own


def _convert(node: ir.Convert, counts: bool, own: int) -> tuple[bool, int]:
    return counts and node.type.kind != "float", own


def _assign(node: ir.Assign, counts: bool, own: int) -> tuple[bool, int]:
    return countable(node.variable.type), node.variable.index


def _nothing(node: Any, counts: bool, own: int) -> tuple[bool, int]:
    return False, -1


_SPECIAL: Final[dict[type, Callable[[Any, bool, int], tuple[bool, int]]]] = {
    ir.Operation: _operation,
    ir.Convert:   _convert,
    ir.Assign:    _assign,
    ir.Load:      _nothing,
    ir.Call:      _nothing,
}  # fmt: skip
