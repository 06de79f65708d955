"""The front end from end to end: a kernel's source and argument types become a program.

Everything that the two halves of pyvkc and the command line want from the front end is here.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, final

from ..errors import CompileError
from ..program import Program
from ..settings import DEFAULT_LINES
from ..static import StaticType
from ..types import ArrayType, ElementType, Scalar, i32
from . import ir
from .builtins import POSITIONS
from .check import Checked, check
from .dialect import PLAIN, Dialect
from .lower import lower
from .lower_cells import find_parts
from .passes.carry import carry
from .passes.prove import prove
from .passes.watch import watch
from .scope import Captures
from .source import Source
from .target import Target
from .values import TOO_DEEP

__all__ = ["Options", "Target", "Tree", "default_workgroup", "infer_ndim"]

MOST_INVOCATIONS: Final = 256
"""Invocations of a workgroup. With 128, a streaming kernel reaches two thirds of the bandwidth of an NVIDIA H200."""

WIDEST: Final = (64, 128, 32)
"""The most along each axis of three, the slowest first: Vulkan's own limits, and enough for whole cache lines."""


@final
@dataclass(frozen=True, slots=True)
class Options:
    """How a kernel is compiled; without a `workgroup` pyvkc chooses one. What is printed has room for `print_lines`.

    One with `debug` is checked, in which nothing is `unchecked`.
    """

    workgroup: tuple[int, ...] | None = None
    fastmath: frozenset[str] = frozenset()
    unchecked: bool = False
    debug: bool = False
    print_lines: int = DEFAULT_LINES


@final
class Tree:
    """A kernel checked for one set of argument types, from which programs for several targets are made.

    `workgroup` is in NumPy order and has as many axes as the launch. `index` is i64 where an array or the launch may
    have 2^31 elements or more, else i32.
    """

    def __init__(
        self,
        source: Source,
        parameters: Sequence[tuple[str, ElementType | ArrayType | StaticType]],
        workgroup: tuple[int, ...],
        options: Options,
        dialect: Dialect = PLAIN,
        index: Scalar = i32,
    ) -> None:
        self._source = source
        self._options = options
        self._checked: Checked = check(
            source,
            parameters,
            ndim=len(workgroup),
            workgroup=workgroup,
            fastmath=options.fastmath,
            unchecked=options.unchecked and not options.debug,
            debug=options.debug,
            dialect=dialect,
            index=index,
        )

    @property
    def captures(self) -> Captures:
        """What outside the kernel the tree depends on."""
        return self._checked.captures

    @property
    def restrictions(self) -> dict[int, set[Scalar]]:
        """The integer types in which a Python number without annotation must fit, by the parameter's index."""
        return self._checked.restrictions

    def program(self, target: Target, *, assume: bool = False) -> Program:
        """The program; with `assume` it may rely on facts about the launch, which it then names."""
        if not target.addresses:
            _refuse_parts(self._checked.kernel)
        try:
            kernel, assumptions = prove(self._checked.kernel, assume=assume)
            if self._options.debug:
                kernel = watch(kernel)
            program = lower(carry(kernel), target, assumptions=assumptions, lines=self._options.print_lines)
            return replace(program, tree=kernel)
        except RecursionError:
            raise CompileError(TOO_DEEP, self._source.header(), kernel=self._source.name) from None


def _refuse_parts(kernel: ir.Kernel) -> None:
    """Refuse what only addresses reach."""
    for node in find_parts(kernel):
        assert node.span is not None
        raise CompileError(
            f"atomic.{node.operation}() on a {node.result.type} inside an element of {node.array.name!r} is not "
            "possible with abi='descriptor', which has no address of the word around it; make it 32 bits wide",
            node.span,
            kernel=kernel.name,
        )


def default_workgroup(sizes: Sequence[int], most: int = MOST_INVOCATIONS) -> tuple[int, ...]:
    """A workgroup for launches of such `sizes`, in NumPy order, on a device that allows `most` invocations.

    It is long along the axis of neighbouring elements, and along the others where that one is short: (8, 32) for a
    large image, (64, 4) for one of width 3.
    """
    left = min(most, MOST_INVOCATIONS)
    if len(sizes) == 1:
        return (left,)
    chosen: list[int] = []
    for size, widest in zip(reversed(sizes), reversed(WIDEST), strict=False):
        chosen.append(min(1 << max(size - 1, 0).bit_length(), widest, left))
        left //= chosen[-1]
    return tuple(reversed(chosen))


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
