"""Which sequence, if any, the present thread records into."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from .sequence import Recorder

__all__ = ["State", "state"]


class State(threading.local):
    """`recorder` is what launches and copies of this thread go into, or None to run them."""

    recorder: Recorder | None = None


state: Final = State()
