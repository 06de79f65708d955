"""The checker of one function body: its blocks, its variables, and which names are surely assigned.

A body is checked with the variables' types that were found so far. When an assignment widens a type after it has been
used, or a variable turns out to have met weak numbers only, the body is `stale` and is checked again with what was
learned; types only ever widen, so that this ends.
"""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final, final

from ..errors import CompileError, Span
from ..types import (
    WEAK_FLOAT,
    WEAK_INT,
    ElementType,
    Matrix,
    Scalar,
    StructType,
    TupleType,
    Vector,
    bool_,
    i32,
    parts_of,
)
from . import ir
from .flow import Knowledge, Loop, State, unassigned
from .results import result_type
from .signature import join, store_problem
from .source import Source
from .values import (
    TOO_DEEP,
    ArrayValue,
    Mistake,
    Object,
    Series,
    SliceValue,
    TextValue,
    TupleValue,
    Value,
    Weak,
    WeakArgument,
    components,
    describe,
    describe_type,
    fit,
    settled,
    type_of,
    unfold,
)

if TYPE_CHECKING:
    from .check import Unit


LEAVES: Final = (ir.Constant, ir.Argument, ir.Position, ir.Extent)
"""Expressions that are the same wherever they stand."""


@final
class Body:
    """One check of one function's statements."""

    def __init__(
        self, unit: Unit, source: Source, arguments: dict[str, Value], knowledge: Knowledge, *, kernel: bool
    ) -> None:
        self.unit = unit
        self.source = source
        self.kernel = kernel
        self.known = knowledge
        self.sites = knowledge.sites
        self.block: list[ir.Statement] = []
        self._open = [self.block]
        self.assigned: State = frozenset()
        self.loops: list[Loop] = []
        self.values: dict[str, Value] = {}
        self.variables: dict[str, ir.Variable] = {}
        self.joined: dict[str, ir.ValueType] = {}
        self.first: dict[str, int] = {}
        self.homes: dict[str, list[ir.Statement]] = {}
        self.standing: ChainMap[str, Value] = ChainMap()
        self.targets: frozenset[str] = frozenset()
        self.unrolled = 1
        self.skippable: dict[str, int] = {}
        self._outcomes: dict[ast.expr, tuple[State, State]] = {}
        self.results: list[ir.ValueType] = [] if knowledge.result is None else [knowledge.result]
        self.expected: ir.ValueType | None = None
        self.callees: dict[int, ir.Function] = {}
        self.restrictions: dict[int, set[Scalar]] = {}
        self.returns_nothing = False
        self.effects = False
        self.stale = False
        self.node: ast.AST = source.node
        self.evaluated: dict[ast.AST, Value] = {}
        self.declared: dict[str, ElementType] = {}
        self.fixed = {name for name, value in arguments.items() if type_of(value) is None}
        for name, value in arguments.items():
            self._bind_argument(name, value)

    def _bind_argument(self, name: str, value: Value) -> None:
        """An array or another object keeps its name, which then cannot be assigned; a number is a variable."""
        if name not in self.fixed:
            self.bind(name, value)
        else:
            assert self.assigned is not None
            self.values[name] = value
            self.assigned |= {name}

    # Dispatch

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        """Check statements into the present block, up to the first that control cannot pass."""
        for node in nodes:
            if self.assigned is None:
                return
            try:
                with self.at(node):
                    self.unit.statement_handlers[type(node)](self, node)
            except RecursionError:
                raise self.error(TOO_DEEP, node) from None

    def expression(self, node: ast.expr) -> Value:
        with self.at(node):
            value = self.evaluated[node] = self.unit.expression_handlers[type(node)](self, node)
        return value

    @contextmanager
    def at(self, node: ast.AST) -> Iterator[None]:
        """Checks a part of the text: what is wrong in it is told there."""
        outer, self.node = self.node, node
        try:
            yield
        except Mistake as mistake:
            raise self.error(str(mistake), self._blamed(node, mistake.about)) from None
        self.node = outer

    def _blamed(self, node: ast.AST, about: Value | None) -> ast.AST:
        """The part of a construct that had the value at fault; the construct itself if there is none."""
        if about is None:
            return node
        return next((part for part in ast.walk(node) if self.evaluated.get(part) is about), node)

    def expressions(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Operands in Python's order: what was evaluated before an effect is kept from seeing it."""
        return self.in_order([lambda node=node: self.expression(node) for node in nodes])  # type: ignore[misc]

    def in_order(self, evaluations: Sequence[Callable[[], Value]]) -> list[Value]:
        values: list[Value] = []
        for evaluate in evaluations:
            mark = len(self.block)
            value = evaluate()
            if len(self.block) > mark and values:
                effects = self.block[mark:]
                del self.block[mark:]
                values = [self.pin(earlier) for earlier in values]
                self.block.extend(effects)
            values.append(value)
        return values

    def error(self, message: str, place: ast.AST | Span | None = None) -> CompileError:
        """The mistake told at `place`, by default at the part of the text that is being checked."""
        span = place if isinstance(place, Span) else self.source.span(place or self.node)
        return CompileError(message, span, kernel=self.unit.name, calls=tuple(self.unit.calls))

    # Blocks

    def emit(self, statement: ir.Statement) -> None:
        self.block.append(statement)

    @contextmanager
    def nested(self) -> Iterator[list[ir.Statement]]:
        """A new block for a branch or a loop's body."""
        self.block = []
        self._open.append(self.block)
        try:
            yield self.block
        finally:
            self._open.pop()
            self.block = self._open[-1]

    def adopt(self, block: list[ir.Statement]) -> None:
        """A nested block turns out to be on every path to what follows: what it has defined is defined here."""
        for name, home in self.homes.items():
            if home is block:
                self.homes[name] = self.block

    # Values

    def pin(self, value: Value, name: str = "t") -> Value:
        """The value as it is now, however often and late it is used; `name` is for a variable that this may take."""
        if isinstance(value, (TupleValue, Series)):
            return replace(value, parts=tuple(self.pin(part, name) for part in value.parts))
        if isinstance(value, SliceValue):
            bounds = (value.start, value.stop, value.step)
            return SliceValue(*(None if bound is None else self.pin(bound, name) for bound in bounds))
        if isinstance(value, ArrayValue):
            return value.renewed(self.pin_expression(expression) for expression in value.expressions)
        if isinstance(value, TextValue):
            return value.renewed(self.pin(part) for part in value.values)
        if isinstance(value, LEAVES) or type_of(value) is None:
            return value
        if isinstance(value, ir.Compose) and all(isinstance(part, LEAVES) for part in value.parts):
            return value  # its parts are as good as names, and stay known
        if isinstance(value, (Weak, WeakArgument)) or (isinstance(value, ir.Read) and not value.variable.mutable):
            return value
        return self.define(name, value)  # type: ignore[arg-type]

    def pin_expression(self, value: ir.Expression) -> ir.Expression:
        pinned = self.pin(value)
        assert not isinstance(pinned, (Weak, TupleValue, Object))
        return pinned  # type: ignore[return-value]

    def define(self, name: str, value: ir.Expression) -> ir.Expression:
        """A name for the value at this point."""
        variable = self.unit.fresh(name, value.type)
        self.emit(ir.Assign(variable, value, self.source.span(self.node)))
        return ir.Read(variable)

    def convert(self, value: Value, type: ir.ValueType) -> ir.Expression:
        """A value as an operand of `type`, which promotion has chosen."""
        if isinstance(value, Weak):
            assert isinstance(type, Scalar)
            if type == bool_:
                return ir.Constant(bool(value.value), bool_)
            return ir.Constant(value.value, type) if type in (WEAK_INT, WEAK_FLOAT) else fit(value, type)
        if isinstance(value, WeakArgument):
            self._restrict(value.parameter, type)
            value = ir.Argument(value.parameter)
        if isinstance(value, TupleValue):
            assert isinstance(type, TupleType)
            parts = zip(value.parts, type.elements, strict=True)
            return ir.Compose(tuple(self.convert(part, element) for part, element in parts), type)
        assert not isinstance(value, Object) and type_of(value) is not None, value
        expression: ir.Expression = value  # type: ignore[assignment]
        if expression.type == type:
            return expression
        if isinstance(type, (Vector, Matrix)):
            pairs = zip(components(self.pin_expression(expression)), parts_of(type), strict=True)
            return ir.Compose(tuple(self.convert(part, inner) for part, inner in pairs), type)
        assert isinstance(type, Scalar), (expression, type)
        if isinstance(expression, ir.Constant) and expression.type == bool_:
            return ir.Constant(float(expression.value) if type.floating else int(expression.value), type)
        return ir.Convert(expression, type, self.source.span(self.node) if type.integral else None)

    def _restrict(self, parameter: ir.ValueParameter, type: ir.ValueType) -> None:
        """Record that a Python number meets integers of `type`, in which it must fit."""
        if isinstance(type, Scalar) and type.integral and type not in (WEAK_INT, i32):
            self.restrictions.setdefault(parameter.index, set()).add(type)

    def store_as(self, value: Value, type: ir.ValueType, target: str) -> ir.Expression:
        """A value as it goes into something of `type`, by the rules of stores."""
        if isinstance(value, TupleValue) and isinstance(type, (Vector, Matrix, StructType)):
            return self._parts_as(value, type, target)
        source = type_of(value)
        if source is None:
            raise Mistake(f"{target} takes {describe_type(type)}, not {describe(value)}", value)
        problem = store_problem(source, type)
        if problem:
            raise Mistake(f"{target} takes {describe_type(type)}: {problem}", value)
        return self.convert(value, type)

    def _parts_as(self, value: TupleValue, type: Vector | Matrix | StructType, target: str) -> ir.Expression:
        """A tuple as the vector, matrix or struct that is made of its values."""
        types = parts_of(type)
        if len(value.parts) != len(types):
            raise Mistake(
                f"{target} takes {describe_type(type)}, which has {len(types)} parts, not {describe(value)}", value
            )
        parts = zip(value.parts, types, strict=True)
        return ir.Compose(tuple(self.store_as(part, inner, target) for part, inner in parts), type)

    def truth(self, value: Value) -> ir.Expression:
        """A value as a condition."""
        if isinstance(value, Object):
            return ir.Constant(bool(value.value), bool_)
        if not isinstance(type_of(value), Scalar):
            hint = "; write all(...) or any(...)" if isinstance(type_of(value), Vector) else ""
            raise Mistake(f"a condition is a number or a bool, not {describe(value)}{hint}", value)
        return self.convert(value, bool_)

    # Names

    def bind(self, name: str, value: Value) -> None:
        """Assign to a local name."""
        if name in self.fixed:
            raise Mistake(f"{name!r} stands for {describe(self.values[name])} and cannot be assigned; use another name")
        if name in self.declared:
            value = self.store_as(value, self.declared[name], f"the variable {name!r}")
        if name in self.targets:
            self._stand(name, value)
        elif self._holds_still(name, value):
            self.values[name] = self.pin(value, name)
            self.homes[name] = self.block
        else:
            self._assign(name, value)
        self.first.setdefault(name, getattr(self.node, "lineno", self.source.node.lineno))
        if self.assigned is not None:
            self.assigned = self.assigned | {name}

    def _holds_still(self, name: str, value: Value) -> bool:
        """Whether a name has only this value, for what has no type as long as no other assignment is reached."""
        only = self.sites[name] == 1 or (type_of(value) is None and name not in self.first)
        return only and name not in self.known.mutable

    def _stand(self, name: str, value: Value) -> None:
        """Let a name stand for a value until :meth:`forget`; it is a variable only if it is known to need one."""
        value = self.standing[name] = self.values[name] = self.pin(value, name)
        if name in self.variables or name in self.known.types or name in self.known.mutable:
            self._assign(name, value)
        else:
            self.homes[name] = []

    def forget(self, names: Iterable[str]) -> None:
        """End what names stand for; who reads one of them from here on reads a variable."""
        for name in names:
            self.standing.pop(name, None)

    def _assign(self, name: str, value: Value) -> None:
        self.stale = self.stale or name in self.homes
        type = type_of(value)
        held = self.values.get(name, value) if name in self.homes else value
        if type is None or type_of(held) is None:
            odd = value if type is None else held
            raise Mistake(
                f"{name!r} is assigned more than once, so that it must be a variable, and a variable cannot hold "
                f"{describe(odd)}; use a name of its own for it",
                odd,
            )
        before = self.joined.get(name) or self.known.types.get(name)
        joined = type if before is None else join(before, type)
        if joined is None:
            raise Mistake(
                f"{name!r} would be {describe_type(before or type)} (line {self.first.get(name, 0)}) and "
                f"{describe_type(type)} (line {getattr(self.node, 'lineno', 0)}); a variable has one type: "
                "convert one of the two, or use another name",
                value,
            )
        self.joined[name] = joined
        variable = self.variables.get(name)
        if variable is None:
            variable = self.unit.fresh(name, self.known.types.get(name, joined), mutable=True)
            self.variables[name] = variable
        if joined != variable.type:
            self.stale = True
            return
        self.stale = self.stale or settled(joined) != joined
        self.emit(ir.Assign(variable, self.convert(value, joined), self.source.span(self.node)))

    def change(self, name: str, value: ir.Expression) -> None:
        """A part of a local's value has been assigned, which makes it `value`; such a local is a variable."""
        if name in self.variables and name in self.known.changed:
            self.emit(ir.Assign(self.variables[name], value, self.source.span(self.node)))
            return
        self.known.mutable.add(name)
        self.known.changed.add(name)
        self.stale = True

    def read(self, name: str, *, standing: bool = True) -> Value:
        """The value of a local name; that of the variable, where no name stands for anything else."""
        if standing and name in self.standing:
            return self.standing[name]
        if self.assigned is not None and name not in self.assigned:
            if name in self.first:
                raise Mistake(unassigned(name, self.first[name], self.skippable.get(name)))
            hint = "; a function sees the names around it, and can give them no other value: return it"
            raise Mistake(f"{name!r} is read before it is assigned{hint * (name in self.source.outer)}")
        if name in self.variables:
            return unfold(ir.Read(self.variables[name]))
        home = self.homes.get(name)
        if home is not None and not any(block is home for block in self._open):
            # Assigned in a block that need not be on the way here, as far as SPIR-V sees: it must live in memory.
            self.known.mutable.add(name)
            self.stale = True
        return self.values[name]

    # Conditions

    def outcome(self, node: ast.expr) -> tuple[State, State]:
        """The states where a condition that has just been checked is true, and where it is false."""
        return self._outcomes.get(node, (self.assigned, self.assigned))

    def decide(self, node: ast.expr, true: State, false: State) -> None:
        """Record what `node` being true or false tells: after ``a and (b := c)`` is true, b is assigned."""
        self._outcomes[node] = true, false

    # Learning

    def learn(self) -> None:
        """Record what the next check of this body must know."""
        for name, type in self.joined.items():
            self.known.types[name] = settled(type)
        if self.results:
            self.known.result = result_type(self)
