"""The command line: ``pyvkc`` and ``python -m pyvkc``.

Commands print results to standard output and, when they fail, one message to standard error. Exit codes: 0; 1 a check
that failed; 2 bad usage or a kernel that does not compile. The libraries of the command line (click and rich) are
imported here and below and nowhere else. Each command is a module of its name, loaded when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, final

import click

from .. import __version__
from ..errors import DeviceError, Error
from ..spirv_tools import ToolNotFoundError
from .failure import BadUsage, FailedCheck

__all__ = ["main"]

COMMANDS: Final = ("check", "devices", "dump", "explore")


@final
class _Commands(click.Group):
    """A group whose commands may raise pyvkc's errors: the user sees their message."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f".{cmd_name}", __name__), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Error as error:
            missing = isinstance(error, DeviceError | ToolNotFoundError)
            raise (FailedCheck if missing else BadUsage)(str(error)) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message="pyvkc %(version)s")
def main() -> None:
    """Python functions as Vulkan compute kernels: look at what they compile to and at what can run them."""
