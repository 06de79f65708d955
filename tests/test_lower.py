"""The lowering: every tree becomes a valid module, for every target, and says no more than it needs."""

from __future__ import annotations

import re

import lower_trees as t
import pytest
from lower_cases import HERE, LESS, PARAMETERS, TREES, A, I, J, N, X, Y, kernel, saxpy
from lower_trees import assign, choose, convert, count, load, op, store
from spirv_tools import validate

from pyvkc.frontend import ir
from pyvkc.frontend.lower import lower
from pyvkc.frontend.spirv.disasm import disassemble
from pyvkc.frontend.target import VERSIONS, Target
from pyvkc.program import Assumption, Binding, Symbol
from pyvkc.types import SCALARS, Vector, bf16, bool_, f16, f32, f64, i32, ivec2, u32, vec3

TARGETS = [
    Target(vulkan, abi, storage8)
    for vulkan in VERSIONS
    for abi in ("address", "descriptor")
    for storage8 in (True, False)
]


def name_of(target):
    return f"{target.vulkan}-{target.abi}-{'bytes' if target.storage8 else 'words'}"


@pytest.mark.parametrize("target", TARGETS, ids=name_of)
@pytest.mark.parametrize("case", TREES)
def test_valid(case, target):
    program = lower(TREES[case], target)
    validate(program.words, target.vulkan)


@pytest.mark.parametrize("case", TREES)
def test_deterministic(case):
    assert lower(TREES[case], Target()).words == lower(TREES[case], Target()).words


# Text


def text(kernel, target=Target(), **options):
    program = lower(kernel, target, **options)
    validate(program.words, target.vulkan)
    return disassemble(program.words)


def count_of(opcode, kernel, target=Target()):
    return len(re.findall(rf"\b{opcode}\b", text(kernel, target)))


def test_nothing_unused_is_declared():
    for case, tree in TREES.items():
        for target in (Target(), Target(abi="descriptor")):
            module = text(tree, target)
            for id in re.findall(r"^ *(%\d+) = OpVariable", module, re.M):
                uses = [line for line in module.splitlines() if re.search(rf"{id}\b", line) and "Name" not in line]
                assert any(re.search("OpLoad|OpStore|OpAccessChain|OpArrayLength", line) for line in uses), (
                    case,
                    module,
                )


def test_no_more_capabilities_than_needed():
    assert lower(saxpy(), Target()).capabilities == ("Shader", "PhysicalStorageBufferAddresses")
    assert lower(saxpy(), Target(abi="descriptor")).capabilities == ("Shader",)
    unused = [t.array(str(scalar), scalar, n) for n, scalar in enumerate(SCALARS.values())]
    assert lower(kernel(parameters=unused), Target()).features == ("bufferDeviceAddress",)
    assert lower(TREES["bool arrays"], Target()).features == ("storageBuffer8BitAccess", "bufferDeviceAddress")
    assert lower(TREES["bool arrays"], Target(storage8=False)).features == ("bufferDeviceAddress",)
    assert lower(TREES["bool arrays"], Target(abi="descriptor", storage8=False)).features == ()


def test_extensions_only_where_the_version_lacks_them():
    extensions = [lower(TREES["bool arrays"], Target(vulkan)).extensions for vulkan in VERSIONS]
    assert extensions == [("SPV_KHR_8bit_storage", "SPV_KHR_physical_storage_buffer"), (), ()]


@pytest.mark.parametrize("vulkan", VERSIONS)
def test_float_controls(vulkan):
    target = Target(vulkan, float_controls=frozenset({"SignedZeroInfNanPreserve", "DenormPreserve"}))
    module = text(saxpy(), target)
    assert len(re.findall(r"OpExecutionMode %\d+ (SignedZeroInfNanPreserve|DenormPreserve) 32", module)) == 2
    assert lower(saxpy(), target).features == ("bufferDeviceAddress",)
    assert ("SPV_KHR_float_controls" in module) == (vulkan == "vulkan1.1")


def test_float_controls_of_other_widths_where_such_floats_are():
    target = Target(float_controls=frozenset({"RoundingModeRTE", "RoundingModeRTE 16", "RoundingModeRTE 64"}))
    for type, modes in ((f32, ["32"]), (f16, ["32", "16"]), (f64, ["32", "64"]), (bf16, ["32"])):
        x, y = t.array("x", type, 0), t.array("y", f32, 1)
        module = text(kernel(store(y, I, convert(load(x, I), f32)), parameters=[x, y]), target)
        found = re.findall(r"RoundingModeRTE (\d+)", module)
        assert sorted(found) == sorted(modes), type


def test_contraction_only_when_it_is_allowed():
    assert count_of("NoContraction", saxpy()) == 2
    assert count_of("NoContraction", saxpy(fastmath=["contract"])) == 0


def test_checks():
    assert count_of("OpULessThan", saxpy()) == 3
    assert count_of("OpPhi", saxpy()) == 2
    unchecked = TREES["unchecked"]
    assert count_of("OpULessThan", unchecked) == count_of("OpPhi", unchecked) == 0
    assert count_of("OpSelectionMerge", unchecked) == 1  # the guard
    assert count_of("OpLogicalAnd", TREES["two axes"]) == 2
    assert count_of("OpULessThan", TREES["mixed checks"]) == 2


def test_cheap_sides_do_not_branch():
    for case in ("select cheap", "cheap and or"):
        stores = count_of("OpStore", TREES[case])
        assert count_of("OpSelectionMerge", TREES[case]) == 1 + stores, case  # the guard, and the stores' checks
    assert count_of("OpLogicalAnd", TREES["cheap and or"]) == 2
    assert count_of("OpLogicalOr", TREES["cheap and or"]) == 1


def test_a_long_side_branches():
    side = A
    for _ in range(5):
        side = op("add", side, A)
    assert count_of("OpSelectionMerge", kernel(store(X, I, choose(LESS, side, 0.0), checks=False))) == 2


def test_whole_groups_need_no_guard():
    assert "OpUGreaterThanEqual" in text(saxpy())
    assert "OpUGreaterThanEqual" not in text(saxpy(), whole_groups=True)
    assert "OpUGreaterThanEqual" not in text(saxpy(), Target(abi="descriptor"))
    assert lower(saxpy(), Target(), whole_groups=True).whole_groups
    assert lower(saxpy(), Target(abi="descriptor")).whole_groups
    assert not lower(saxpy(), Target()).whole_groups


@pytest.mark.parametrize(("step", "counted"), [(1, False), (-1, False), (2, True), (-2, True), (0, True)])
def test_only_what_may_overflow_is_counted(step, counted):
    assert (count_of("OpISub", kernel(count(J, I, N, step, store(X, J, A)))) > 0) == counted


@pytest.mark.parametrize(
    ("stop", "step", "counted"),
    [(10, 3, False), (2**31 - 3, 3, False), (2**31 - 2, 3, True), (2**31 - 1, 3, True),
     (-10, -3, False), (-(2**31) + 2, -3, False), (-(2**31) + 1, -3, True)],
)  # fmt: skip
def test_a_known_stop_is_compared(stop, step, counted):
    assert (count_of("OpISub", kernel(count(J, I, stop, step, store(X, J, A)))) > 0) == counted


def test_bytes_of_words_are_changed_by_atomics():
    words = Target(storage8=False)
    assert (
        count_of("OpAtomicAnd", TREES["bool arrays"], words) == count_of("OpAtomicOr", TREES["bool arrays"], words) == 1
    )
    assert count_of("OpAtomicAnd", TREES["bool arrays"]) == 0
    assert count_of("OpStore", TREES["bool arrays"], words) == 0
    assert count_of("OpAtomicOr", TREES["bool constants"], words) == 1  # False only clears


# What a program says


def test_program():
    assumption = Assumption(Symbol("size"), 0, 0, 0)
    program = lower(saxpy(), Target(), assumptions=[assumption])
    assert (program.name, program.entry, program.workgroup, program.ndim) == ("k", "k", (64, 1, 1), 1)
    assert (program.target, program.abi, program.bindings) == ("vulkan1.2", "address", ())
    assert program.assumptions == (assumption,)
    assert program.tree == saxpy()
    access = {p.name: p.access for p in program.parameters}
    assert access == {
        "x": "read",
        "y": "read_write",
        "a": "none",
        "n": "none",
        "flag": "none",
        "b": "none",
        "m": "none",
    }


def test_a_kernel_without_a_name_is_main():
    assert lower(TREES["no name"], Target()).entry == "main"


def test_workgroup_is_reversed():
    program = lower(t.kernel([], ndim=3, workgroup=(2, 4, 8)), Target())
    assert program.workgroup == (8, 4, 2)
    assert "LocalSize 8 4 2" in disassemble(program.words)


def test_access_counts_functions():
    program = lower(TREES["call for its effects"], Target())
    assert {p.name: p.access for p in program.parameters}["y"] == "write"


def test_access_of_atomics():
    assert lower(TREES["atomics of u32"], Target()).parameters[0].access == "read_write"


def test_bindings():
    program = lower(saxpy(), Target(abi="descriptor"))
    assert program.bindings == (
        Binding(0, 0, 0, "read"), Binding(0, 1, 1, "read_write"), Binding(0, 2, 5, "none"), Binding(0, 3, 6, "none"),
    )  # fmt: skip
    module = disassemble(program.words)
    assert len(re.findall(r"OpDecorate %\d+ Binding", module)) == 2  # what is not accessed is not declared
    assert len(re.findall(r"OpDecorate %\d+ Aliased", module)) == 2


def test_one_buffer_has_no_aliases():
    assert "Aliased" not in text(kernel(store(X, I, A)), Target(abi="descriptor"))


@pytest.mark.parametrize("abi", ["address", "descriptor"])
def test_access_decorates(abi):
    module = text(kernel(store(Y, I, load(X, I))), Target(abi=abi))
    read, write = re.findall(r"OpMemberDecorate %\d+ 0 (NonWritable|NonReadable)$", module, re.M)[:2]
    assert {read, write} == {"NonWritable", "NonReadable"}


def test_no_paths_in_the_words():
    tree = ir.Kernel("k", PARAMETERS, (HERE,), (), 1, (64,), frozenset(), "/home/someone/secret.py")
    assert b"secret" not in lower(tree, Target()).words


# Every scalar


NUMBERS = [scalar for scalar in SCALARS.values() if scalar is not bool_]


@pytest.mark.parametrize("source", SCALARS.values(), ids=str)
@pytest.mark.parametrize("sink", SCALARS.values(), ids=str)
def test_every_conversion(source, sink):
    x, y, a = t.array("x", source, 0), t.array("y", sink, 1), t.value("a", source, 2)
    tree = kernel(store(y, I, convert(load(x, I), sink)), store(y, 0, convert(a, sink)), parameters=[x, y, a])
    validate(lower(tree, Target()).words)


@pytest.mark.parametrize("type", [vec3, ivec2])
def test_vectors(type):
    v = t.value("v", type, 2)
    build = ir.Compose((ir.Component(t.lift(v), 1, type.element),) * 2, ivec2 if type == ivec2 else Vector(f32, 2))
    w = t.variable("w", build.type, 40, mutable=True)
    tree = kernel(
        assign(w, build), store(X, I, convert(ir.Component(t.lift(w), 0, type.element), f32)), parameters=[X, Y, v]
    )
    for target in TARGETS:
        validate(lower(tree, target).words, target.vulkan)


@pytest.mark.parametrize("target", TARGETS, ids=name_of)
def test_forty_scalars_and_six_strided_arrays(target):
    arrays = [t.array(f"a{n}", f32, n, 3, contiguous=not target.addresses) for n in range(6)]
    values = [t.value(f"s{n}", (i32, f32, bool_, u32)[n % 4], 6 + n) for n in range(40)]
    body = [store(arrays[n % 6], (I, n, 0), convert(value, f32)) for n, value in enumerate(values)]
    program = lower(kernel(*body, parameters=[*arrays, *values], ndim=3), target)
    validate(program.words, target.vulkan)
    assert bool(program.layout.block) == target.addresses
