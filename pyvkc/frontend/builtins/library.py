"""Builtins that need loops, written in the kernel language itself and compiled into the kernels that use them.

Each is also right as ordinary Python on NumPy scalars. Only the exact algorithms live here; their method is said in
each docstring.
"""

from __future__ import annotations

from typing import Any

from ...types import f32, f64, i32, u32, u64
from .names import builtin

bitcast_u32 = builtin("bitcast_u32")
bitcast_f32 = builtin("bitcast_f32")
bitcast_u64 = builtin("bitcast_u64")
bitcast_f64 = builtin("bitcast_f64")
clz = builtin("clz")
copysign = builtin("copysign")
floor = builtin("floor")
isfinite = builtin("isfinite")
isnan = builtin("isnan")


def power_unsigned(base: Any, exponent: Any) -> Any:
    """Square and multiply."""
    result = base * 0 + 1
    while exponent > 0:
        if exponent & 1 == 1:
            result = result * base
        base = base * base
        exponent = exponent >> 1
    return result


def power_signed(base: Any, exponent: Any) -> Any:
    """Square and multiply; a negative exponent gives the integer nearest to zero: 1, -1 or 0."""
    if exponent < 0:
        if base == 1:
            return base
        if base == -1:
            return 1 - 2 * (exponent & 1)
        return base * 0
    return power_unsigned(base, exponent)


def fmod(x: Any, y: Any) -> Any:
    """The exact remainder of f32 numbers, with the sign of `x`."""
    if isnan(y) or y == 0.0 or not isfinite(x):
        return f32(float("nan"))
    mask = u32(0x7FFFFFFF)
    return copysign(bitcast_f32(_remainder_bits(bitcast_u32(x) & mask, bitcast_u32(y) & mask, u32, 23)), x)


def fmod_f64(x: Any, y: Any) -> Any:
    """The exact remainder of f64 numbers, with the sign of `x`."""
    if isnan(y) or y == 0.0 or not isfinite(x):
        return f64(float("nan"))
    mask = u64(0x7FFFFFFFFFFFFFFF)
    return copysign(bitcast_f64(_remainder_bits(bitcast_u64(x) & mask, bitcast_u64(y) & mask, u64, 52)), x)


def _remainder_bits(ux: Any, uy: Any, unsigned: Any, digits: Any) -> Any:
    """The bits of the remainder of two positive floats, given as theirs; `digits` of them are the fraction's.

    Long division on the significands, as many bits of the quotient at a time as there are above a significand: with
    ``x = m * 2**(e-150)`` in f32 and ``y`` likewise, the remainder of ``m << (ex - ey)`` by ``my`` scales back without
    rounding. ``my`` is below 2**24, so that a remainder moved up by eight bits fits in 32.
    """
    if ux < uy:
        return ux
    spare = unsigned.bits - digits - 1
    fraction = unsigned((1 << digits) - 1)
    ex = i32(ux >> digits)
    ey = i32(uy >> digits)
    rest = ux & fraction
    divisor = uy & fraction
    if ex == 0:
        ex = 1
    else:
        rest = rest | unsigned(1 << digits)
    if ey == 0:
        ey = 1
    else:
        divisor = divisor | unsigned(1 << digits)
    rest = rest % divisor
    places = ex - ey
    while places >= spare and rest != unsigned(0):
        rest = (rest << spare) % divisor
        places = places - spare
    rest = (rest << places) % divisor if places < spare else rest
    if rest == unsigned(0):
        return rest
    up = clz(rest) - spare
    if up < ey:
        return (unsigned(ey - up) << digits) | ((rest << up) & fraction)
    return rest << (ey - 1)


def remainder(x: Any, y: Any) -> Any:
    """NumPy's remainder of f32 numbers: the exact one, moved to the divisor's sign."""
    return _moved(fmod(x, y), y)


def remainder_f64(x: Any, y: Any) -> Any:
    """NumPy's remainder of f64 numbers."""
    return _moved(fmod_f64(x, y), y)


def _moved(rest: Any, y: Any) -> Any:
    if y == 0.0:
        return rest  # NaN
    if rest == 0.0:
        return copysign(0.0, y)
    if (rest < 0.0) != (y < 0.0):
        return rest + y
    return rest


def floor_divide(x: Any, y: Any) -> Any:
    """NumPy's floor division of f32 numbers."""
    return _quotient(x, y, fmod(x, y))


def floor_divide_f64(x: Any, y: Any) -> Any:
    """NumPy's floor division of f64 numbers."""
    return _quotient(x, y, fmod_f64(x, y))


def _quotient(x: Any, y: Any, rest: Any) -> Any:
    """The floored quotient: ``x`` less its remainder divides exactly, up to rounding that is undone."""
    if y == 0.0:
        # x / y, in a form that llvmpipe computes also where it sees that y is 0.
        return x * (1.0 / y)
    quotient = (x - rest) / y
    if rest != 0.0 and (rest < 0.0) != (y < 0.0):
        quotient = quotient - 1.0
    if quotient == 0.0:
        return copysign(0.0, x / y)
    whole = floor(quotient)
    if quotient - whole > 0.5:
        whole = whole + 1.0
    return whole
