"""The meaning of numbers of every type in plain Python: a number that carries its type, with the language's operators.

Only the lattice of types is pyvkc's, a table of data that comes from JAX. A value is a Python int or bool, or a NumPy
float; Python's own numbers are the weak ones, and what they do among themselves is Python's business.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction

import ml_dtypes
import numpy as np
from meaning import UnfitError
from scalar_samples import rounded_to

from pyvkc.frontend.promotion import TABLE
from pyvkc.types import SCALARS

INTEGERS = {f"{kind}{bits}": bits for kind in "iu" for bits in (8, 16, 32, 64)}
RANGES = {
    name: (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if name[0] == "i" else (0, (1 << bits) - 1)
    for name, bits in INTEGERS.items()
}
FLOATS = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
BITS = {**INTEGERS, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "bool": 1}
TYPES = ("bool", *INTEGERS, *FLOATS)


def _lattice():
    header, *lines = (line.replace("bool_", "bool").split() for line in TABLE.strip().splitlines())
    return {(row, column): kind for row, *kinds in lines for column, kind in zip(header, kinds, strict=True)}


LATTICE = _lattice()


def type_of(value):
    if isinstance(value, Number):
        return value.type
    return {bool: "bool", int: "int", float: "float"}[type(value)]


def promote(a, b):
    joined = LATTICE[a, b]
    if joined == "-":
        raise UnfitError(f"{a} with {b}")
    return joined


def settle(type):
    """The type of weak numbers where nothing else says it, and of bools in arithmetic."""
    return {"bool": "i32", "int": "i32", "float": "f32"}.get(type, type)


def wrap(value, type):
    least, greatest = RANGES[type]
    return (value - least) % (greatest - least + 1) + least


def bare(value):
    return value.value if isinstance(value, Number) else value


def is_weak(value):
    return not isinstance(value, (Number, bool))


# Conversion


def to_float(value, type):
    """Any number as the nearest float of a type."""
    if isinstance(value, FLOATS[type]):
        return value
    with np.errstate(all="ignore"):
        if isinstance(value, (int, ml_dtypes.bfloat16)):
            # Integers are compared with what they are; NumPy would go by way of another float.
            value = rounded_to(SCALARS[type], Fraction(value)) if isinstance(value, int) else np.float32(value)
        elif type == "bf16" and math.isfinite(value) and value:
            value = rounded_to(SCALARS[type], Fraction(float(value)))
        return FLOATS[type](value)


def fit(weak, type):
    """A Python number as a number of a type, if it is one."""
    if type in FLOATS:
        value = to_float(float(weak), type)
        if np.isinf(value) and not math.isinf(weak):
            raise UnfitError(weak)
        return Number(type, value)
    if type == "bool":
        return Number(type, bool(weak))
    if isinstance(weak, float) or not RANGES[type][0] <= weak <= RANGES[type][1]:
        raise UnfitError(weak)
    return Number(type, weak)


def convert(value, type):
    """A value as an operand or an element of `type`, which promotion or a store has chosen."""
    if is_weak(value):
        return fit(value, type)
    source, value = type_of(value), bare(value)
    if type in FLOATS:
        return Number(type, to_float(int(value) if source not in FLOATS else value, type))
    if source in FLOATS or (type == "bool" and source != "bool"):
        raise UnfitError(f"{source} does not go into {type}")
    return Number(type, value if type == "bool" else wrap(int(value), type))


def cast(type, value):
    """``type(value)``: integers wrap, floats truncate and saturate, NaN becomes 0."""
    source, value = type_of(value), bare(value)
    if type == "bool":
        return Number("bool", bool(value))
    if type in RANGES and source in (*FLOATS, "float"):
        if math.isnan(value):
            return Number(type, 0)
        low, high = RANGES[type]
        return Number(type, (high if value > 0 else low) if math.isinf(value) else max(low, min(high, int(value))))
    if type in RANGES:
        return Number(type, wrap(int(value), type))
    return Number(type, to_float(int(value) if source not in (*FLOATS, "float") else value, type))


def bitcast(type, value):
    """The same bits as another type of the same size."""
    source = type_of(value)
    data = np.array([value.value], FLOATS.get(source) or f"{_numpy(source)}")
    target = FLOATS.get(type) or np.dtype(_numpy(type)).type
    result = data.view(target)[0]
    return Number(type, result if type in FLOATS else result.item())


def _numpy(type):
    return {"i": "int", "u": "uint"}[type[0]] + type[1:]


def unsigned(number):
    """The bits of an integer."""
    return number.value % (1 << BITS[number.type])


# Operators


def _operands(a, b):
    type = settle(promote(type_of(a), type_of(b)))
    return type, convert(a, type).value, convert(b, type).value


def _binary(on_ints, on_floats):
    def operate(a, b):
        type, a, b = _operands(a, b)
        if type not in FLOATS:
            return Number(type, wrap(on_ints(a, b), type))
        wide = np.float32 if type in ("f16", "bf16") else FLOATS[type]  # 16 bits go by way of 32, and are rounded once
        with np.errstate(all="ignore"):
            return Number(type, FLOATS[type](on_floats(wide(a), wide(b))))

    return operate


def _true_divide(a, b):
    type = promote(type_of(a), type_of(b))
    if type not in FLOATS:
        wide = any(BITS.get(type_of(x)) == 64 for x in (a, b)) and type != "float"
        type = "f64" if wide else "f32"
    a, b = convert(a, type), convert(b, type)
    return _binary(None, operator.truediv)(a, b)


def _bitwise(operation):
    def operate(a, b):
        type = promote(type_of(a), type_of(b))
        type = "i32" if type == "int" else type
        if type in FLOATS or type == "float":
            raise UnfitError("bits of a float")
        return Number(type, operation(convert(a, type).value, convert(b, type).value))

    return operate


def _shift(left):
    def operate(a, count):
        """By the width or more, or by a negative count: 0, or -1 for ``>>`` of a negative number."""
        type = settle(type_of(a))
        value, count, bits = convert(a, type).value, int(bare(count)), BITS[type]
        outside = not 0 <= count < bits
        if left:
            return Number(type, 0 if outside else wrap(value << count, type))
        return Number(type, value >> (bits if outside else count))

    return operate


def _power(base, exponent):
    if is_weak(exponent):
        if exponent < 0:
            raise UnfitError("a negative constant power")
        type = settle(type_of(base))
        return Number(type, wrap(pow(convert(base, type).value, exponent), type))
    type, base, exponent = _operands(base, exponent)
    if exponent < 0:
        return Number(type, {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0))
    return Number(type, wrap(pow(base, exponent, 1 << BITS[type]), type))


def _compare(relation):
    def compare(a, b):
        kinds = type_of(a), type_of(b)
        if not all(kind in INTEGERS for kind in kinds):  # those are compared by value
            type = settle(promote(*kinds))
            a, b = convert(a, type), convert(b, type)
        return Number("bool", bool(relation(bare(a), bare(b))))

    return compare


OPERATORS = {
    "add": _binary(operator.add, operator.add),
    "sub": _binary(operator.sub, operator.sub),
    "mul": _binary(operator.mul, operator.mul),
    "floordiv": _binary(lambda a, b: a // b if b else 0, np.floor_divide),
    "mod": _binary(lambda a, b: a % b if b else 0, np.remainder),
    "truediv": _true_divide,
    "and": _bitwise(operator.and_),
    "or": _bitwise(operator.or_),
    "xor": _bitwise(operator.xor),
    "lshift": _shift(left=True),
    "rshift": _shift(left=False),
    "pow": _power,
}
COMPARISONS = {name: _compare(getattr(operator, name)) for name in ("lt", "le", "gt", "ge", "eq", "ne")}


class Number:
    """A value of a type.

    The class remembers what some drivers get wrong: whether a float was subnormal, and whether one was not finite.
    """

    __slots__ = ("type", "value")
    __hash__ = None
    met_subnormal = met_infinite = False

    def __init__(self, type, value):
        self.type = type
        self.value = value
        if type in FLOATS:
            if not np.isfinite(value):
                Number.met_infinite = True
            elif value and abs(float(value)) < float(ml_dtypes.finfo(FLOATS[type]).tiny):
                Number.met_subnormal = True

    def __repr__(self):
        return f"{self.type}({self.value!r})"

    def __bool__(self):
        return bool(self.value)  # NaN is true, as in Python

    def __index__(self):
        assert self.type in RANGES, self
        return self.value

    def _unary(self, operation):
        type = settle(self.type)
        value = convert(self, type).value
        return Number(type, FLOATS[type](operation(value)) if type in FLOATS else wrap(operation(value), type))

    def __neg__(self):
        return self._unary(operator.neg)

    def __pos__(self):
        return self._unary(operator.pos)

    def __abs__(self):
        return self._unary(abs)

    def __invert__(self):
        if self.type == "bool" or self.type in FLOATS:
            raise UnfitError(f"~ of {self}")
        return self._unary(operator.invert)

    def __round__(self):
        return integer(np.rint, self)


def integer(function, value):
    """A rounding that gives an integer: an i64 of an f64, else an i32."""
    if value.type not in FLOATS:
        return Number(settle(value.type), int(value.value))
    wide = value.value if value.type == "f64" else np.float32(value.value)
    return cast("i64" if value.type == "f64" else "i32", Number("f64", np.float64(function(wide))))


def _with_vectors(operation, *, backward=False):
    """A method; what is neither a number nor Python's may have an operator of its own."""

    def method(self, other):
        if not isinstance(other, (Number, bool, int, float)):
            return NotImplemented
        return operation(other, self) if backward else operation(self, other)

    return method


for _name, _operation in OPERATORS.items():
    setattr(Number, f"__{_name}__", _with_vectors(_operation))
    setattr(Number, f"__r{_name}__", _with_vectors(_operation, backward=True))
for _name, _operation in COMPARISONS.items():
    setattr(Number, f"__{_name}__", _with_vectors(_operation))


def extreme(values, keep):
    """``min`` and ``max``: Python's, on operands of one type; the first of equals is kept."""
    best = values[0]
    for value in values[1:]:
        if not isinstance(best, Number) and not isinstance(value, Number):
            best = value if keep(value, best) else best
            continue
        type, a, b = _operands(best, value)
        best = Number(type, b if keep(b, a) else a)
    return best
