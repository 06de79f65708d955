"""A function's text and its arguments' types become a typed tree; every mistake of the user is found here.

:class:`Unit` is one specialisation in the making: the kernel, the device functions that it calls, and what it captured.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, Final, TypeVar, final

from ..errors import CompileError, SourceUnavailableError, Span
from ..static import StaticType
from ..types import WEAK_FLOAT, WEAK_INT, ArrayType, ElementType, Scalar, alone, i32
from . import ir
from .body import Body
from .callees import Callee
from .closures import recursion
from .dialect import PLAIN, Dialect
from .expressions import EXPRESSIONS
from .flow import Knowledge
from .loops import LOOPS
from .matching import match
from .objects import from_python
from .passes.end import end_invocations, stops
from .results import result_type
from .scope import Capture, Captures, binding_sites
from .source import Source, read_source
from .statements import STATEMENTS
from .syntax import check_syntax
from .uniformity import Names, check_uniformity, has_barrier
from .values import ArrayValue, Closure, Mistake, Object, TupleValue, Value, Weak, WeakArgument, settled, unfold, whole

__all__ = ["Checked", "check"]

T = TypeVar("T")
R = TypeVar("R")


@final
@dataclass(frozen=True, slots=True)
class Checked:
    """A kernel's tree, and what its launches depend on.

    `captures` are the names outside it. `restrictions` say, by the parameter's index, in which integer types an
    argument that was a Python number must fit.
    """

    kernel: ir.Kernel
    captures: Captures
    restrictions: dict[int, set[Scalar]]


MOST_NESTED: Final = 32
"""Calls of one function inside one another, with other functions as arguments each time."""

MOST_PASSES: Final = 20
"""Checks of a body for each name in it: a check that learns nothing is the last, and each widens one type at least."""


@final
class Unit:
    """What the bodies of one specialisation share."""

    statement_handlers = STATEMENTS | LOOPS | {ast.Match: match}
    expression_handlers = EXPRESSIONS

    def __init__(
        self,
        name: str,
        workgroup: tuple[int, ...],
        unchecked: bool,
        dialect: Dialect,
        index: Scalar = i32,
        *,
        debug: bool = False,
        goes_on: bool = False,
    ) -> None:
        self.name = name
        self.dialect = dialect
        self.meaning = dialect.meaning
        self.ndim = len(workgroup)
        self.workgroup = workgroup
        self.unchecked = unchecked
        self.debug = debug
        self.index = index
        self.goes_on = goes_on  # an invocation whose assertion fails does, as others may wait for it at a barrier
        self.calls: list[tuple[str, Span]] = []
        self._compiled: dict[Any, ir.Function] = {}
        self._bodies: list[Body] = []
        self._active: list[tuple[str, Any, Any]] = []
        self._made: dict[Any, Any] = {}
        self.captures: dict[tuple[int, str], Capture] = {}
        self.sources: dict[str, tuple[str, ...]] = {}
        self._count = 0
        self._tables: dict[Any, ir.Allocation] = {}

    def place_type(self, kind: str) -> Scalar:
        """The type of a position: one in the launch may be as far as elements of arrays are."""
        return i32 if kind == "local_id" else self.index

    def fresh(self, name: str, type: ir.ValueType, *, mutable: bool = False) -> ir.Variable:
        self._count += 1
        return ir.Variable(name, type, self._count, mutable)

    def allocate(self, kind: str, name: str, element: ElementType, shape: tuple[int, ...]) -> ir.Allocation:
        self._count += 1
        return ir.Allocation(kind, name, element, shape, self._count)

    def capture(self, capture: Capture) -> None:
        self.captures.setdefault((id(capture.holder), capture.name), capture)

    def once(self, node: T, make: Callable[[T], R]) -> R:
        """What `make` makes of a node of the text: the same object each time."""
        if node not in self._made:
            self._made[node] = make(node)
        made: R = self._made[node]
        return made

    def check(self, source: Source, arguments: dict[str, Value], *, kernel: bool) -> tuple[Body, ir.ValueType | None]:
        """A body checked until its types no longer change, and its result's type."""
        self.sources.setdefault(source.filename, source.lines)
        knowledge = Knowledge(binding_sites(source.node))
        knowledge.sites.update(name for name in arguments if name not in knowledge.sites)  # seen from around it
        for _ in range(MOST_PASSES * (1 + len(knowledge.sites))):
            body = Body(self, source, arguments, knowledge, kernel=kernel)
            body.statements(source.node.body)
            if not body.stale:
                return body, result_type(body)
            body.learn()
        raise AssertionError(f"the types of {source.name} do not settle")

    def called_from(self, body: Body) -> list[ir.Function]:
        """The device functions that a body calls, directly or not, callees first."""
        found: dict[int, ir.Function] = {}

        def visit(callees: dict[int, ir.Function]) -> None:
            for index, function in callees.items():
                if index not in found:
                    visit(self._bodies[index].callees)
                    found[index] = function

        visit(body.callees)
        return list(found.values())

    def table(self, name: str, element: ElementType, shape: tuple[int, ...], values: tuple[Any, ...]) -> ArrayValue:
        """The constant table with these values; tables with the same values are one."""
        key = element, shape, repr(values)  # which tells -0.0 from 0.0, and True from 1
        if key not in self._tables:
            made = self.allocate("table", name, element, shape)
            self._tables[key] = replace(made, values=values)
        return whole(self._tables[key])

    def body_of(self, function: ir.Function) -> Body:
        """The checked body of a device function."""
        return self._bodies[function.index]

    def restrictions_of(self, body: Body, functions: Sequence[ir.Function]) -> dict[int, set[Scalar]]:
        """What a body and the functions that it calls ask of the arguments that were Python numbers."""
        found: dict[int, set[Scalar]] = {}
        for part in (body, *(self._bodies[function.index] for function in functions)):
            for index, types in part.restrictions.items():
                found.setdefault(index, set()).update(types)
        return found

    def function(
        self,
        callee: Callee,
        shapes: dict[str, Value | None],
        types: Sequence[ir.ValueType],
        caller: Source,
        where: Span,
    ) -> ir.Function:
        """The device function for arguments of these shapes; `types` are those of their run-time parts, in order."""
        keys = tuple(_key(shape) for shape in shapes.values())
        key = (*callee.identity, *keys, *types)
        if key not in self._compiled:
            self._refuse_recursion(callee, tuple(map(_functions_in, keys)))
            self.calls.append((callee.name, where))
            self._compiled[key] = self._compile(callee, shapes, types, caller)
            self._active.pop()
            self.calls.pop()
        return self._compiled[key]

    def _refuse_recursion(self, callee: Callee, functions: tuple[Any, ...]) -> None:
        """Enter a function, unless it calls itself; to be called with other functions as arguments is no recursion."""
        mine = [index for index, active in enumerate(self._active) if active[1] == callee.identity]
        again = [index for index in mine if self._active[index][2] == functions]
        again = again or mine[-1:] * (len(mine) >= MOST_NESTED)
        if again:
            names = [name for name, _, _ in self._active[again[-1] :]]
            raise Mistake(recursion([*names, callee.name]))
        self._active.append((callee.name, callee.identity, functions))

    def _compile(
        self, callee: Callee, shapes: dict[str, Value | None], types: Sequence[ir.ValueType], caller: Source
    ) -> ir.Function:
        target = callee.target
        source = target.source if isinstance(target, Closure) else self._helper_source(target, caller)
        parameters: list[ir.Variable] = []
        arguments = {name: self._parameter(name, shape, types, parameters) for name, shape in shapes.items()}
        body, result = self.check(source, arguments, kernel=False)
        if result is not None and (body.assigned is not None or body.returns_nothing):
            raise body.error(
                f"{callee.name}() may end without returning a value, and returns {result} elsewhere; "
                "return a value on every path",
                source.header(),
            )
        self._bodies.append(body)
        index = len(self._bodies) - 1
        block, span = tuple(body.block), source.span(source.node)
        return ir.Function(callee.name, index, tuple(parameters), block, result, body.effects, span)

    def _helper_source(self, function: FunctionType, caller: Source) -> Source:
        """The text of the function whose call is being checked."""
        *outer, (_, where) = self.calls
        try:
            source = self.once(function, lambda function: read_source(function, near=caller))
            check_syntax(source, kernel=False)
        except SourceUnavailableError as error:
            raise CompileError(str(error), where, kernel=self.name, calls=tuple(outer)) from None
        except CompileError as error:
            raise CompileError(error.msg, error.span, kernel=self.name, calls=tuple(self.calls)) from None
        return source

    def _parameter(
        self, name: str, shape: Value | None, types: Sequence[ir.ValueType], parameters: list[ir.Variable]
    ) -> Value:
        """The value of one parameter inside the function; its run-time parts become parameters of the tree's."""
        if isinstance(shape, TupleValue):
            return replace(shape, parts=tuple(self._parameter(name, part, types, parameters) for part in shape.parts))
        if isinstance(shape, ArrayValue):
            return shape.renewed(self._add(name, types, parameters) for _ in shape.expressions)
        if isinstance(shape, Closure):
            defaults = {name: self._parameter(name, part, types, parameters) for name, part in shape.defaults.items()}
            held = {name: self._parameter(name, part, types, parameters) for name, part in shape.held.items()}
            return replace(shape, defaults=defaults, held=held)
        return unfold(self._add(name, types, parameters)) if shape is None else shape

    def _add(self, name: str, types: Sequence[ir.ValueType], parameters: list[ir.Variable]) -> ir.Read:
        variable = self.fresh(name, settled(types[len(parameters)]))
        parameters.append(variable)
        return ir.Read(variable)


def _key(shape: Value | None) -> Any:
    """What of an argument's shape tells specialisations apart."""
    if isinstance(shape, TupleValue):
        return shape.names, *(_key(part) for part in shape.parts)
    if isinstance(shape, ArrayValue):
        return "array", shape.renewed(ir.FALSE for _ in shape.expressions)
    if isinstance(shape, WeakArgument):
        return "argument", shape.parameter.index
    if isinstance(shape, Weak):
        return type(shape.value), repr(shape.value), id(shape.member)
    if isinstance(shape, ir.Constant):
        return "constant", shape.type, repr(shape.value)
    if isinstance(shape, Closure):
        parts = tuple((name, _key(part)) for name, part in (*shape.defaults.items(), *shape.held.items()))
        return _Same(shape.source.node), *(shape.source.annotations or {}).items(), parts
    return _Same(shape.value) if isinstance(shape, Object) else None


@final
class _Same:
    """An object in a key, compared by identity; the key keeps it alive."""

    __slots__ = ("_object",)

    def __init__(self, object: Any) -> None:
        self._object = object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._object is self._object

    def __hash__(self) -> int:
        return id(self._object)


def _functions_in(key: Any) -> Any:
    """What of an argument's key tells functions and other Python objects apart; numbers are left out."""
    if isinstance(key, _Same):
        return key
    found = tuple(filter(None, map(_functions_in, key))) if isinstance(key, tuple) else ()
    return found or None


def check(
    source: Source,
    parameters: Sequence[tuple[str, ElementType | ArrayType | StaticType]],
    *,
    ndim: int,
    workgroup: tuple[int, ...],
    fastmath: frozenset[str] = frozenset(),
    unchecked: bool = False,
    debug: bool = False,
    dialect: Dialect = PLAIN,
    index: Scalar = i32,
) -> Checked:
    """Check a kernel for one set of argument types.

    Parameters
    ----------
    source : Source
        The kernel's text; its syntax has been checked.
    parameters : sequence of (str, type)
        The parameters with their types, complete: arrays have an element type and a number of dimensions. Numbers
        that were passed as Python's and have no annotation have a weak type; compile-time constants are their value.
    ndim : int
        Dimensions of the launch.
    workgroup : tuple of int
        Invocations of a workgroup, in NumPy order.
    fastmath : frozenset of str
        Flags as in Numba.
    unchecked : bool
        Leave out the tests of indices.
    debug : bool
        Tell of indices that are outside of views.
    dialect : Dialect
        How the function is read; `parameters` are what its launch passes.
    index : Scalar
        i64 where an array or the launch may have 2^31 elements or more, else i32.

    Raises
    ------
    CompileError
        The kernel means nothing for these types.
    """
    assert len(workgroup) == ndim, (workgroup, ndim)

    def attempt(*, goes_on: bool) -> tuple[ir.Kernel, Body, Unit]:
        unit = Unit(source.name, workgroup, unchecked, dialect, index, debug=debug, goes_on=goes_on)
        return *_check_kernel(unit, source, parameters, fastmath), unit

    kernel, body, unit = attempt(goes_on=False)
    if stops(kernel) and has_barrier(kernel):
        kernel, body, unit = attempt(goes_on=True)
    names = {None: _names(body)} | {f.index: _names(unit.body_of(f)) for f in kernel.functions}
    check_uniformity(kernel, names)
    restrictions = unit.restrictions_of(body, kernel.functions)
    if stops(kernel):
        kernel = end_invocations(kernel, unit.fresh)
    return Checked(kernel, Captures(unit.captures.values()), restrictions)


def _check_kernel(
    unit: Unit,
    source: Source,
    parameters: Sequence[tuple[str, ElementType | ArrayType | StaticType]],
    fastmath: frozenset[str],
) -> tuple[ir.Kernel, Body]:
    """The tree, in which invocations may still end anywhere, and the kernel's body."""
    dialect, index = unit.dialect, unit.index
    declared: list[ir.Parameter] = []
    arguments: dict[str, Value] = {}
    for place, (name, type) in enumerate(parameters):
        if isinstance(type, ArrayType):
            array = ir.ArrayParameter(name, type, place, dialect.slots.get(name))
            arguments[name] = whole(array, index)
            declared.append(array)
        elif isinstance(type, StaticType):
            arguments[name] = from_python(type.value)
            declared.append(ir.StaticParameter(name, type, place))
        else:
            weak = type in (WEAK_INT, WEAK_FLOAT)
            settled_type = alone(type) if isinstance(type, Scalar) else type
            value = ir.ValueParameter(name, settled_type, place, dialect.slots.get(name))
            arguments[name] = WeakArgument(value) if weak else ir.Argument(value)
            declared.append(value)
    unit._active.append((source.name, (source.function.__code__, source.function), ()))
    body, _ = unit.check(source, dialect.arguments(arguments), kernel=True)
    kernel = ir.Kernel(
        name=source.name,
        parameters=tuple(declared),
        body=tuple(body.block),
        functions=tuple(unit.called_from(body)),
        ndim=unit.ndim,
        workgroup=unit.workgroup,
        fastmath=fastmath,
        filename=source.filename,
        index=index,
        entry=dialect.entry,
        span=source.span(source.node),
        sources=unit.sources,
    )
    return kernel, body


def _names(body: Body) -> Names:
    """What a function's text calls its variables and positions."""
    positions = {value: name for name, value in body.values.items() if isinstance(value, ir.Position)}
    lines = {value: (name, body.first[name]) for value, name in positions.items() if name in body.first}
    return Names(frozenset(body.sites), lines)
