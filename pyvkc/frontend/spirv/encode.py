"""Instructions as words: the one encoder.

Gets the name of an instruction and its operands in the order of the specification, result type and result included;
returns its words. Arity and kinds are checked against the grammar, so that a malformed instruction fails here, in the
traceback of whoever made it, as an AssertionError that names the instruction and the operand.

An id is an int above zero. An enumerant is its name: ``"Workgroup"``, of a bit mask ``"Aligned|Volatile"`` or
``"None"``, and its parameters follow it, bit by bit from the lowest. A literal is an int or a text; a number whose
width is its type's is an int (one word), a float (32 bits) or the words themselves as a tuple (`literals` makes
them).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import NamedTuple, NoReturn

from .grammar import BITMASKS, DEBUG_INFO, ENUMS, EXTENDED, INSTRUCTIONS
from .literals import float_words, text_words

Operand = int | float | str | tuple[int, ...]
Used = set[tuple[str, str]]

ID_KINDS = frozenset({"IdRef", "IdResult", "IdResultType", "IdScope", "IdMemorySemantics"})

# A pair is two operands; the first of a switch target has the width of the selector.
PAIRS = {
    "PairIdRefIdRef":          ("IdRef", "IdRef"),
    "PairIdRefLiteralInteger": ("IdRef", "LiteralInteger"),
    "PairLiteralIntegerIdRef": ("LiteralContextDependentNumber", "IdRef"),
}  # fmt: skip


class Slot(NamedTuple):
    """One operand of a pattern: its kind, its quantifier (``?``, ``*`` or nothing) and its name."""

    kind: str
    quantifier: str
    label: str


# What the grammar says of an instruction, ready for encoding: its opcode, its operands, how many there are at least,
# how many at the front are ids that must be there, and how many are ids when no more are given.
Plan = tuple[int, tuple[Slot, ...], int, int, int]


class Enumerant:
    """What an enumerant, or several bits, stands for.

    Attributes
    ----------
    value
        Its word.
    names
        The names in it, one unless it has several bits.
    slots
        The operands that follow it.
    """

    __slots__ = ("names", "slots", "value")

    def __init__(self, value: int, names: tuple[str, ...], slots: tuple[Slot, ...]) -> None:
        self.value = value
        self.names = names
        self.slots = slots


_plans: dict[str, Plan] = {}
_enumerants: dict[tuple[str, str], Enumerant] = {}
_tails: dict[tuple[str, tuple[Operand, ...]], tuple[tuple[int, ...], frozenset[tuple[str, str]]]] = {}
TAILS_KEPT = 4096
MOST_WORDS = 0xFFFF  # an instruction has 16 bits for their number


def mistake(name: str, problem: str) -> NoReturn:
    """Fail for a malformed instruction."""
    raise AssertionError(f"{name}: {problem}")


def parse_pattern(text: str) -> tuple[Slot, ...]:
    """Return the operands that a pattern of the grammar spells."""
    slots = []
    for part in text.split(", ") if text else ():
        head, _, label = part.partition(" ")
        kind = head.rstrip("?*")
        slots.append(Slot(kind, head[len(kind) :], label))
    return tuple(slots)


def plan_of(name: str) -> Plan:
    """Return the plan of an instruction."""
    plan = _plans.get(name)
    if plan is None:
        plan = _plans[name] = _make_plan(name)
    return plan


def slots_of(name: str) -> tuple[Slot, ...]:
    """Return the operands of an instruction."""
    return plan_of(name)[1]


def _make_plan(name: str) -> Plan:
    row = INSTRUCTIONS.get(name)
    if row is None:
        mistake(name, "no such instruction in the grammar")
    slots = parse_pattern(row[2])
    least = sum(not slot.quantifier for slot in slots)
    leading = list(takewhile(lambda slot: slot.kind in ID_KINDS, slots))
    front = sum(not slot.quantifier for slot in leading)
    ids = MOST_WORDS - 1 if any(slot.quantifier == "*" for slot in leading) else len(leading)
    return row[0], slots, least, front, ids


def enumerant(kind: str, text: str) -> Enumerant:
    """Return what an enumerant, or several bits joined by ``|``, stands for.

    Parameters
    ----------
    kind
        A kind of operand, such as ``"StorageClass"`` or ``"MemorySemantics"``.
    text
        The name, as in the specification.
    """
    found = _enumerants.get((kind, text))
    if found is None:
        found = _enumerants[kind, text] = _make_enumerant(kind, text)
    return found


def _make_enumerant(kind: str, text: str) -> Enumerant:
    table = ENUMS[kind]
    names = text.split("|") if kind in BITMASKS else [text]
    for name in names:
        if name not in table:
            raise AssertionError(f"{text!r} is not a {kind}; there are {', '.join(table)}")
    rows = sorted((table[name], name) for name in set(names))
    value = sum(row[0] for row, _ in rows)
    slots = tuple(slot for row, _ in rows for slot in parse_pattern(row[2]))
    return Enumerant(value, tuple(name for _, name in rows), slots)


def mode_instruction(mode: str) -> str:
    """Return the instruction that sets an execution mode: one for literals, one for ids."""
    slots = enumerant("ExecutionMode", mode).slots
    return "OpExecutionModeId" if slots and all(slot.kind in ID_KINDS for slot in slots) else "OpExecutionMode"


def decoration_instruction(decoration: str) -> str:
    """Return the instruction that decorates an id: one for literals, one for ids, one for texts."""
    kinds = {slot.kind for slot in enumerant("Decoration", decoration).slots}
    if kinds and kinds <= ID_KINDS:
        return "OpDecorateId"
    return "OpDecorateString" if kinds == {"LiteralString"} else "OpDecorate"


def take_slot(pending: list[Slot]) -> Slot:
    """The slot of the next operand, off a stack of those to come; a repeated one stays, a pair leaves its second."""
    slot = pending[-1]
    if slot.quantifier != "*":
        pending.pop()
    if slot.kind not in PAIRS:
        return slot
    first, second = PAIRS[slot.kind]
    pending.append(Slot(second, "", slot.label))
    return Slot(first, "", slot.label)


def match(name: str, operands: Iterable[Operand]) -> list[tuple[Slot, Operand]]:
    """Pair the operands of an instruction with what the grammar says of each.

    Pairs come out as two operands, the parameters of an enumerant follow it, and those of an extended instruction or
    of a specialisation constant's operation are its own.
    """
    pending = list(reversed(slots_of(name)))
    matched = []
    for operand in operands:
        if not pending:
            mistake(name, f"too many operands, from {operand!r} on")
        slot = take_slot(pending)
        matched.append((slot, operand))
        if isinstance(operand, str):
            _follow(name, slot, operand, pending)
        elif slot.kind == "LiteralSpecConstantOpInteger":
            pending.append(Slot("IdRef", "*", ""))  # the operand itself is refused later
    missing = next((slot for slot in reversed(pending) if not slot.quantifier), None)
    if missing:
        mistake(name, f"operand {len(matched) + 1} ({describe(missing)}) is missing")
    return matched


def _follow(name: str, slot: Slot, operand: str, pending: list[Slot]) -> None:
    """Put what follows an operand on the pending ones."""
    if slot.kind in ENUMS:
        try:
            pending += reversed(enumerant(slot.kind, operand).slots)
        except AssertionError as error:
            mistake(name, str(error))
    elif slot.kind == "LiteralExtInstInteger":
        if operand not in EXTENDED:
            mistake(name, f"no such extended instruction in GLSL.std.450: {operand!r}")
        pending[:] = reversed(parse_pattern(EXTENDED[operand][2]))
    elif slot.kind == "LiteralSpecConstantOpInteger":
        pending[:] = reversed(slots_of("Op" + operand)[2:])


def describe(slot: Slot) -> str:
    """Spell an operand of a pattern for a message."""
    return f"{slot.kind} {slot.label}".strip()


def _literal(operand: Operand) -> tuple[int, ...]:
    if type(operand) is not int or not -0x80000000 <= operand <= 0xFFFFFFFF:
        raise TypeError("an int of 32 bits")
    return (operand & 0xFFFFFFFF,)


def _number(operand: Operand) -> tuple[int, ...]:
    if type(operand) is float:
        return float_words(operand, 32)
    if type(operand) is tuple:
        return operand
    return _literal(operand)


def _text(operand: Operand) -> tuple[int, ...]:
    if not isinstance(operand, str):
        raise TypeError("a text")
    return text_words(operand)


def _extended(operand: Operand) -> tuple[int, ...]:
    if not isinstance(operand, str):
        raise TypeError("the name of an extended instruction")
    return (EXTENDED[operand][0],)


def _operation(operand: Operand) -> tuple[int, ...]:
    if not isinstance(operand, str):
        raise TypeError("the name of an instruction without Op")
    return (plan_of("Op" + operand)[0],)


# Kinds that few values are met of, and whose equal operands are the same words (0.0 equals -0.0).
MEMORABLE = frozenset({"LiteralInteger", *ENUMS})

LITERALS: dict[str, Callable[[Operand], tuple[int, ...]]] = {
    "LiteralInteger":                _literal,
    "LiteralContextDependentNumber": _number,
    "LiteralString":                 _text,
    "LiteralExtInstInteger":         _extended,
    "LiteralSpecConstantOpInteger":  _operation,
}  # fmt: skip


def operand_words(slot: Slot, operand: Operand, used: Used) -> tuple[int, ...]:
    """Return the words of one operand; a TypeError says what was expected."""
    kind = slot.kind
    if kind in ID_KINDS:
        if type(operand) is not int or not 0 < operand <= 0xFFFFFFFF:
            raise TypeError("an id")
        return (operand,)
    if kind in LITERALS:
        return LITERALS[kind](operand)
    if not isinstance(operand, str):
        raise TypeError(f"the name of a {kind}")
    found = enumerant(kind, operand)
    used.update((kind, each) for each in found.names)
    return (found.value,)


def instruction_words(name: str, operands: tuple[Operand, ...], used: Used | None = None) -> tuple[int, ...]:
    """Return the words of an instruction, and note the enumerants that it uses as pairs of kind and name.

    Most instructions are ids only, or ids and then a few operands that other instructions have, too, whose words are
    remembered: ``"Aligned", 4`` after the pointer of an OpLoad.
    """
    opcode, _, least, front, ids = _plans.get(name) or plan_of(name)
    count = len(operands)
    if least <= count <= ids and _are_ids(operands):
        return (count + 1 << 16 | opcode, *operands)  # type: ignore[arg-type]
    found = _tails.get((name, operands[front:])) if _are_ids(operands[:front]) else None
    words, enumerants = found or _tail(name, front, operands)
    if used is not None:
        used |= enumerants
    count = front + len(words) + 1
    if count > MOST_WORDS:
        mistake(name, f"{count} words are more than an instruction can have")
    return (count << 16 | opcode, *operands[:front], *words)  # type: ignore[arg-type]


def _tail(name: str, front: int, operands: tuple[Operand, ...]) -> tuple[tuple[int, ...], frozenset[tuple[str, str]]]:
    """Check all operands; return the words and the enumerants of those after the ids at the front."""
    words: list[int] = []
    used: Used = set()
    matched = match(name, operands)
    for position, (slot, operand) in enumerate(matched, 1):
        try:
            words += operand_words(slot, operand, used)
        except TypeError as error:
            mistake(name, f"operand {position} ({describe(slot)}) is {operand!r}, expected {error}")
    tail = tuple(words[front:]), frozenset(used)
    if len(_tails) < TAILS_KEPT and all(slot.kind in MEMORABLE for slot, _ in matched[front:]):
        _tails[name, operands[front:]] = tail
    return tail


def _are_ids(operands: tuple[Operand, ...]) -> bool:
    """Tell quickly whether all are ids; whatever else they are is found out by the slow way."""
    try:
        array("I", operands)  # type: ignore[type-var]
    except (TypeError, OverflowError):
        return False
    return 0 not in operands


def extended_words(name: str, type: int, result: int, set: int, operands: tuple[Operand, ...]) -> tuple[int, ...]:
    """Return the words of an OpExtInst of GLSL.std.450, all of whose instructions take ids."""
    row = EXTENDED.get(name)
    every = (type, result, set, *operands)
    if row is None or len(operands) != row[2].count("IdRef") or not _are_ids(every):
        return instruction_words("OpExtInst", (type, result, set, name, *operands))  # says what is wrong
    return (len(operands) + 5 << 16 | plan_of("OpExtInst")[0], type, result, set, row[0], *operands)  # type: ignore[arg-type]


def debug_words(name: str, type: int, result: int, set: int, operands: tuple[int, ...]) -> tuple[int, ...]:
    """Return the words of an OpExtInst of NonSemantic.Shader.DebugInfo.100, all of whose instructions take ids."""
    row = DEBUG_INFO[name]
    slots = parse_pattern(row[2])
    least = sum(not slot.quantifier for slot in slots)
    most = MOST_WORDS - 5 if any(slot.quantifier == "*" for slot in slots) else len(slots)
    if not least <= len(operands) <= most:
        mistake(name, f"{len(operands)} operands, expected {row[2]}")
    if not _are_ids((type, result, set, *operands)):
        mistake(name, f"the operands {operands!r} are not all ids")
    return (len(operands) + 5 << 16 | plan_of("OpExtInst")[0], type, result, set, row[0], *operands)


def encode(name: str, *operands: Operand) -> tuple[int, ...]:
    """Return the words of an instruction.

    Parameters
    ----------
    name
        Its name, such as ``"OpIAdd"``.
    operands
        All its operands, result type and result included.

    Raises
    ------
    AssertionError
        When the operands are not those of the instruction.

    Examples
    --------
    >>> [hex(word) for word in encode("OpTypePointer", 7, "Workgroup", 5)]
    ['0x40020', '0x7', '0x4', '0x5']
    """
    return instruction_words(name, operands)
