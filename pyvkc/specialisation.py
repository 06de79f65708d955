"""Kernels compiled for sets of argument types: made when first needed, kept, and given to devices.

A :class:`Specialisation` belongs to argument types, a workgroup and a target. Of the programs that can be made of it, a
launch runs the one that relies on no more than holds for it.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, final

from .arguments import ArgumentType
from .frontend.atomics import FLOAT_FEATURES
from .frontend.compile import Options, Target, Tree
from .program import Assumption, Program, Symbol
from .types import Scalar, i32

if TYPE_CHECKING:
    from .kernel import Kernel
    from .runtime.device import Device
    from .runtime.launch import Launcher

__all__ = ["LONGEST", "Specialisation", "debug_level", "specialise"]

LONGEST: Final = 2**31
"""Elements and invocations from which on they are counted in 64 bits."""

MOST_KEPT: Final = 16
"""Specialisations for the same types that are kept while what they captured changes from launch to launch."""

SYMBOLS: Final = {
    "size":   "{scale} * sizes[{axis}]",
    "groups": "{scale} * -(sizes[{axis}] // -{width})",
    "extent": "{scale} * arguments[{parameter}].shape[{axis}]",
    "value":  "{scale} * arguments[{parameter}]",
    "zero":   "0",
}  # fmt: skip
"""Where the numbers known at launch are found, by their kind."""


@final
class Specialisation:
    """A kernel compiled for one set of argument types and one target, ready for any device that is such a target.

    ``current()`` says whether everything captured from outside the kernel still has the value it was compiled with.
    """

    def __init__(self, tree: Tree, target: Target) -> None:
        self._tree = tree
        self.current = tree.captures.hold
        self.restrictions = tree.restrictions
        self._target = target
        self._lock = threading.Lock()
        self._programs: dict[bool, Program] = {}
        self._launchers: dict[tuple[bool, Any], Launcher] = {}
        self.whole_groups = self.program(assume=True).whole_groups
        self.written = tuple(p.written for p in self.program(assume=True).parameters)
        self._holds = _assumption_test(self.program(assume=True))

    @property
    def reports(self) -> bool:
        """Whether a program that has been made reports something."""
        return any(program.report is not None for program in self._programs.values())

    def program(self, *, assume: bool) -> Program:
        if assume not in self._programs:
            self._programs[assume] = self._tree.program(self._target, assume=assume)
        return self._programs[assume]

    def launch(self, device: Device, sizes: tuple[int, ...], arguments: Sequence[Any]) -> None:
        """Run it on arguments that have been checked."""
        assume = self._holds(sizes, arguments)
        launcher = self._launchers.get((assume, device))
        if launcher is None:
            launcher = self._make_launcher(device, assume)
        launcher(sizes, arguments)

    def _make_launcher(self, device: Device, assume: bool) -> Launcher:
        from .runtime.launch import Launcher

        with self._lock:
            key = assume, device
            if key not in self._launchers:
                program = self.program(assume=assume)
                device.require(program.features, program.name, program.needs)
                self._launchers[key] = Launcher(device, program)
            return self._launchers[key]


def _assumption_test(program: Program) -> Callable[[tuple[int, ...], Sequence[Any]], bool]:
    """Whether a launch satisfies what a program relies on, as one compiled expression.

    ``x[global_id()]`` gives ``sizes[0] + -1 < arguments[0].shape[0]``.
    """
    terms = (_assumption_text(program, assumption) for assumption in program.assumptions)
    test: Callable[[tuple[int, ...], Sequence[Any]], bool] = eval(  # the text is made of that table and of integers
        f"lambda sizes, arguments: {' and '.join(terms) or 'True'}"
    )
    return test


def _assumption_text(program: Program, assumption: Assumption) -> str:
    limit = str(LONGEST)
    if assumption.parameter >= 0:
        limit = _symbol_text(program, Symbol("extent", assumption.parameter, assumption.axis))
    return f"{_symbol_text(program, assumption.symbol)} + {assumption.offset} < {limit}"


def _symbol_text(program: Program, symbol: Symbol) -> str:
    width = program.workgroup[program.ndim - 1 - symbol.axis] if symbol.kind == "groups" else 0
    text = SYMBOLS[symbol.kind].format(parameter=symbol.parameter, axis=symbol.axis, scale=symbol.scale, width=width)
    return text.removeprefix("1 * ")


def specialise(
    kernel: Kernel,
    types: Sequence[ArgumentType],
    workgroup: tuple[int, ...],
    device: Device,
    wide: bool,
    index: Scalar = i32,
) -> Specialisation:
    """The code for these types, compiled if it is not there or no longer right.

    `wide` is as in :class:`Target`, `index` as in :class:`Tree`.
    """
    target = _debuggable(_target_of(device, wide), device, kernel.options)
    key = (*types, workgroup, kernel.options, target, index)
    found = _current(kernel.code.get(key, ()))
    if found is None:
        with kernel.lock:
            found = _current(kernel.code.get(key, ()))
            if found is None:
                found = Specialisation(kernel.tree(types, workgroup, index), target)
                kernel.code[key] = [found, *kernel.code.get(key, ())[: MOST_KEPT - 1]]
    return found


def _current(codes: Sequence[Specialisation]) -> Specialisation | None:
    return next((code for code in codes if code.current()), None)


def debug_level(options: Options) -> str:
    """What modules say of the text that they come from, with these options, as in :class:`Target`."""
    if os.environ.get("PYVKC_DEBUG_INFO", "") not in ("", "0"):
        return "info"
    return "lines" if options.debug else "none"


def _debuggable(target: Target, device: Device, options: Options) -> Target:
    """The target with the debugging information that is wanted, or that the device takes of it."""
    level = debug_level(options)
    if level == "info" and not device.takes_debug_info:
        level = "lines"
    return target if level == target.debug else replace(target, debug=level)


@functools.lru_cache(maxsize=32)
def _target_of(device: Device, wide: bool) -> Target:
    return Target(
        device.target,
        storage8=device.storage8,
        float_controls=device.float_controls,
        wide=wide,
        atomics=frozenset(name for name in FLOAT_FEATURES if device.features.get(name)),
        int8=device.features.get("shaderInt8", False),
        int16=device.features.get("shaderInt16", False),
        float16=device.features.get("shaderFloat16", False),
    )
