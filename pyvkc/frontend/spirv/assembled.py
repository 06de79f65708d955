"""What the module builder gives in the end."""

from __future__ import annotations

from typing import NamedTuple

from .body import Mark


class Assembled(NamedTuple):
    """A finished module.

    Attributes
    ----------
    words
        The module, little-endian.
    capabilities, extensions
        What it declares.
    version
        The version of SPIR-V, as major and minor.
    marks
        The words from which on instructions come from another place, and what `mark` was given there.
    """

    words: bytes
    capabilities: tuple[str, ...]
    extensions: tuple[str, ...]
    version: tuple[int, int]
    marks: tuple[Mark, ...] = ()
