"""What an expression can be while it is checked.

A value that exists at run time is an expression of the typed tree. Everything else is known to the compiler alone:
weak numbers, tuples, arrays and the views of their rows, functions inside functions, and Python objects such as
modules, functions and types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, final

from ..types import WEAK_FLOAT, WEAK_INT, ArrayType, Matrix, Scalar, StructType, TupleType, Vector, alone, i32, parts_of
from . import ir

if TYPE_CHECKING:
    from .body import Body
    from .source import Source


class Mistake(Exception):
    """A user's mistake, found where the position is not known: the dispatcher adds it.

    Where one operand is at fault, `about` is its value, and the part of the construct that had it is blamed.
    """

    def __init__(self, message: str, about: Value | None = None) -> None:
        super().__init__(message)
        self.about = about


@final
@dataclass(frozen=True, slots=True)
class Weak:
    """A number written in Python, which takes the type of what it meets; `member` is the enum member that it is."""

    value: int | float
    member: Any = field(default=None, compare=False)

    @property
    def type(self) -> Scalar:
        return WEAK_INT if isinstance(self.value, int) else WEAK_FLOAT


@final
@dataclass(frozen=True, slots=True)
class WeakArgument:
    """An argument that was a Python number and has no annotation: it takes the type of what it meets, too."""

    parameter: ir.ValueParameter

    @property
    def type(self) -> Scalar:
        assert isinstance(self.parameter.type, Scalar)
        return WEAK_FLOAT if self.parameter.type.floating else WEAK_INT


@final
@dataclass(frozen=True, slots=True)
class TupleValue:
    """A tuple, of which the compiler knows the length; the parts of a named tuple have `names`."""

    parts: tuple[Value, ...]
    names: tuple[str, ...] = field(default=(), compare=False)


@final
@dataclass(frozen=True, slots=True)
class Axis:
    """An axis of a view: its element k is element ``start + step * k`` along the axis `source` of the memory.

    A whole axis of the memory has neither a start nor a step. `extent` is the number of elements; 0 <= k < extent
    keeps to the memory.
    """

    source: int
    extent: ir.Expression
    start: ir.Expression | None = None
    step: ir.Expression | None = None


@final
@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array, or a view of it: some axes have got an index, the others are in the order of `axes`.

    `path` leads to the part of each element that the view shows, such as a field.
    """

    array: ir.Memory
    axes: tuple[Axis, ...]
    fixed: tuple[tuple[Axis, ir.Expression], ...] = ()
    path: tuple[int, ...] = ()

    @property
    def ndim(self) -> int:
        return len(self.axes)

    @property
    def element(self) -> ir.ValueType:
        """The type of the elements, or of the part that the view shows."""
        return ir.part_at(self.array.element, self.path)

    @property
    def type(self) -> ArrayType:
        element = self.element
        assert not isinstance(element, TupleType)
        return ArrayType(element, self.ndim)

    @property
    def expressions(self) -> tuple[ir.Expression, ...]:
        """All that is known at run time only, in the order in which :meth:`renewed` takes it."""
        axes = (*self.axes, *(axis for axis, _ in self.fixed))
        return (*(part for axis in axes for part in _run_time(axis)), *(index for _, index in self.fixed))

    def renewed(self, expressions: Iterable[ir.Expression]) -> ArrayValue:
        """The view with other expressions in the place of its own."""
        left = iter(expressions)
        axes = tuple(_renewed(axis, left) for axis in self.axes)
        fixed_axes = [_renewed(axis, left) for axis, _ in self.fixed]
        return replace(self, axes=axes, fixed=tuple((axis, next(left)) for axis in fixed_axes))

    def part(self, index: int) -> ArrayValue:
        """The view of one part of what this shows."""
        return replace(self, path=(*self.path, index))


def whole(array: ir.Memory, index: Scalar = i32) -> ArrayValue:
    """All of an array; `index` is the type of an argument's extents."""
    if isinstance(array, ir.Allocation):
        extents: list[ir.Expression] = [ir.Constant(extent, i32) for extent in array.shape]
    else:
        extents = [ir.Extent(array, axis, index) for axis in range(array.ndim)]
    return ArrayValue(array, tuple(Axis(source, extent) for source, extent in enumerate(extents)))


def _run_time(axis: Axis) -> tuple[ir.Expression, ...]:
    """What of an axis may differ from launch to launch and is not the launch's own."""
    parts = (axis.extent, axis.start, axis.step)
    return tuple(part for part in parts if part is not None and not isinstance(part, (ir.Constant, ir.Extent)))


def _renewed(axis: Axis, left: Iterator[ir.Expression]) -> Axis:
    extent, start, step = (
        part if part is None or isinstance(part, (ir.Constant, ir.Extent)) else next(left)
        for part in (axis.extent, axis.start, axis.step)
    )
    assert extent is not None
    return Axis(axis.source, extent, start, step)


@final
@dataclass(frozen=True, slots=True)
class Object:
    """A Python object that stands for itself: a module, a function, a type, a string or ``None``."""

    value: Any


@final
@dataclass(frozen=True, slots=True)
class Series:
    """What ``range()``, ``enumerate()``, ``zip()`` and ``reversed()`` give: items are made when they are asked for.

    `parts` are start, stop and step of a ``range`` and a ``static_range``, all of one type or all weak; the iterated
    and the first number of an ``enumerate``; and what a ``zip`` or a ``reversed`` iterates.
    """

    kind: str
    parts: tuple[Value, ...]


@final
@dataclass(frozen=True, slots=True)
class SliceValue:
    """``start:stop:step`` in an index; what is left out is ``None``."""

    start: Value | None
    stop: Value | None
    step: Value | None


@final
@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function inside another one: its text, and the values of its defaults.

    It sees the variables of `scope`, the body that it is written in, as they are when it is called, and before those
    the names in `standing`: of the comprehensions that it is written in. One that was passed on has their values in
    `held`, and no scope.
    """

    source: Source
    scope: Body | None
    standing: Mapping[str, Value]
    defaults: Mapping[str, Value]
    held: Mapping[str, Value] = field(default_factory=dict)


@final
@dataclass(frozen=True, slots=True)
class Field:
    """A value in an f-string, and how it is formatted; see :class:`~pyvkc.reports.Shown`."""

    value: Value
    conversion: str = ""
    spec: str = ""


@final
@dataclass(frozen=True, slots=True)
class TextValue:
    """An f-string with values that are known at run time only."""

    parts: tuple[str | Field, ...]

    @property
    def values(self) -> tuple[Value, ...]:
        """The values in it, in order."""
        return tuple(part.value for part in self.parts if isinstance(part, Field))

    def renewed(self, values: Iterable[Value]) -> TextValue:
        """The text with other values in the place of its own."""
        left = iter(values)
        parts = (replace(part, value=next(left)) if isinstance(part, Field) else part for part in self.parts)
        return TextValue(tuple(parts))


Value = (
    ir.Expression | Weak | WeakArgument | TupleValue | ArrayValue | SliceValue | Series | Object | Closure | TextValue
)

NONE = Object(None)

LONG: Final = 256
"""Bits from which on an integer is not written out in a message."""

TOO_DEEP: Final = "this is nested too deeply to be compiled; split it into several statements"

MOST_PARTS: Final = 1024
"""Values in a tuple, those of tuples inside it among them."""


def make_tuple(parts: tuple[Value, ...]) -> TupleValue:
    """A tuple, if it is not too large: each part becomes a variable or an instruction of its own."""
    if sum(map(_count, parts)) > MOST_PARTS:
        raise Mistake(f"a tuple holds at most {MOST_PARTS} values in a kernel; use an array")
    return TupleValue(parts)


def _count(value: Value) -> int:
    return sum(map(_count, value.parts)) if isinstance(value, TupleValue) else 1


def settled(type: ir.ValueType) -> ir.ValueType:
    """The type that a weak one takes on its own."""
    if isinstance(type, TupleType):
        return TupleType(tuple(settled(element) for element in type.elements))
    return alone(type) if isinstance(type, Scalar) else type


def fit(weak: Weak, type: Scalar) -> ir.Constant:
    """A weak number as a constant of a number type, if it fits."""
    value = weak.value
    if type.floating:
        return ir.Constant(rounded(value, type, weak), type)
    assert isinstance(value, int) and type.integral
    if not type.minimum <= value <= type.maximum:
        raise Mistake(
            f"{show(value)} does not fit {type}, which goes from {type.minimum} to {type.maximum}; "
            f"write {type}({show(value) if value.bit_length() < LONG else '...'}) to wrap it, or use a wider type",
            weak,
        )
    return ir.Constant(value, type)


def rounded(value: int | float, type: Scalar, about: Value | None = None) -> float:
    """A number rounded to a float type, which must hold it; `about` is blamed if it does not."""
    result = type.nearest(value)
    if result in (float("inf"), float("-inf")) and result != value:
        raise Mistake(f"{show(value)} does not fit {type}; write {type}('inf') if infinity is meant", about)
    return result


def type_of(value: Value) -> ir.ValueType | None:
    """The type of a value, weak types among them; ``None`` for what has none at run time."""
    if isinstance(value, TupleValue):
        types = [type_of(part) for part in value.parts]
        return None if None in types else TupleType(tuple(type for type in types if type is not None))
    if isinstance(value, (ArrayValue, SliceValue, Series, Object, Closure, TextValue)):
        return None
    return value.type


def show(number: int | float) -> str:
    """A number in a message; Python refuses to write out very long ones."""
    long = isinstance(number, int) and number.bit_length() >= LONG
    return f"an integer of {int(number).bit_length()} bits" if long else str(number)


def describe(value: Value) -> str:
    """The value in a message."""
    if isinstance(value, Weak):
        long = isinstance(value.value, int) and value.value.bit_length() >= LONG
        return show(value.value) if long else f"the number {value.value}"
    if isinstance(value, TupleValue):
        return f"a tuple of {len(value.parts)}{origin(value)}"
    if isinstance(value, ArrayValue):
        return f"an array {value.type}"
    if isinstance(value, Series):
        return f"the values of {value.kind}()"
    if isinstance(value, SliceValue):
        return "a slice"
    if isinstance(value, TextValue):
        return "an f-string"
    if isinstance(value, Closure):
        return f"the function {value.source.name}"
    if isinstance(value, Object):
        return describe_object(value.value)
    return with_article(value.type)


def origin(value: Value) -> str:
    """Where a tuple comes from, if it is the position in a launch of several dimensions; it surprises in a message."""
    parts = value.parts if isinstance(value, TupleValue) else ()
    kinds = {part.kind for part in parts if isinstance(part, ir.Position)}
    if len(parts) < 2 or len(kinds) != 1 or any(not isinstance(part, ir.Position) for part in parts):
        return ""
    return f" ({kinds.pop()}() of a {len(parts)}-D launch)"


def with_article(type: ir.ValueType) -> str:
    """``an f32``, ``a vec3``: a value of the type, in a message."""
    name = str(type).rstrip("_")
    return f"{'an' if name[0] in 'ifh' else 'a'} {name}"


def describe_object(value: Any) -> str:
    """A Python object in a message; never its address."""
    if value is None:
        return "None"
    if isinstance(value, (str, complex)):
        return f"{'the text' if isinstance(value, str) else 'the complex number'} {value!r}"
    if isinstance(value, (Scalar, Vector, Matrix, StructType, ArrayType)):
        return f"the type {value}"
    name = getattr(value, "__name__", None)
    if type(value).__module__.startswith("numpy.dtype"):
        return f"the dtype {value}"
    if name is None:
        return f"an object of type {type(value).__name__}"
    return f"{_kind(value)} {name}"


def _kind(value: Any) -> str:
    if isinstance(value, ModuleType):
        return "the module"
    if hasattr(value, "__pyvkc_kernel__"):
        return "the kernel"
    return "the class" if isinstance(value, type) else "the function"


def describe_type(type: ir.ValueType) -> str:
    """The type in a message; weak numbers by Python's names."""
    return f"Python {type}" if type in (WEAK_INT, WEAK_FLOAT) else str(type)


def components(value: ir.Expression) -> tuple[ir.Expression, ...]:
    """The parts of a vector, a matrix or a struct."""
    return tuple(ir.part(value, index) for index in range(len(parts_of(value.type))))


def unfold(value: ir.Expression) -> Value:
    """A run-time tuple as the tuple of its parts; anything else as it is."""
    if isinstance(value.type, TupleType):
        elements = enumerate(value.type.elements)
        return TupleValue(tuple(unfold(ir.Component(value, index, element)) for index, element in elements))
    return value
