"""Functions of vectors and matrices, and the blends that shaders use, which also take numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ...types import bool_
from . import geometry_library as library
from .arithmetic import _wrapping
from .row import Emitter, Row, Types


def _select(e: Emitter, types: Types, condition: int, a: int, b: int) -> int:
    return e.select(condition, a, b, types[-1])


def _mix(e: Emitter, types: Types, a: int, b: int, t: int) -> int:
    type = types[0]
    rest = e.op("OpFSub", type, e.constant(1.0, type), t)
    return e.op("OpFAdd", type, e.op("OpFMul", type, a, rest), e.op("OpFMul", type, b, t))


def _step(e: Emitter, types: Types, edge: int, x: int) -> int:
    type = types[0]
    return e.select(e.op("OpFOrdLessThan", bool_, x, edge), e.constant(0.0, type), e.constant(1.0, type), type)


def _smoothstep(e: Emitter, types: Types, low: int, high: int, x: int) -> int:
    type = types[0]
    zero, one = e.constant(0.0, type), e.constant(1.0, type)
    t = e.op("OpFDiv", type, e.op("OpFSub", type, x, low), e.op("OpFSub", type, high, low))
    t = e.select(e.op("OpFOrdLessThan", bool_, t, zero), zero, t, type)
    t = e.select(e.op("OpFOrdLessThan", bool_, one, t), one, t, type)
    rest = e.op("OpFSub", type, e.constant(3.0, type), e.op("OpFMul", type, e.constant(2.0, type), t))
    return e.op("OpFMul", type, e.op("OpFMul", type, t, t), rest)


def _mix_reference(a: Any, b: Any, t: Any) -> Any:
    return a * (1 - t) + b * t


def _step_reference(edge: Any, x: Any) -> Any:
    return np.where(x < edge, np.zeros_like(x), np.ones_like(x))


def _smoothstep_reference(low: Any, high: Any, x: Any) -> Any:
    t = (x - low) / (high - low)
    t = np.where(t < 0, np.zeros_like(t), t)
    t = np.where(t > 1, np.ones_like(t), t)
    return t * t * (3 - 2 * t)


def _outside(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function for calls from Python: takes arrays, vectors and tuples, and gives vectors as such."""

    def evaluate(*operands: Any) -> Any:
        from ...host_values import HostVector

        result = function(*map(np.asarray, operands))
        return result.view(HostVector) if isinstance(result, np.ndarray) else result

    return evaluate


def _whole(name: str, signature: str, doc: str, *meanings: Any) -> Row:
    """A row that takes vectors or matrices as a whole."""
    function: Any = getattr(library, name)
    return Row(name, signature, None, _outside(function), function, doc, meanings, public=True, function=function)


GEOMETRY: Final = (
    _whole("dot", "V, V -> E", "The sum of the products of components.", np.dot, np.vdot, np.inner),
    _whole("cross", "T, T -> T", "The vector product.", np.cross),
    _whole("length", "U -> E", "The length of a vector: ``sqrt(dot(v, v))``.", np.linalg.norm),
    _whole("distance", "U, U -> E", "The length of the difference."),
    _whole("normalize", "U -> U", "The vector divided by its length."),
    _whole("reflect", "U, U -> U", "``i - 2 * dot(n, i) * n``: the direction i mirrored at a surface of normal n."),
    _whole("refract", "U, U, E -> U",
           "The direction i behind a surface of normal n, with a ratio of indices; 0 where all is reflected."),
    _whole("faceforward", "U, U, U -> U", "n where ``dot(reference, i) < 0``, else ``-n``, of n, i and reference."),
    _whole("outer", "V, V -> M", "The matrix ``a[i] * b[j]``.", np.outer),
    _whole("transpose", "M -> M", "Rows become columns, as ``m.T``.", np.transpose),
    _whole("determinant", "Q -> E", "The determinant.", np.linalg.det),
    _whole("inverse", "Q -> Q", "The inverse; of a singular matrix infinities and NaN.", np.linalg.inv),
    Row("mix", "F, F, F -> F", _mix, _mix_reference, _wrapping(_mix_reference), "``a * (1 - t) + b * t``.",
        public=True),
    Row("step", "F, F -> F", _step, lambda edge, x: 0.0 if x < edge else 1.0, _step_reference,
        "0.0 where ``x < edge``, else 1.0.", public=True),
    Row("smoothstep", "F, F, F -> F", _smoothstep, lambda low, high, x: float(_smoothstep_reference(low, high, x)),
        _wrapping(_smoothstep_reference), "``t * t * (3 - 2 * t)`` of ``t = (x - low) / (high - low)`` held in 0 to 1.",
        public=True, domain="moderate", ulp=16),
    Row("where", "B, A, A -> A", _select, lambda condition, a, b: a if condition else b, np.where,
        "The second where the first is true, else the third; both are evaluated.", (np.where,), public=True),
)  # fmt: skip
"""``where`` on vectors chooses component by component."""
