"""What the ids of a module are, in a few words: ``f32``, ``i32 5``, ``total: f32``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ..frontend.spirv.disasm import Instruction

__all__ = ["describe_ids"]

Described = dict[str, str]


def describe_ids(instructions: Iterable[Instruction]) -> Described:
    """For each id what it is: a type by its name, a constant by its type and value, a value by its type."""
    found: Described = {}
    names: Described = {}
    for one in instructions:
        if one.name == "OpName":
            names[one.operands[0]] = one.operands[1][1:-1]
        elif one.result:
            found[f"%{one.result}"] = _describe(one, found, names)
    return {id: f"{names[id]}: {text}" if id in names and text != names[id] else text for id, text in found.items()}


def _describe(one: Instruction, found: Described, names: Described) -> str:
    if one.name in TYPES:
        return TYPES[one.name](one, found, names)
    if one.name in ("OpConstant", "OpSpecConstant"):
        return f"{found.get(one.operands[0], '')} {one.operands[1]}"
    if one.name in ("OpConstantTrue", "OpConstantFalse"):
        return f"bool {one.name[10:]}"
    if one.name in UNTYPED:
        return UNTYPED[one.name]
    return found.get(one.operands[0], "") if one.operands else ""


def _number(letters: str) -> Callable[[Instruction, Described, Described], str]:
    def describe(one: Instruction, found: Described, names: Described) -> str:
        signed = one.operands[1:] == ("1",)
        return f"{letters if letters != 'i' or signed else 'u'}{one.operands[0]}"

    return describe


def _pointer(one: Instruction, found: Described, names: Described) -> str:
    return f"{one.operands[0]} pointer to {found.get(one.operands[1], one.operands[1])}"


def _struct(one: Instruction, found: Described, names: Described) -> str:
    named = names.get(f"%{one.result}")
    return named or f"struct of {', '.join(found.get(each, each) for each in one.operands)}"


def _function(one: Instruction, found: Described, names: Described) -> str:
    result, *parameters = (found.get(each, each) for each in one.operands)
    return f"({', '.join(parameters)}) -> {result}"


TYPES: Final[dict[str, Callable[[Instruction, Described, Described], str]]] = {
    "OpTypeVoid":           lambda one, found, names: "nothing",
    "OpTypeBool":           lambda one, found, names: "bool",
    "OpTypeInt":            _number("i"),
    "OpTypeFloat":          _number("f"),
    "OpTypeVector":         lambda one, found, names: f"{found.get(one.operands[0], '')} × {one.operands[1]}",
    "OpTypeArray":          lambda one, found, names: f"array of {found.get(one.operands[0], '')}",
    "OpTypeRuntimeArray":   lambda one, found, names: f"array of {found.get(one.operands[0], '')}",
    "OpTypePointer":        _pointer,
    "OpTypeForwardPointer": lambda one, found, names: "pointer",
    "OpTypeStruct":         _struct,
    "OpTypeFunction":       _function,
}  # fmt: skip

UNTYPED: Final = {
    "OpLabel":         "block",
    "OpString":        "text",
    "OpExtInstImport": "set of instructions",
}  # fmt: skip
"""What has no type."""
