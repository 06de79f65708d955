"""What a module must declare: capabilities and extensions, from what it uses.

Gets the rows of the grammar in use and the capabilities that follow from types; returns the least that makes them
legal in a version of SPIR-V. A row is enabled by any one of its capabilities: rows with a single choice are settled
first, so that the outcome does not depend on the order of use.

A capability in use is declared even where another one implies it, so that what a device must have can be read off;
only what Shader implies, and every module has, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from .grammar import ENUMS, EXTENDED, INSTRUCTIONS, Row

Version = tuple[int, int]

CAPABILITIES = ENUMS["Capability"]
BASE = "Shader"


def closure(names: Iterable[str]) -> set[str]:
    """Return capabilities together with all those that they imply."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += CAPABILITIES[name][3].split()
    return found


def in_core(row: Row, version: Version) -> bool:
    """Tell whether a version of SPIR-V has a row in its core."""
    return row[1] is not None and row[1] <= version


def choices(row: Row, version: Version) -> tuple[str, ...]:
    """Return the capabilities that enable a row and that a version can declare, the least demanding first."""
    names = [name for name in row[3].split() if in_core(CAPABILITIES[name], version) or CAPABILITIES[name][4]]
    return tuple(sorted(names, key=lambda name: sum(other in closure([name]) for other in names)))


def require(rows: dict[str, Row], explicit: Iterable[str], version: Version) -> tuple[list[str], list[str]]:
    """Return the capabilities, in the order of their numbers, and the extensions, sorted.

    Parameters
    ----------
    rows
        The rows of the grammar in use, by a name for messages.
    explicit
        Capabilities that are declared whatever the rows need.
    version
        The version of SPIR-V.
    """
    wanted = {BASE, *explicit}
    open_choices = []
    for name in sorted(rows):
        found = choices(rows[name], version)
        if rows[name][3] and not found:
            raise AssertionError(f"{name} has no capability in SPIR-V {version[0]}.{version[1]}")
        if len(found) == 1:
            wanted.add(found[0])
        elif found:
            open_choices.append(found)
    for found in open_choices:
        if not closure(wanted).intersection(found):
            wanted.add(found[0])
    wanted -= closure([BASE]) - {BASE}
    extensions = {extension for name in sorted(wanted) for extension in _offers(name, CAPABILITIES[name], version)}
    enabled = closure(wanted)
    for name, row in sorted(rows.items()):
        extensions |= _own_extensions(name, row, enabled, extensions, version)
    return sorted(wanted, key=lambda name: CAPABILITIES[name][0]), sorted(extensions)


def _offers(name: str, row: Row, version: Version) -> list[str]:
    """Return the extension that offers a row in a version, if one is needed."""
    if in_core(row, version):
        return []
    if not row[4]:
        if row[1] is None and row[3]:
            return []  # its capability brings it
        need = "an extension" if row[1] is None else "version {}.{}".format(*row[1])
        raise AssertionError(f"{name} needs {need} of SPIR-V, the module is of version {version[0]}.{version[1]}")
    return row[4].split()[:1]


def _own_extensions(name: str, row: Row, enabled: set[str], declared: set[str], version: Version) -> set[str]:
    """Return the extension that a row needs besides those of the capabilities that enable it."""
    offered_by_capability = any(
        CAPABILITIES[each][4] and not in_core(CAPABILITIES[each], version) for each in row[3].split() if each in enabled
    )
    if offered_by_capability or declared.intersection(row[4].split()):
        return set()
    return set(_offers(name, row, version))


def rows_of(
    instructions: Iterable[str], extended: Iterable[str], enumerants: Iterable[tuple[str, str]]
) -> dict[str, Row]:
    """Return the rows of what a module uses, by names for messages."""
    rows = {name: INSTRUCTIONS[name] for name in instructions}
    rows.update((f"GLSL.std.450 {name}", EXTENDED[name]) for name in extended)
    rows.update((f"{kind} {name}", ENUMS[kind][name]) for kind, name in enumerants if kind != "Capability")
    return rows
