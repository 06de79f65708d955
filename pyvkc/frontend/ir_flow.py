"""Statements of the typed tree that change no memory of the kernel's: where control goes, and what is told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from ..errors import Span
    from ..reports import Site
    from .ir import Expression

__all__ = ["Barrier", "Break", "Continue", "Report", "Stop"]


@final
@dataclass(frozen=True, slots=True)
class Barrier:
    """Orders accesses to memory. `kind` is ``"group"``: all invocations of the workgroup wait for one another, and see
    what the others wrote to shared memory and to arrays before it; ``"memory"``: only the order, on the whole device.
    """

    kind: str
    span: Span | None = field(default=None, compare=False, repr=False)


@final
@dataclass(frozen=True, slots=True)
class Report:
    """Tells the host that an invocation, which stands at `position`, came to a `site`, and the values in its text.

    Of the faults the first is kept; of what is printed all, as long as there is room.
    """

    site: Site
    position: tuple[Expression, ...]
    values: tuple[Expression, ...]


@final
@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop; always a block's last statement."""


@final
@dataclass(frozen=True, slots=True)
class Continue:
    """Goes to the next iteration of the innermost loop; always a block's last statement."""


@final
@dataclass(frozen=True, slots=True)
class Stop:
    """Ends the invocation, in a function, too; always a block's last statement. The checker itself resolves it."""
