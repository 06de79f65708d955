"""The module builder: valid modules, unique types and constants, sections in order, what is declared, mistakes."""

from __future__ import annotations

import math
import re
import struct

import pytest
import spirv_samples as samples
from hypothesis import given, settings
from hypothesis import strategies as st
from spirv_samples import TARGETS, Kernel, build
from spirv_tools import require, validate

from pyvkc import spirv_tools
from pyvkc.frontend.spirv import Module
from pyvkc.frontend.spirv.disasm import Decoder, disassemble

VERSIONS = list(TARGETS)


def lines(words):
    """The instructions of a module as text, without the padding."""
    return [line.strip() for line in disassemble(words).splitlines() if not line.startswith(";")]


def opcodes(words):
    return [one.name for one in Decoder().decode(words)]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("sample", samples.SAMPLES, ids=lambda sample: sample.__name__)
def test_samples_are_valid(sample, version):
    validate(build(sample, version).words, TARGETS[version])


@pytest.mark.parametrize("sample", samples.SAMPLES, ids=lambda sample: sample.__name__)
def test_the_same_calls_give_the_same_bytes(sample):
    assert build(sample) == build(sample)


def test_header():
    words = build(samples.nothing, (1, 4)).words
    magic, version, generator, bound, schema = struct.unpack("<5I", words[:20])
    assert (magic, version, generator, schema) == (0x07230203, 0x10400, 0, 0)
    assert bound == 1 + max(int(number) for line in lines(words) for number in re.findall(r"%(\d+)", line))


def test_finishing_twice_gives_the_same():
    kernel = Kernel()
    first = kernel.finish()
    assert kernel.module.finish() == first


def test_sections_are_in_order():
    kernel = Kernel((1, 3))
    samples.arithmetic(kernel)
    samples.through_address(kernel)
    samples.debugging(kernel)
    kernel.module.source_file("a.py")
    kernel.module.execution_mode("SignedZeroInfNanPreserve", 32)
    assembled = kernel.finish()
    validate(assembled.words, "vulkan1.1")
    order = [
        "OpCapability", "OpExtension", "OpExtInstImport", "OpMemoryModel", "OpEntryPoint", "OpExecutionMode",
        "OpString", "OpName", "OpMemberName", "OpDecorate", "OpMemberDecorate", "OpTypeVoid", "OpFunction",
    ]  # fmt: skip
    found = opcodes(assembled.words)
    assert set(order) <= set(found)
    section = {"OpMemberName": "OpName", "OpMemberDecorate": "OpDecorate"}
    first = [found.index(name) for name in order if name not in section]
    assert first == sorted(first)


def test_text_of_a_module():
    text = disassemble(build(samples.arithmetic).words)
    body = re.sub(r"%\d+", "%", text.split("OpTypeFloat 32\n")[1])
    assert (
        body.split()
        == (
            "% = OpTypeFunction % % = OpTypeRuntimeArray % % = OpTypeStruct % % = OpTypePointer StorageBuffer % "
            "% = OpVariable % StorageBuffer % = OpConstant % 0 % = OpTypePointer StorageBuffer % % = OpConstant % 2.5 "
            "% = OpFunction % None % % = OpLabel % = OpAccessChain % % % % % = OpLoad % % % = OpFMul % % % "
            "% = OpExtInst % % FMax % % % = OpExtInst % % Sqrt % OpStore % % OpReturn OpFunctionEnd"
        ).split()
    )


def test_types_are_unique():
    m = Module()
    f32 = m.type("OpTypeFloat", 32)
    assert m.type("OpTypeFloat", 32) == f32
    assert m.type("OpTypeFloat", 64) != f32
    assert m.type("OpTypeVector", f32, 2) == m.type("OpTypeVector", f32, 2) != m.type("OpTypeVector", f32, 3)
    assert m.type("OpTypePointer", "Function", f32) != m.type("OpTypePointer", "Private", f32)
    assert m.type("OpTypeFunction", f32, f32) == m.type("OpTypeFunction", f32, f32)


def test_structures_are_unique_by_key():
    m = Module()
    f32 = m.type("OpTypeFloat", 32)
    assert m.struct(f32) != m.struct(f32)
    assert m.struct(f32, unique="a") == m.struct(f32, unique="a") != m.struct(f32, unique="b")
    assert m.struct(f32, unique="a") != m.struct(f32, f32, unique="a")
    assert m.type("OpTypeRuntimeArray", f32, unique=4) == m.type("OpTypeRuntimeArray", f32, unique=4)
    assert m.type("OpTypeRuntimeArray", f32, unique=4) != m.type("OpTypeRuntimeArray", f32, unique=8)
    with pytest.raises(AssertionError, match="OpTypeFloat: only aggregate types"):
        m.type("OpTypeFloat", 32, unique="mine")


def test_constants_are_unique():
    m = Module()
    f32, i32, u32 = m.type("OpTypeFloat", 32), m.type("OpTypeInt", 32, 1), m.type("OpTypeInt", 32, 0)
    assert m.literal(f32, 0.0) == m.literal(f32, 0) == m.literal(f32, 1e-60)
    assert m.literal(f32, 0.0) != m.literal(f32, -0.0)
    assert m.literal(f32, math.nan) == m.literal(f32, math.nan)
    assert m.literal(f32, 0.1) == m.literal(f32, 0.1 + 1e-12)
    assert m.literal(i32, 1) != m.literal(u32, 1)
    assert m.literal(i32, -1) == m.literal(i32, 0xFFFFFFFF)
    assert m.literal(i32, 7) == m.constant("OpConstant", i32, 7)
    assert m.constant("OpConstantNull", f32) == m.constant("OpConstantNull", f32) != m.literal(f32, 0.0)
    pair = m.type("OpTypeVector", f32, 2)
    one, two = m.literal(f32, 1), m.literal(f32, 2)
    assert m.constant("OpConstantComposite", pair, one, two) == m.constant("OpConstantComposite", pair, one, two)
    assert m.constant("OpConstantComposite", pair, one, two) != m.constant("OpConstantComposite", pair, two, one)
    assert m.undefined(pair) == m.undefined(pair)
    assert m.constant("OpSpecConstant", u32, 1) != m.constant("OpSpecConstant", u32, 1)
    boolean = m.type("OpTypeBool")
    assert m.literal(boolean, True) == m.constant("OpConstantTrue", boolean) != m.literal(boolean, False)


def test_decorations_are_made_once():
    kernel = Kernel()
    for _ in range(3):
        shared = kernel.struct = kernel.module.struct(kernel.f32, unique="one")
        kernel.module.decorate(shared, "Block")
        kernel.module.decorate_member(shared, 0, "Offset", 0)
        kernel.module.decorate(kernel.function, "NoContraction")
    found = opcodes(kernel.finish().words)
    assert found.count("OpDecorate") == 2
    assert found.count("OpMemberDecorate") == 1


def test_decorations_choose_their_instruction():
    kernel = Kernel()
    m = kernel.module
    variable = kernel.shared(kernel.f32)
    m.decorate(variable, "UserSemantic", "position")
    m.decorate(variable, "UniformId", kernel.scope("Workgroup"))
    m.decorate(variable, "Aliased")
    found = opcodes(kernel.finish().words)
    assert [name for name in found if name.startswith("OpDecorate")] == [
        "OpDecorateString",
        "OpDecorateId",
        "OpDecorate",
    ]


def test_variables_of_a_function_stand_at_its_start():
    words = build(samples.loop).words
    found = opcodes(words)
    start = found.index("OpLabel", found.index("OpFunction"))
    assert found[start + 1 : start + 4] == ["OpVariable"] * 3
    assert found[start + 4] != "OpVariable"


def test_source_lines():
    text = "\n".join(line.split(" = ")[-1] for line in lines(build(samples.loop).words))
    text = re.sub(r"%\d+", "%", text)
    assert 'OpString "folder\\\\a \\"quoted\\" name.py"' in text
    assert text.count("OpLine % 3 5") == 2, "once in the block that began before it, once in the loop's header"
    assert "OpLine % 4 9\nOpLoopMerge % % DontUnroll\nOpBranch %\n" in text
    assert "OpLabel\nOpLine % 5 13\nOpStore % %\nOpBranch %\nOpLabel\nOpLine % 6 13\nOpStore % %" in text


def test_a_new_line_does_not_part_a_merge_from_its_branch():
    kernel = Kernel()
    m = kernel.module
    file, then, end = m.source_file("a.py"), m.fresh(), m.fresh()
    m.line(file, 1, 1)
    m.emit("OpSelectionMerge", end, "None")
    m.line(file, 2, 1)
    m.emit("OpBranchConditional", m.literal(kernel.bool, True), then, end)
    m.label(then)
    m.emit("OpBranch", end)
    m.label(end)
    words = kernel.finish().words
    validate(words)
    found = opcodes(words)
    assert found[found.index("OpSelectionMerge") + 1] == "OpBranchConditional"
    assert found.count("OpLine") == 3


@pytest.mark.parametrize(("version", "listed"), [((1, 3), 1), ((1, 4), 2)])
def test_interface_of_an_entry_point(version, listed):
    words = build(samples.barrier, version).words
    entry = next(line for line in lines(words) if line.startswith("OpEntryPoint"))
    assert len(entry.split()) == 4 + listed


def test_functions_nest():
    assembled = build(samples.calls)
    found = opcodes(assembled.words)
    assert found.count("OpFunction") == found.count("OpFunctionEnd") == 2
    inner = found.index("OpFunction")
    assert "OpReturnValue" in found[inner : found.index("OpFunctionEnd")], "the one that ended first comes first"


def test_terminated_and_block():
    m = Module()
    void = m.type("OpTypeVoid")
    assert m.terminated
    m.begin_function(void, [])
    assert m.terminated
    label = m.fresh()
    assert m.label(label) == label == m.block
    assert not m.terminated
    for terminator, operands in [("OpReturn", ()), ("OpUnreachable", ()), ("OpBranch", (label,)), ("OpKill", ())]:
        m.emit(terminator, *operands)
        assert m.terminated
        m.label()
    m.emit("OpReturn")
    m.end_function()
    assert m.terminated


def test_type_of():
    kernel = Kernel()
    m = kernel.module
    x = m.local(kernel.pointer("Function", kernel.f32))
    assert m.type_of(x) == kernel.pointer("Function", kernel.f32)
    assert m.type_of(m.value("OpLoad", kernel.f32, x)) == kernel.f32
    assert m.type_of(m.literal(kernel.i32, 3)) == kernel.i32
    assert m.type_of(m.extended("Sqrt", kernel.f32, m.literal(kernel.f32, 2.0))) == kernel.f32


# What a module declares. Each row: a sample, the capabilities that follow besides Shader, the extensions in 1.3.


def number_type(k, text):
    name, width = {"i": ("OpTypeInt", 1), "u": ("OpTypeInt", 0), "f": ("OpTypeFloat", None)}[text[0]], int(text[1:])
    return k.module.type(name[0], width, *(() if name[1] is None else (name[1],)))


def widened(text):
    """Load from a buffer, convert to 32 bits and back, store."""

    def sample(k):
        m = k.module
        narrow = number_type(k, text)
        wide, conversion = {
            "i": (k.i32, "OpSConvert"),
            "u": (k.u32, "OpUConvert"),
            "f": (k.f32, "OpFConvert"),
        }[text[0]]
        p = k.buffer(narrow, int(text[1:]) // 8)
        m.emit("OpStore", p, m.value(conversion, narrow, m.value(conversion, wide, m.value("OpLoad", narrow, p))))

    return sample


def loaded(text, storage_class):
    """Only load from a buffer or a block."""

    def sample(k):
        type = number_type(k, text)
        stride = int(text[1:]) // 8
        if storage_class == "PhysicalStorageBuffer":
            k.module.value("OpLoad", type, k.address(type, stride), "Aligned", stride)
        else:
            k.module.value("OpLoad", type, k.buffer(type, stride, storage_class=storage_class))

    return sample


def added(text):
    def sample(k):
        m = k.module
        type = number_type(k, text)
        p = k.buffer(type, int(text[1:]) // 8)
        x = m.value("OpLoad", type, p)
        m.emit("OpStore", p, m.value("OpFAdd" if text[0] == "f" else "OpIAdd", type, x, x))

    return sample


def literal(text):
    return lambda k: k.module.literal(number_type(k, text), 1)


def local(text):
    return lambda k: k.module.local(k.pointer("Function", number_type(k, text)))


def shared(text):
    return lambda k: k.shared(number_type(k, text))


def parameter(text):
    def sample(k):
        m = k.module
        m.begin_function(k.void, [number_type(k, text)])
        m.label()
        m.emit("OpReturn")
        m.end_function()

    return sample


def composite(k):
    m = k.module
    half = m.type("OpTypeFloat", 16)
    pair = m.type("OpTypeVector", half, 2)
    p = k.buffer(pair, 4)
    m.emit("OpStore", p, m.value("OpVectorShuffle", pair, m.value("OpLoad", pair, p), m.value("OpLoad", pair, p), 1, 0))


def literals_like_ids(k):
    """The index of a component is no id, though the type of bytes, or a byte, has the same number."""
    m = k.module
    narrow = m.type("OpTypeInt", 8, 0)
    byte = m.value("OpLoad", narrow, k.buffer(narrow, 1, binding=1))
    array = m.type("OpTypeArray", k.f32, m.literal(k.u32, 100))
    whole = m.value("OpLoad", array, k.shared(array))
    for number in (narrow, byte):
        m.value("OpCompositeExtract", k.f32, whole, number)


def list_of_bytes(k):
    """A structure with a byte that points to its own kind."""
    m = k.module
    byte = m.type("OpTypeInt", 8, 0)
    pointer = m.forward_pointer("PhysicalStorageBuffer")
    node = m.struct(pointer, byte)
    m.decorate(node, "Block")
    m.decorate_member(node, 0, "Offset", 0)
    m.decorate_member(node, 1, "Offset", 8)
    m.define_pointer(pointer, "PhysicalStorageBuffer", node)
    start = m.value("OpLoad", pointer, k.buffer(pointer, 8, storage_class="PushConstant"))
    to_byte = k.pointer("PhysicalStorageBuffer", byte)
    m.value("OpLoad", byte, m.value("OpAccessChain", to_byte, start, m.literal(k.i32, 1)), "Aligned", 1)


def square_root_of_half(k):
    half = k.module.type("OpTypeFloat", 16)
    k.module.extended("Sqrt", half, k.module.value("OpLoad", half, k.buffer(half, 2)))


def atomic(name, text):
    def sample(k):
        m = k.module
        type = number_type(k, text)
        p = k.buffer(type, int(text[1:]) // 8)
        one = m.literal(type, 1)
        m.value(name, type, p, k.scope("Device"), k.semantics("None"), one)

    return sample


def atomic_store(k):
    m = k.module
    u64 = m.type("OpTypeInt", 64, 0)
    m.emit("OpAtomicStore", k.buffer(u64, 8), k.scope("Device"), k.semantics("None"), m.literal(u64, 1))


def subgroup(name, type="u32", *before, operand=True):
    def sample(k):
        m = k.module
        operands = [m.literal(getattr(k, type), 1)] if operand else []
        m.value(name, getattr(k, type), k.scope("Subgroup"), *before, *operands)

    return sample


def clustered(k):
    m = k.module
    one = m.literal(k.u32, 4)
    m.value("OpGroupNonUniformIAdd", k.u32, k.scope("Subgroup"), "ClusteredReduce", one, one)


def ballot_count(k):
    m = k.module
    ballot = m.type("OpTypeVector", k.u32, 4)
    mask = m.value("OpGroupNonUniformBallot", ballot, k.scope("Subgroup"), m.literal(k.bool, True))
    m.value("OpGroupNonUniformBallotBitCount", k.u32, k.scope("Subgroup"), "Reduce", mask)


def subgroup_size(k):
    k.builtin("SubgroupSize", k.u32)


def keep_specials(k):
    k.module.execution_mode("SignedZeroInfNanPreserve", 32)


def matrix(k):
    k.module.type("OpTypeMatrix", k.module.type("OpTypeVector", k.f32, 2), 2)


def brain_float(k):
    m = k.module
    bf16 = m.type("OpTypeFloat", 16, "BFloat16KHR")
    p = k.buffer(bf16, 2)
    m.emit("OpStore", p, m.value("OpFConvert", bf16, m.value("OpFConvert", k.f32, m.value("OpLoad", bf16, p))))
    m.literal(bf16, 1.0)


STORAGE8, STORAGE16 = "SPV_KHR_8bit_storage", "SPV_KHR_16bit_storage"
ADD, ADD16 = "SPV_EXT_shader_atomic_float_add", "SPV_EXT_shader_atomic_float16_add"
MIN_MAX, BFLOAT = "SPV_EXT_shader_atomic_float_min_max", "SPV_KHR_bfloat16"
ADDRESS = "PhysicalStorageBufferAddresses"
FADD, FMIN = "OpAtomicFAddEXT", "OpAtomicFMinEXT"

DECLARED = {
    "i8 widened":       (widened("i8"),                "StorageBuffer8BitAccess",             STORAGE8),
    "u8 widened":       (widened("u8"),                "StorageBuffer8BitAccess",             STORAGE8),
    "i16 widened":      (widened("i16"),               "StorageBuffer16BitAccess",            ""),
    "f16 widened":      (widened("f16"),               "StorageBuffer16BitAccess",            ""),
    "i8 uniform":       (loaded("i8", "Uniform"),      "UniformAndStorageBuffer8BitAccess",   STORAGE8),
    "f16 uniform":      (loaded("f16", "Uniform"),     "UniformAndStorageBuffer16BitAccess",  ""),
    "i8 pushed":        (loaded("i8", "PushConstant"), "StoragePushConstant8",                STORAGE8),
    "u16 pushed":       (loaded("u16", "PushConstant"), "StoragePushConstant16",              ""),
    "i8 address":       (loaded("i8", "PhysicalStorageBuffer"),  f"StorageBuffer8BitAccess {ADDRESS}",
                         f"{STORAGE8} SPV_KHR_physical_storage_buffer"),
    "f16 address":      (loaded("f16", "PhysicalStorageBuffer"), f"StorageBuffer16BitAccess {ADDRESS}",
                         "SPV_KHR_physical_storage_buffer"),
    "i8 added":         (added("i8"),                  "Int8 StorageBuffer8BitAccess",        STORAGE8),
    "i16 added":        (added("i16"),                 "Int16 StorageBuffer16BitAccess",      ""),
    "f16 added":        (added("f16"),                 "Float16 StorageBuffer16BitAccess",    ""),
    "i64 added":        (added("i64"),                 "Int64",                               ""),
    "f64 added":        (added("f64"),                 "Float64",                             ""),
    "i8 literal":       (literal("i8"),                "Int8",                                ""),
    "f16 literal":      (literal("f16"),               "Float16",                             ""),
    "u16 local":        (local("u16"),                 "Int16",                               ""),
    "u8 shared":        (shared("u8"),                 "Int8",                                ""),
    "f16 parameter":    (parameter("f16"),             "Float16",                             ""),
    "f16 composite":    (composite,                    "Float16 StorageBuffer16BitAccess",    ""),
    "f16 square root":  (square_root_of_half,          "Float16 StorageBuffer16BitAccess",    ""),
    "literals like ids": (literals_like_ids,           "StorageBuffer8BitAccess",             STORAGE8),
    "list of bytes":    (list_of_bytes,                f"StorageBuffer8BitAccess {ADDRESS}",
                         f"{STORAGE8} SPV_KHR_physical_storage_buffer"),
    "bf16":             (brain_float,                  "StorageBuffer16BitAccess BFloat16TypeKHR", BFLOAT),
    "atomic i32":       (atomic("OpAtomicIAdd", "i32"), "",                                   ""),
    "atomic i64":       (atomic("OpAtomicIAdd", "i64"), "Int64 Int64Atomics",                 ""),
    "atomic store":     (atomic_store,                 "Int64 Int64Atomics",                  ""),
    "atomic f32":       (atomic(FADD, "f32"),          "AtomicFloat32AddEXT",                 ADD),
    "atomic f64":       (atomic(FADD, "f64"),          "Float64 AtomicFloat64AddEXT",         ADD),
    "atomic f16":       (atomic(FADD, "f16"),          "Float16 StorageBuffer16BitAccess AtomicFloat16AddEXT", ADD16),
    "atomic min f32":   (atomic(FMIN, "f32"),          "AtomicFloat32MinMaxEXT",              MIN_MAX),
    "atomic exchange":  (atomic("OpAtomicExchange", "f32"), "",                               ""),
    "elect":            (subgroup("OpGroupNonUniformElect", "bool", operand=False), "GroupNonUniform", ""),
    "subgroup size":    (subgroup_size,                "GroupNonUniform",                     ""),
    "subgroup add":     (subgroup("OpGroupNonUniformIAdd", "u32", "Reduce"), "GroupNonUniformArithmetic", ""),
    "subgroup scan":    (subgroup("OpGroupNonUniformFMul", "f32", "ExclusiveScan"), "GroupNonUniformArithmetic", ""),
    "clustered":        (clustered,                    "GroupNonUniformClustered",            ""),
    "ballot count":     (ballot_count,                 "GroupNonUniformBallot",               ""),
    "keep specials":    (keep_specials,                "SignedZeroInfNanPreserve",            "SPV_KHR_float_controls"),
    "matrix":           (matrix,                       "",                                    ""),
}  # fmt: skip


def known(name):
    """Whether the validator on this machine knows what a sample uses."""
    try:
        version = spirv_tools.version(spirv_tools.find("spirv-val"))
    except spirv_tools.ToolNotFoundError:
        return True  # `validate` says what is missing
    return version >= (2025, 2) or name != "bf16"


@pytest.mark.parametrize("name", DECLARED)
def test_capabilities_follow_from_use(name):
    sample, capabilities, extensions = DECLARED[name]
    core = {"SPV_KHR_physical_storage_buffer", STORAGE8, "SPV_KHR_float_controls"}
    for version in [(1, 3), (1, 5)]:
        assembled = build(sample, version)
        needed = [each for each in extensions.split() if version < (1, 4) or each not in core]
        assert sorted(assembled.capabilities) == sorted(["Shader", *capabilities.split()])
        assert list(assembled.extensions) == sorted(needed)
        if known(name):
            validate(assembled.words, TARGETS[version])


# Beside which others the validator asks for a capability no longer, though the specification does.
FULL = {"Int8", "Int16", "Float16", "BFloat16TypeKHR"}
SUFFICE = {
    "Shader":                             {ADDRESS},
    "Int64":                              {"Int64Atomics"},
    "StorageBuffer8BitAccess":            FULL,
    "StorageBuffer16BitAccess":           FULL,
    "UniformAndStorageBuffer8BitAccess":  FULL,
    "UniformAndStorageBuffer16BitAccess": FULL,
    "StoragePushConstant8":               FULL,
    "StoragePushConstant16":              FULL,
}  # fmt: skip


@pytest.mark.parametrize("name", DECLARED)
def test_no_capability_is_superfluous(name):
    """Without any one of its capabilities a module is refused, save where another one has implied it."""
    assembled = build(DECLARED[name][0])
    require("spirv-val")
    if not known(name):
        pytest.skip("the validator on this machine is too old")
    for number, capability in enumerate(assembled.capabilities):
        if SUFFICE.get(capability, set()).isdisjoint(assembled.capabilities):
            start = 20 + 8 * number
            words = assembled.words[:start] + assembled.words[start + 8 :]
            assert spirv_tools.validate(words, "vulkan1.2"), f"{capability} is not needed"


@given(
    st.permutations(["i8 widened", "elect", "subgroup add", "ballot count", "clustered", "subgroup size", "f16 added"])
)
@settings(max_examples=20, deadline=None)
def test_the_order_of_use_does_not_matter(names):
    def everything(k):
        for name in names:
            DECLARED[name][0](k)

    assert build(everything).capabilities == (
        "Shader", "Float16", "GroupNonUniform", "GroupNonUniformArithmetic", "GroupNonUniformBallot",
        "GroupNonUniformClustered", "StorageBuffer16BitAccess", "StorageBuffer8BitAccess",
    )  # fmt: skip


def test_the_count_of_a_vector_is_no_type():
    m = Module()
    f32, byte = m.type("OpTypeFloat", 32), m.type("OpTypeInt", 8, 0)
    assert byte == 2
    m.type("OpTypePointer", "StorageBuffer", byte)
    m.constant("OpConstantNull", m.type("OpTypeVector", f32, 2))
    assert m.finish().capabilities == ("Shader", "StorageBuffer8BitAccess")


def test_a_number_that_is_in_no_memory_needs_its_full_capability():
    """Even the type of a number needs a capability that has it: here one that is only converted."""
    for width, capability in ((8, "Int8"), (16, "Int16")):
        m = Module()
        m.type("OpTypeInt", width, 0)
        assert m.finish().capabilities == ("Shader", capability)


def test_explicit_declarations():
    kernel = Kernel()
    kernel.module.capability("VulkanMemoryModel")
    kernel.module.capability("ShaderClockKHR")
    kernel.module.extension("SPV_KHR_expect_assume")
    assembled = kernel.finish()
    assert assembled.capabilities == ("Shader", "ShaderClockKHR", "VulkanMemoryModel")
    assert assembled.extensions == ("SPV_KHR_expect_assume", "SPV_KHR_shader_clock")


def test_storage_buffers_before_they_were_core():
    assert build(samples.arithmetic, (1, 0)).extensions == ("SPV_KHR_storage_buffer_storage_class",)
    assert build(samples.arithmetic, (1, 3)).extensions == ()


def test_addressing_follows():
    assert "OpMemoryModel Logical GLSL450" in lines(build(samples.arithmetic).words)
    assert "OpMemoryModel PhysicalStorageBuffer64 GLSL450" in lines(build(samples.through_address).words)


def test_what_a_version_lacks_is_named():
    kernel = Kernel((1, 3))
    struct = kernel.module.struct(kernel.f32)
    kernel.module.value("OpCopyLogical", struct, kernel.module.undefined(struct))
    with pytest.raises(
        AssertionError, match=r"OpCopyLogical needs version 1\.4 of SPIR-V, the module is of version 1\.3"
    ):
        kernel.finish()
    with pytest.raises(AssertionError, match=r"OpGroupNonUniformElect has no capability in SPIR-V 1\.0"):
        build(DECLARED["elect"][0], (1, 0))
    with pytest.raises(AssertionError, match=r"no SPIR-V 2\.0"):
        Module((2, 0))


def test_several_entry_points_and_modes():
    kernel = Kernel()
    m = kernel.module
    m.execution_mode("DenormPreserve", 32)
    m.emit("OpReturn")
    m.end_function()
    m.entry_point(kernel.function, "first", (1, 2, 3))
    second, _ = m.begin_function(kernel.void, [])
    m.label()
    m.emit("OpReturn")
    m.end_function()
    m.entry_point(second, "second", (4, 1, 1))
    m.execution_mode("RoundingModeRTE", 32)
    words = m.finish().words
    validate(words)
    modes = [line.split(maxsplit=2)[1:] for line in lines(words) if line.startswith("OpExecutionMode")]
    assert modes == [
        [f"%{kernel.function}", "DenormPreserve 32"],
        [f"%{kernel.function}", "LocalSize 1 2 3"],
        [f"%{second}", "LocalSize 4 1 1"],
        [f"%{second}", "RoundingModeRTE 32"],
    ]


def mistakes():
    def outside(k):
        k.module.emit("OpReturn")
        k.module.emit("OpReturn")

    def two_labels(k):
        k.module.label()

    def unended_block(k):
        k.module.end_function()

    def empty(k):
        k.module.begin_function(k.void, [])
        k.module.end_function()

    def unended_function(k):
        k.module.finish()

    def between_functions(k):
        k.module.emit("OpReturn")
        k.module.end_function()
        k.module.label()

    def arity(k):
        k.module.value("OpIAdd", k.i32, k.module.literal(k.i32, 1))

    def too_big(k):
        k.module.literal(k.i32, 1 << 32)

    def fraction(k):
        k.module.literal(k.i32, 1.5)

    def text(k):
        k.module.literal(k.f32, "1")

    def selector(k):
        k.module.emit("OpSwitch", k.module.literal(k.f32, 1.0), 1)

    def case(k):
        k.module.emit("OpSwitch", k.module.literal(k.i32, 1), 1, 2.5, 3)

    def storage(k):
        k.module.type("OpTypePointer", "Generics", k.f32)

    def capability(k):
        k.module.capability("Everything")

    return [
        (outside, "OpReturn: no block is open"),
        (two_labels, r"the block \d+ is still open"),
        (unended_block, r"the function ends in the open block \d+"),
        (empty, "the function has no block"),
        (unended_function, "a function is still open"),
        (between_functions, "no function is open"),
        (arity, r"OpIAdd: operand 4 \(IdRef Operand 2\) is missing"),
        (too_big, "4294967296 does not fit 32 bits"),
        (fraction, r"1\.5 is no integer"),
        (text, "'1' is no number"),
        (selector, r"OpSwitch: the selector \d+ is no known integer"),
        (case, r"OpSwitch: the value 2\.5 is no integer"),
        (storage, "OpTypePointer: 'Generics' is not a StorageClass"),
        (capability, "'Everything' is not a Capability"),
    ]


@pytest.mark.parametrize(("mistake", "message"), mistakes(), ids=lambda value: getattr(value, "__name__", ""))
def test_mistakes(mistake, message):
    with pytest.raises(AssertionError, match=message):
        mistake(Kernel())
