"""The types of values, arguments and annotations.

Types are frozen and compared by value, so that a type can be the key of its SPIR-V id and a part of a
specialisation's key. Scalars are callable: outside kernels ``f32(3)`` is the NumPy scalar of that type, inside
kernels it converts. :class:`Array` is the annotation ``Array[f32, 2]`` and the base of the device arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import FunctionType
from typing import Any, Final, final

import numpy as np

from .rounding import GREATEST, nearest

__all__ = [
    "SCALARS", "Array", "ArrayType", "ElementType", "Matrix", "Scalar", "StructType", "TupleType", "Type", "ValueType",
    "Vector", "bf16", "bool_", "bvec2", "bvec3", "bvec4", "dvec2", "dvec3", "dvec4", "f16", "f32", "f64", "hvec2",
    "hvec3", "hvec4", "i8", "i16", "i32", "i64", "ivec2", "ivec3", "ivec4", "mat2", "mat3", "mat4", "parts_of", "u8",
    "u16", "u32", "u64", "uvec2", "uvec3", "uvec4", "vec2", "vec3", "vec4",
]  # fmt: skip


@final
@dataclass(frozen=True, slots=True)
class Scalar:
    """A number type. ``kind`` is ``"bool"``, ``"int"``, ``"uint"`` or ``"float"``; ``bits`` is its size in memory."""

    name: str
    kind: str
    bits: int

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype with the same values and layout; that of bf16 comes with the package ml_dtypes.

        Raises
        ------
        ImportError
            It is bf16's, and ml_dtypes is not installed.
        """
        return _bfloat16() if self.name == "bf16" else _dtype_of(self)

    @property
    def itemsize(self) -> int:
        """Bytes an element takes in an array."""
        return self.bits // 8

    @property
    def integral(self) -> bool:
        return self.kind in ("int", "uint")

    @property
    def floating(self) -> bool:
        return self.kind == "float"

    @property
    def minimum(self) -> int:
        """The least value of an integer type."""
        return -(1 << (self.bits - 1)) if self.kind == "int" else 0

    @property
    def maximum(self) -> int:
        """The greatest value of an integer type."""
        return (1 << (self.bits - (self.kind == "int"))) - 1

    @property
    def limits(self) -> tuple[int, int] | tuple[float, float]:
        """The least and the greatest finite value."""
        if self.floating:
            greatest = GREATEST[self.name]
            return -greatest, greatest
        return self.minimum, self.maximum

    def nearest(self, number: float) -> float:
        """The value of a float type that is nearest to a Python number, ties to even; beyond the greatest, infinity."""
        assert self.floating, self
        return nearest(self.name, number)

    def holds(self, number: float) -> bool:
        """Whether a Python number fits; every float type has infinities and NaN."""
        low, high = self.limits
        number = number.item() if isinstance(number, np.generic) else number
        return low <= number <= high or (self.floating and number in (np.inf, -np.inf)) or number != number

    def __call__(self, value: Any) -> Any:
        """The NumPy scalar of this type that `value` becomes, as in kernels.

        Floats truncate to integers, those out of range to the nearest, NaN to 0; NumPy's integers wrap.

        Raises
        ------
        OverflowError
            An integer of Python's does not fit.
        """
        from .plain import converted

        return converted(self, value)

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


@final
@dataclass(frozen=True, slots=True)
class Vector:
    """`size` (2 to 4) components of one scalar type."""

    element: Scalar
    size: int

    def __class_getitem__(cls, item: Any) -> Vector:
        from .annotations import vector_annotation

        return vector_annotation(item)

    def __call__(self, *parts: Any) -> Any:
        """The vector of these numbers, outside kernels a small NumPy array with swizzles; one number is for all."""
        from .host_values import vector_value

        return vector_value(self, parts)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype with the same layout; in an array its components are one more axis."""
        return np.dtype((self.element.dtype, self.shape))

    @property
    def itemsize(self) -> int:
        return self.element.itemsize * self.size

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes that the components make in NumPy."""
        return (self.size,)

    def __str__(self) -> str:
        prefix = _VECTOR_PREFIX.get(self.element.name)
        return f"Vector[{self.element}, {self.size}]" if prefix is None else f"{prefix}vec{self.size}"

    __repr__ = __str__


@final
@dataclass(frozen=True, slots=True)
class Matrix:
    """`rows` vectors of `columns` (each 2 to 4) components of one scalar type; in memory one row after the other."""

    element: Scalar
    rows: int
    columns: int

    def __class_getitem__(cls, item: Any) -> Matrix:
        from .annotations import matrix_annotation

        return matrix_annotation(item)

    def __call__(self, *parts: Any) -> Any:
        """The matrix of these rows, or of its numbers row by row; outside kernels a small NumPy array."""
        from .host_values import matrix_value

        return matrix_value(self, parts)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype with the same layout; in an array rows and columns are two more axes."""
        return np.dtype((self.element.dtype, self.shape))

    @property
    def itemsize(self) -> int:
        return self.element.itemsize * self.rows * self.columns

    @property
    def shape(self) -> tuple[int, ...]:
        """The axes that the components make in NumPy."""
        return self.rows, self.columns

    def __str__(self) -> str:
        if self.rows == self.columns and self.element.name == "f32":
            return f"mat{self.rows}"
        return f"Matrix[{self.element}, {self.rows}, {self.columns}]"

    __repr__ = __str__


@final
@dataclass(frozen=True, slots=True)
class TupleType:
    """The results of a function that returns several values."""

    elements: tuple[ValueType, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.elements))})"


@final
@dataclass(frozen=True, slots=True)
class StructType:
    """Named fields, made by :func:`~pyvkc.struct`. Calling it makes a value.

    `offsets` has each field's place in memory in bytes; an element takes `itemsize` bytes. `defaults` are the values of
    fields that need not be given, as Python's numbers in tuples; `methods` the functions that its class defines. One
    that was made of a NumPy dtype has no name.
    """

    name: str
    fields: tuple[tuple[str, Scalar | Vector | Matrix | StructType], ...]
    offsets: tuple[int, ...]
    itemsize: int
    defaults: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    methods: tuple[tuple[str, FunctionType], ...] = ()
    written_defaults: str = field(default="", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "written_defaults", repr(self.defaults))  # tells -0.0 from 0.0, and knows NaN

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The struct's value with these fields, by position or name; outside kernels a NumPy record."""
        from .host_values import struct_value

        return struct_value(self, args, kwargs)

    def __getattr__(self, name: str) -> Any:
        """``Particle.method``, as a function of the value."""
        found = None if name == "methods" or name.startswith("__") else dict(self.methods).get(name)
        if found is None:
            raise AttributeError(f"the struct {self} has no attribute {name!r}")
        return found

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.fields)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy structured dtype with the same layout; elements of its arrays have the fields as attributes."""
        from .records import struct_dtype

        return struct_dtype(self)

    def __str__(self) -> str:
        return self.name or f"struct({', '.join(f'{name}: {type}' for name, type in self.fields)})"

    __repr__ = __str__


MOST_AXES: Final = 6
"""Axes that an array may have in a kernel."""


@final
@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array of `element` with `ndim` axes; either may be ``None``, which accepts any.

    `contiguous` is part of a specialisation: such an array is in C order and its strides are not passed.
    """

    element: ElementType | None = None
    ndim: int | None = None
    contiguous: bool = True

    def __str__(self) -> str:
        if self.element is None:
            return "Array"
        axes = "..." if self.ndim is None else ", ".join(":" * self.ndim)
        return f"{self.element}[{axes}]" + ("" if self.contiguous else " (strided)")


ElementType = Scalar | Vector | Matrix | StructType
"""What an array holds, and what a launch passes by value."""

ValueType = Scalar | Vector | Matrix | StructType | TupleType
"""What a variable holds."""

Type = ValueType | ArrayType


def parts_of(type: ValueType) -> tuple[ValueType, ...]:
    """The types of the parts that a value is made of: components, rows, elements or fields; a scalar has none."""
    if isinstance(type, Vector):
        return (type.element,) * type.size
    if isinstance(type, Matrix):
        return (Vector(type.element, type.columns),) * type.rows
    if isinstance(type, TupleType):
        return type.elements
    return tuple(field for _, field in type.fields) if isinstance(type, StructType) else ()


bool_ = Scalar("bool_", "bool", 8)
i8, i16, i32, i64 = (Scalar(f"i{bits}", "int", bits) for bits in (8, 16, 32, 64))
u8, u16, u32, u64 = (Scalar(f"u{bits}", "uint", bits) for bits in (8, 16, 32, 64))
f16, f32, f64 = (Scalar(f"f{bits}", "float", bits) for bits in (16, 32, 64))
bf16 = Scalar("bf16", "float", 16)

_VECTOR_PREFIX: Final = {"f32": "", "i32": "i", "u32": "u", "f64": "d", "f16": "h", "bool_": "b"}
vec2, vec3, vec4 = (Vector(f32, size) for size in (2, 3, 4))
ivec2, ivec3, ivec4 = (Vector(i32, size) for size in (2, 3, 4))
uvec2, uvec3, uvec4 = (Vector(u32, size) for size in (2, 3, 4))
dvec2, dvec3, dvec4 = (Vector(f64, size) for size in (2, 3, 4))
hvec2, hvec3, hvec4 = (Vector(f16, size) for size in (2, 3, 4))
bvec2, bvec3, bvec4 = (Vector(bool_, size) for size in (2, 3, 4))
mat2, mat3, mat4 = (Matrix(f32, size, size) for size in (2, 3, 4))

SCALARS: Final[dict[str, Scalar]] = {
    scalar.name: scalar for scalar in (bool_, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64)
}


@cache
def _dtype_of(scalar: Scalar) -> np.dtype[Any]:
    return np.dtype(scalar.name.rstrip("_") if scalar.kind == "bool" else f"{scalar.kind}{scalar.bits}")


def _bfloat16() -> np.dtype[Any]:
    try:
        import ml_dtypes
    except ImportError:
        raise ImportError("NumPy has no bfloat16 of its own; install it with: pip install ml_dtypes") from None
    found: np.dtype[Any] = np.dtype(ml_dtypes.bfloat16)
    return found


WEAK_INT: Final = Scalar("int", "int", 32)
WEAK_FLOAT: Final = Scalar("float", "float", 32)
"""What Python's numbers are until they meet a type; alone they are an i32 and an f32."""


def alone(type: Scalar) -> Scalar:
    """The type that a weak one takes on its own."""
    return i32 if type == WEAK_INT else f32 if type == WEAK_FLOAT else type


class Array:
    """``Array``, ``Array[f32]`` and ``Array[f32, 2]`` annotate parameters; device arrays derive from it."""

    __slots__ = ()

    def __new__(cls, *arguments: Any) -> Any:
        """A device array; of a type alone the annotation, as pyshader writes it: ``Array(f32)``."""
        if len(arguments) == 1:
            return cls.__class_getitem__(arguments[0])
        return super().__new__(cls)

    def __class_getitem__(cls, item: Any) -> ArrayType:
        from .annotations import array_annotation

        return array_annotation(item)


@cache
def array_type(element: ElementType, ndim: int, contiguous: bool) -> ArrayType:
    """The one object for a complete array type, so that a launch can compare types by identity."""
    return ArrayType(element, ndim, contiguous)


@lru_cache(maxsize=256)
def scalar_of_dtype(dtype: np.dtype[Any]) -> Scalar | None:
    """The scalar type of a native-endian NumPy dtype, or ``None``."""
    if dtype.name == "bfloat16":  # of the package ml_dtypes
        return bf16
    if not dtype.isnative or dtype.kind not in "biuf":
        return None
    return SCALARS.get("bool_" if dtype.kind == "b" else f"{dtype.kind}{dtype.itemsize * 8}")
