"""The state of one function while it is lowered: its variables, its loops and what it has loaded of the launch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import final

from ..types import Scalar, i32, i64
from . import ir
from .lower_emitter import Emitter
from .lower_interface import Interface
from .lower_launch import Launch

__all__ = ["Body", "Loop"]


@final
@dataclass(slots=True)
class Loop:
    """The blocks that ``break`` and ``continue`` go to, and whether any ``break`` does."""

    merge: int
    continues: int
    broken: bool = False


@final
class Body:
    """One function, being lowered.

    Parameters
    ----------
    interface : Interface
        The module's.
    functions : dict of int to int
        The ids of the functions that may be called, by index.
    """

    __slots__ = (
        "emitter", "functions", "interface", "launch", "locations", "loops", "module", "named", "pointers", "values",
    )  # fmt: skip

    def __init__(self, interface: Interface, functions: dict[int, int]) -> None:
        self.interface = interface
        self.emitter: Emitter = interface.emitter
        self.module = interface.emitter.module
        self.functions = functions
        self.launch = Launch(interface)
        self.locations = interface.locations
        self.loops: list[Loop] = []
        self.values: dict[int, int] = {}  # of variables assigned once
        self.pointers: dict[int, int] = {}  # of the mutable ones
        self.named: set[int] = set()

    def read(self, variable: ir.Variable) -> int:
        """The present value of a variable."""
        if variable.mutable:
            return self.module.value("OpLoad", self.emitter.type(variable.type), self.pointer(variable))
        return self.values[variable.index]

    def assign(self, variable: ir.Variable, value: int) -> None:
        """Set a variable, or define one that is assigned once."""
        if variable.mutable:
            self.module.emit("OpStore", self.pointer(variable), value)
        else:
            self.values[variable.index] = value
            self._name(value, variable.name)
            self.locations.valued(variable, value)

    def pointer(self, variable: ir.Variable) -> int:
        """Where a mutable variable is kept."""
        found = self.pointers.get(variable.index)
        if found is None:
            type = self.emitter.pointer("Function", self.emitter.type(variable.type))
            found = self.pointers[variable.index] = self.module.local(type)
            self.module.name(found, variable.name)
            self.locations.kept(variable, found)
        return found

    def index_type(self, index: int) -> Scalar:
        """The type of an index, i32 or i64."""
        return i64 if self.module.width_of(index) == 64 else i32

    def choose(self, condition: int, then: Callable[[], int], otherwise: Callable[[], int], type: int) -> int:
        """``then() if condition else otherwise()``, with branches: only the side taken runs."""
        module = self.module
        then_label, otherwise_label, merge = module.fresh(), module.fresh(), module.fresh()
        module.emit("OpSelectionMerge", merge, "None")
        module.emit("OpBranchConditional", condition, then_label, otherwise_label)
        operands: list[int] = []
        for label, side in ((then_label, then), (otherwise_label, otherwise)):
            module.label(label)
            operands += (side(), module.block)  # the side may have ended in another block than it began
            module.emit("OpBranch", merge)
        module.label(merge)
        return module.value("OpPhi", type, *operands)

    def when(self, condition: int, then: Callable[[], None]) -> None:
        """Run ``then()`` if a condition holds."""
        module = self.module
        label, merge = module.fresh(), module.fresh()
        module.emit("OpSelectionMerge", merge, "None")
        module.emit("OpBranchConditional", condition, label, merge)
        module.label(label)
        then()
        module.emit("OpBranch", merge)
        module.label(merge)

    def guard(self, condition: int, then: Callable[[], int], zero: int, type: int) -> int:
        """``then() if condition else zero``, for a constant zero."""
        module = self.module
        before, label, merge = module.block, module.fresh(), module.fresh()
        module.emit("OpSelectionMerge", merge, "None")
        module.emit("OpBranchConditional", condition, label, merge)
        module.label(label)
        value, after = then(), module.block
        module.emit("OpBranch", merge)
        module.label(merge)
        return module.value("OpPhi", type, value, after, zero, before)

    def _name(self, id: int, name: str) -> None:
        if id not in self.named and self.emitter.known(id) is None:
            self.named.add(id)
            self.module.name(id, name)
