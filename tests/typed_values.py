"""Vectors, structs and arrays of typed numbers in plain Python, and the types that make them.

They are values: a part of a value that came out of an array remembers where it lies, so that ``a[i].x.y = 1`` reaches
the array; :func:`copied`, which ``same_text.py`` puts around what is assigned, cuts that tie.
"""

from __future__ import annotations

from functools import partial
from types import FunctionType

import numpy as np
from typed_numbers import COMPARISONS, FLOATS, OPERATORS, Number, bare, cast, convert, is_weak, wrap

LETTERS = "xyzw"


def copied(value):
    """A value of its own, where Python would give another name to the same object."""
    if isinstance(value, Vector):
        return Vector(value.type, value.parts)
    if isinstance(value, Struct):
        return Struct(value.type, {name: copied(part) for name, part in value.parts.items()})
    return value


def place_of(index, extent):
    """Where an index lies along an axis; ``None`` outside. Only a constant counts from the end."""
    number = int(bare(index))
    if is_weak(index) and number < 0:
        number += extent
    elif not is_weak(index) and index.type not in ("u32", "i64", "u64"):
        number = wrap(number, "i32")
    return number if 0 <= number < extent else None


# Types


class ScalarType:
    """``i32`` and its like: a conversion, and what annotations name."""

    def __init__(self, name):
        self.name = name
        self.dtype = self

    def __call__(self, value):
        return cast(self.name, value)

    def load(self, stored):
        return Number(self.name, stored if self.name in FLOATS else stored.item())

    def zero(self):
        return cast(self.name, False)

    def taken(self, value):
        return convert(value, self.name)

    def store(self, data, place, value):
        data[place] = self.taken(value).value


class VectorType:
    def __init__(self, element, size):
        self.element = element
        self.size = size

    def __call__(self, *values):
        parts = []
        for value in values:
            parts += value.parts if isinstance(value, Vector) else [value]
        parts = parts * self.size if len(parts) == 1 else parts
        assert len(parts) == self.size
        return Vector(self, [self.element(part) for part in parts])

    def load(self, stored):
        return Vector(self, [self.element.load(part) for part in stored], stored)

    def zero(self):
        return self(0)

    def taken(self, value):
        return Vector(self, [self.element.taken(part) for part in value])

    def store(self, data, place, value):
        data[place] = [part.value for part in self.taken(value)]


class StructType:
    """A struct of a class, as the decorator makes it."""

    def __init__(self, definition):
        self.fields = definition.__annotations__
        self.methods = {name: value for name, value in vars(definition).items() if isinstance(value, FunctionType)}

    def __call__(self, *values, **named):
        given = {**dict(zip(self.fields, values, strict=False)), **named}
        return Struct(self, {name: type.taken(given[name]) for name, type in self.fields.items()})

    def load(self, stored):
        return Struct(self, {name: type.load(stored[name]) for name, type in self.fields.items()}, stored)

    def zero(self):
        return Struct(self, {name: type.zero() for name, type in self.fields.items()})

    def taken(self, value):
        return copied(value)

    def store(self, data, place, value):
        record = data[place]
        for name, type in self.fields.items():
            type.store(record, name, value.parts[name])


# Values


class Vector:
    """Numbers with componentwise operators; `home` is the row of an array that they came from."""

    def __init__(self, type, parts, home=None):
        vars(self).update(type=type, parts=list(parts), home=home)

    def __len__(self):
        return self.type.size

    def __iter__(self):
        return iter(list(self.parts))

    def _put(self, place, value):
        self.parts[place] = self.type.element.taken(value)
        if self.home is not None:
            self.home[place] = self.parts[place].value

    def __getattr__(self, letters):
        parts = [self.parts[LETTERS.index(letter)] for letter in letters]
        return parts[0] if len(parts) == 1 else Vector(VectorType(self.type.element, len(parts)), parts)

    def __setattr__(self, letters, value):
        values = value if isinstance(value, (Vector, tuple)) else [value] * len(letters)
        for letter, part in zip(letters, values, strict=True):
            self._put(LETTERS.index(letter), part)

    def __getitem__(self, index):
        place = place_of(index, self.type.size)
        return self.type.element.zero() if place is None else self.parts[place]

    def __setitem__(self, index, value):
        place = place_of(index, self.type.size)
        if place is not None:
            self._put(place, value)

    def _unary(self, operation):
        return _vector([operation(part) for part in self.parts])

    def __neg__(self):
        return self._unary(lambda part: -part)

    def __pos__(self):
        return self._unary(lambda part: +part)

    def __invert__(self):
        return self._unary(lambda part: ~part)

    def __abs__(self):
        return self._unary(abs)

    def __matmul__(self, other):
        total = None
        for a, b in zip(self.parts, other.parts, strict=True):
            total = a * b if total is None else total + a * b
        return total


def _vector(parts):
    return Vector(VectorType(ScalarType(parts[0].type), len(parts)), parts)


def componentwise(operation, *operands):
    """An operation on vectors, where numbers count for every component."""
    size = next(len(operand) for operand in operands if isinstance(operand, Vector))
    spread = [operand.parts if isinstance(operand, Vector) else [operand] * size for operand in operands]
    return _vector([operation(*parts) for parts in zip(*spread, strict=True)])


def _operator(operation, *, backward=False):
    def operate(self, other):
        return componentwise(operation, *((other, self) if backward else (self, other)))

    return operate


for _name, _operation in OPERATORS.items():
    setattr(Vector, f"__{_name}__", _operator(_operation))
    setattr(Vector, f"__r{_name}__", _operator(_operation, backward=True))
for _name, _operation in COMPARISONS.items():
    setattr(Vector, f"__{_name}__", _operator(_operation))


class Struct:
    """Fields by name; `home` is the record of an array that they came from."""

    def __init__(self, type, parts, home=None):
        vars(self).update(type=type, parts=parts, home=home)

    def __getattr__(self, name):
        return partial(self.type.methods[name], self) if name in self.type.methods else self.parts[name]

    def __setattr__(self, name, value):
        type = self.type.fields[name]
        self.parts[name] = type.taken(value)
        if self.home is not None:
            type.store(self.home, name, self.parts[name])


# Arrays


class Array:
    """A view of NumPy data. Out of range, along each axis for itself, a load gives zero and a store does nothing."""

    def __init__(self, type, data, ndim=None):
        self.element = self.dtype = type
        self.data = data
        self.ndim = data.ndim if ndim is None else ndim

    shape = property(lambda self: tuple(Number("i32", extent) for extent in self.data.shape[: self.ndim]))
    size = property(lambda self: Number("i32", int(np.prod(self.data.shape[: self.ndim]))))

    @property
    def T(self):
        assert self.ndim == 2
        return Array(self.element, self.data.swapaxes(0, 1), 2)

    def __len__(self):
        return self.data.shape[0]

    def __iter__(self):
        return (self[Number("i32", k)] for k in range(len(self)))

    def _view(self, index):
        """The data behind an index, and how many axes are left; zeros of its own stand for what is outside."""
        data, axis = self.data, 0
        for part in index if isinstance(index, tuple) else (index,):
            before = (slice(None),) * axis
            if isinstance(part, slice):
                bounds = (None if x is None else int(bare(x)) for x in (part.start, part.stop, part.step))
                data, axis = data[(*before, slice(*bounds), ...)], axis + 1
                continue
            place = place_of(part, data.shape[axis])
            if place is None:
                data = np.zeros(data.shape[:axis] + data.shape[axis + 1 :], data.dtype)
            else:
                data = data[(*before, place, ...)]
        return data, self.ndim - (self.data.ndim - data.ndim)

    def __getitem__(self, index):
        data, ndim = self._view(index)
        return Array(self.element, data, ndim) if ndim else self.element.load(data[()])

    def __setitem__(self, index, value):
        data, ndim = self._view(index)
        assert not ndim
        self.element.store(data, (), value)


def local(shape, type):
    """An array of an invocation's own, zero at first; the data of structs is not needed."""
    shape = shape if isinstance(shape, tuple) else (shape,)
    inner = (type.size,) if isinstance(type, VectorType) else ()
    scalar = type.element.name if isinstance(type, VectorType) else type.name
    return Array(type, np.zeros((*(int(bare(extent)) for extent in shape), *inner), dtype_of(scalar)), len(shape))


def dtype_of(name):
    """The NumPy dtype of a scalar type."""
    return FLOATS.get(name) or ("bool" if name == "bool" else {"i": "int", "u": "uint"}[name[0]] + name[1:])
