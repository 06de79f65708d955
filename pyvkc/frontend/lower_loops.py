"""Loops as structured control flow, and the counters of ``range``.

Every loop has the blocks that SPIR-V demands: a header that names where the loop merges and continues, the body, a
continue block with the only edge back, and the merge block. A body that always leaves the loop makes the continue
block unreachable, which is allowed; so is a merge block that nothing reaches, and it says so.

A counter lives in an OpPhi of the header and never overflows: it is compared with the stop where the next value is
known to fit, and otherwise goes along with a count of the iterations left, exact for every start, stop and step.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..types import Scalar, bool_, u32, u64
from .lower_body import Body, Loop
from .lower_emitter import Emitter

__all__ = ["range_loop", "while_loop"]

LESS: Final = {"int": "OpSLessThan", "uint": "OpULessThan"}
GREATER: Final = {"int": "OpSGreaterThan", "uint": "OpUGreaterThan"}


def range_loop(body: Body, type: Scalar, start: int, stop: int, step: int, run: Callable[[int], None]) -> None:
    """Emit a loop over ``range(start, stop, step)``, ids of `type`; `run` emits the body for the counter's id."""
    module, emitter = body.module, body.emitter
    comparison = _comparison(emitter, type, stop, step)
    left = None if comparison else _trip_count(emitter, type, start, stop, step)
    before, header, inside = module.block, module.fresh(), module.fresh()
    next_counter, next_left = module.fresh(), module.fresh()
    loop = Loop(module.fresh(), module.fresh())
    module.emit("OpBranch", header)
    module.label(header)
    counter = module.value("OpPhi", emitter.type(type), start, before, next_counter, loop.continues)
    if left is not None:
        left = module.value("OpPhi", emitter.type(_unsigned(type)), left, before, next_left, loop.continues)
        runs = emitter.op("OpINotEqual", bool_, left, emitter.constant(0, _unsigned(type)))
    else:
        assert comparison
        runs = emitter.op(comparison, bool_, counter, stop)
    module.emit("OpLoopMerge", loop.merge, loop.continues, "None")
    module.emit("OpBranchConditional", runs, inside, loop.merge)
    module.label(inside)
    _run(body, loop, lambda: run(counter))
    module.label(loop.continues)
    module.emit("OpIAdd", emitter.type(type), next_counter, counter, step)
    if left is not None:
        unsigned = _unsigned(type)
        module.emit("OpISub", emitter.type(unsigned), next_left, left, emitter.constant(1, unsigned))
    module.emit("OpBranch", header)
    module.label(loop.merge)


def while_loop(body: Body, prelude: Callable[[], None], condition: Callable[[], int], run: Callable[[], None]) -> None:
    """Emit a loop that runs `prelude`, leaves when `condition` is false, runs `run`, and again."""
    module = body.module
    header, begin = module.fresh(), module.fresh()
    loop = Loop(module.fresh(), module.fresh())
    module.emit("OpBranch", header)
    module.label(header)
    module.emit("OpLoopMerge", loop.merge, loop.continues, "None")
    module.emit("OpBranch", begin)
    module.label(begin)

    def iterate() -> None:
        prelude()
        if not module.terminated:
            _leave_unless(body, loop, condition())
            run()

    _run(body, loop, iterate)
    module.label(loop.continues)
    module.emit("OpBranch", header)
    module.label(loop.merge)
    if not loop.broken:
        module.emit("OpUnreachable")


def _run(body: Body, loop: Loop, run: Callable[[], None]) -> None:
    """Emit what `loop` repeats, and the branch to its continue block."""
    body.loops.append(loop)
    run()
    body.loops.pop()
    if not body.module.terminated:
        body.module.emit("OpBranch", loop.continues)


def _leave_unless(body: Body, loop: Loop, condition: int) -> None:
    if body.emitter.known(condition) is True:
        return
    loop.broken = True
    inside = body.module.fresh()
    body.module.emit("OpBranchConditional", condition, inside, loop.merge)
    body.module.label(inside)


def _comparison(emitter: Emitter, type: Scalar, stop: int, step: int) -> str | None:
    """How to compare the counter with `stop`; ``None`` when the counter might overflow on its last move."""
    by, end = emitter.known(step), emitter.known(stop)
    if by == 1:
        return LESS[type.kind]
    if by == -1:
        return GREATER[type.kind]
    if not by or end is None:
        return None
    # The counter is at most one before the end when it moves for the last time.
    last = end - 1 + by if by > 0 else end + 1 + by
    if not type.minimum <= last <= type.maximum:
        return None
    return (LESS if by > 0 else GREATER)[type.kind]


def _unsigned(type: Scalar) -> Scalar:
    """The type that holds every count of iterations over `type`."""
    return u32 if type.bits == 32 else u64


def _trip_count(emitter: Emitter, type: Scalar, start: int, stop: int, step: int) -> int:
    """The iterations, unsigned: ``(high - low - 1) // abs(step) + 1`` if there are any; a step of 0 makes none."""
    op, select, unsigned = emitter.op, emitter.select, _unsigned(type)
    nothing, one, zero = emitter.constant(0, unsigned), emitter.constant(1, unsigned), emitter.constant(0, type)
    by = emitter.known(step)
    if by == 0:
        return nothing
    rises = op(GREATER[type.kind], bool_, step, zero) if by is None else emitter.constant(by > 0, bool_)
    low, high = select(rises, start, stop, type), select(rises, stop, start, type)
    runs = op(LESS[type.kind], bool_, low, high)
    if by is None:
        moves = op("OpINotEqual", bool_, step, zero)
        runs = op("OpLogicalAnd", bool_, runs, moves)
        size = select(rises, emitter.bitcast(step, type, unsigned), op("OpISub", unsigned, nothing, step), unsigned)
        size = select(moves, size, one, unsigned)
    else:
        size = emitter.constant(int(abs(by)), unsigned)
    distance = op("OpISub", unsigned, high, low)  # right as unsigned, however far the two are apart
    moves_after_first = op("OpUDiv", unsigned, op("OpISub", unsigned, distance, one), size)
    return select(runs, op("OpIAdd", unsigned, moves_after_first, one), nothing, unsigned)
