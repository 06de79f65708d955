"""How a command fails: one message on standard error and an exit code, never a traceback of ours.

Exit code 1 is a check that failed, or a machine that lacks what was asked for; 2 is bad usage or a kernel that does not
compile.
"""

from __future__ import annotations

from typing import final

import click

__all__ = ["BadUsage", "FailedCheck"]


@final
class BadUsage(click.ClickException):
    """Ends a command with a message on standard error and exit code 2."""

    exit_code = 2


@final
class FailedCheck(click.ClickException):
    """Ends a command with a message on standard error and exit code 1."""

    exit_code = 1
