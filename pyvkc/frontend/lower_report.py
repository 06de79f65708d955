"""Reports: what an invocation writes to the report buffer, which :mod:`pyvkc.reports` lays out.

The first invocation that swaps the number of its site for 0 writes its fault; what is printed goes to the line whose
number an atomic addition gave, if there is room for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..reports import FAULT, FIRST, LINES, MOST_LINES, Report
from ..types import Scalar, Vector, bool_, f32, i32, parts_of, u32
from . import ir
from .lower_body import Body
from .lower_expression import lower_expression
from .lower_uses import REPORT
from .passes.rewrite import statements

__all__ = ["find_report", "lower_report"]

DEVICE: Final = 1
RELAXED: Final = 0


def find_report(kernel: ir.Kernel, lines: int) -> Report | None:
    """What a kernel reports; ``None`` if it reports nothing. `lines` is how many printed ones have room."""
    bodies = [*(function.body for function in kernel.functions), kernel.body]
    reports = (node for body in bodies for node in statements(body) if isinstance(node, ir.Report))
    sites = dict.fromkeys(node.site for node in reports)
    return Report(kernel.name, tuple(sites), lines, kernel.workgroup, kernel.index) if sites else None


def lower_report(body: Body, node: ir.Report) -> None:
    """Emit what writes the report of one site."""
    report = body.interface.report
    assert report is not None
    number = body.emitter.constant(report.sites.index(node.site) + 1, u32)
    if node.site.kind == "print":
        _print(body, node, report, number)
    else:
        _claim(body, node, number)


def _claim(body: Body, node: ir.Report, number: int) -> None:
    """Write a fault, if it is the first."""
    zero, relaxed = body.emitter.constant(0, u32), body.emitter.constant(RELAXED, u32)
    scope, type = body.emitter.constant(DEVICE, u32), body.emitter.type(u32)
    place = _place(body, body.emitter.constant(FAULT, u32))
    was = body.module.value("OpAtomicCompareExchange", type, place, scope, relaxed, relaxed, number, zero)
    body.when(body.emitter.op("OpIEqual", bool_, was, zero), lambda: _write(body, FIRST, None, _words(body, node)))


def _print(body: Body, node: ir.Report, report: Report, number: int) -> None:
    """Write a line, if there is room; so many lines that they cannot be counted are not counted any further."""
    constant, op = body.emitter.constant, body.emitter.op
    scope, relaxed, type = constant(DEVICE, u32), constant(RELAXED, u32), body.emitter.type(u32)
    place = _place(body, constant(LINES, u32))

    def write(line: int) -> None:
        start = op("OpIMul", u32, line, constant(report.stride, u32))
        _write(body, report.first_line, start, [number, *_words(body, node)])

    def take() -> None:
        line = body.module.value("OpAtomicIAdd", type, place, scope, relaxed, constant(1, u32))
        body.when(op("OpULessThan", bool_, line, constant(report.room, u32)), lambda: write(line))

    lines = body.module.value("OpAtomicLoad", type, place, scope, relaxed)
    body.when(op("OpULessThan", bool_, lines, constant(MOST_LINES, u32)), take)


def _write(body: Body, first: int, start: int | None, words: Iterable[int]) -> None:
    """Write words one after the other, from the word `first` on or so many behind `start`."""
    aligned = ("Aligned", 4) if body.interface.target.addresses else ()
    for number, word in enumerate(words):
        index = body.emitter.constant(first + number, u32)
        if start is not None:
            index = body.emitter.op("OpIAdd", u32, start, index)
        body.module.emit("OpStore", _place(body, index), word, *aligned)


def _place(body: Body, index: int) -> int:
    """A pointer to a word of the report buffer."""
    pointer = body.emitter.pointer(body.interface.storage, body.emitter.type(u32))
    return body.module.value("OpAccessChain", pointer, body.launch.values[REPORT], body.emitter.constant(0, i32), index)


def _words(body: Body, node: ir.Report) -> Iterator[int]:
    """The words that say where the invocation stands and what its values are."""
    for value in (*node.position, *node.values):
        yield from _bits(body, lower_expression(body, value), value.type)


def _bits(body: Body, value: int, type: ir.ValueType) -> Iterator[int]:
    """The words of a value."""
    if not isinstance(type, Scalar):
        for number, part in enumerate(parts_of(type)):
            inner = body.module.value("OpCompositeExtract", body.emitter.type(part), value, number)
            yield from _bits(body, inner, part)
    elif type.bits == 64:
        both = body.emitter.op("OpBitcast", Vector(u32, 2), value)
        for number in range(2):
            yield body.module.value("OpCompositeExtract", body.emitter.type(u32), both, number)
    else:
        wide = f32 if type.floating else i32 if type.kind == "int" else u32
        yield body.emitter.bitcast(body.emitter.convert(value, type, wide), wide, u32)
