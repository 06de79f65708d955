"""The builtin table: every operation of the kernel language, one row each.

``ROWS`` finds a row by name, ``MEANINGS`` finds the names of the rows that a Python object (``math.sin``, ``abs``,
``pyvkc.clz``) stands for; of several, the one that takes the number of arguments given is meant.
"""

from __future__ import annotations

from typing import Any, Final

from .arithmetic import OPERATORS
from .elementary import FUNCTIONS
from .names import POSITIONS, Builtin, builtin
from .row import Emitter, Row
from .transcendental import TRANSCENDENTAL

__all__ = ["MEANINGS", "POSITIONS", "ROWS", "Builtin", "Emitter", "Row", "builtin"]

ROWS: Final[dict[str, Row]] = {row.name: row for row in (*OPERATORS, *FUNCTIONS, *TRANSCENDENTAL)}
assert len(ROWS) == len(OPERATORS) + len(FUNCTIONS) + len(TRANSCENDENTAL), "two rows have one name"


def _meanings() -> dict[Any, tuple[str, ...]]:
    meanings: dict[Any, tuple[str, ...]] = {}
    for row in ROWS.values():
        for meaning in dict.fromkeys((*row.meanings, builtin(row.name))):
            meanings[meaning] = (*meanings.get(meaning, ()), row.name)
    return meanings


MEANINGS: Final = _meanings()
