"""Names and attributes that are not local: Python objects known when the kernel is compiled."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ..annotations import scalar_type
from ..errors import did_you_mean
from ..types import SCALARS, Scalar
from .body import Body
from .builtins import MEMORY, POSITIONS, ROWS, Builtin
from .constants import from_python
from .habits import habit
from .scope import MISSING, Capture, find
from .values import Mistake, Object, Value, describe

EXPORTED: Final = {
    *SCALARS,
    *POSITIONS,
    *MEMORY,
    "atomic",
    "bitcast",
    "static_range",
    "subgroup",
    *(row.name for row in ROWS.values() if row.public),
}
"""Names that kernels take from the package."""

__all__ = ["from_python", "name", "object_attribute", "same_object"]


def name(body: Body, node: ast.Name) -> Value:
    """A name: a local one, or what it means outside the function."""
    if node.id in body.standing or node.id in body.sites:
        return body.read(node.id)
    found = find(body.source, node.id) or Capture(body.source.function.__globals__, node.id, MISSING)
    if body.unit.meaning(node.id, found.value) is MISSING:
        raise Mistake(f"the name {node.id!r} is not defined{_remedy(body, node.id)}")
    return _captured(body, found)


def _remedy(body: Body, name: str) -> str:
    """What to do about a name that is not defined."""
    if name in EXPORTED:
        return f"; write `from pyvkc import {name}` at the top of the file"
    if name in ("math", "numpy", "operator"):
        return f"; write `import {name}` at the top of the file"
    if name == "np":
        return "; write `import numpy as np` at the top of the file"
    return _instead(name, _known_names(body))


def _known_names(body: Body) -> list[str]:
    function = body.source.function
    names = {*body.sites, *function.__globals__, *(name for name in dir(builtins) if name.islower())}
    return [name for name in sorted(names) if not name.startswith("_")]


def _instead(name: str, known: Sequence[str]) -> str:
    """What pyvkc has for a name of another tool's, or the name that was meant."""
    if here := habit(name):
        return f"; write {here}"
    meant = did_you_mean(name, known)
    return f"; {meant}" if meant else ""


def _captured(body: Body, capture: Capture) -> Value:
    body.unit.capture(capture)
    try:
        return from_python(body.unit.meaning(capture.name, capture.value), body.unit, capture.name)
    except Mistake as mistake:
        raise Mistake(f"{capture.name!r}: {mistake}") from None


def object_attribute(body: Body, owner: Any, name: str) -> Value:
    """An attribute of a module, a class or another object outside the kernel."""
    found = getattr(owner, name, MISSING)
    if found is MISSING:
        known = [known for known in dir(owner) if not known.startswith("_")]
        if isinstance(owner, Builtin) and name == "array":
            raise Mistake(f"{owner.__name__} is a function; write `{owner.__name__}(shape, dtype)`")
        raise Mistake(f"{describe(Object(owner))} has no attribute {name!r}{_instead(name, known)}")
    if isinstance(owner, np.dtype) or (isinstance(owner, Scalar) and name not in ("name", "bits")):
        raise Mistake(f"{describe(Object(owner))} has no attribute {name!r} in a kernel")
    return _captured(body, Capture(owner, name, found))


def same_object(a: Any, b: Any) -> bool:
    """Equality of compile-time objects; a scalar type equals the NumPy types that stand for it."""
    types = scalar_type(a), scalar_type(b)
    return types[0] == types[1] if None not in types else bool(a == b)
