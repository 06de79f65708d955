"""What a compiled kernel consists of, counted without running it.

All counts are static: every statement counts once, the body of a loop too, both sides of an ``if``, and a function once
for each call of it in the text. So they compare kernels and versions of a kernel; they are no measure of time.
Arithmetic and accesses are counted in the typed tree, where every one stands for what the text says; the arithmetic of
indices is left out. Instructions are those of the SPIR-V module. Registers and spills are the driver's, where it tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, final

from .frontend import ir
from .frontend.passes.rewrite import CHILDREN
from .frontend.spirv.disasm import Decoder
from .program import Program
from .types import Matrix, Scalar, bool_, parts_of

__all__ = ["Access", "Executable", "Statistics", "statistics_of"]

CLASSES: Final = (
    # class                  instructions, by the beginnings of their names
    ("float arithmetic",     ("OpFAdd", "OpFSub", "OpFMul", "OpFDiv", "OpFRem", "OpFMod", "OpFNegate", "OpDot",
                              "OpVectorTimes", "OpMatrixTimes")),
    ("functions of GLSL",    ("OpExtInst",)),
    ("integer arithmetic",   ("OpIAdd", "OpISub", "OpIMul", "OpSDiv", "OpUDiv", "OpSRem", "OpUMod", "OpSMod",
                              "OpSNegate", "OpUMulExtended", "OpSMulExtended", "OpIAddCarry", "OpISubBorrow")),
    ("bits",                 ("OpBitwise", "OpShift", "OpNot", "OpBitField", "OpBitReverse", "OpBitCount")),
    ("conversions",          ("OpConvert", "OpSConvert", "OpUConvert", "OpFConvert", "OpBitcast", "OpSatConvert")),
    ("comparisons",          ("OpIEqual", "OpINotEqual", "OpFOrd", "OpFUnord", "OpSLess", "OpSGreater", "OpULess",
                              "OpUGreater", "OpLogical", "OpIsNan", "OpIsInf", "OpAny", "OpAll", "OpSelect")),
    ("loads",                ("OpLoad",)),
    ("stores",               ("OpStore",)),
    ("atomics",              ("OpAtomic",)),
    ("subgroup operations",  ("OpGroup",)),
    ("barriers",             ("OpControlBarrier", "OpMemoryBarrier")),
    ("addresses",            ("OpAccessChain", "OpInBoundsAccessChain", "OpPtrAccessChain", "OpArrayLength",
                              "OpConvertUToPtr", "OpConvertPtrToU")),
    ("composites",           ("OpComposite", "OpVectorShuffle", "OpVectorExtract", "OpVectorInsert", "OpCopy")),
    ("calls",                ("OpFunctionCall",)),
    ("control flow",         ("OpBranch", "OpSelectionMerge", "OpLoopMerge", "OpPhi", "OpReturn", "OpUnreachable",
                              "OpSwitch", "OpKill")),
)  # fmt: skip
SURROUNDING: Final = (
    "OpFunction",
    "OpFunctionParameter",
    "OpFunctionEnd",
    "OpLabel",
    "OpLine",
    "OpNoLine",
    "OpVariable",
)
"""What does nothing."""

KINDS: Final[dict[type, str]] = {ir.Load: "loads", ir.Store: "stores", ir.Atomic: "atomics"}
"""The accesses, in the order of the members of :class:`Access`."""

WEIGHTS: Final = {"fma": 2, "positive": 0}
"""Operations that count for another number than one."""


@final
@dataclass(frozen=True, slots=True)
class Access:
    """How often the text reaches an array with one width.

    `memory` is ``"device"``, ``"shared"``, ``"local"`` or ``"table"``; `bits` are those of one access.
    """

    array: str
    memory: str
    bits: int
    loads: int = 0
    stores: int = 0
    atomics: int = 0

    @property
    def bytes(self) -> int:
        """The bytes that all of them move; an atomic operation moves its number twice."""
        return self.bits // 8 * (self.loads + self.stores + 2 * self.atomics)


@final
@dataclass(frozen=True, slots=True)
class Executable:
    """What a driver made of a kernel: its own name for it, the size of its subgroups, and numbers by their names."""

    name: str
    description: str
    subgroup_size: int
    values: Mapping[str, int | float | bool]


@final
@dataclass(frozen=True, slots=True)
class Statistics:
    """Counts of a kernel; ``print`` shows them as tables.

    Attributes
    ----------
    kernel : str
        Its name.
    instructions : mapping of str to int
        Instructions of the module by class; ``"all"`` is their sum.
    operations : mapping of str to int
        Arithmetic operations on numbers of each type, vectors number by number, without those of indices and
        comparisons; an ``fma`` is two.
    accesses : tuple of Access
        Loads, stores and atomic operations by array and width.
    shared : int
        Bytes of shared memory of a workgroup.
    bytes : int
        Bytes that the accesses to arrays in device memory move.
    intensity : float or None
        Arithmetic operations for each of these bytes; ``None`` without such an access. Below some tens a GPU waits for
        its memory, if caches do not help.
    executables : tuple of Executable
        What the driver says of its code, registers and spills among it; empty without a device or where it says
        nothing.
    """

    kernel: str
    instructions: Mapping[str, int]
    operations: Mapping[str, int]
    accesses: tuple[Access, ...]
    shared: int
    executables: tuple[Executable, ...] = field(default=())

    @property
    def bytes(self) -> int:
        return sum(access.bytes for access in self.accesses if access.memory == "device")

    @property
    def intensity(self) -> float | None:
        return sum(self.operations.values()) / self.bytes if self.bytes else None

    def __str__(self) -> str:
        intensity = (
            "no access to device memory" if self.intensity is None else f"{self.intensity:.3g} operations a byte"
        )
        lines = [f"{self.kernel}: {intensity}, {self.shared:,} bytes shared"]
        counts = [(name, f"{count:,}") for name, count in self.instructions.items()]
        lines += _columns([("instructions", ""), *counts])
        lines += _columns([("operations", ""), *((name, f"{count:,}") for name, count in self.operations.items())])
        rows = [(a.array, a.memory, *map(str, (a.bits, a.loads, a.stores, a.atomics))) for a in self.accesses]
        lines += _columns([("array", "memory", "bits", "loads", "stores", "atomics"), *rows])
        for each in self.executables:
            values = [(name, f"{value}") for name, value in each.values.items()]
            lines += _columns([(each.name, ""), ("subgroup size", str(each.subgroup_size)), *values])
        return "\n".join(lines)


def _columns(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Aligned lines, after an empty one: texts on the left, numbers on the right; nothing for a heading alone."""
    if len(rows) < 2:
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ""
    for row in rows:
        cells = [c.rjust(w) if c[:1].isdigit() else c.ljust(w) for c, w in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def statistics_of(program: Program, executables: Iterable[Executable] = ()) -> Statistics:
    """Count what a program consists of."""
    counts = _Counts()
    counts.block(program.tree.body)
    accesses: dict[tuple[str, str, int], Counter[str]] = {}
    for (array, memory, bits, kind), count in counts.accesses.items():
        accesses.setdefault((array, memory, bits), Counter())[kind] = count
    order = [parameter.name for parameter in program.parameters]
    ordered = sorted(accesses, key=lambda where: order.index(where[0]) if where[1] == "device" else len(order))
    return Statistics(
        kernel=program.name,
        instructions=_instructions(program.words),
        operations=dict(sorted(counts.operations.items())),
        accesses=tuple(Access(*where, *(accesses[where][kind] for kind in KINDS.values())) for where in ordered),
        shared=program.shared_size,
        executables=tuple(executables),
    )


def _instructions(words: bytes) -> dict[str, int]:
    """The instructions of functions, by class."""
    found: Counter[str] = Counter()
    inside = False
    for one in Decoder().decode(words):
        inside = inside or one.name == "OpFunction"
        debugging = one.name == "OpExtInst" and one.operands[2].startswith("Debug")
        if inside and not debugging and one.name not in SURROUNDING:
            found[class_of(one.name)] += 1
    named = {name: found[name] for name, _ in CLASSES if found[name]}
    return {"all": sum(found.values()), **named, **({"others": found["others"]} if found["others"] else {})}


def class_of(instruction: str) -> str:
    """The class of an instruction; the longest beginning that fits decides."""
    fitting = [(len(start), name) for name, starts in CLASSES for start in starts if instruction.startswith(start)]
    return max(fitting)[1] if fitting else "others"


@final
class _Counts:
    """Counts of a tree; what a function does counts for each of its calls."""

    def __init__(self) -> None:
        self.operations: Counter[str] = Counter()
        self.accesses: Counter[tuple[str, str, int, str]] = Counter()
        self._functions: dict[int, _Counts] = {}

    def block(self, block: ir.Block) -> None:
        for statement in block:
            self.node(statement)

    def node(self, node: Any) -> None:
        """Count a node and the nodes in it; the arithmetic of indices is not what the kernel is about."""
        if isinstance(node, ir.Operation) and node.type != bool_:
            self.operations[str(node.type)] += WEIGHTS.get(node.row, 1)
        elif isinstance(node, (ir.Call, ir.CallNothing)):
            self._add(node.function)
        elif isinstance(node, (ir.Load, ir.Store, ir.Atomic)):
            self._access(node)
        for name in CHILDREN[type(node)]:
            child = getattr(node, name)
            parts = child if isinstance(child, tuple) else () if child is None else (child,)
            for part in parts:
                if name == "indices":
                    self._index(part)
                else:
                    self.node(part)

    def _index(self, node: Any) -> None:
        """Of an index only the accesses in it count."""
        inside = _Counts()
        inside._functions = self._functions
        inside.node(node)
        self.accesses.update(inside.accesses)

    def _access(self, node: ir.Load | ir.Store | ir.Atomic) -> None:
        kind = KINDS[type(node)]
        memory = node.array.kind if isinstance(node.array, ir.Allocation) else "device"
        self.accesses[node.array.name, memory, _bits(ir.part_at(node.array.element, node.path)), kind] += 1

    def _add(self, function: ir.Function) -> None:
        found = self._functions.get(function.index)
        if found is None:
            found = self._functions[function.index] = _Counts()
            found._functions = self._functions
            found.block(function.body)
        self.operations.update(found.operations)
        self.accesses.update(found.accesses)


def _bits(type: ir.ValueType) -> int:
    """The bits of a value in memory; a bool is a byte there."""
    if isinstance(type, Scalar):
        return max(type.bits, 8)
    if isinstance(type, Matrix):
        return type.element.bits * type.rows * type.columns
    return sum(map(_bits, parts_of(type)))
