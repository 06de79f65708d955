"""Python's parser and compiler, asked again without their warnings, one thread at a time.

Filters of warnings are the whole process's: two threads that set them at once would leave them set. And Python 3.11
counts how deep all parsers are as one number.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["quietly"]

_LOCK: Final = threading.Lock()


@contextmanager
def quietly() -> Iterator[None]:
    """Run a block without warnings: Python has warned when it read the file itself."""
    with _LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
