"""How a command fails: one message on standard error and an exit code, never a traceback of ours.

Exit code 1 is a check that failed, or a machine that lacks what was asked for; 2 is bad usage or a kernel that does not
compile.
"""

from __future__ import annotations

from typing import Final, final

import click

__all__ = ["BAD_USAGE", "FAILED_CHECK", "Failure"]

FAILED_CHECK: Final = 1
BAD_USAGE: Final = 2


@final
class Failure(click.ClickException):
    """Ends a command with `message` on standard error and `code` as its exit code."""

    def __init__(self, message: str, code: int = BAD_USAGE) -> None:
        super().__init__(message)
        self.exit_code = code
