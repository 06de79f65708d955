"""Operations among the invocations of a subgroup, from the table of :mod:`.subgroups`.

Gets operands of 32 and 64 bits, and bools for votes; what other invocations see of a value is up to those that are
active, as the specification has it.
"""

from __future__ import annotations

from typing import Final

from ..types import Scalar, i64, u32, u64
from . import ir
from .lower_body import Body
from .lower_expression import lower_expression
from .subgroups import OPERATIONS

__all__ = ["lower_subgroup"]

SUBGROUP: Final = 3
"""The scope Subgroup."""


def lower_subgroup(body: Body, node: ir.Subgroup) -> None:
    """Emit an operation, whose result goes to the node's variable."""
    operation, emitter = OPERATIONS[node.operation], body.emitter
    operands = [lower_expression(body, operand) for operand in node.operands]
    kind = ""
    if node.operands:
        first = node.operands[0].type
        assert isinstance(first, Scalar) and first.bits in (8, 32, 64), first  # a bool is called 8 bits wide
        kind = first.kind
    body.interface.need(f"VK_SUBGROUP_FEATURE_{operation.feature}_BIT", node.span)
    if any(operand.type in (i64, u64) for operand in node.operands):
        body.interface.need("shaderSubgroupExtendedTypes", node.span)
    group = (operation.group,) if operation.group else ()
    scope, type = emitter.constant(SUBGROUP, u32), emitter.type(node.result.type)
    body.assign(node.result, body.module.value(operation.opcode(kind), type, scope, *group, *operands))
