"""Types as pyshader writes them: its classes, and their names as text, such as ``Array(vec4)``.

A class of pyshader is read by its name, which is that text; pyshader itself is not needed. pyvkc's own types and
NumPy's are taken as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, final

from .. import types
from ..annotations import scalar_type
from ..types import SCALARS, ArrayType, Matrix, Scalar, StructType, Vector, bool_

__all__ = ["AnyType", "array_of", "spell", "struct_of", "type_from"]

AnyType = Scalar | Vector | Matrix | StructType | ArrayType

TOKEN: Final = re.compile(r"\s*(\w+|[(),=])")

NAMED: Final[dict[str, AnyType]] = {
    **SCALARS,
    "boolean": bool_,
    **{str(each): each for each in vars(types).values() if isinstance(each, (Vector, Matrix))},
    **{f"mat{c}x{r}": Matrix(types.f32, r, c) for c in (2, 3, 4) for r in (2, 3, 4)},
}
"""Types that have a name of their own. ``mat3x2`` has three columns and two rows, as in GLSL."""


def type_from(value: Any) -> AnyType:
    """The type that a class of pyshader, a text or one of pyvkc's own types stands for.

    Raises
    ------
    TypeError
        It stands for none; the message says what does.
    """
    if isinstance(value, ArrayType):
        return ArrayType(value.element, 1 if value.ndim is None else value.ndim)
    if isinstance(value, (Scalar, Vector, Matrix, StructType)):
        return value
    if isinstance(value, type) and value.__module__.split(".")[0] == "pyshader":
        return _Reader(value.__name__).read()
    if isinstance(value, str):
        return _Reader(value).read()
    found = scalar_type(value)
    if found is None:
        raise TypeError(f"{value!r} is no type; write one such as f32, ivec3, Array(f32), or its name as text")
    return found


@final
class _Reader:
    """Reads the text of one type."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = TOKEN.findall(text)
        if "".join(self.tokens) != "".join(text.split()):
            raise self.error()
        self.place = 0

    def read(self) -> AnyType:
        found = self.type()
        if self.place != len(self.tokens):
            raise self.error()
        return found

    def error(self) -> TypeError:
        return TypeError(f"{self.text!r} is no type; types are written as f32, vec3, Array(f32) or Struct(a=f32)")

    def next(self) -> str:
        if self.place == len(self.tokens):
            raise self.error()
        self.place += 1
        return str(self.tokens[self.place - 1])

    def expect(self, token: str) -> None:
        if self.next() != token:
            raise self.error()

    def at(self, token: str) -> bool:
        return self.tokens[self.place : self.place + 1] == [token]

    def type(self) -> AnyType:
        name = self.next()
        make = MAKERS.get(name.lower())
        if make is not None and self.at("("):
            self.place += 1
            made = make(self)
            self.expect(")")
            return made
        found = NAMED.get(name.lower())
        if found is None:
            raise self.error()
        return found

    def number(self) -> int:
        token = self.next()
        if not token.isdecimal():
            raise self.error()
        self.expect(",")
        return int(token)

    def element(self) -> Scalar:
        found = self.type()
        if not isinstance(found, Scalar):
            raise self.error()
        return found


def _vector(reader: _Reader) -> Vector:
    size = reader.number()
    if not 2 <= size <= 4:
        raise reader.error()
    return Vector(reader.element(), size)


def _matrix(reader: _Reader) -> Matrix:
    columns, rows = reader.number(), reader.number()
    if not (2 <= columns <= 4 and 2 <= rows <= 4):
        raise reader.error()
    return Matrix(reader.element(), rows, columns)


def _array(reader: _Reader) -> ArrayType:
    if reader.tokens[reader.place].isdecimal():
        reader.number()  # the buffer that is bound has a length of its own
    return array_of(reader.type())


def _struct(reader: _Reader) -> StructType:
    fields: dict[str, AnyType] = {}
    while not reader.at(")"):
        if fields:
            reader.expect(",")
        name = reader.next()
        reader.expect("=")
        fields[name] = reader.type()
    return struct_of(fields)


MAKERS: Final[dict[str, Callable[[_Reader], AnyType]]] = {
    "vector": _vector,
    "matrix": _matrix,
    "array":  _array,
    "struct": _struct,
}  # fmt: skip


def array_of(element: AnyType) -> ArrayType:
    """An array of one axis.

    Raises
    ------
    TypeError
        The element is an array.
    """
    if isinstance(element, ArrayType):
        raise TypeError("an array holds numbers, vectors, matrices or structs, not arrays")
    return ArrayType(element, 1)


def struct_of(fields: Mapping[str, AnyType]) -> StructType:
    """A struct whose fields lie one after the other, without gaps.

    Raises
    ------
    TypeError
        There are no fields, or one is an array.
    """
    parts: list[tuple[str, Scalar | Vector | Matrix | StructType]] = []
    offsets, end = [], 0
    for name, part in fields.items():
        if isinstance(part, ArrayType):
            raise TypeError(f"the field {name!r} is an array; a struct here has numbers and vectors")
        parts.append((name, part))
        offsets.append(end)
        end += part.itemsize
    if not parts:
        raise TypeError("a struct has fields, as in Struct(a=f32, b=vec3)")
    text = ",".join(f"{name}={spell(part)}" for name, part in parts)
    return StructType(f"Struct({text})", tuple(parts), tuple(offsets), end)


def spell(type: AnyType) -> str:
    """A type as pyshader writes it."""
    if isinstance(type, ArrayType):
        assert type.element is not None
        return f"Array({spell(type.element)})"
    return "boolean" if type == bool_ else str(type)
