"""Debugging information as the instructions of NonSemantic.Shader.DebugInfo.100, which change nothing else.

Gets ids for all operands, as the set has it: numbers are constants of 32 bits, texts are OpString. Before SPIR-V 1.6
the set needs an extension, which is declared here.
"""

from __future__ import annotations

from .body import Line
from .encode import debug_words
from .module import Module

NAME = "NonSemantic.Shader.DebugInfo.100"


class DebugInfo:
    """Writes the set's instructions into a module.

    Parameters
    ----------
    module
        The module; it declares the set at once.
    """

    def __init__(self, module: Module) -> None:
        self.module = module
        if module.version < (1, 6):
            module.extension("SPV_KHR_non_semantic_info")
        self._set = module.instruction_set(NAME)
        self._void = module.type("OpTypeVoid")

    def add(self, name: str, *operands: int, inside: bool = False) -> int:
        """Add an instruction outside of functions, or inside the open block, and return its result."""
        result = self.module.fresh()
        self.module.insert(self._words(name, result, operands), inside=inside)
        return result

    def line(self, scope: int, *place: int) -> None:
        """Say where the following instructions come from: the operands of DebugScope and DebugLine.

        A scope holds until the block ends, and is said again in the next.
        """

        def write(opening: bool) -> list[int]:
            fresh = self.module.fresh
            scoped = self._words("DebugScope", fresh(), (scope,)) if opening else ()
            return [*scoped, *self._words("DebugLine", fresh(), place)]

        self.module.line_as(Line((scope, *place), write, plain=False))

    def _words(self, name: str, result: int, operands: tuple[int, ...]) -> tuple[int, ...]:
        return debug_words(name, self._void, result, self._set, operands)
