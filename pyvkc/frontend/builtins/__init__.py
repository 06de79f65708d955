"""The builtin table: every operation of the kernel language, one row each.

``ROWS`` finds a row by name, ``MEANINGS`` finds the names of the rows that a Python object (``math.sin``, ``abs``,
``pyvkc.clz``) stands for; of several, the one that takes the number of arguments given is meant.
"""

from __future__ import annotations

from typing import Any, Final

from .arithmetic import OPERATORS
from .bits import BITS
from .elementary import FUNCTIONS
from .geometry import GEOMETRY
from .names import MEMORY, POSITIONS, Builtin, builtin
from .outside import call
from .powers import POWERS
from .row import Emitter, Row
from .transcendental import TRANSCENDENTAL

__all__ = ["MEANINGS", "MEMORY", "POSITIONS", "ROWS", "Builtin", "Emitter", "Row", "builtin", "call"]

_ALL: Final = (*OPERATORS, *POWERS, *FUNCTIONS, *BITS, *GEOMETRY, *TRANSCENDENTAL)
ROWS: Final[dict[str, Row]] = {row.name: row for row in _ALL}
assert len(ROWS) == len(_ALL), "two rows have one name"


def _meanings() -> dict[Any, tuple[str, ...]]:
    meanings: dict[Any, tuple[str, ...]] = {}
    for row in ROWS.values():
        for meaning in dict.fromkeys((*row.meanings, builtin(row.name))):
            meanings[meaning] = (*meanings.get(meaning, ()), row.name)
    return meanings


MEANINGS: Final = _meanings()
