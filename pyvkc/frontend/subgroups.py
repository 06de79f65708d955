"""The table of subgroup operations: the checker reads names and operands, the lowering reads instructions.

A row's instruction is chosen by the kind of what is combined. What has fewer than 32 bits is combined in 32: that asks
nothing of the device, and wraps or rounds to the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

__all__ = ["OPERATIONS", "Operation"]


@final
@dataclass(frozen=True, slots=True)
class Operation:
    """A subgroup operation.

    Attributes
    ----------
    takes : tuple of str
        What the operands are: ``"number"``, ``"bits"`` (an integer or a bool), ``"any"`` (a number or a bool),
        ``"truth"`` (a bool; any number is tested ``!= 0``) or ``"lane"`` (an integer).
    gives : str
        ``"same"`` as the first operand, ``"bool"`` or ``"ballot"``.
    opcodes : tuple of str
        For operands of kind int, uint and float; one where they do not differ.
    group : str
        The group operation, where the instruction takes one.
    feature : str
        The flag of ``VkSubgroupFeatureFlagBits`` that a device has.
    doc : str
        The line of the reference.
    """

    takes: tuple[str, ...]
    gives: str
    opcodes: tuple[str, ...]
    feature: str
    doc: str
    group: str = ""

    def opcode(self, kind: str) -> str:
        """The instruction for operands of a kind."""
        return self.opcodes[0] if len(self.opcodes) == 1 else self.opcodes[("int", "uint", "float").index(kind)]


REDUCTIONS: Final = {
    #        int                             uint                            float
    "add":  ("OpGroupNonUniformIAdd",       "OpGroupNonUniformIAdd",        "OpGroupNonUniformFAdd"),
    "mul":  ("OpGroupNonUniformIMul",       "OpGroupNonUniformIMul",        "OpGroupNonUniformFMul"),
    "min":  ("OpGroupNonUniformSMin",       "OpGroupNonUniformUMin",        "OpGroupNonUniformFMin"),
    "max":  ("OpGroupNonUniformSMax",       "OpGroupNonUniformUMax",        "OpGroupNonUniformFMax"),
    "and_": ("OpGroupNonUniformBitwiseAnd", "OpGroupNonUniformBitwiseAnd"),
    "or_":  ("OpGroupNonUniformBitwiseOr",  "OpGroupNonUniformBitwiseOr"),
    "xor":  ("OpGroupNonUniformBitwiseXor", "OpGroupNonUniformBitwiseXor"),
}  # fmt: skip

WORDS: Final = {
    "add": "sum", "mul": "product", "min": "least", "max": "greatest", "and_": "bitwise and", "or_": "bitwise or",
    "xor": "bitwise exclusive or",
}  # fmt: skip

SCANS: Final = {
    "":           ("Reduce",        "over the subgroup"),
    "inclusive_": ("InclusiveScan", "over the invocations up to this one"),
    "exclusive_": ("ExclusiveScan", "over the invocations before this one; of none, what changes nothing: 0 for a sum"),
}  # fmt: skip

OTHERS: Final = {
    "broadcast": Operation(("any", "lane"), "same", ("OpGroupNonUniformBroadcast",), "BALLOT",
                           "The value that invocation `lane` has; all must ask for the same one."),
    "shuffle":      Operation(("any", "lane"), "same", ("OpGroupNonUniformShuffle",), "SHUFFLE",
                              "The value that invocation `lane` has."),
    "shuffle_xor":  Operation(("any", "lane"), "same", ("OpGroupNonUniformShuffleXor",), "SHUFFLE",
                              "The value of the invocation `lane() ^ mask`."),
    "shuffle_up":   Operation(("any", "lane"), "same", ("OpGroupNonUniformShuffleUp",), "SHUFFLE_RELATIVE",
                              "The value of the invocation `lane() - delta`."),
    "shuffle_down": Operation(("any", "lane"), "same", ("OpGroupNonUniformShuffleDown",), "SHUFFLE_RELATIVE",
                              "The value of the invocation `lane() + delta`."),
    "any":    Operation(("truth",), "bool", ("OpGroupNonUniformAny",), "VOTE", "Whether it is true for one of them."),
    "all":    Operation(("truth",), "bool", ("OpGroupNonUniformAll",), "VOTE", "Whether it is true for all of them."),
    "ballot": Operation(("truth",), "ballot", ("OpGroupNonUniformBallot",), "BALLOT",
                        "A `uvec4` with a bit for each invocation, lane 0 in the lowest of the first component."),
    "elect":  Operation((), "bool", ("OpGroupNonUniformElect",), "BASIC", "True for one invocation: the first active."),
}  # fmt: skip


def _reduction(name: str, scan: str) -> Operation:
    opcodes, (group, where) = REDUCTIONS[name], SCANS[scan]
    takes = "number" if len(opcodes) == 3 else "bits"
    return Operation((takes,), "same", opcodes, "ARITHMETIC", f"The {WORDS[name]} {where}.", group)


OPERATIONS: Final[dict[str, Operation]] = {
    **{scan + name: _reduction(name, scan) for scan in SCANS for name in REDUCTIONS},
    **OTHERS,
}
