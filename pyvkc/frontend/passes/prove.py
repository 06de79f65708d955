"""Leaves out the tests of indices that are never out of range.

Gets a kernel in which every axis of every access is tested; clears the flag of each axis for which it proves
``0 <= index < extent`` wherever the access runs, in every launch or, where it may assume something, in every launch
that satisfies the assumptions it returns.

Why a proof is right
--------------------
1. All knowledge is of mathematical integers: of atoms (variables, scalars, extents, sizes, positions) and of the
   values of expressions, as :class:`~.bounds.Bounds`. A fact is learnt from a condition that was true on the way, from
   a definition, from a range, or from what every launch guarantees: extents are in ``[0, 2**31)``, sizes in
   ``[1, 2**31)``, and ``0 <= global_id(a) < global_size(a)``.
2. An operation's bounds are those of its exact result, and only if the whole interval lies in its type. If one operand
   could make it wrap, nothing is known but the type. So the guard ``i < n - 2`` teaches nothing where n may be the
   least i32, and ``i + 1000000000`` is not taken to be above i. ``u - 1`` of an unsigned 0 is covered by the same rule.
   Comparisons are by value, whatever the types of their sides, so what they teach is true of the integers.
3. A fact about a mutable variable, or in terms of one, ends at the next assignment. At the entry of a loop it ends for
   all variables that the loop assigns, except for what was found to hold of every value that the loop assigns: the loop
   is walked with the facts from before it as hypotheses, those that an assignment breaks are weakened, and it is walked
   again until none breaks. What remains holds at the start, and after each assignment, by induction.
4. Variables that are not mutable have one value from their definition to the end of an iteration; their facts stay
   inside the loop that they were learnt in.
5. Where two ways meet, what is true on both is kept. After ``return``, ``break`` and ``continue`` there is no way on.
6. Memory teaches nothing: other invocations may write between two loads. Floats, too, have no bounds. An expression is
   recognised again (``i + k`` in a condition and in an index) only if it has neither of them and no mutable variable.
7. A device function is walked once, after all its callers, with what holds of its arguments in all its calls.
8. Assumptions are never learnt as facts, so none rests on another. The one exception is that a launch is moderate
   (see :class:`~.facts.Launch`): it narrows what every launch guarantees, for each number that it is used of, and each
   of these is returned as assumptions of its own.
9. Where extents and sizes may have 64 bits nothing is proved.
"""

from __future__ import annotations

from ...program import Assumption
from ...types import i64
from .. import ir
from .assume import Assumptions
from .walk import Walk

__all__ = ["prove"]


def prove(kernel: ir.Kernel, *, assume: bool) -> tuple[ir.Kernel, tuple[Assumption, ...]]:
    """Clear the checks of the indices that are in range.

    Parameters
    ----------
    kernel : ir.Kernel
        The typed tree.
    assume : bool
        Whether launches may be required to satisfy something. The runtime tests it before each launch, and compiles
        again without where it does not hold.

    Returns
    -------
    ir.Kernel
        The same kernel with fewer checks.
    tuple of Assumption
        What a launch must satisfy for that; empty without `assume`.
    """
    if kernel.index == i64:
        return kernel, ()
    walk = Walk(kernel, Assumptions(assume))
    proved = walk.kernel()
    if walk.assumptions.wanting(walk.launch):
        moderate = Walk(kernel, Assumptions(assume), moderate=True)
        again = moderate.kernel()
        if moderate.assumptions.better(walk.assumptions):
            proved, walk = again, moderate
    return proved, walk.assumptions.result(walk.launch)
