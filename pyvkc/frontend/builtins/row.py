"""What a row of the builtin table is.

A row says everything about one operation: how operands are promoted, the SPIR-V it becomes, what it means on Python
numbers and on NumPy arrays, which Python objects stand for it, how accurate it is and what the reference page says.
Nothing else in pyvkc knows an operation by name.

Signatures are written ``"T, T -> T"``. A letter stands for one type that all its operands are promoted to:

==  ==========================================================================
A   a number or a bool, kept as it is
B   a bool: any number is tested ``!= 0``
C   compared values: promoted as numbers, except that mixed signedness is kept
F   a float: integers and bools become f32, or f64 when one has 64 bits
G   an integer or a bool, for the bitwise operators
I   an integer: a bool becomes i32
J   a second integer with a type of its own
N   a number: a bool becomes i32
==  ==========================================================================

Some rows take vectors and matrices as a whole, whose components are all promoted to one type:

==  ==========================================================================
V   a vector of numbers; all such operands have one size
U   a vector of floats, as F
T   a vector of three numbers
M   a matrix
Q   a square matrix of floats
E   a number of the components' type
==  ==========================================================================

A result is one of the letters, a scalar's name, or ``int``: i32, and i64 when the operands are f64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol, final

from ...types import Scalar


class Emitter(Protocol):
    """What a row's `emit` writes to: SPIR-V instructions on scalar operands, all identified by their result ids."""

    fastmath: frozenset[str]

    def op(self, opcode: str, type: Scalar, *operands: int) -> int:
        """A core instruction; float arithmetic is not contracted unless ``fastmath`` allows it."""

    def glsl(self, name: str, type: Scalar, *operands: int) -> int:
        """An instruction of GLSL.std.450."""

    def constant(self, value: int | float | bool, type: Scalar) -> int: ...

    def known(self, operand: int) -> int | float | bool | None:
        """The Python value of a constant operand."""

    def select(self, condition: int, then: int, otherwise: int, type: Scalar) -> int:
        """One of two values, both evaluated."""

    def convert(self, operand: int, source: Scalar, target: Scalar) -> int: ...

    def bitcast(self, operand: int, source: Scalar, target: Scalar) -> int: ...


Types = tuple[Scalar, ...]
"""The operands' types followed by the result's."""

Emit = Callable[..., int]
"""``emit(emitter, types, *operands) -> id``"""


@final
@dataclass(frozen=True, slots=True)
class Row:
    """One operation.

    Attributes
    ----------
    name : str
        NumPy's name for it where there is one; also the importable name in ``pyvkc`` when `public`.
    signature : str
        See the module's docstring.
    emit : callable or None
        Writes the SPIR-V. Without it, `function` is compiled and called.
    python : callable
        The meaning on Python numbers, for literals and for calls from Python.
    reference : callable
        The meaning on NumPy arrays of the operands' types.
    meanings : tuple
        Python objects that stand for this row in a kernel, such as ``math.sin`` and ``np.sin``.
    symbol : str
        How the operator is written, if it is one.
    floats : tuple of str
        The float types that it takes.
    widths : tuple of int
        The sizes in bits of the integers that it takes.
    domain : str
        The sample domain for tests: ``"any"``, ``"positive"``, ``"unit"``, ``"angle"`` or ``"moderate"``.
    ulp : float
        The largest error to be expected, in units in the last place; 0 means exact.
    variadic : bool
        More operands than the signature has fold from the left.
    function : callable or None
        A device function in the kernel language that computes it.
    function64 : callable or None
        The same for f64, where that is another.
    widened : bool
        On f16 and bf16 it is computed in f32 and rounded once.
    """

    name: str
    signature: str
    emit: Emit | None
    python: Callable[..., Any]
    reference: Callable[..., Any]
    doc: str
    meanings: tuple[Any, ...] = ()
    symbol: str = ""
    floats: tuple[str, ...] = ("f16", "bf16", "f32", "f64")
    domain: str = "any"
    ulp: float = 0
    variadic: bool = False
    public: bool = False
    widths: tuple[int, ...] = (8, 16, 32, 64)
    function: Callable[..., Any] | None = field(default=None, compare=False)
    function64: Callable[..., Any] | None = field(default=None, compare=False)
    widened: bool = False

    @property
    def called(self) -> str:
        """Its name in messages: as one calls it, though several rows may share that name."""
        return self.name if self.public or not self.meanings else str(self.meanings[0].__name__)

    @property
    def shown(self) -> str:
        """The operator or the call in messages: ``'+'``, ``sqrt()``."""
        return f"'{self.symbol.strip()}'" if self.symbol else f"{self.called}()"

    @property
    def whole(self) -> bool:
        """Whether it takes vectors or matrices as such; the other rows take them component by component."""
        return not set("VUTMQ").isdisjoint(self.operands)

    @property
    def operands(self) -> tuple[str, ...]:
        """The letters of the operands."""
        return _parts(self.signature)[0]

    @property
    def result(self) -> str:
        """The letter or name of the result."""
        return _parts(self.signature)[1]


@cache
def _parts(signature: str) -> tuple[tuple[str, ...], str]:
    operands, result = signature.split("->")
    return tuple(part.strip() for part in operands.split(",")), result.strip()


def core(**opcodes: str) -> Emit:
    """An `emit` of one core instruction, chosen by the kind of the first operand."""

    def emit(e: Emitter, types: Types, *operands: int) -> int:
        return e.op(opcodes[types[0].kind], types[-1], *operands)

    return emit


def glsl(name: str) -> Emit:
    """An `emit` of one GLSL.std.450 instruction on floats."""

    def emit(e: Emitter, types: Types, *operands: int) -> int:
        return e.glsl(name, types[-1], *operands)

    return emit
