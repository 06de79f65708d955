"""Types made as pyshader makes them: ``Array(f32)``, ``Vector(3, f32)``, ``Struct(a=f32, b=vec3)``.

Elements and fields are anything that :func:`~pyvkc.pyshader.types.type_from` reads. A wrong one is a TypeError.
"""

from __future__ import annotations

from typing import Any

from .. import types
from .types import array_of, struct_of, type_from

__all__ = ["Array", "Matrix", "Struct", "Vector"]


def Array(*arguments: Any) -> types.ArrayType:
    """``Array(f32)``, or ``Array(10, f32)``: what a buffer holds; the buffer that is bound has a length of its own."""
    if len(arguments) not in (1, 2):
        raise TypeError("Array(...) takes the type of its elements, as in Array(f32)")
    return array_of(type_from(arguments[-1]))


def Vector(size: int, element: Any) -> types.Vector:
    """``Vector(3, f32)``, which is vec3."""
    found = type_from(f"Vector({size},{type_from(element)})")
    assert isinstance(found, types.Vector)
    return found


def Matrix(columns: int, rows: int, element: Any) -> types.Matrix:
    """``Matrix(3, 2, f32)``: three columns and two rows."""
    found = type_from(f"Matrix({columns},{rows},{type_from(element)})")
    assert isinstance(found, types.Matrix)
    return found


def Struct(**fields: Any) -> types.StructType:
    """``Struct(a=f32, b=vec3)``: fields one after the other, without gaps."""
    return struct_of({name: type_from(field) for name, field in fields.items()})
