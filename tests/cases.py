"""Kernels in files of their own: the cases of ``tests/errors`` and ``tests/golden``.

A case's last kernel is the one that is meant. ``TYPES`` (text) are its arguments' types where the annotations do not
say them, ``OPTIONS`` (a dict) further arguments of ``Kernel.compile``.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import pyvkc as vkc


def load(path: Path) -> dict:
    """The names that a case's file defines."""
    names = {"__name__": path.stem, "__file__": str(path)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # Python too finds fault with some of them
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    exec(code, names)
    return names


def compile_case(path: Path):
    """The program of a case."""
    names = load(path)
    kernel = [value for value in names.values() if isinstance(value, vkc.Kernel)][-1]
    types = [names["TYPES"]] if "TYPES" in names else []
    return kernel.compile(*types, **names.get("OPTIONS", {}))
