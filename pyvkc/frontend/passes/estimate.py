"""The bounds of expressions, and what a condition's truth teaches.

:func:`estimate` gives the bounds of a bool or an integer where some facts hold. :func:`suppose` adds to the facts what
follows from a condition being true, or false. An expression made of numbers that do not change, such as ``i + k`` in
``if i + k < n``, becomes an atom of its own, so that the next ``i + k`` is known to be below n.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeGuard

from ...types import Scalar, parts_of
from .. import ir
from .bounds import LAUNCH, RESULTS, Atom, Bounds, exactly, fit, join, meet, middle, top
from .facts import MODERATE, Facts
from .forms import middle_of, position_of
from .rewrite import holds

__all__ = ["COMPARISONS", "atoms", "changing", "countable", "estimate", "name_term", "suppose"]


def countable(type: ir.ValueType) -> TypeGuard[Scalar]:
    """Whether values of a type have bounds."""
    return isinstance(type, Scalar) and type.kind != "float"


def atoms(variable: ir.Variable) -> list[tuple[Atom, ir.ValueType]]:
    """The atoms of a variable, itself or one a part, and their types."""
    type, index = variable.type, variable.index
    if isinstance(type, Scalar):
        return [(Atom("local", index), type)]
    return [(Atom("local", index, axis), part) for axis, part in enumerate(parts_of(type))]


def steady(node: ir.Expression) -> bool:
    """Whether an expression is made of integers that do not change, so that any equal one has the same value."""
    return not holds(node, _unsteady)


def _unsteady(node: Any) -> bool:
    """Floats are left out, too: 0.0 and -0.0 are equal, and give different values."""
    if isinstance(node, ir.Constant):
        return node.type.floating
    return isinstance(node, ir.Load | ir.Call) or changing(node)


def changing(node: Any) -> bool:
    """Whether a node is the value of a variable that may have another one later."""
    return isinstance(node, ir.Read) and node.variable.mutable


# Expressions


def estimate(facts: Facts, node: ir.Expression) -> Bounds:
    """The bounds of a bool or an integer."""
    return _ESTIMATES[type(node)](facts, node)


def _constant(facts: Facts, node: ir.Constant) -> Bounds:
    return exactly(int(node.value))


def _atom(facts: Facts, atom: Atom, type: Scalar) -> Bounds:
    bounds, limits = facts.of(atom), top(type)
    if bounds.low >= limits.low and bounds.high <= limits.high:
        return bounds
    return bounds._replace(low=max(bounds.low, limits.low), high=min(bounds.high, limits.high))


def _read(facts: Facts, node: ir.Read) -> Bounds:
    assert isinstance(node.type, Scalar)
    return _atom(facts, Atom("local", node.variable.index), node.type)


def _argument(facts: Facts, node: ir.Argument) -> Bounds:
    return facts.of(Atom("value", node.parameter.index))


def _extent(facts: Facts, node: ir.Extent) -> Bounds:
    return facts.of(Atom("extent", node.array.index, node.axis))


# The kinds of positions that are numbers of the launch, as program.Symbol calls them.
COUNTS: Final = {"global_size": "size", "num_groups": "groups"}


def _position(facts: Facts, node: ir.Position) -> Bounds:
    return facts.of(Atom(COUNTS.get(node.kind, node.kind), -1, node.axis))


def _component(facts: Facts, node: ir.Component) -> Bounds:
    operand, type = node.operand, node.type
    assert isinstance(type, Scalar)
    if isinstance(operand, ir.Compose):
        return estimate(facts, operand.parts[node.index])
    if isinstance(operand, ir.Read):
        return _atom(facts, Atom("local", operand.variable.index, node.index), type)
    if isinstance(operand, ir.Argument):
        return _atom(facts, Atom("value", operand.parameter.index, node.index), type)
    return top(type)


def _anything(facts: Facts, node: ir.Load | ir.Call) -> Bounds:
    assert isinstance(node.type, Scalar)
    return top(node.type)


def _convert(facts: Facts, node: ir.Convert) -> Bounds:
    if node.type.kind == "bool" or not countable(node.operand.type):
        return top(node.type)
    return fit(estimate(facts, node.operand), node.type)


def _select(facts: Facts, node: ir.Select) -> Bounds:
    then, otherwise = facts.copy(), facts.copy()
    suppose(then, node.condition, True)
    suppose(otherwise, node.condition, False)
    return join(estimate(then, node.then), then.low, estimate(otherwise, node.otherwise), otherwise.low)


def _operation(facts: Facts, node: ir.Operation) -> Bounds:
    result = RESULTS.get(node.row)
    if result is None or not all(countable(operand.type) for operand in node.operands):
        return top(node.type)
    bounds = (node.row in FORMS and _by_form(facts, node)) or _result(facts, node, result)
    terms = facts.launch.terms
    if terms and not _exact(bounds) and node in terms:
        return meet(bounds, facts.of(terms[node]))
    return bounds


def _result(facts: Facts, node: ir.Operation, result: Callable[..., Bounds]) -> Bounds:
    operands = [_ESTIMATES[type(operand)](facts, operand) for operand in node.operands]
    if any(operand.low > operand.high for operand in operands):
        return top(node.type)  # conditions contradict one another: this is never evaluated
    exact = result(*operands, facts.low)
    bounds = fit(exact, node.type)
    if bounds is not exact and all(map(_known, operands)):
        facts.launch.strained = True
    return bounds


def _known(bounds: Bounds) -> bool:
    """Whether a number is limited by a constant or by numbers of the launch."""
    return bounds.high < MODERATE or any(atom.kind in LAUNCH for atom in bounds.below)


FORMS: Final = ("add", "floor_divide", "right_shift")  # the rows that may be more than they seem


def _by_form(facts: Facts, node: ir.Operation) -> Bounds | None:
    """The bounds that only the form of an expression tells."""
    place = position_of(node, facts.launch.workgroup)
    if place is not None:
        return _position(facts, place)
    total = middle_of(node)
    if total is None:
        return None
    a, b = (estimate(facts, operand) for operand in total.operands)
    exact = RESULTS[total.row](a, b, facts.low)
    return middle(a, b, facts.low) if fit(exact, node.type) is exact else None


def _exact(bounds: Bounds) -> bool:
    """Whether a value is a number, or an atom and a number."""
    return bounds.low == bounds.high or any(bounds.above.get(atom) == by for atom, by in bounds.below.items())


_ESTIMATES: Final[dict[type, Callable[[Facts, Any], Bounds]]] = {
    ir.Constant:  _constant,
    ir.Read:      _read,
    ir.Argument:  _argument,
    ir.Operation: _operation,
    ir.Convert:   _convert,
    ir.Select:    _select,
    ir.Load:      _anything,
    ir.Extent:    _extent,
    ir.Position:  _position,
    ir.Component: _component,
    ir.Call:      _anything,
}  # fmt: skip


# Conditions


def suppose(facts: Facts, condition: ir.Expression, truth: bool) -> None:
    """Learn what follows from a condition being `truth`."""
    learn = _CONDITIONS.get(type(condition))
    if learn is not None:
        learn(facts, condition, truth)


def _suppose_read(facts: Facts, node: ir.Read, truth: bool) -> None:
    condition = facts.conditions.get(node.variable.index)
    if condition is not None:
        suppose(facts, condition, truth)


def _suppose_convert(facts: Facts, node: ir.Convert, truth: bool) -> None:
    """``bool(n)`` is ``n != 0``."""
    if node.type.kind == "bool" and countable(node.operand.type):
        _compare(facts, "not_equal" if truth else "equal", estimate(facts, node.operand), exactly(0))


def _suppose_select(facts: Facts, node: ir.Select, truth: bool) -> None:
    """Where one side can only be the other truth, the condition chose its opposite: both of ``a and b`` are true."""
    if _constantly(node.otherwise, not truth):
        suppose(facts, node.condition, True)
        suppose(facts, node.then, truth)
    elif _constantly(node.then, not truth):
        suppose(facts, node.condition, False)
        suppose(facts, node.otherwise, truth)


def _constantly(node: ir.Expression, value: bool) -> bool:
    return isinstance(node, ir.Constant) and bool(node.value) is value


def _suppose_operation(facts: Facts, node: ir.Operation, truth: bool) -> None:
    if node.row == "logical_not":
        suppose(facts, node.operands[0], not truth)
    elif node.row == ("bitwise_and" if truth else "bitwise_or") and node.type.kind == "bool":
        for operand in node.operands:
            suppose(facts, operand, truth)
    elif node.row in COMPARISONS and all(countable(operand.type) for operand in node.operands):
        launch = facts.launch
        strained, launch.strained = launch.strained, False
        for operand in node.operands:
            name_term(facts, operand)
        a, b = (estimate(facts, operand) for operand in node.operands)
        launch.blunt |= launch.strained
        launch.strained |= strained
        _compare(facts, node.row if truth else COMPARISONS[node.row], a, b)


def name_term(facts: Facts, node: ir.Expression, atom: Atom | None = None) -> None:
    """Let an atom stand for an expression, if that is not already some atom and a number."""
    terms = facts.launch.terms
    if isinstance(node, ir.Operation) and node not in terms and steady(node) and not _exact(estimate(facts, node)):
        terms[node] = atom or Atom("term", len(terms))


def _compare(facts: Facts, row: str, a: Bounds, b: Bounds) -> None:
    if row in ("less", "less_equal", "equal"):
        facts.less_or_equal(a, b, -1 if row == "less" else 0)
    if row in ("greater", "greater_equal", "equal"):
        facts.less_or_equal(b, a, -1 if row == "greater" else 0)
    if row == "not_equal":
        _differ(facts, a, b)
        _differ(facts, b, a)


def _differ(facts: Facts, a: Bounds, b: Bounds) -> None:
    """A number that is at most another and differs from it is less."""
    if a.high <= b.low or any(atom in b.above and by <= b.above[atom] for atom, by in a.below.items()):
        facts.less_or_equal(a, b, -1)


# Each comparison and what it is when it is false.
COMPARISONS: Final = {
    "less":          "greater_equal",
    "less_equal":    "greater",
    "greater":       "less_equal",
    "greater_equal": "less",
    "equal":         "not_equal",
    "not_equal":     "equal",
}  # fmt: skip
_CONDITIONS: Final[dict[type, Callable[[Facts, Any, bool], None]]] = {
    ir.Read:      _suppose_read,
    ir.Operation: _suppose_operation,
    ir.Convert:   _suppose_convert,
    ir.Select:    _suppose_select,
}  # fmt: skip
