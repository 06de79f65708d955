"""The front end from end to end: a kernel's source and argument types become a program.

Everything that the two halves of pyvkc and the command line want from the front end is here.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from ..program import Program
from ..types import ArrayType, Scalar, Vector
from .builtins import POSITIONS
from .check import Checked, check
from .lower import lower
from .passes.prove import prove
from .scope import Captures
from .source import Source
from .target import Target

__all__ = ["Options", "Target", "Tree", "infer_ndim"]

DEFAULT_WORKGROUP: Final = {1: (256,), 2: (8, 32), 3: (2, 4, 32)}
"""256 invocations, longest along the axis of neighbouring elements.

With 128, streaming kernels reach two thirds of the bandwidth that an NVIDIA H200 gives them with 256.
"""

SMALL_WORKGROUP: Final = {1: (128,), 2: (4, 32), 3: (1, 4, 32)}
"""For devices that allow no more than the 128 invocations which Vulkan promises."""


@final
@dataclass(frozen=True, slots=True)
class Options:
    """How a kernel is compiled, but for its workgroup; ``None`` leaves that to pyvkc."""

    workgroup: tuple[int, ...] | None = None
    fastmath: frozenset[str] = frozenset()
    unchecked: bool = False


@final
class Tree:
    """A kernel checked for one set of argument types, from which programs for several targets are made.

    `workgroup` is in NumPy order and has as many axes as the launch.
    """

    def __init__(
        self,
        source: Source,
        parameters: Sequence[tuple[str, Scalar | Vector | ArrayType]],
        workgroup: tuple[int, ...],
        options: Options,
    ) -> None:
        self._checked: Checked = check(
            source,
            parameters,
            ndim=len(workgroup),
            workgroup=workgroup,
            fastmath=options.fastmath,
            unchecked=options.unchecked,
        )

    @property
    def captures(self) -> Captures:
        """What outside the kernel the tree depends on."""
        return self._checked.captures

    def program(self, target: Target, *, assume: bool = False) -> Program:
        """The program; with `assume` it may rely on facts about the launch, which it then names."""
        kernel, assumptions = prove(self._checked.kernel, assume=assume)
        return lower(kernel, target, assumptions=assumptions)


def infer_ndim(source: Source) -> int:
    """The dimensions of the launch that a kernel was written for, from how it takes its position apart.

    ``i, j = global_id()`` makes it 2, ``global_id(1)`` at least 2; else it is 1.
    """
    ndim = 1
    for node in ast.walk(source.node):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and _is_position(node.value):
            ndim = max(ndim, len(node.targets[0].elts))
        elif _is_position(node) and isinstance(node, ast.Call) and node.args:
            axis = node.args[0]
            if isinstance(axis, ast.Constant) and isinstance(axis.value, int):
                ndim = max(ndim, axis.value + 1)
    return min(ndim, 3)


def _is_position(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in POSITIONS
