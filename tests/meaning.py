"""The meaning of the kernel language in plain Python: numbers that carry their type.

It shares no code with pyvkc. A :class:`Number` is a bool, i32, u32, i64 or f32; Python's own numbers are the weak ones,
and what they do among themselves is Python's business. The floats inside are ``np.float32``.
"""

from __future__ import annotations

import math
import operator

import numpy as np

SMALLEST_NORMAL = np.finfo(np.float32).tiny
RANGES = {"i32": (-(2**31), 2**31 - 1), "u32": (0, 2**32 - 1), "i64": (-(2**63), 2**63 - 1)}


class UnfitError(Exception):
    """The text means nothing: what the compiler must refuse when it sees it."""


def promote(a, b):
    """The lattice: bool, int (weak), u32 and i32, i64, float (weak), f32."""
    kinds = {a, b}
    if "f32" in kinds or ("float" in kinds and kinds != {"float"}):
        return "f32"
    for kind in ("float", "i64"):
        if kind in kinds:
            return kind
    if kinds >= {"i32", "u32"}:
        return "i64"
    return next(kind for kind in ("i32", "u32", "int", "bool") if kind in kinds)


def type_of(value):
    if isinstance(value, Number):
        return value.type
    return {bool: "bool", int: "int", float: "float"}[type(value)]


def wrap(value, type):
    least, greatest = RANGES[type]
    return (value - least) % (greatest - least + 1) + least


def convert(value, type):
    """A value as an operand or a variable of `type`, which promotion or a store has chosen."""
    if not isinstance(value, Number) and not isinstance(value, bool):
        return fit(value, type)
    value = value.value if isinstance(value, Number) else value
    if type == "bool":
        return Number(type, bool(value))
    if type == "f32":
        return Number(type, value if isinstance(value, np.float32) else _to_f32(int(value)))
    assert not isinstance(value, np.float32), "a float does not go into an integer"
    return Number(type, wrap(int(value), type))


def _to_f32(value):
    return np.int64(value).astype(np.float32)


def fit(weak, type):
    if type == "f32":
        with np.errstate(all="ignore"):
            value = np.float32(weak)
        if np.isinf(value) and not math.isinf(weak):
            raise UnfitError(weak)
        return Number(type, value)
    if type == "bool":
        return Number(type, bool(weak))
    if isinstance(weak, float) or not RANGES[type][0] <= weak <= RANGES[type][1]:
        raise UnfitError(weak)
    return Number(type, weak)


def cast(type, value):
    """``type(value)``: integers wrap, floats truncate and saturate, NaN becomes 0."""
    bare = value.value if isinstance(value, Number) else value
    if type in RANGES and isinstance(bare, (float, np.floating)):
        if math.isnan(bare):
            return Number(type, 0)
        low, high = RANGES[type]
        return Number(type, (high if bare > 0 else low) if math.isinf(bare) else max(low, min(high, int(bare))))
    if type in RANGES:
        return Number(type, wrap(int(bare), type))
    return convert(value, type)


def select(type, value):
    """The value of a conditional expression, or of a variable: of the type that all of its values join."""
    return convert(value, type)


def _arithmetic(a, b):
    type = promote(type_of(a), type_of(b))
    type = "i32" if type in ("bool", "int") else type
    return type, convert(a, type).value, convert(b, type).value


def _binary(on_ints, on_floats):
    def forward(self, other):
        type, a, b = _arithmetic(self, other)
        return _result(type, a, b)

    def backward(self, other):
        type, a, b = _arithmetic(other, self)
        return _result(type, a, b)

    def _result(type, a, b):
        with np.errstate(all="ignore"):
            if type == "f32":
                return Number(type, np.float32(on_floats(a, b)))
            return Number(type, wrap(on_ints(a, b), type))

    return forward, backward


def _true_divide(self, other):
    a, b = (convert(x, "f32").value for x in (self, other))
    with np.errstate(all="ignore"):
        return Number("f32", a / b)


def _bitwise(operation):
    def forward(self, other):
        type = promote(type_of(self), type_of(other))
        type = "i32" if type == "int" else type
        if type in ("float", "f32"):
            raise UnfitError("bits of a float")
        a, b = convert(self, type).value, convert(other, type).value
        return Number(type, operation(a, b))

    return forward


def shift(a, count, *, left):
    """By the width or more, or by a negative count: 0, or -1 for ``>>`` of a negative number."""
    type = {"bool": "i32", "int": "i32"}.get(type_of(a), type_of(a))
    value = convert(a, type).value
    count = int(count.value) if isinstance(count, Number) else count
    outside = not 0 <= count < 32
    if left:
        return Number(type, 0 if outside else wrap(value << count, type))
    return Number(type, value >> (31 if outside and type == "i32" else 32 if outside else count))


def power(base, exponent):
    type = promote(type_of(base), type_of(exponent))
    type = "i32" if type in ("bool", "int") else type
    if not isinstance(exponent, Number):
        type = {"bool": "i32"}.get(type_of(base), type_of(base))
        if exponent < 0:
            raise UnfitError("a negative constant power")
        return Number(type, wrap(pow(int(convert(base, type).value), exponent), type))
    base, exponent = int(convert(base, type).value), int(convert(exponent, type).value)
    if exponent < 0:
        return Number(type, {1: 1, -1: -1 if exponent % 2 else 1}.get(base, 0))
    low, high = RANGES[type]
    return Number(type, wrap(pow(base, exponent, high - low + 1), type))


def _compare(relation):
    def compare(self, other):
        a, b = self, other
        if "f32" in (type_of(a), type_of(b)) or "float" in (type_of(a), type_of(b)):
            a, b = convert(a, "f32"), convert(b, "f32")
        else:
            for one, two in ((a, b), (b, a)):
                if type_of(one) == "int" and type_of(two) in RANGES:
                    fit(one, type_of(two))
        a, b = (x.value if isinstance(x, Number) else x for x in (a, b))
        return Number("bool", bool(relation(a, b)))

    return compare


class Number:
    """A value of a type, with the operators of the language.

    `met_subnormal` remembers, for the whole class, that some f32 was too small for a device that flushes such numbers.
    """

    __slots__ = ("type", "value")
    __hash__ = None
    met_subnormal = False

    def __init__(self, type, value):
        self.type = type
        self.value = value
        if type == "f32" and 0 < abs(value) < SMALLEST_NORMAL:
            Number.met_subnormal = True

    def __repr__(self):
        return f"{self.type}({self.value!r})"

    def __bool__(self):
        return bool(self.value)  # NaN is true, as in Python

    def __index__(self):
        assert self.type in RANGES
        return self.value

    def _unary(self, operation):
        type = "i32" if self.type == "bool" else self.type
        value = convert(self, type).value
        return Number(type, operation(value) if type == "f32" else wrap(operation(value), type))

    def __neg__(self):
        return self._unary(operator.neg)

    def __pos__(self):
        return self._unary(operator.pos)

    def __abs__(self):
        return self._unary(abs)

    def __invert__(self):
        return self._unary(operator.invert)

    def __round__(self):
        return cast("i32", Number("f32", np.rint(self.value))) if self.type == "f32" else self._unary(operator.pos)

    __add__, __radd__ = _binary(operator.add, operator.add)
    __sub__, __rsub__ = _binary(operator.sub, operator.sub)
    __mul__, __rmul__ = _binary(operator.mul, operator.mul)
    __floordiv__, __rfloordiv__ = _binary(lambda a, b: a // b if b else 0, np.floor_divide)
    __mod__, __rmod__ = _binary(lambda a, b: a % b if b else 0, np.remainder)
    __truediv__ = _true_divide
    __and__ = __rand__ = _bitwise(operator.and_)
    __or__ = __ror__ = _bitwise(operator.or_)
    __xor__ = __rxor__ = _bitwise(operator.xor)
    __lt__, __le__ = _compare(operator.lt), _compare(operator.le)
    __gt__, __ge__ = _compare(operator.gt), _compare(operator.ge)
    __eq__, __ne__ = _compare(operator.eq), _compare(operator.ne)
    __pow__ = power

    def __rtruediv__(self, other):
        return _true_divide(other, self)

    def __rpow__(self, other):
        return power(other, self)

    def __lshift__(self, count):
        return shift(self, count, left=True)

    def __rshift__(self, count):
        return shift(self, count, left=False)

    def __rlshift__(self, value):
        return shift(value, self, left=True)

    def __rrshift__(self, value):
        return shift(value, self, left=False)

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self


def extreme(*values, keep):
    """min and max: Python's, on operands of one type; the first of equals is kept."""
    best = values[0]
    for value in values[1:]:
        if not isinstance(best, Number) and not isinstance(value, Number):
            best = value if keep(value, best) else best
            continue
        type, a, b = _arithmetic(best, value)
        best = Number(type, b if keep(b, a) else a)
    return best


class Array:
    """An array of one or two axes. Out of range a load gives zero and a store does nothing."""

    def __init__(self, type, data):
        self.type = type
        self.data = data

    def __len__(self):
        return len(self.data)

    def _place(self, index):
        indices = index if isinstance(index, tuple) else (index,)
        assert len(indices) == self.data.ndim
        place = []
        for part, extent in zip(indices, self.data.shape, strict=True):
            constant = not isinstance(part, Number)
            part = wrap(int(part.value if not constant else part), "i32")
            part = part + extent if constant and part < 0 else part
            if not 0 <= part < extent:
                return None
            place.append(part)
        return tuple(place)

    def __getitem__(self, index):
        place = self._place(index)
        value = self.data[place] if place is not None else self.data.dtype.type(0)
        return Number(self.type, value if self.type == "f32" else value.item())

    def __setitem__(self, index, value):
        place = self._place(index)
        value = convert(value, self.type).value
        if place is not None:
            self.data[place] = value


def count(type, *bounds):
    """``range`` whose numbers have a type; a step of 0 runs none."""
    bounds = [convert(bound, type).value for bound in bounds]
    if len(bounds) == 3 and bounds[2] == 0:
        return
    for number in range(*bounds):
        yield Number(type, number)
