"""``match``: a subject that is evaluated once, and cases whose patterns are tried in order.

A pattern is a condition on parts of the subject, and the names that it captures. Where the compiler knows whether it
matches, the case is taken or left out as the branches of an ``if`` are.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Final

from ..types import Matrix, StructType, Vector, bool_
from . import ir
from .body import Body
from .conditions import compare_two, conditional, either
from .flow import State, meet
from .statements import branch
from .values import ArrayValue, Object, Series, TextValue, TupleValue, Value, components, describe, type_of

__all__ = ["match"]

Test = tuple[ir.Expression, dict[str, Value]]
"""Whether a pattern matches, and what it captures if it does."""


def match(body: Body, node: ast.Match) -> None:
    """The statement."""
    subject = body.pin(body.expression(node.subject))
    if isinstance(subject, (ArrayValue, Series, TextValue)):
        raise body.error(f"`match` looks at numbers and tuples, not at {describe(subject)}", node.subject)
    _cases(body, node.cases, subject)


def _cases(body: Body, cases: Sequence[ast.match_case], subject: Value) -> None:
    """Try the cases from the first on."""
    if not cases:
        return
    case, rest = cases[0], cases[1:]
    with body.at(case.pattern):
        matches, captured = _test(body, case.pattern, subject)
    if matches == ir.FALSE:
        _cases(body, rest, subject)
        return
    condition, states = matches, (body.assigned, body.assigned)
    if case.guard is not None:
        condition, states = _guarded(body, case, case.guard, matches, captured)

    def take() -> None:
        if case.guard is None:
            _capture(body, case, captured)
        body.statements(case.body)

    if isinstance(condition, ir.Constant):
        body.assigned = states[0] if condition.value else states[1]
        take() if condition.value else _cases(body, rest, subject)
        return
    place = body.source.span(case.guard or case.pattern)
    branch(body, condition, states, (take, lambda: _cases(body, rest, subject)), place)


def _guarded(
    body: Body, case: ast.match_case, guard: ast.expr, matches: ir.Expression, captured: dict[str, Value]
) -> tuple[ir.Expression, tuple[State, State]]:
    """The condition of a case with a guard, and the states where it is true and where it is false.

    The guard sees what the pattern captures. Names that nothing else assigns may get their values beforehand.
    """
    entry, states = body.assigned, list[State]()
    early = all(body.sites[name] == 1 and name not in body.known.mutable for name in captured)
    if early:
        _capture(body, case, captured)

    def evaluate() -> Value:
        if not early:
            _capture(body, case, captured)
        value = body.truth(body.expression(guard))
        states.extend(body.outcome(guard))
        return value

    condition = body.truth(conditional(body, matches, evaluate, lambda: ir.FALSE))
    true, false = states
    return condition, (true, false if matches == ir.TRUE else meet([entry, false]))


def _capture(body: Body, case: ast.match_case, captured: dict[str, Value]) -> None:
    with body.at(case.pattern):
        for name, value in captured.items():
            body.bind(name, value)


# Patterns


def _test(body: Body, pattern: ast.pattern, subject: Value) -> Test:
    return _PATTERNS[type(pattern)](body, pattern, subject)


def _value(body: Body, pattern: ast.MatchValue, subject: Value) -> Test:
    """A number, a text or a dotted name: what is equal to it."""
    wanted = body.expression(pattern.value)
    if isinstance(subject, TupleValue) != isinstance(wanted, TupleValue) or _unlike(subject, wanted):
        return ir.FALSE, {}
    return body.truth(compare_two(body, ast.Eq(), subject, wanted)), {}


def _unlike(subject: Value, wanted: Value) -> bool:
    """Whether two values are of types whose values are never equal, or whose comparison is not one bool."""
    composite = isinstance(type_of(subject), StructType) or isinstance(type_of(wanted), StructType)
    return isinstance(type_of(subject), (Vector, Matrix)) or (composite and type_of(subject) != type_of(wanted))


def _singleton(body: Body, pattern: ast.MatchSingleton, subject: Value) -> Test:
    """``True``, ``False`` and ``None``: what is that object, so that 1 is not ``True``."""
    if pattern.value is None:
        return ir.Constant(subject == Object(None), bool_), {}
    if type_of(subject) != bool_:
        return ir.FALSE, {}
    return body.truth(compare_two(body, ast.Eq(), subject, ir.Constant(pattern.value, bool_))), {}


def _sequence(body: Body, pattern: ast.MatchSequence, subject: Value) -> Test:
    """As many parts as there are patterns, each of which matches; one with a star takes the parts left over."""
    parts = _parts(subject)
    star = next((place for place, inner in enumerate(pattern.patterns) if isinstance(inner, ast.MatchStar)), None)
    least = len(pattern.patterns) - (star is not None)
    if parts is None or len(parts) < least or (star is None and len(parts) > least):
        return ir.FALSE, {}
    matched: list[Value] = list(parts)
    if star is not None:
        end = star + len(parts) - least
        matched[star:end] = [TupleValue(parts[star:end])]
    condition: ir.Expression = ir.TRUE
    captured: dict[str, Value] = {}
    for inner, part in zip(pattern.patterns, matched, strict=True):
        matches, names = _test(body, inner, part)
        condition = matches if condition == ir.TRUE else ir.Select(condition, matches, ir.FALSE, bool_)
        if matches == ir.FALSE:
            return ir.FALSE, {}
        captured |= names
    return condition, captured


def _parts(subject: Value) -> tuple[Value, ...] | None:
    if isinstance(subject, TupleValue):
        return subject.parts
    return components(subject) if isinstance(type_of(subject), (Vector, Matrix)) else None  # type: ignore[arg-type]


def _star(body: Body, pattern: ast.MatchStar, subject: Value) -> Test:
    return ir.TRUE, {} if pattern.name is None else {pattern.name: subject}


def _as(body: Body, pattern: ast.MatchAs, subject: Value) -> Test:
    """A wildcard, a name, or a pattern and a name for what it matches."""
    matches, captured = (ir.TRUE, {}) if pattern.pattern is None else _test(body, pattern.pattern, subject)
    return matches, captured if pattern.name is None else captured | {pattern.name: subject}


def _or(body: Body, pattern: ast.MatchOr, subject: Value) -> Test:
    """The first alternative that matches says what is captured."""
    condition: ir.Expression = ir.FALSE
    captured: dict[str, Value] = {}
    for matches, names in [_test(body, inner, subject) for inner in reversed(pattern.patterns)]:
        if matches == ir.FALSE:
            continue
        if matches == ir.TRUE or condition == ir.FALSE:
            condition, captured = matches, names
            continue
        captured = {name: either(body, matches, names[name], captured[name]) for name in names}
        condition = ir.Select(matches, ir.TRUE, condition, bool_)
    return condition, captured


_PATTERNS: Final[dict[type[ast.pattern], Callable[..., Test]]] = {
    ast.MatchValue:     _value,
    ast.MatchSingleton: _singleton,
    ast.MatchSequence:  _sequence,
    ast.MatchStar:      _star,
    ast.MatchAs:        _as,
    ast.MatchOr:        _or,
}  # fmt: skip
