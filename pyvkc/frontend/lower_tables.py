"""Constant tables in the memory of the device, of which a launch passes the addresses.

A module may hold a table as a variable with an initial value, and it does so for the smallest, and where there are no
addresses. But drivers copy such a variable for each invocation, or take minutes to compile it. So a table is an array
of rows: the numbers of an element in their order, those of fewer than 32 bits as 32 bits of their kind, so that
no device needs a feature for them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from ..program import Table
from ..types import ElementType, Scalar, StructType, bool_, u32
from . import ir
from .layout import leaves
from .lower_narrow import HOLDERS

__all__ = ["row_of", "stored_tables", "table_of"]

MOST_NUMBERS: Final = 16
"""Numbers of a table that the module holds itself."""

WIDE: Final = {**HOLDERS, bool_: u32}
"""What a number of fewer than 32 bits is stored as."""


def stored_tables(allocations: Iterable[ir.Allocation]) -> tuple[ir.Allocation, ...]:
    """The tables among `allocations` that are too large for the module, in their order."""
    tables = (array for array in allocations if array.kind == "table" and len(array.values) > MOST_NUMBERS)
    return tuple(sorted(tables, key=lambda array: array.index))


def row_of(element: ElementType) -> StructType:
    """What an element of a table is stored as."""
    fields, offsets, end = [], [], 0
    for number, leaf in enumerate(leaves(element)):
        scalar = WIDE.get(leaf.scalar, leaf.scalar)
        fields.append((f"n{number}", scalar))
        offsets.append(-(-end // scalar.itemsize) * scalar.itemsize)
        end = offsets[-1] + scalar.itemsize
    largest = max(scalar.itemsize for _, scalar in fields)
    return StructType("row", tuple(fields), tuple(offsets), -(-end // largest) * largest)


def table_of(array: ir.Allocation) -> Table:
    """The table as it lies in memory."""
    row = row_of(array.element)
    formats = [scalar.dtype for _, scalar in row.fields if isinstance(scalar, Scalar)]
    layout = np.dtype({"names": row.names, "formats": formats, "offsets": row.offsets, "itemsize": row.itemsize})
    count = len(row.fields)
    rows = np.zeros(len(array.values) // count, layout)
    for number, (name, format) in enumerate(zip(row.names, formats, strict=True)):
        rows[name] = np.array(array.values[number::count], format)
    return Table(array.name, rows.tobytes())
