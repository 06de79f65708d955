"""Arguments that are compile-time constants: parameters annotated with ``Static``.

Such an argument is passed as a type of its own, which is its value: another value is another specialisation. Values
are told apart as the compiler does: 1, 1.0 and True are three, and so are 0.0, -0.0 and NaN.
"""

from __future__ import annotations

import dataclasses
import enum
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from .types import ArrayType, Matrix, Scalar, StructType, Vector, scalar_of_dtype

__all__ = ["STATIC", "Static", "StaticType", "is_frozen", "static_key", "static_type"]

if TYPE_CHECKING:
    Static = Any
else:

    @final
    class Static:
        """The annotation of a parameter that is a compile-time constant, for kernels and device functions.

        The argument is an int, float, bool, str, ``None``, a NumPy number, a member of an enumeration, a type such as
        ``f32``, ``np.uint8`` or ``float``, an instance of a frozen dataclass, or a tuple of these. It can stand
        wherever a constant can: in ``range`` of an unrolled loop, in shapes, as the index of a tuple, in comparisons of
        texts. Each value makes a specialisation of its own.

        Examples
        --------
        >>> @kernel
        ... def power(x: Array[f32], n: Static):
        ...     i = global_id()
        ...     x[i] = x[i] ** n
        >>> power[x.size](x, 3)
        """


@final
@dataclass(frozen=True, slots=True)
class StaticType:
    """What a compile-time constant is passed as. Values of the same `key` are the same constant."""

    value: Any = field(default=None, compare=False)
    key: Any = None

    def __str__(self) -> str:
        if self.key is None:
            return "Static"
        if isinstance(self.value, type):
            return self.value.__name__
        return str(self.value) if isinstance(self.value, TYPES) else repr(self.value)


STATIC: Final = StaticType()
"""What the annotation asks for: any value."""

TYPES: Final = (Scalar, Vector, Matrix, StructType, ArrayType)

ABSTRACT: Final = (np.integer, np.signedinteger, np.unsignedinteger, np.floating)

PLAIN: Final = (bool, int, str, type(None), *TYPES)


def static_type(value: Any) -> StaticType:
    """A value as the type that it is passed as.

    Raises
    ------
    TypeError
        It is nothing that the compiler can take for a constant.
    """
    key = static_key(value)
    if key is None:
        raise TypeError(
            "a Static parameter takes an int, float, bool, str, None, a NumPy number, a member of an enumeration, a "
            f"type such as f32, an instance of a frozen dataclass, or a tuple of these, not {_found(value)}"
        )
    return StaticType(value, key)


def _found(value: Any) -> str:
    if isinstance(value, FunctionType):
        return "a function; make it the method of a frozen dataclass, or a variable around the kernel"
    return f"an object of type {type(value).__name__}"


def static_key(value: Any) -> Any:
    """What tells a constant from others, by its class too; ``None`` for what is no constant."""
    kind = type(value)
    if kind in PLAIN or _is_number_type(value):
        return kind, value
    if kind is float or (isinstance(value, np.generic) and kind is not np.void and kind is not np.object_):
        return kind, repr(value), getattr(value, "dtype", None)  # records of several dtypes are of one class
    if isinstance(value, enum.Enum):
        return kind, value.name, repr(value.value)  # a flag without a bit that has a name has none itself
    if isinstance(value, tuple):
        return _key(kind, value)
    if is_frozen(value):
        return _key(kind, tuple(getattr(value, field.name) for field in dataclasses.fields(value)))
    return None


def _is_number_type(value: Any) -> bool:
    """Whether a value is a type of Python's or NumPy's numbers, or NumPy's dtype of such."""
    if isinstance(value, type):
        if value in (bool, int, float):
            return True
        if not issubclass(value, (np.bool_, np.integer, np.floating)) or value in ABSTRACT:
            return False
        value = np.dtype(value)
    return isinstance(value, np.dtype) and scalar_of_dtype(value) is not None


def _key(kind: type, parts: tuple[Any, ...]) -> Any:
    keys = tuple(map(static_key, parts))
    return None if None in keys else (kind, keys)


def is_frozen(value: Any) -> bool:
    """Whether an object is an instance of a frozen dataclass."""
    parameters = getattr(type(value), "__dataclass_params__", None)
    return bool(getattr(parameters, "frozen", False))
