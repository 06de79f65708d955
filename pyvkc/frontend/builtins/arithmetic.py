"""The operators of Python, as rows: arithmetic, bits and comparisons.

Integer division and shifts are built from the parts of SPIR-V whose results are defined, with SEMANTICS' results for
the rest: ``OpSRem`` and ``OpSMod`` are undefined for negative operands, ``OpSDiv`` for zero and for overflow, shifts
for counts outside ``0 .. width-1``.
"""

from __future__ import annotations

import math
import operator
from typing import Any, Final

import numpy as np

from ...types import Scalar, bool_, f32, u32
from . import library
from .row import Emit, Emitter, Row, Types, core

# Products and quotients


def _scale(opcode: str) -> Emit:
    """Products and quotients of floats.

    llvmpipe takes ``x * 0.0`` for 0.0, also where x is NaN or infinite, and ``x / 0.0`` for whatever it likes, when it
    sees the 0.0. With -0.0 it computes them, and gives the opposite. It sees more zeros than we do, for instance where
    it unrolls ``for k in range(3): y = x / f32(k)``, so that a divisor is negated unless it is known.
    """

    def emit(e: Emitter, types: Types, a: int, b: int) -> int:
        type = types[-1]
        if opcode == "OpFDiv" and type.bits == 16:  # whose quotients may be less exact than those of f32, once rounded
            wide = emit(e, (f32, f32, f32), e.convert(a, type, f32), e.convert(b, type, f32))
            return e.convert(wide, f32, type)
        left = e.constant(-0.0, type) if _is_zero(e.known(a)) else a
        right = e.constant(-0.0, type) if _is_zero(e.known(b)) else b
        if opcode == "OpFDiv" and e.known(b) is None:
            right = e.op("OpFNegate", type, b)
        result = e.op(opcode, type, left, right)
        return result if (left == a) == (right == b) else e.op("OpFNegate", type, result)

    return emit


def _is_zero(value: int | float | bool | None) -> bool:
    return isinstance(value, float) and value == 0 and math.copysign(1, value) > 0


def _multiply(e: Emitter, types: Types, a: int, b: int) -> int:
    return _scale("OpFMul")(e, types, a, b) if types[-1].floating else e.op("OpIMul", types[-1], a, b)


# Integer division


def _power_of_two(value: Any) -> int | None:
    """The exponent of an integer constant that is a power of two."""
    if isinstance(value, int) and value > 0 and value & (value - 1) == 0:
        return value.bit_length() - 1
    return None


def _safe_divisor(e: Emitter, type: Scalar, divisor: int) -> tuple[int, int, int | None]:
    """A divisor that the division instruction takes, whether it was 0, and whether it was -1 (signed only)."""
    zero = e.op("OpIEqual", bool_, divisor, e.constant(0, type))
    if type.kind == "uint":
        return e.select(zero, e.constant(1, type), divisor, type), zero, None
    minus_one = e.op("OpIEqual", bool_, divisor, e.constant(-1, type))
    unsafe = e.op("OpLogicalOr", bool_, zero, minus_one)
    return e.select(unsafe, e.constant(1, type), divisor, type), zero, minus_one


def _divide_known(e: Emitter, type: Scalar, a: int, b: int, value: int) -> tuple[int, int]:
    """Floored quotient and remainder by a constant other than 0 and -1."""
    exponent = _power_of_two(value)
    if exponent is not None:
        shift = "OpShiftRightArithmetic" if type.kind == "int" else "OpShiftRightLogical"
        return (
            e.op(shift, type, a, e.constant(exponent, u32)),
            e.op("OpBitwiseAnd", type, a, e.constant(value - 1, type)),
        )
    return _floor(e, type, a, b)


def _floor(e: Emitter, type: Scalar, a: int, b: int) -> tuple[int, int]:
    """Floored quotient and remainder of operands that divide without overflow.

    The instruction truncates: -7 / 2 is -3 with remainder -1. Where the remainder's sign is not the divisor's, the
    quotient is one less and the remainder one divisor more: -4 and 1.
    """
    quotient = e.op("OpUDiv" if type.kind == "uint" else "OpSDiv", type, a, b)
    remainder = e.op("OpISub", type, a, e.op("OpIMul", type, quotient, b))
    if type.kind == "uint":
        return quotient, remainder
    zero = e.constant(0, type)
    differs = e.op("OpSLessThan", bool_, e.op("OpBitwiseXor", type, remainder, b), zero)
    wrong = e.op("OpLogicalAnd", bool_, e.op("OpINotEqual", bool_, remainder, zero), differs)
    lower = e.op("OpISub", type, quotient, e.constant(1, type))
    return e.select(wrong, lower, quotient, type), e.select(wrong, e.op("OpIAdd", type, remainder, b), remainder, type)


def _floor_divide(e: Emitter, types: Types, a: int, b: int) -> int:
    type, value = types[0], e.known(b)
    if value == 0:
        return e.constant(0, type)
    if value == -1:
        return e.op("OpSNegate", type, a)
    if value is not None:
        return _divide_known(e, type, a, b, int(value))[0]
    divisor, zero, minus_one = _safe_divisor(e, type, b)
    quotient = e.select(zero, e.constant(0, type), _floor(e, type, a, divisor)[0], type)
    if minus_one is None:
        return quotient
    return e.select(minus_one, e.op("OpSNegate", type, a), quotient, type)


def _remainder(e: Emitter, types: Types, a: int, b: int) -> int:
    type, value = types[0], e.known(b)
    if value in (0, -1):
        return e.constant(0, type)
    if value is not None:
        return _divide_known(e, type, a, b, int(value))[1]
    # The safe divisor is 1 for 0 and for -1, whose remainder is the 0 that both must give.
    return _floor(e, type, a, _safe_divisor(e, type, b)[0])[1]


# Shifts


def _shift_count(e: Emitter, type: Scalar, count_type: Scalar, count: int) -> tuple[int, int]:
    """The count as u32 and whether it is below the width; a negative count is a large unsigned one, as in NumPy."""
    unsigned = e.convert(count, count_type, u32) if count_type.bits <= 32 else _narrow(e, count_type, count)
    return unsigned, e.op("OpULessThan", bool_, unsigned, e.constant(type.bits, u32))


def _narrow(e: Emitter, count_type: Scalar, count: int) -> int:
    """A 64-bit count as u32, kept out of range when it is."""
    wide = Scalar("u64", "uint", 64)
    unsigned = e.convert(count, count_type, wide) if count_type != wide else count
    limit = e.constant(255, wide)
    small = e.op("OpULessThan", bool_, unsigned, limit)
    return e.convert(e.select(small, unsigned, limit, wide), wide, u32)


def _left_shift(e: Emitter, types: Types, a: int, count: int) -> int:
    type, value = types[0], e.known(count)
    if value is not None:
        inside = 0 <= value < type.bits
        return e.op("OpShiftLeftLogical", type, a, e.constant(int(value), u32)) if inside else e.constant(0, type)
    amount, inside_id = _shift_count(e, type, types[1], count)
    # Masked, so that the instruction is defined also where its result is not taken.
    masked = e.op("OpBitwiseAnd", u32, amount, e.constant(type.bits - 1, u32))
    return e.select(inside_id, e.op("OpShiftLeftLogical", type, a, masked), e.constant(0, type), type)


def _right_shift(e: Emitter, types: Types, a: int, count: int) -> int:
    type, value = types[0], e.known(count)
    opcode = "OpShiftRightArithmetic" if type.kind == "int" else "OpShiftRightLogical"
    last = type.bits - 1
    if value is not None:
        if 0 <= value < type.bits:
            return e.op(opcode, type, a, e.constant(int(value), u32))
        return e.op(opcode, type, a, e.constant(last, u32)) if type.kind == "int" else e.constant(0, type)
    amount, inside = _shift_count(e, type, types[1], count)
    clamped = e.op(opcode, type, a, e.select(inside, amount, e.constant(last, u32), u32))
    if type.kind == "int":
        return clamped
    return e.select(inside, clamped, e.constant(0, type), type)


# Comparisons

_FLOAT_COMPARE: Final = {
    "Equal": "OpFOrdEqual",
    "NotEqual": "OpFUnordNotEqual",
    "LessThan": "OpFOrdLessThan",
    "LessThanEqual": "OpFOrdLessThanEqual",
    "GreaterThan": "OpFOrdGreaterThan",
    "GreaterThanEqual": "OpFOrdGreaterThanEqual",
}
_MIRROR: Final = {"LessThan": "GreaterThan", "LessThanEqual": "GreaterThanEqual"} | {
    "GreaterThan": "LessThan",
    "GreaterThanEqual": "LessThanEqual",
}


def _compare(relation: str) -> Any:
    def emit(e: Emitter, types: Types, a: int, b: int) -> int:
        left, right = types[0], types[1]
        if left.kind == "float":
            return e.op(_FLOAT_COMPARE[relation], bool_, a, b)
        if left.kind == "bool":
            return _compare_bools(e, relation, a, b)
        if left.kind != right.kind:
            return _compare_mixed(e, relation, left, right, a, b)
        if relation in ("Equal", "NotEqual"):
            return e.op(f"OpI{relation}", bool_, a, b)
        return e.op(f"Op{'S' if left.kind == 'int' else 'U'}{relation}", bool_, a, b)

    return emit


def _compare_bools(e: Emitter, relation: str, a: int, b: int) -> int:
    """False is less than True: ``a < b`` is ``b and not a``."""
    if relation in ("Equal", "NotEqual"):
        return e.op(f"OpLogical{relation}", bool_, a, b)
    if relation.startswith("Greater"):
        return _compare_bools(e, _MIRROR[relation], b, a)
    opcode = "OpLogicalAnd" if relation == "LessThan" else "OpLogicalOr"
    return e.op(opcode, bool_, e.op("OpLogicalNot", bool_, a), b)


def _compare_mixed(e: Emitter, relation: str, left: Scalar, right: Scalar, a: int, b: int) -> int:
    """Signed against unsigned of one width, by value: a negative number is below every unsigned one."""
    if left.kind == "uint":
        return _compare_mixed(e, _MIRROR.get(relation, relation), right, left, b, a)
    negative = e.op("OpSLessThan", bool_, a, e.constant(0, left))
    cast = e.bitcast(a, left, right)
    if relation in ("Equal", "NotEqual"):
        same = e.op(f"OpI{relation}", bool_, cast, b)
    else:
        same = e.op(f"OpU{relation}", bool_, cast, b)
    if relation in ("LessThan", "LessThanEqual", "NotEqual"):
        return e.op("OpLogicalOr", bool_, negative, same)
    return e.op("OpLogicalAnd", bool_, e.op("OpLogicalNot", bool_, negative), same)


def _wrapping(function: Any) -> Any:
    """NumPy without warnings: integers wrap and floats overflow in silence."""

    def reference(*operands: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*operands)

    return reference


OPERATORS: Final = (
    Row("add", "N, N -> N", core(int="OpIAdd", uint="OpIAdd", float="OpFAdd"),
        operator.add, _wrapping(np.add), "Sum; integers wrap.", (operator.add, np.add), "+"),
    Row("subtract", "N, N -> N", core(int="OpISub", uint="OpISub", float="OpFSub"),
        operator.sub, _wrapping(np.subtract), "Difference; integers wrap.", (operator.sub, np.subtract), "-"),
    Row("multiply", "N, N -> N", _multiply,
        operator.mul, _wrapping(np.multiply), "Product; integers wrap.", (operator.mul, np.multiply), "*"),
    Row("divide", "F, F -> F", _scale("OpFDiv"),
        operator.truediv, _wrapping(np.divide), "Quotient; of integers too it is a float.",
        (operator.truediv, np.divide), "/", ulp=2.5),
    Row("floor_divide", "I, I -> I", _floor_divide,
        operator.floordiv, _wrapping(np.floor_divide), "Quotient rounded down; an integer divided by 0 is 0.",
        (operator.floordiv, np.floor_divide), "//"),
    Row("floor_divide_float", "F, F -> F", None,
        operator.floordiv, _wrapping(np.floor_divide), "Quotient rounded down.",
        (operator.floordiv, np.floor_divide), "//",
        function=library.floor_divide, function64=library.floor_divide_f64, widened=True),
    Row("remainder", "I, I -> I", _remainder,
        operator.mod, _wrapping(np.remainder), "Remainder with the divisor's sign; by an integer 0 it is 0.",
        (operator.mod, np.remainder), "%"),
    Row("remainder_float", "F, F -> F", None,
        operator.mod, _wrapping(np.remainder), "Remainder with the divisor's sign.",
        (operator.mod, np.remainder), "%",
        function=library.remainder, function64=library.remainder_f64, widened=True),
    Row("left_shift", "I, J -> I", _left_shift,
        operator.lshift, np.left_shift, "Bits moved up; by the width or more it is 0.",
        (operator.lshift, np.left_shift), "<<"),
    Row("right_shift", "I, J -> I", _right_shift,
        operator.rshift, np.right_shift, "Bits moved down, keeping the sign; by the width or more it is 0 or -1.",
        (operator.rshift, np.right_shift), ">>"),
    Row("bitwise_and", "G, G -> G", core(int="OpBitwiseAnd", uint="OpBitwiseAnd", bool="OpLogicalAnd"),
        operator.and_, np.bitwise_and, "Bits set in both.", (operator.and_, np.bitwise_and), "&"),
    Row("bitwise_or", "G, G -> G", core(int="OpBitwiseOr", uint="OpBitwiseOr", bool="OpLogicalOr"),
        operator.or_, np.bitwise_or, "Bits set in either.", (operator.or_, np.bitwise_or), "|"),
    Row("bitwise_xor", "G, G -> G", core(int="OpBitwiseXor", uint="OpBitwiseXor", bool="OpLogicalNotEqual"),
        operator.xor, np.bitwise_xor, "Bits set in one.", (operator.xor, np.bitwise_xor), "^"),
    Row("negative", "N -> N", core(int="OpSNegate", uint="OpSNegate", float="OpFNegate"),
        operator.neg, _wrapping(np.negative), "The opposite; integers wrap.", (operator.neg, np.negative), "-"),
    Row("positive", "N -> N", lambda e, types, a: a,
        operator.pos, np.positive, "The operand itself; a bool becomes an i32.", (operator.pos, np.positive), "+"),
    Row("invert", "I -> I", core(int="OpNot", uint="OpNot"),
        operator.invert, np.invert, "All bits changed.", (operator.invert, np.invert), "~"),
    Row("logical_not", "B -> bool_", core(bool="OpLogicalNot"),
        operator.not_, np.logical_not, "Whether the operand is false.", (operator.not_, np.logical_not), "not "),
    Row("less", "C, C -> bool_", _compare("LessThan"),
        operator.lt, np.less, "Less, by value.", (operator.lt, np.less), "<"),
    Row("less_equal", "C, C -> bool_", _compare("LessThanEqual"),
        operator.le, np.less_equal, "Less or equal, by value.", (operator.le, np.less_equal), "<="),
    Row("greater", "C, C -> bool_", _compare("GreaterThan"),
        operator.gt, np.greater, "Greater, by value.", (operator.gt, np.greater), ">"),
    Row("greater_equal", "C, C -> bool_", _compare("GreaterThanEqual"),
        operator.ge, np.greater_equal, "Greater or equal, by value.", (operator.ge, np.greater_equal), ">="),
    Row("equal", "C, C -> bool_", _compare("Equal"),
        operator.eq, np.equal, "Equal, by value.", (operator.eq, np.equal), "=="),
    Row("not_equal", "C, C -> bool_", _compare("NotEqual"),
        operator.ne, np.not_equal, "Different, by value.", (operator.ne, np.not_equal), "!="),
)  # fmt: skip
