"""Numbers of every scalar type to test with, kernels made of a text, and how results are compared."""

from __future__ import annotations

import linecache
from fractions import Fraction

import numpy as np

import pyvkc as vkc
from pyvkc.types import SCALARS, bf16, bool_, f16

FLOATS = {
    # bits of the significand, least and greatest exponent of normal numbers
    "f16": (11, -14, 15),
    "bf16": (8, -126, 127),
    "f32": (24, -126, 127),
    "f64": (53, -1022, 1023),
}


def numbers(type, domain="any", count=96, seed=5):
    """Edge cases and random numbers; floats are not subnormal, which some devices flush, unless they are f16."""
    random = np.random.default_rng(seed)
    if type == bool_:
        return np.resize(np.array([False, True, True, False]), count)
    if type.integral:
        low, high = type.minimum, type.maximum
        edges = [0, 1, 2, 3, 7, low, low + 1, high, high - 1, type.bits - 1, type.bits, type.bits + 1]
        edges += [-1, -2, -3, -7, -type.bits] if low else [high // 2, high // 2 + 1]
        drawn = [
            int(random.integers(low, high, endpoint=True, dtype=type.dtype)) for _ in range(max(count - len(edges), 4))
        ]
        return np.array([*edges, *(n >> int(random.integers(0, type.bits)) for n in drawn)], type.dtype)
    return _floats(type, domain, count, random)


def _floats(type, domain, count, random):
    digits, least, greatest = FLOATS[type.name]
    if domain != "any":
        low, high = {
            "positive": (1e-3, 1e3), "above_one": (1.001, 1000.0), "unit": (-0.999, 0.999), "angle": (-6.0, 6.0),
            "moderate": (-30.0, 30.0),
        }[domain]  # fmt: skip
        return random.uniform(low, high, count).astype(type.dtype)
    largest = (2 - 2.0 ** (1 - digits)) * 2.0**greatest
    edges = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 100.0, largest, -largest, 2.0**least, np.inf,
             -np.inf, np.nan, 2.0**digits, 2.0 ** (digits - 1) - 0.5, 300.0, -129.0, 65519.0, 40000.0]  # fmt: skip
    edges += [2.0**-24, 2.0**-15 + 2.0**-24] if type == f16 else []
    reach = min(greatest, 40)
    more = max(count - len(edges), 4)
    drawn = random.uniform(-1, 1, more) * 2.0 ** random.uniform(max(least, -40) / 2, reach / 2, more)
    with np.errstate(over="ignore"):
        return np.array([*edges, *drawn]).astype(type.dtype)


def rounded_to(type, value):
    """A fraction as the nearest float of a type, ties to even: the definition, with nothing rounded on the way."""
    digits, least, greatest = FLOATS[type.name]
    value = Fraction(value)
    if value == 0:
        return 0.0
    size = abs(value)
    exponent = max(least, _log2(size))
    step = Fraction(2) ** (exponent - digits + 1)
    nearest = round(size / step) * step  # of Fractions: half to even
    result = float("inf") if nearest >= Fraction(2) ** (greatest + 1) else float(nearest)
    return result if value > 0 else -result


def _log2(size):
    """The whole part of the logarithm, exactly."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if Fraction(2) ** guess <= size else guess - 1


def kernel_of(lines, parameters, names=()):
    """A kernel with a text of its own."""
    source = "\n".join(["@vkc.kernel", f"def k({parameters}):", *(f"    {line}" for line in lines), ""])
    filename = f"<{abs(hash(source))}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    scope = {"vkc": vkc, **SCALARS, **dict(names)}
    exec(compile(source, filename, "exec"), scope)
    return scope["k"]


def distance(got, wanted):
    """How many numbers of their type lie between each pair; NaNs are alike, and so are zeros."""
    assert got.dtype == wanted.dtype, (got.dtype, wanted.dtype)
    nan = np.isnan(got), np.isnan(wanted)
    width = got.dtype.itemsize * 8
    places = [_place(values, width) for values in (got, wanted)]
    apart = [abs(int(a) - int(b)) for a, b in zip(*places, strict=True)]
    far = np.array([float(each) for each in apart])
    return np.where(nan[0] & nan[1], 0.0, np.where(nan[0] | nan[1], np.inf, far))


def _place(values, width):
    bits = values.view(f"u{width // 8}")
    top = 1 << (width - 1)
    return [-(int(each) - top) if int(each) >= top else int(each) for each in bits]


def close(what, got, wanted, ulp, operands):
    """Fail with what was computed of which operands, where results differ; a subnormal one may be 0, but not of f16."""
    got, wanted = np.asarray(got), np.asarray(wanted)
    is_float = got.dtype.kind == "f" or got.dtype == bf16.dtype
    wrong = distance(got, wanted) > ulp if is_float else got != wanted
    if is_float and got.dtype != np.float16:
        smallest = {4: 2.0**-126, 8: 2.0**-1022, 2: 2.0**-126}[got.dtype.itemsize]
        wrong &= ~((got == 0) & (np.abs(wanted.astype(np.float64)) < smallest))
    shown = [(*(x[i] for x in operands), "gives", got[i], "not", wanted[i]) for i in np.flatnonzero(wrong)[:6]]
    assert not shown, (what, len(np.flatnonzero(wrong)), shown)
