"""The typed tree: what the checker makes, passes rewrite and the lowering reads.

Names are resolved, every expression has a type, operands have been converted to what their operation takes, and
nothing here can be the user's mistake any more. Expressions are pure: they may be moved and copied as long as no
store comes between. Effects are statements. Types of values are scalars, vectors, matrices, structs and tuples; arrays
are not values: an access names the memory it goes to, an :class:`ArrayParameter` or an :class:`Allocation`. What an
access reaches is an element, or the part of one that `path` leads to: the numbers of fields, rows and components, from
the outside in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, final

from ..types import Matrix, Scalar, StructType, TupleType, Vector, bool_, i32, parts_of
from ..types import ValueType as ValueType
from .ir_flow import Barrier as Barrier
from .ir_flow import Break as Break
from .ir_flow import Continue as Continue
from .ir_flow import Report as Report
from .ir_flow import Stop as Stop
from .ir_names import Allocation as Allocation
from .ir_names import ArrayParameter as ArrayParameter
from .ir_names import Memory as Memory
from .ir_names import Parameter as Parameter
from .ir_names import StaticParameter as StaticParameter
from .ir_names import ValueParameter as ValueParameter
from .ir_names import Variable as Variable
from .ir_names import part_at as part_at

if TYPE_CHECKING:
    from ..errors import Span


# Expressions


@final
@dataclass(frozen=True, slots=True)
class Constant:
    """A Python int, float or bool of a scalar type; an f32's value is exactly representable in f32."""

    value: int | float | bool
    type: Scalar


@final
@dataclass(frozen=True, slots=True)
class Read:
    """The present value of a variable."""

    variable: Variable

    @property
    def type(self) -> ValueType:
        return self.variable.type


@final
@dataclass(frozen=True, slots=True)
class Argument:
    """The value of a scalar or vector parameter."""

    parameter: ValueParameter

    @property
    def type(self) -> ValueType:
        return self.parameter.type


@final
@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the builtin table applied to operands; all of them are evaluated.

    `row` is the row's name. Operands have the types of the row's signature, chosen by the checker.
    """

    row: str
    operands: tuple[Expression, ...]
    type: Scalar
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Convert:
    """`T(x)` between scalars, with SEMANTICS' rules: floats truncate, saturate and NaN gives 0; bool is ``x != 0``."""

    operand: Expression
    type: Scalar
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Select:
    """``then if condition else otherwise``: only the side taken is evaluated."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: ValueType


@final
@dataclass(frozen=True, slots=True)
class Load:
    """An array's element, or a part of it. `checks` has a flag an axis: whether the index must be tested.

    Out of range gives zero. `indices` are i32, or i64 where arrays may be that long, one an axis; a constant one is not
    negative.
    """

    array: Memory
    indices: tuple[Expression, ...]
    checks: tuple[bool, ...]
    path: tuple[int, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def type(self) -> ValueType:
        return part_at(self.array.element, self.path)


@final
@dataclass(frozen=True, slots=True)
class Extent:
    """``array.shape[axis]``."""

    array: ArrayParameter
    axis: int
    type: Scalar = i32


@final
@dataclass(frozen=True, slots=True)
class Position:
    """Where the invocation stands, along an `axis` in NumPy order (0 is the slowest).

    `kind` is ``global_id``, ``local_id``, ``group_id``, ``global_size``, ``group_size`` or ``num_groups``; or, with the
    axis 0, ``subgroup_size`` or ``subgroup_lane``.
    """

    kind: str
    axis: int
    type: Scalar = i32


@final
@dataclass(frozen=True, slots=True)
class Compose:
    """A vector, a matrix (of its rows), a struct or a tuple of its parts, which have the types of :func:`parts_of`."""

    parts: tuple[Expression, ...]
    type: Vector | Matrix | StructType | TupleType


@final
@dataclass(frozen=True, slots=True)
class Component:
    """A part of a vector, a matrix, a struct or a tuple."""

    operand: Expression
    index: int
    type: ValueType


@final
@dataclass(frozen=True, slots=True)
class Call:
    """A call of a device function that has no effects."""

    function: Function
    arguments: tuple[Expression, ...]
    type: ValueType


Expression = (
    Constant | Read | Argument | Operation | Convert | Select | Load | Extent | Position | Compose | Component | Call
)


# Statements


@final
@dataclass(frozen=True, slots=True)
class Assign:
    """A variable's value. For a variable that is not mutable this is its definition.

    A `Call` as `value` may be of a function that has effects.
    """

    variable: Variable
    value: Expression
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Store:
    """Sets an array's element or a part of it; out of range does nothing. The rest as in :class:`Load`."""

    array: Memory
    indices: tuple[Expression, ...]
    value: Expression
    checks: tuple[bool, ...]
    path: tuple[int, ...] = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Atomic:
    """An indivisible update of an array's element or of a part, a number, whose old value goes to `result`.

    Out of range it does nothing and gives zero.

    `operation` is ``add``, ``sub``, ``min``, ``max``, ``and_``, ``or_``, ``xor``, ``exchange`` or
    ``compare_exchange``, which alone has an `expected` value. The rest as in :class:`Load`.
    """

    result: Variable
    operation: str
    array: Memory
    indices: tuple[Expression, ...]
    operand: Expression
    checks: tuple[bool, ...]
    path: tuple[int, ...] = ()
    expected: Expression | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Clear:
    """Sets all elements of a local allocation to zero, where the text makes it."""

    array: Allocation
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Subgroup:
    """An operation among the active invocations of a subgroup, a row of the table of subgroup operations."""

    result: Variable
    operation: str
    operands: tuple[Expression, ...]
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Perform:
    """A call for its effects; it has no result, or none that is used."""

    call: Call | CallNothing
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class CallNothing:
    """A call of a device function without a result; stands in `Perform` only."""

    function: Function
    arguments: tuple[Expression, ...]


@final
@dataclass(frozen=True, slots=True)
class If:
    """Runs one of two blocks."""

    condition: Expression
    then: Block
    otherwise: Block = ()
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class For:
    """``for variable in range(start, stop, step)``; the three are evaluated once, at entry.

    The counter is hidden: at the start of each iteration `variable` takes its value, and the body may assign to
    `variable` without effect on the iterations. A step of 0 runs none. No counter ever overflows.
    """

    variable: Variable
    start: Expression
    stop: Expression
    step: Expression
    body: Block
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class While:
    """Runs `prelude`, leaves if `condition` is false, runs `body`, and again; ``continue`` goes to the prelude."""

    prelude: Block
    condition: Expression
    body: Block
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function, or the invocation in a kernel; always a block's last statement."""

    value: Expression | None = None
    span: Span | None = field(default=None, compare=False, repr=False)


# fmt: off
Statement = (
    Assign | Store | Atomic | Clear | Barrier | Subgroup | Report | Perform | If | For | While
    | Break | Continue | Return | Stop
)
# fmt: on
Block = tuple[Statement, ...]


# Units


@final
@dataclass(frozen=True, slots=True)
class Function:
    """A device function, specialised to its argument types and to the arrays it was given.

    Arrays are no parameters here: the body names the kernel's own. A function with a `result` returns on every path.
    `index` is unique within the kernel.
    """

    name: str
    index: int
    parameters: tuple[Variable, ...] = field(compare=False)
    body: Block = field(compare=False, repr=False)
    result: ValueType | None = field(compare=False)
    effects: bool = field(default=False, compare=False)
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel for one set of argument types. `functions` come callee first. `workgroup` is in NumPy order.

    `index` is i64 where arrays or launches may have 2^31 elements and more; extents and places in the launch then are.
    `entry` names the entry point, if the kernel does not. `sources` are the lines of the files that spans are of; the
    span of a kernel or a function is all of its definition but the decorators.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: Block
    functions: tuple[Function, ...]
    ndim: int
    workgroup: tuple[int, ...]
    fastmath: frozenset[str] = frozenset()
    filename: str = ""
    index: Scalar = i32
    entry: str = ""
    span: Span | None = field(default=None, compare=False, repr=False)
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)


def part(value: Expression, index: int) -> Expression:
    """A part of a composite value; of what was just composed the part itself, and of what is loaded only that."""
    if isinstance(value, Compose):
        return value.parts[index]
    if isinstance(value, Load):
        return replace(value, path=(*value.path, index))
    return Component(value, index, parts_of(value.type)[index])


TRUE = Constant(True, bool_)
FALSE = Constant(False, bool_)
