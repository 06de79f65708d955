r"""The typed tree as text: what the compiler understood of a kernel, for ``k.ir()`` and ``pyvkc dump --format ir``.

Gets a kernel's tree, returns text that depends on nothing else. It looks like Python, one statement a line::

    def saxpy(x: f32[:] read, y: f32[:] read_write, a: f32):  # 1-D, workgroup (64,)
        i: i32 = global_id()
        y[i] = a * x[i?] + y[i]

- A parameter that is an array says how the kernel accesses it: ``none``, ``read``, ``write`` or ``read_write``.
- ``x[i]`` needs no test at run time. ``x[i?]`` is tested: outside the array it gives zero, or stores nothing.
- ``x[i].pos.y`` and ``m[i][0].x`` reach only that part of an element; so do they in an assignment.
- Memory of the kernel's own is declared at the top: ``shared tile: f32[16, 16]``, ``local`` or ``table``. A table shows
  its first numbers. ``clear(t)`` sets all elements to zero.
- A variable says its type where it is first assigned, and ``var`` if it is assigned again later. Two variables that the
  kernel calls ``t`` are ``t`` and ``t.1``; so is a variable that has the name of a parameter.
- Conversions are calls, ``f32(i)``. So are constants that are neither i32, f32 nor bool: ``u32(7)``.
- ``print('{} {:.3f}\n', i, x[i])`` prints, ``report.assert('neg')`` tells of a fault: texts with the values' places.
- Only the side that is taken of ``and``, ``or`` and ``a if c else b`` is evaluated.
- A loop whose condition needs statements of its own is ``while True`` with ``if not ...: break`` behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, final

from ..errors import Span
from ..types import TupleType, bool_, f32, i32
from . import ir
from .layout import part_name, path_name
from .pprint_names import KERNEL, Names, pattern, unique

__all__ = ["pprint", "pprint_units"]

# How tightly a form binds, as in Python's grammar; a part that binds less than its place asks for has parentheses.
CONDITIONAL, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, POWER, ATOM = range(14)

# fmt: off
INFIX: Final[dict[str, tuple[str, int]]] = {
    "add":           ("+",  SUM),
    "subtract":      ("-",  SUM),
    "multiply":      ("*",  PRODUCT),
    "divide":        ("/",  PRODUCT),
    "floor_divide":  ("//", PRODUCT),
    "remainder":     ("%",  PRODUCT),
    "power":         ("**", POWER),
    "left_shift":    ("<<", SHIFT),
    "right_shift":   (">>", SHIFT),
    "bitwise_and":   ("&",  BIT_AND),
    "bitwise_or":    ("|",  BIT_OR),
    "bitwise_xor":   ("^",  BIT_XOR),
    "less":          ("<",  COMPARE),
    "less_equal":    ("<=", COMPARE),
    "greater":       (">",  COMPARE),
    "greater_equal": (">=", COMPARE),
    "equal":         ("==", COMPARE),
    "not_equal":     ("!=", COMPARE),
}
PREFIX: Final[dict[str, tuple[str, int]]] = {
    "negative":    ("-",    UNARY),
    "positive":    ("+",    UNARY),
    "invert":      ("~",    UNARY),
    "logical_not": ("not ", NOT),
}
# fmt: on

Text = tuple[str, int]
"""An expression's text and how tightly its outermost form binds."""


def pprint(kernel: ir.Kernel) -> str:
    """The typed tree of a kernel as text; see the module's docstring for how to read it.

    Parameters
    ----------
    kernel : ir.Kernel
        The tree, from the checker or after any pass.

    Returns
    -------
    str
        The device functions that it calls, callee first, then the kernel; ends with a newline.
    """
    return "\n\n".join("\n".join(line.text for line in unit.lines) for unit in pprint_units(kernel)) + "\n"


class Line(NamedTuple):
    """A line of the text, and the place that its statement comes from."""

    text: str
    span: Span | None


class Printed(NamedTuple):
    """A function or the kernel as lines, and the types of the names in it."""

    lines: list[Line]
    types: dict[str, str]


def pprint_units(kernel: ir.Kernel) -> list[Printed]:
    """The same line by line: the device functions, callee first, then the kernel."""
    names = Names(kernel)
    return [*(_function(kernel, function, names) for function in kernel.functions), _kernel(kernel, names)]


def _kernel(kernel: ir.Kernel, names: Names) -> Printed:
    parameters = ", ".join(map(names.parameter, kernel.parameters))
    remarks = [f"{kernel.ndim}-D", f"workgroup {kernel.workgroup}"]
    if kernel.fastmath:
        remarks.append(f"fastmath {', '.join(sorted(kernel.fastmath))}")
    unit = _Unit(kernel, names)
    head = [f"def {kernel.name}({parameters}):  # {', '.join(remarks)}", *names.declarations(KERNEL)]
    return unit.printed(head, kernel.body, kernel.span)


def _function(kernel: ir.Kernel, function: ir.Function, names: Names) -> Printed:
    unit = _Unit(kernel, names)
    parameters = ", ".join(unit.define(variable) for variable in function.parameters)
    result = "" if function.result is None else f" -> {function.result}"
    remark = "  # has effects" if function.effects else ""
    line = f"def {names.functions[function.index]}({parameters}){result}:{remark}"
    return unit.printed([line, *names.declarations(function.index)], function.body, function.span)


@final
class _Unit:
    """One function or kernel being printed: the names that its variables have so far."""

    def __init__(self, kernel: ir.Kernel, names: Names) -> None:
        self.one_dimensional = kernel.ndim == 1
        self.names = names
        self.taken = dict(names.taken)
        self.variables: dict[int, str] = {}
        self.types: dict[str, str] = {}

    def printed(self, head: list[str], body: ir.Block, span: Span | None) -> Printed:
        lines = [*(Line(text, span) for text in head), *self.block(body)]
        return Printed(lines, self.types)

    def block(self, block: ir.Block) -> list[Line]:
        """The lines of a block, indented once; what a statement gives as text comes from where it does."""
        lines = [
            line if isinstance(line, Line) else Line(line, getattr(statement, "span", None))
            for statement in block
            for line in _STATEMENTS[type(statement)](self, statement)
        ]
        return [Line("    " + text, span) for text, span in lines or [Line("pass", None)]]

    def text(self, node: ir.Expression, place: int = CONDITIONAL) -> str:
        """An expression, in parentheses if it binds less tightly than its place asks for."""
        text, strength = _EXPRESSIONS[type(node)](self, node)
        return text if strength >= place else f"({text})"

    def all(self, nodes: tuple[ir.Expression, ...]) -> str:
        return ", ".join(map(self.text, nodes))

    def name(self, variable: ir.Variable) -> str:
        if variable.index not in self.variables:
            name = self.variables[variable.index] = unique(variable.name, self.taken)
            self.types[name] = str(variable.type)
        return self.variables[variable.index]

    def define(self, variable: ir.Variable) -> str:
        """A variable as the target of an assignment: with its type the first time."""
        if variable.index in self.variables:
            return self.name(variable)
        return f"{'var ' if variable.mutable else ''}{self.name(variable)}: {variable.type}"

    def access(self, node: ir.Load | ir.Store | ir.Atomic) -> str:
        """An array's element or a part of it, with a mark at each index that is tested."""
        pairs = zip(node.indices, node.checks, strict=True)
        indices = ", ".join(self.text(index) + "?" * check for index, check in pairs) or "()"
        return f"{self.names.memory(node.array)}[{indices}]{path_name(node.array.element, node.path)}"


# Statements: each gives its lines, not indented, those of blocks in it with their places


def _assign(unit: _Unit, node: ir.Assign) -> Iterator[str]:
    value = unit.text(node.value)
    yield f"{unit.define(node.variable)} = {value}"


def _store(unit: _Unit, node: ir.Store) -> Iterator[str]:
    yield f"{unit.access(node)} = {unit.text(node.value)}"


def _atomic(unit: _Unit, node: ir.Atomic) -> Iterator[str]:
    operands = unit.all((node.operand,) if node.expected is None else (node.expected, node.operand))
    yield f"{unit.define(node.result)} = atomic.{node.operation}({unit.access(node)}, {operands})"


def _clear(unit: _Unit, node: ir.Clear) -> Iterator[str]:
    yield f"clear({unit.names.memory(node.array)})"


def _barrier(unit: _Unit, node: ir.Barrier) -> Iterator[str]:
    yield "barrier()" if node.kind == "group" else "memory_barrier()"


def _subgroup(unit: _Unit, node: ir.Subgroup) -> Iterator[str]:
    operands = unit.all(node.operands)
    yield f"{unit.define(node.result)} = subgroup.{node.operation}({operands})"


def _report(unit: _Unit, node: ir.Report) -> Iterator[str]:
    what = node.site.kind if node.site.kind == "print" else f"report.{node.site.kind}"
    yield f"{what}({', '.join([repr(pattern(node.site)), *map(unit.text, node.values)])})"


def _perform(unit: _Unit, node: ir.Perform) -> Iterator[str]:
    yield f"{unit.names.functions[node.call.function.index]}({unit.all(node.call.arguments)})"


def _if(unit: _Unit, node: ir.If) -> Iterator[str | Line]:
    yield f"if {unit.text(node.condition)}:"
    yield from unit.block(node.then)
    if len(node.otherwise) == 1 and isinstance(node.otherwise[0], ir.If):
        first, *rest = _if(unit, node.otherwise[0])
        assert isinstance(first, str)
        yield Line("el" + first, node.otherwise[0].span)
        yield from rest
    elif node.otherwise:
        yield "else:"
        yield from unit.block(node.otherwise)


def _for(unit: _Unit, node: ir.For) -> Iterator[str | Line]:
    bounds = unit.all((node.start, node.stop, node.step))
    if _is(node.step, 1):
        bounds = unit.text(node.stop) if _is(node.start, 0) else unit.all((node.start, node.stop))
    yield f"for {unit.define(node.variable)} in range({bounds}):"
    yield from unit.block(node.body)


def _is(node: ir.Expression, value: int) -> bool:
    return isinstance(node, ir.Constant) and node.type == i32 and node.value == value


def _while(unit: _Unit, node: ir.While) -> Iterator[str | Line]:
    if not node.prelude:
        yield f"while {unit.text(node.condition)}:"
    else:
        yield "while True:"
        yield from unit.block(node.prelude)
        yield f"    if not {unit.text(node.condition, NOT)}: break"
        if not node.body:
            return
    yield from unit.block(node.body)


def _word(word: str) -> Callable[[_Unit, Any], Iterator[str]]:
    return lambda unit, node: iter([word])


def _return(unit: _Unit, node: ir.Return) -> Iterator[str]:
    yield "return" if node.value is None else f"return {unit.text(node.value)}"


_STATEMENTS: Final[dict[type, Callable[[_Unit, Any], Iterator[str] | Iterator[str | Line]]]] = {
    ir.Assign:   _assign,
    ir.Store:    _store,
    ir.Atomic:   _atomic,
    ir.Clear:    _clear,
    ir.Barrier:  _barrier,
    ir.Subgroup: _subgroup,
    ir.Report:   _report,
    ir.Perform:  _perform,
    ir.If:       _if,
    ir.For:      _for,
    ir.While:    _while,
    ir.Break:    _word("break"),
    ir.Continue: _word("continue"),
    ir.Return:   _return,
}  # fmt: skip


# Expressions


def _constant(unit: _Unit, node: ir.Constant) -> Text:
    # f32's and f16's shortest digits that give the number back, not those of the Python float that holds it.
    text = str(node.type(node.value)) if node.type.floating else str(node.value)
    if node.type not in (i32, f32, bool_):
        return f"{node.type}({text})", ATOM
    return text, UNARY if text.startswith("-") else ATOM


def _read(unit: _Unit, node: ir.Read) -> Text:
    return unit.name(node.variable), ATOM


def _argument(unit: _Unit, node: ir.Argument) -> Text:
    return node.parameter.name, ATOM


def _operation(unit: _Unit, node: ir.Operation) -> Text:
    if node.row in INFIX:
        return _infix(unit, *INFIX[node.row], *node.operands)
    if node.row in PREFIX:
        symbol, strength = PREFIX[node.row]
        return symbol + unit.text(node.operands[0], strength), strength
    return f"{node.row}({unit.all(node.operands)})", ATOM


def _infix(unit: _Unit, symbol: str, strength: int, left: ir.Expression, right: ir.Expression) -> Text:
    places = _PLACES.get(strength, (strength, strength + 1))
    return f"{unit.text(left, places[0])} {symbol} {unit.text(right, places[1])}", strength


# How tightly the two sides of an operator must bind. Most operators group from the left; ``and`` and ``or`` mean the
# same however they group; ``**`` groups from the right and takes ``2 ** -x``; comparisons do not group: ``a < b < c``.
_PLACES: Final = {AND: (AND, AND), OR: (OR, OR), COMPARE: (BIT_OR, BIT_OR), POWER: (ATOM, UNARY)}


def _convert(unit: _Unit, node: ir.Convert) -> Text:
    return f"{node.type}({unit.text(node.operand)})", ATOM


def _select(unit: _Unit, node: ir.Select) -> Text:
    if node.otherwise == ir.FALSE:
        return _infix(unit, "and", AND, node.condition, node.then)
    if node.then == ir.TRUE:
        return _infix(unit, "or", OR, node.condition, node.otherwise)
    then, condition = unit.text(node.then, OR), unit.text(node.condition, OR)
    return f"{then} if {condition} else {unit.text(node.otherwise)}", CONDITIONAL


def _load(unit: _Unit, node: ir.Load) -> Text:
    return unit.access(node), ATOM


def _extent(unit: _Unit, node: ir.Extent) -> Text:
    return f"{node.array.name}.shape[{node.axis}]", ATOM


def _position(unit: _Unit, node: ir.Position) -> Text:
    if node.kind in ("subgroup_size", "subgroup_lane"):
        return f"{node.kind.replace('_', '.')}()", ATOM
    return f"{node.kind}({'' if unit.one_dimensional else node.axis})", ATOM


def _compose(unit: _Unit, node: ir.Compose) -> Text:
    parts = unit.all(node.parts)
    if isinstance(node.type, TupleType):
        return f"({parts}{',' * (len(node.parts) == 1)})", ATOM
    return f"{node.type}({parts})", ATOM


def _component(unit: _Unit, node: ir.Component) -> Text:
    return unit.text(node.operand, ATOM) + part_name(node.operand.type, node.index), ATOM


def _call(unit: _Unit, node: ir.Call) -> Text:
    return f"{unit.names.functions[node.function.index]}({unit.all(node.arguments)})", ATOM


_EXPRESSIONS: Final[dict[type, Callable[[_Unit, Any], Text]]] = {
    ir.Constant:  _constant,
    ir.Read:      _read,
    ir.Argument:  _argument,
    ir.Operation: _operation,
    ir.Convert:   _convert,
    ir.Select:    _select,
    ir.Load:      _load,
    ir.Extent:    _extent,
    ir.Position:  _position,
    ir.Compose:   _compose,
    ir.Component: _component,
    ir.Call:      _call,
}  # fmt: skip
