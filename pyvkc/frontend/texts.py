"""Texts in the checker: f-strings, ``print`` and the messages of ``assert``.

What is known when the kernel is compiled is formatted here, by Python itself; what is known at run time becomes a value
of a report, and its place in the text says how the host formats it.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..reports import Group, Piece, Shown, Site, format_value
from ..types import ArrayType, Matrix, Scalar, StructType, Vector, bool_, parts_of
from . import ir
from .body import Body
from .operations import passed, spelled_out
from .values import NONE, Field, Mistake, Object, TextValue, TupleValue, Value, Weak, describe, settled, type_of

__all__ = ["call_print", "joined_text", "report_failure"]

CONVERSIONS: Final = {-1: "", ord("s"): "s", ord("r"): "r", ord("a"): "a"}


def joined_text(body: Body, node: ast.JoinedStr) -> Value:
    """An f-string; one without values that are known at run time only is a text like any other."""
    fields = [part for part in node.values if isinstance(part, ast.FormattedValue)]
    values = iter(body.expressions([field.value for field in fields]))
    parts: list[str | Field] = []
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            parts.extend(_parts(Field(next(values), CONVERSIONS[part.conversion], _spec(body, node, part))))
        else:
            assert isinstance(part, ast.Constant) and isinstance(part.value, str)
            parts.append(part.value)
    if any(isinstance(part, Field) for part in parts):
        return TextValue(tuple(parts))
    return Object("".join(map(str, parts)))


def _parts(field: Field) -> tuple[str | Field, ...]:
    """A field as text, if what it shows is known."""
    pieces, values = _shown(field)
    return (field,) if values else tuple(str(piece) for piece in pieces)


def _spec(body: Body, text: ast.JoinedStr, node: ast.FormattedValue) -> str:
    """The format behind the colon, which is known when the kernel is compiled."""
    if node.format_spec is None:
        return ""
    value = body.expression(node.format_spec)
    if isinstance(value, Object) and isinstance(value.value, str):
        return value.value
    raise body.error("the format of a value is a constant in a kernel, as in {x:.3f}", text)


# Statements


def call_print(body: Body, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """``print(...)``: one line, or what goes before the next one."""
    ends = {"sep": " ", "end": "\n"}
    for name, value in keywords.items():
        if name in ends:
            ends[name] = _constant_text(name, value, ends[name])
        elif name == "file":
            raise Mistake("print() writes to sys.stdout from a kernel; leave out `file`", value)
        elif name != "flush":
            raise Mistake(f"print() has no argument {name!r}; it has sep, end and flush", value)
    pieces: list[Piece] = []
    shown: list[ir.Expression] = []
    for number, value in enumerate(spelled_out(body, values)):
        if number:
            pieces.append(ends["sep"])
        _append(Field(value), pieces, shown)
    emit_report(body, "print", [*pieces, ends["end"]], shown)
    return NONE


def _constant_text(name: str, value: Value, default: str) -> str:
    if value == NONE:
        return default
    if isinstance(value, Object) and isinstance(value.value, str):
        return value.value
    raise Mistake(f"`{name}` of print() is a constant text in a kernel, not {describe(value)}", value)


def report_failure(body: Body, node: ast.Assert) -> None:
    """What an invocation does for which an assertion fails: its message is evaluated, and told."""
    pieces: list[Piece] = []
    values: list[ir.Expression] = []
    if node.msg is None:
        pieces.append(f"assertion failed: {ast.unparse(node.test)}")
    else:
        (message,) = spelled_out(body, [body.expression(node.msg)])
        _append(Field(message), pieces, values)
    with body.at(node.test):
        emit_report(body, "assert", pieces, values)


def report_outside(body: Body, inside: ir.Expression, name: str, index: ir.Expression, extent: ir.Expression) -> None:
    """Tell, in a checked kernel, of an index that is outside a view of an array."""
    with body.nested() as block:
        pieces: list[Piece] = ["index "]
        values: list[ir.Expression] = []
        _append(Field(index), pieces, values)
        pieces.append(f" is out of range for a view of {name!r} whose axis has the length ")
        _append(Field(extent), pieces, values)
        emit_report(body, "index", pieces, values)
    body.emit(ir.If(ir.Operation("logical_not", (inside,), bool_), tuple(block), (), body.source.span(body.node)))


def emit_report(body: Body, kind: str, pieces: Sequence[Piece], values: Sequence[ir.Expression]) -> None:
    """Add a report at the part of the text that is being checked."""
    unit = body.unit
    position = tuple(ir.Position("global_id", axis, unit.index) for axis in range(unit.ndim))
    body.effects = True
    body.emit(ir.Report(Site(kind, _joined(pieces), body.source.span(body.node)), position, tuple(values)))


def _joined(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """The pieces with texts that follow on one another in one."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and isinstance(piece, str) and isinstance(joined[-1], str):
            joined[-1] += piece
        elif piece != "":
            joined.append(piece)
    return tuple(joined)


# Values as pieces of a text


def _append(field: Field, pieces: list[Piece], values: list[ir.Expression]) -> None:
    found, inside = _shown(field)
    pieces.extend(found)
    values.extend(inside)


def _shown(field: Field) -> tuple[list[Piece], list[ir.Expression]]:
    """A value as the pieces of its text, and those of its parts that are known at run time."""
    value, quoted = passed(field.value), field.conversion in ("r", "a")
    if isinstance(value, TextValue):
        if quoted:
            raise Mistake("`!r` of an f-string is not possible in a kernel, where its text is not known", value)
        pieces, values = _shown_text(value)
        return [Group(tuple(pieces), field.spec)] if field.spec else pieces, values
    if isinstance(value, TupleValue):
        pieces, values = _shown_tuple(value)
        return _formatted(field, pieces, bool(values)), values
    known = _known(value)
    if known is not None:
        return [_format(field, known[0])], []
    type = settled(_type(value, quoted))
    shown = Shown(type, field.conversion, field.spec)
    _try(shown)
    return [shown], [value]  # type: ignore[list-item]


def _shown_text(text: TextValue) -> tuple[list[Piece], list[ir.Expression]]:
    pieces: list[Piece] = []
    values: list[ir.Expression] = []
    for part in text.parts:
        if isinstance(part, str):
            pieces.append(part)
        else:
            _append(part, pieces, values)
    return pieces, values


def _shown_tuple(value: TupleValue) -> tuple[list[Piece], list[ir.Expression]]:
    """A tuple, of whose parts Python shows the ``repr()``."""
    pieces: list[Piece] = ["("]
    values: list[ir.Expression] = []
    for number, part in enumerate(value.parts):
        pieces.append(", " if number else "")
        _append(Field(part, "r"), pieces, values)
    return [*pieces, ",)" if len(value.parts) == 1 else ")"], values


def _formatted(field: Field, pieces: list[Piece], at_run_time: bool) -> list[Piece]:
    """A tuple's pieces in the format that is asked for."""
    if not field.spec:
        return pieces
    if not field.conversion:
        raise Mistake("a tuple has no format of its own; write for instance {t!r:>20}", field.value)
    group = Group(tuple(pieces), field.spec)
    if not at_run_time:
        return [_format(Field(field.value, "", field.spec), "".join(map(str, pieces)))]
    _try_group(group)
    return [group]


def _known(value: Value) -> tuple[Any] | None:
    """The Python object that a value is, alone in a tuple, if it is known when the kernel is compiled."""
    if isinstance(value, Weak):
        return (value.value if value.member is None else value.member,)
    if isinstance(value, ir.Constant):
        return (value.value,) if not value.type.floating else (value.type(value.value),)
    if isinstance(value, Object):
        kinds = (str, bool, int, float, complex, enum.Enum, Scalar, Vector, Matrix, StructType, ArrayType, type(None))
        if isinstance(value.value, kinds) or type(value.value).__module__.startswith("numpy.dtype"):
            return (value.value,)
    return None


def _type(value: Value, quoted: bool) -> ir.ValueType:
    type = type_of(value)
    if type is None:
        hint = "; print the elements, or the array after the launch" if "array" in describe(value) else ""
        raise Mistake(f"a text shows numbers, vectors, structs, tuples and texts, not {describe(value)}{hint}", value)
    return type


def _format(field: Field, value: Any) -> str:
    """What is known in the format that is asked for."""
    convert: Callable[[Any], str] | None = {"r": repr, "a": ascii, "s": str}.get(field.conversion)  # type: ignore[assignment]
    number = value.item() if hasattr(value, "dtype") and hasattr(value, "item") else value
    try:
        if number is not value and (convert is not None or not field.spec):
            return format(str(value), field.spec)
        return format(convert(value) if convert is not None else number, field.spec)
    except (ValueError, TypeError) as error:
        raise Mistake(f"the format {field.spec!r}: {error}", field.value) from None


def _try(shown: Shown) -> None:
    """Refuse a format that the host could not use."""
    try:
        format_value(shown, _sample(shown.type))
    except (ValueError, TypeError) as error:
        raise Mistake(f"the format {shown.spec!r} of a value of the type {shown.type}: {error}") from None


def _try_group(group: Group) -> None:
    try:
        format("", group.spec)
    except (ValueError, TypeError) as error:
        raise Mistake(f"the format {group.spec!r} of a text: {error}") from None


def _sample(type: ir.ValueType) -> Any:
    """A value of a type."""
    if isinstance(type, Scalar):
        return False if type == bool_ else 1.0 if type.floating else 1
    return tuple(map(_sample, parts_of(type)))
