"""Rows called from Python: on numbers as Python, on vectors and arrays component by component as in kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from ...host_values import HostVector
from ...types import SCALARS, WEAK_FLOAT, WEAK_INT, Scalar, bool_, scalar_of_dtype
from .row import Row

__all__ = ["call"]

FLOATS: Final = tuple(type.name for type in SCALARS.values() if type.floating)


def call(row: Row, operands: Sequence[Any]) -> Any:
    """A row on Python's and NumPy's numbers, or on vectors, matrices and arrays with the types that kernels promote to.

    Raises
    ------
    TypeError
        The operands are too many or too few, are of several shapes, or have no common type.
    """
    shapes = {operand.shape: None for operand in operands if isinstance(operand, np.ndarray) and operand.ndim}
    if not shapes or row.whole:
        return row.python(*operands)
    types = [_type_of(operand) for operand in operands]
    if None in types:
        return row.python(*operands)
    if len(operands) != len(row.operands):
        raise TypeError(f"{row.called}() takes {len(row.operands)} operands, not {len(operands)}")
    vectors = any(isinstance(operand, HostVector) for operand in operands)
    if vectors and len(shapes) > 1:
        raise TypeError(f"{row.called}() takes vectors of one size, not of the shapes {' and '.join(map(str, shapes))}")
    result = _computed(row, operands, [type for type in types if type is not None])
    return result.view(HostVector) if vectors else result


def _type_of(operand: Any) -> Scalar | None:
    """The type of a number or of an array's elements, as the checker sees it; ``None`` for anything else."""
    if isinstance(operand, (np.ndarray, np.generic)):
        return scalar_of_dtype(operand.dtype)
    if isinstance(operand, bool):
        return bool_
    if isinstance(operand, (int, float)):
        return WEAK_INT if isinstance(operand, int) else WEAK_FLOAT
    return None


def _computed(row: Row, operands: Sequence[Any], types: Sequence[Scalar]) -> Any:
    from ..signature import resolve
    from ..values import Mistake

    try:
        # The computer has all the types that some drivers lack.
        taken, result = resolve(replace(row, floats=FLOATS), types)
    except Mistake as mistake:
        raise TypeError(str(mistake)) from None
    with np.errstate(all="ignore"):
        arrays = [np.array(operand, type.dtype) for operand, type in zip(operands, taken, strict=True)]
        return np.asarray(row.reference(*arrays)).astype(result.dtype)
