"""SPIR-V: its grammar, the encoder, the module builder and the disassembler.

It knows SPIR-V and nothing else of the package. `disasm` is imported where it is needed, not here: compiling does
not need it.
"""

from __future__ import annotations

from .assembled import Assembled
from .encode import encode, enumerant
from .module import Module

__all__ = ["Assembled", "Module", "encode", "enumerant"]
