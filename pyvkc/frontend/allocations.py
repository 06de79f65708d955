"""Memory of the kernel's own in the checker, and the barriers: ``shared``, ``local``, ``barrier``, ``memory_barrier``.

Gets the arguments of a call as values. An allocation is known when the kernel is compiled: the call gives the array as
a value, there is one for each call in the text and each specialisation of the function around it, and the name it is
assigned to stands for it. What happens at run time (local memory is cleared, barriers) goes into the body.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..annotations import annotation_type
from ..types import MOST_AXES, ArrayType, ElementType
from . import ir
from .body import Body
from .values import NONE, Mistake, Object, TupleValue, Value, Weak, describe, whole

__all__ = ["MEMORY", "use_memory"]

MOST_BYTES: Final = {"shared": 1 << 20, "local": 1 << 16}
"""More than any device has for a workgroup, and more than an invocation can have."""


def use_memory(body: Body, name: str, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
    """A call of one of :data:`MEMORY`."""
    return MEMORY[name](body, values, keywords)


def _allocate(kind: str) -> Callable[[Body, Sequence[Value], Mapping[str, Value]], Value]:
    def allocate(body: Body, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        shape, dtype = _arguments(kind, values, keywords)
        extents, element = _shape(kind, shape), _element(kind, dtype)
        size = element.itemsize * math.prod(extents)
        if size > MOST_BYTES[kind]:
            remedy = "" if kind == "shared" else "; pass an array to the kernel, with a row for each invocation"
            most = f"{MOST_BYTES[kind]:,} bytes"
            raise Mistake(f"{kind}() makes arrays of at most {most}, and this one has {size:,}{remedy}", shape)
        allocation = _find(body, kind, element, extents)
        if kind == "local":
            body.effects = True
            body.emit(ir.Clear(allocation, body.source.span(body.node)))
        return whole(allocation)

    return allocate


def _arguments(kind: str, values: Sequence[Value], keywords: Mapping[str, Value]) -> tuple[Value, Value]:
    given = dict(zip(("shape", "dtype"), values, strict=False))
    if len(values) > 2 or {*given, *keywords} != {"shape", "dtype"} or given.keys() & keywords.keys():
        raise Mistake(f"{kind}() takes a shape and a type, as in vkc.{kind}((16, 16), vkc.f32)")
    given |= keywords
    return given["shape"], given["dtype"]


def _shape(kind: str, shape: Value) -> tuple[int, ...]:
    parts = shape.parts if isinstance(shape, TupleValue) else (shape,)
    if not 1 <= len(parts) <= MOST_AXES:
        raise Mistake(f"{kind}() makes arrays of 1 to {MOST_AXES} dimensions, not of {len(parts)}", shape)
    return tuple(_extent(kind, part) for part in parts)


def _extent(kind: str, extent: Value) -> int:
    number = extent.value if isinstance(extent, (Weak, ir.Constant)) else None
    if not isinstance(number, int) or isinstance(number, bool):
        raise Mistake(
            f"the shape of {kind}() is made of integers that are known when the kernel is compiled, and "
            f"{describe(extent)} is not; write a number, a constant of the module, a vkc.Static parameter or "
            "group_size()",
            extent,
        )
    if number < 1:
        raise Mistake(f"an extent of {kind}() is at least 1, not {number}", extent)
    return number


def _element(kind: str, dtype: Value) -> ElementType:
    try:
        type: Any = annotation_type(dtype.value) if isinstance(dtype, Object) else None
    except TypeError:
        type = None
    if type is None or isinstance(type, ArrayType):
        raise Mistake(
            f"{kind}() takes the type of its elements, such as vkc.f32 or x.dtype, not {describe(dtype)}", dtype
        )
    element: ElementType = type
    return element


def _find(body: Body, kind: str, element: ElementType, shape: tuple[int, ...]) -> ir.Allocation:
    """The allocation of the call that is being checked: the same each time the text is checked or unrolled.

    Where a local array has other names than that of the call, each iteration of an unrolled loop makes one of its own,
    as earlier ones may still be in use.
    """
    name = _name(body, kind)
    own = kind == "local" and bool(body.loops) and _has_other_names(body, name)
    key = body.node, element, shape, tuple(loop.number for loop in body.loops) if own else ()
    found = body.known.allocations.get(key)
    if found is None:
        found = body.known.allocations[key] = body.unit.allocate(kind, name, element, shape)
    return found


def _has_other_names(body: Body, name: str) -> bool:
    """Whether a name stands anywhere but where its array is indexed, asked for an attribute or passed on."""
    parts = list(ast.walk(body.source.node))
    passing = {id(part.value) for part in parts if isinstance(part, (ast.Subscript, ast.Attribute))}
    passing.update(id(argument) for part in parts if isinstance(part, ast.Call) for argument in part.args)
    return any(
        isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load) and id(part) not in passing
        for part in parts
    )


def _name(body: Body, kind: str) -> str:
    """The name that the call is assigned to."""
    for node in ast.walk(body.source.node):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            for target, value in _pairs(node.targets[0], node.value):
                if value is body.node and isinstance(target, ast.Name):
                    return target.id
    raise Mistake(f"the array that {kind}() makes needs a name of its own; write `tile = vkc.{kind}(...)`")


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=False))
    return [(target, value)]


def _barrier(kind: str, name: str) -> Callable[[Body, Sequence[Value], Mapping[str, Value]], Value]:
    def order(body: Body, values: Sequence[Value], keywords: Mapping[str, Value]) -> Value:
        if values or keywords:
            raise Mistake(f"{name}() takes no arguments", next(iter([*values, *keywords.values()])))
        body.effects = True
        body.emit(ir.Barrier(kind, body.source.span(body.node)))
        return NONE

    return order


MEMORY: Final[dict[str, Callable[[Body, Sequence[Value], Mapping[str, Value]], Value]]] = {
    "shared":         _allocate("shared"),
    "local":          _allocate("local"),
    "barrier":        _barrier("group", "barrier"),
    "memory_barrier": _barrier("memory", "memory_barrier"),
}  # fmt: skip
