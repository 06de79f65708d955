"""Builtins that need loops, written in the kernel language itself and compiled into the kernels that use them.

Each is also right as ordinary Python on NumPy scalars. Only the exact algorithms live here; their method is said in
each docstring.
"""

from __future__ import annotations

from typing import Any

from ...types import f32, i32, u32
from .names import builtin

bitcast_u32 = builtin("bitcast_u32")
bitcast_f32 = builtin("bitcast_f32")
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
    """The exact remainder of f32 numbers, with the sign of `x`.

    Long division on the significands, eight bits of the quotient at a time: with ``x = m * 2**(e-150)`` and ``y``
    likewise, the remainder of ``m << (ex - ey)`` by ``my`` scales back without rounding. ``my`` is below 2**24, so that
    a remainder moved up by eight bits fits in 32.
    """
    if isnan(y) or y == 0.0 or not isfinite(x):
        return f32(float("nan"))
    ux = bitcast_u32(x) & u32(0x7FFFFFFF)
    uy = bitcast_u32(y) & u32(0x7FFFFFFF)
    if ux < uy:
        return x
    ex = i32(ux >> 23)
    ey = i32(uy >> 23)
    rest = ux & u32(0x7FFFFF)
    divisor = uy & u32(0x7FFFFF)
    if ex == 0:
        ex = 1
    else:
        rest = rest | u32(0x800000)
    if ey == 0:
        ey = 1
    else:
        divisor = divisor | u32(0x800000)
    rest = rest % divisor
    places = ex - ey
    while places >= 8 and rest != u32(0):
        rest = (rest << 8) % divisor
        places = places - 8
    rest = (rest << places) % divisor if places < 8 else rest
    if rest == u32(0):
        return copysign(f32(0.0), x)
    up = clz(rest) - 8
    if up < ey:
        bits = (u32(ey - up) << 23) | ((rest << up) & u32(0x7FFFFF))
    else:
        bits = rest << (ey - 1)
    return copysign(bitcast_f32(bits), x)


def remainder(x: Any, y: Any) -> Any:
    """NumPy's remainder of floats: the exact one, moved to the divisor's sign."""
    rest = fmod(x, y)
    if y == 0.0:
        return f32(float("nan"))
    if rest == 0.0:
        return copysign(f32(0.0), y)
    if (rest < 0.0) != (y < 0.0):
        return rest + y
    return rest


def floor_divide(x: Any, y: Any) -> Any:
    """NumPy's floor division of floats: ``x`` less its remainder divides exactly, up to rounding that is undone."""
    if y == 0.0:
        # x / y, in a form that llvmpipe computes also where it sees that y is 0.
        return x * (1.0 / y)
    rest = fmod(x, y)
    quotient = (x - rest) / y
    if rest != 0.0 and (rest < 0.0) != (y < 0.0):
        quotient = quotient - 1.0
    if quotient == 0.0:
        return copysign(f32(0.0), x / y)
    whole = floor(quotient)
    if quotient - whole > 0.5:
        whole = whole + 1.0
    return whole
