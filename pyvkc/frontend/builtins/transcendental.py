"""Roots, exponentials, logarithms, angles: on the driver's own instructions, and compositions of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ...types import Scalar, bool_
from .arithmetic import _wrapping
from .elementary import _copysign
from .row import Emitter, Row, Types, glsl

NATIVE: Final = ("f16", "bf16", "f32")
"""The float types that GLSL.std.450's transcendental instructions take."""

EPSILON: Final = 2.0**-25
"""What is added to an f32 of 1 without effect."""


def _scaled(value: float) -> Callable[..., int]:
    def emit(e: Emitter, types: Types, a: int) -> int:
        return e.op("OpFMul", types[0], a, e.constant(value, types[0]))

    return emit


def _log10(e: Emitter, types: Types, a: int) -> int:
    return e.op("OpFMul", types[0], e.glsl("Log2", types[0], a), e.constant(math.log10(2), types[0]))


def _log_base(e: Emitter, types: Types, a: int, base: int) -> int:
    return e.op("OpFDiv", types[0], e.glsl("Log2", types[0], a), e.glsl("Log2", types[0], base))


def _polynomial(e: Emitter, type: Scalar, x: int, coefficients: Sequence[float]) -> int:
    """Horner's scheme, the coefficient of the highest power first."""
    result = e.constant(coefficients[0], type)
    for coefficient in coefficients[1:]:
        result = e.op("OpFAdd", type, e.op("OpFMul", type, result, x), e.constant(coefficient, type))
    return result


def _near(e: Emitter, type: Scalar, a: int, bound: float) -> int:
    return e.op("OpFOrdLessThan", bool_, e.glsl("FAbs", type, a), e.constant(bound, type))


def _expm1(e: Emitter, types: Types, a: int) -> int:
    """Near 0 Taylor's series, as ``x + x*x * (1/2 + x/6 + ...)``; elsewhere one is subtracted from the exponential."""
    type = types[0]
    series = _polynomial(e, type, a, [1 / math.factorial(k) for k in range(9, 1, -1)])
    series = e.op("OpFAdd", type, a, e.op("OpFMul", type, e.op("OpFMul", type, a, a), series))
    series = e.select(_near(e, type, a, EPSILON), a, series, type)  # -0.0 among them
    less = e.op("OpFSub", type, e.glsl("Exp", type, a), e.constant(1.0, type))
    return e.select(_near(e, type, a, 0.5), series, less, type)


def _log1p(e: Emitter, types: Types, a: int) -> int:
    """Near 0 ``2 * atanh(s)`` with ``s = a / (2 + a)``, by its series; elsewhere the logarithm of the sum."""
    type = types[0]
    two = e.constant(2.0, type)
    s = e.op("OpFDiv", type, a, e.op("OpFAdd", type, two, a))
    square = e.op("OpFMul", type, s, s)
    series = _polynomial(e, type, square, [1 / k for k in range(15, 1, -2)])
    correction = e.op("OpFMul", type, e.op("OpFMul", type, s, square), series)
    series = e.op("OpFMul", type, two, e.op("OpFAdd", type, s, correction))
    series = e.select(_near(e, type, a, EPSILON), a, series, type)  # -0.0 among them
    plain = e.glsl("Log", type, e.op("OpFAdd", type, e.constant(1.0, type), a))
    return e.select(_near(e, type, a, 0.5), series, plain, type)


def _hypot(e: Emitter, types: Types, a: int, b: int) -> int:
    """Scaled by the larger, so that no square overflows."""
    type = types[0]
    zero, infinity = e.constant(0.0, type), e.constant(math.inf, type)
    x, y = e.glsl("FAbs", type, a), e.glsl("FAbs", type, b)
    ordered = e.op("OpFOrdLessThan", bool_, x, y)
    larger, smaller = e.select(ordered, y, x, type), e.select(ordered, x, y, type)
    ratio = e.op("OpFDiv", type, smaller, larger)
    sum = e.op("OpFAdd", type, e.constant(1.0, type), e.op("OpFMul", type, ratio, ratio))
    result = e.op("OpFMul", type, larger, e.glsl("Sqrt", type, sum))
    result = e.select(e.op("OpFOrdEqual", bool_, larger, zero), zero, result, type)
    undefined = e.op("OpLogicalOr", bool_, *(e.op("OpFUnordNotEqual", bool_, side, side) for side in (x, y)))
    result = e.select(undefined, e.constant(math.nan, type), result, type)
    endless = e.op("OpLogicalOr", bool_, *(e.op("OpFOrdEqual", bool_, side, infinity) for side in (x, y)))
    return e.select(endless, infinity, result, type)


def _cbrt(e: Emitter, types: Types, a: int) -> int:
    """A power and one step of Newton's method."""
    type = types[0]
    size = e.glsl("FAbs", type, a)
    root = e.glsl("Exp2", type, e.op("OpFMul", type, e.glsl("Log2", type, size), e.constant(1 / 3, type)))
    square = e.op("OpFMul", type, root, root)
    excess = e.op("OpFSub", type, root, e.op("OpFDiv", type, size, square))
    root = e.op("OpFSub", type, root, e.op("OpFMul", type, excess, e.constant(1 / 3, type)))
    regular = e.op("OpFOrdLessThan", bool_, e.constant(0.0, type), size)
    finite = e.op("OpFOrdLessThan", bool_, size, e.constant(math.inf, type))
    return _copysign(e, types, e.select(e.op("OpLogicalAnd", bool_, regular, finite), root, size, type), a)


def _native(name: str, instruction: str, doc: str, ufunc: Any, *more: Any, domain: str, ulp: float = 4096) -> Row:
    """A function of one float that is an instruction of GLSL.std.450."""
    python = getattr(math, ufunc.__name__.replace("arc", "a"), None) or ufunc
    meanings = (ufunc, *more)
    return Row(
        name, "F -> F", glsl(instruction), python, _wrapping(ufunc), doc, meanings, "", NATIVE, domain, ulp,
        public=True, widened=True,
    )  # fmt: skip


TRANSCENDENTAL: Final = (
    Row("sqrt", "F -> F", glsl("Sqrt"), math.sqrt, _wrapping(np.sqrt), "Square root.", (math.sqrt, np.sqrt),
        domain="positive", ulp=1, public=True, widened=True),
    Row("rsqrt", "F -> F", glsl("InverseSqrt"), lambda x: 1 / math.sqrt(x), _wrapping(lambda x: 1 / np.sqrt(x)),
        "One over the square root.", (), domain="positive", ulp=4, public=True, widened=True),
    _native("exp", "Exp", "e to a power.", np.exp, math.exp, domain="moderate"),
    _native("exp2", "Exp2", "2 to a power.", np.exp2, getattr(math, "exp2", np.exp2), domain="moderate"),
    _native("log", "Log", "Natural logarithm.", np.log, math.log, domain="positive"),
    _native("log2", "Log2", "Logarithm to base 2.", np.log2, math.log2, domain="positive"),
    _native("sin", "Sin", "Sine of radians.", np.sin, math.sin, domain="angle"),
    _native("cos", "Cos", "Cosine of radians.", np.cos, math.cos, domain="angle"),
    _native("tan", "Tan", "Tangent of radians.", np.tan, math.tan, domain="angle"),
    _native("asin", "Asin", "Arc sine in radians.", np.arcsin, math.asin, domain="unit"),
    _native("acos", "Acos", "Arc cosine in radians.", np.arccos, math.acos, domain="unit"),
    _native("atan", "Atan", "Arc tangent in radians.", np.arctan, math.atan, domain="moderate"),
    _native("sinh", "Sinh", "Hyperbolic sine.", np.sinh, math.sinh, domain="angle"),
    _native("cosh", "Cosh", "Hyperbolic cosine.", np.cosh, math.cosh, domain="angle"),
    _native("tanh", "Tanh", "Hyperbolic tangent.", np.tanh, math.tanh, domain="angle"),
    _native("asinh", "Asinh", "Inverse hyperbolic sine.", np.arcsinh, math.asinh, domain="moderate"),
    _native("acosh", "Acosh", "Inverse hyperbolic cosine.", np.arccosh, math.acosh, domain="above_one"),
    _native("atanh", "Atanh", "Inverse hyperbolic tangent.", np.arctanh, math.atanh, domain="unit"),
    Row("atan2", "F, F -> F", glsl("Atan2"), math.atan2, np.arctan2, "The angle of the point (second, first).",
        (math.atan2, np.arctan2), "", NATIVE, "moderate", 4096, public=True, widened=True),
    Row("log10", "F -> F", _log10, math.log10, _wrapping(np.log10), "Logarithm to base 10.",
        (math.log10, np.log10), "", NATIVE, "positive", 4096, public=True, widened=True),
    Row("log_base", "F, F -> F", _log_base, math.log, _wrapping(lambda x, base: np.log(x) / np.log(base)),
        "Logarithm to a base.", (math.log,), "", NATIVE, "above_one", 4096, widened=True),
    Row("log1p", "F -> F", _log1p, math.log1p, _wrapping(np.log1p), "Natural logarithm of one more.",
        (math.log1p, np.log1p), "", NATIVE, "positive", 4096, public=True, widened=True),
    Row("expm1", "F -> F", _expm1, math.expm1, _wrapping(np.expm1), "One less than e to a power.",
        (math.expm1, np.expm1), "", NATIVE, "angle", 4096, public=True, widened=True),
    Row("hypot", "F, F -> F", _hypot, math.hypot, _wrapping(np.hypot), "The length of a two-dimensional vector.",
        (math.hypot, np.hypot), "", NATIVE, "moderate", 8, public=True, widened=True),
    Row("cbrt", "F -> F", _cbrt, getattr(math, "cbrt", np.cbrt), np.cbrt, "Cube root.",
        (np.cbrt, getattr(math, "cbrt", np.cbrt)), "", NATIVE, "moderate", 8, public=True, widened=True),
    Row("degrees", "F -> F", _scaled(180 / math.pi), math.degrees, _wrapping(np.degrees), "Radians to degrees.",
        (math.degrees, np.degrees, np.rad2deg), domain="moderate", ulp=2, public=True, widened=True),
    Row("radians", "F -> F", _scaled(math.pi / 180), math.radians, _wrapping(np.radians), "Degrees to radians.",
        (math.radians, np.radians, np.deg2rad), domain="moderate", ulp=2, public=True, widened=True),
)  # fmt: skip
