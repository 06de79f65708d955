"""Running programs: devices, arrays, launches, recorded sequences.

Knows nothing of Python's syntax or of the front end.
"""

from __future__ import annotations
