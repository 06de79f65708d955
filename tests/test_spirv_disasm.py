"""The disassembler: text that spirv-as turns back into the same module, and clear words for what is no module."""

from __future__ import annotations

import struct

import numpy as np
import pytest
import spirv_samples as samples
from hypothesis import given, settings
from hypothesis import strategies as st
from spirv_samples import TARGETS, Kernel, build
from spirv_tools import assemble, validate

from pyvkc.frontend.spirv import encode
from pyvkc.frontend.spirv.disasm import Decoder, disassemble
from pyvkc.frontend.spirv.grammar import EXTENDED, INSTRUCTIONS

MAGIC = 0x07230203


def module_of(*instructions, version=(1, 5)):
    """The bytes of instructions behind a header."""
    words = [MAGIC, version[0] << 16 | version[1] << 8, 0, 100, 0]
    for instruction in instructions:
        words += instruction
    return struct.pack(f"<{len(words)}I", *words)


def body_of(*instructions):
    """The text of instructions, line by line, without the header's comments."""
    return [line.strip() for line in disassemble(module_of(*instructions)).splitlines()[2:]]


def round_trips(words, target="vulkan1.2"):
    """Whether the text of a module assembles to the module; the assembler puts its own mark into the third word."""
    text = disassemble(words)
    again = assemble(text, target)
    assert disassemble(again) == text
    assert again[:8] == words[:8]
    assert again[12:] == words[12:], text


@pytest.mark.parametrize("version", TARGETS)
@pytest.mark.parametrize("sample", samples.SAMPLES, ids=lambda sample: sample.__name__)
def test_samples_round_trip(sample, version):
    round_trips(build(sample, version).words, TARGETS[version])


def test_text():
    assert body_of(
        encode("OpCapability", "Shader"),
        encode("OpExtInstImport", 1, "GLSL.std.450"),
        encode("OpMemoryModel", "Logical", "GLSL450"),
        encode("OpEntryPoint", "GLCompute", 12, "main"),
        encode("OpExecutionMode", 12, "LocalSize", 8, 4, 1),
        encode("OpName", 9, "x"),
        encode("OpDecorate", 9, "BuiltIn", "WorkgroupId"),
        encode("OpTypeFloat", 2, 32),
        encode("OpConstant", 2, 3, 0.1),
        encode("OpVariable", 4, 9, "Function"),
        encode("OpLoad", 2, 10, 9, "Aligned|Volatile", 4),
        encode("OpExtInst", 2, 11, 1, "Pow", 10, 3),
        encode("OpStore", 9, 11),
        encode("OpReturn"),
    ) == [
        "OpCapability Shader",
        '%1 = OpExtInstImport "GLSL.std.450"',
        "OpMemoryModel Logical GLSL450",
        'OpEntryPoint GLCompute %12 "main"',
        "OpExecutionMode %12 LocalSize 8 4 1",
        'OpName %9 "x"',
        "OpDecorate %9 BuiltIn WorkgroupId",
        "%2 = OpTypeFloat 32",
        "%3 = OpConstant %2 0.1",
        f"{'%9 = OpVariable %4 Function':58} ; x",
        "%10 = OpLoad %2 %9 Volatile|Aligned 4",
        "%11 = OpExtInst %2 %1 Pow %10 %3",
        "OpStore %9 %11",
        "OpReturn",
    ]


def test_results_line_up():
    lines = disassemble(build(samples.loop).words).splitlines()[2:]
    assert {line.index("=") for line in lines if " = " in line} == {4}
    assert {line.index("Op") for line in lines} == {6}


def test_decoded_instructions():
    found = list(Decoder().decode(module_of(encode("OpTypeVoid", 7), encode("OpFNegate", 1, 2, 3))))
    assert [(one.offset, one.name, one.result, one.operands) for one in found] == [
        (5, "OpTypeVoid", 7, ()),
        (7, "OpFNegate", 2, ("%1", "%3")),
    ]


@pytest.mark.parametrize(
    ("type", "words", "text"),
    [
        (("OpTypeInt", 8, 1),    (0xFFFFFF80,),            "-128"),
        (("OpTypeInt", 8, 0),    (0x80,),                  "128"),
        (("OpTypeInt", 16, 1),   (0xFFFF8000,),            "-32768"),
        (("OpTypeInt", 32, 1),   (0x80000000,),            "-2147483648"),
        (("OpTypeInt", 32, 0),   (0x80000000,),            "2147483648"),
        (("OpTypeInt", 64, 1),   (0, 0x80000000),          "-9223372036854775808"),
        (("OpTypeInt", 64, 0),   (1, 0x80000000),          "9223372036854775809"),
        (("OpTypeFloat", 16),    (0x3C00,),                "0x1p+0"),
        (("OpTypeFloat", 16),    (0x8000,),                "-0x0p+0"),
        (("OpTypeFloat", 16),    (0x3555,),                "0x1.554p-2"),
        (("OpTypeFloat", 16),    (0x0001,),                "0x1p-24"),
        (("OpTypeFloat", 16),    (0x83FF,),                "-0x1.ff8p-15"),
        (("OpTypeFloat", 16),    (0x7C00,),                "0x1p+16"),
        (("OpTypeFloat", 16),    (0xFE01,),                "-0x1.804p+16"),
        (("OpTypeFloat", 32),    (0x3F800000,),            "1"),
        (("OpTypeFloat", 32),    (0x80000000,),            "-0"),
        (("OpTypeFloat", 32),    (0x3EAAAAAB,),            "0.33333334"),
        (("OpTypeFloat", 32),    (0x7F7FFFFF,),            "3.4028235e+38"),
        (("OpTypeFloat", 32),    (0x00000001,),            "0x1p-149"),
        (("OpTypeFloat", 32),    (0x7F800000,),            "0x1p+128"),
        (("OpTypeFloat", 32),    (0xFF800000,),            "-0x1p+128"),
        (("OpTypeFloat", 32),    (0x7FC00000,),            "0x1.8p+128"),
        (("OpTypeFloat", 32),    (0xFF800001,),            "-0x1.000002p+128"),
        (("OpTypeFloat", 64),    (0x9999999A, 0x3FB99999), "0.1"),
        (("OpTypeFloat", 64),    (0, 0x7FF00000),          "0x1p+1024"),
        (("OpTypeFloat", 64),    (1, 0xFFF80000),          "-0x1.8000000000001p+1024"),
        (("OpTypeFloat", 64),    (1, 0),                   "0x1p-1074"),
        (("OpTypeInt", 8, 1),    (0x000000FF,),            "!0xff"),
        (("OpTypeFloat", 16),    (0x00013C00,),            "!0x13c00"),
        (("OpTypeFloat", 8, "Float8E4M3EXT"), (0x38,),     "!0x38"),
        (("OpTypeFloat", 16, "BFloat16KHR"),  (0x3FC0,),   "0x1.8p+0"),
        (("OpTypeFloat", 16, "BFloat16KHR"),  (0x7F80,),   "0x1p+128"),
    ],
)  # fmt: skip
def test_numbers(type, words, text):
    name, *operands = type
    declared = encode(name, 1, *operands)
    constant = encode("OpConstant", 1, 2, words)
    assert body_of(declared, constant)[1] == f"%2 = OpConstant %1 {text}"
    if "Float8E4M3EXT" not in type and "BFloat16KHR" not in type:
        round_trips(module_of(declared, constant, encode("OpTypeVoid", 99)))


@given(st.lists(st.tuples(st.sampled_from([16, 32, 64]), st.integers(0, (1 << 64) - 1)), min_size=20, max_size=60))
@settings(max_examples=15, deadline=None)
def test_any_float_round_trips(values):
    instructions = [encode("OpTypeFloat", width, width) for width in (16, 32, 64)]
    for id, (width, bits) in enumerate(values, 100):
        bits &= (1 << width) - 1
        words = (bits & 0xFFFFFFFF, bits >> 32)[: 1 + (width == 64)]
        instructions.append(encode("OpConstant", width, id, words))
    words = bytearray(module_of(*instructions))
    words[12:16] = struct.pack("<I", 100 + len(values))
    round_trips(bytes(words))


def test_every_half_is_spelled_exactly():
    from pyvkc.frontend.spirv.literals import float_text

    bits = np.arange(1 << 16, dtype=np.uint16)
    values = bits.view(np.float16).astype(float)
    for one, value in zip(bits.tolist(), values.tolist(), strict=True):
        text = float_text((one,), 16)
        if np.isfinite(value):
            assert float.fromhex(text) == value
            assert text.startswith("-") == (one >> 15 == 1)
        else:
            assert "p+16" in text


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40))
@settings(max_examples=25, deadline=None)
def test_texts_round_trip(text):
    named = encode("OpName", 98, text), encode("OpMemberName", 98, 0, text), encode("OpTypeStruct", 98)
    round_trips(module_of(encode("OpString", 99, text), *named))


def test_switches_have_the_width_of_their_selector():
    found = body_of(
        encode("OpTypeInt", 1, 64, 1),
        encode("OpUndef", 1, 2),
        encode("OpSwitch", 2, 3, (0, 256), 4, (0xFFFFFFFF, 0xFFFFFFFF), 5),
    )
    assert found[-1] == "OpSwitch %2 %3 1099511627776 %4 -1 %5"


def test_specialisation_operations():
    found = body_of(encode("OpSpecConstantOp", 1, 2, "IAdd", 3, 4), encode("OpSpecConstantOp", 1, 5, "Select", 2, 3, 4))
    assert found == ["%2 = OpSpecConstantOp %1 IAdd %3 %4", "%5 = OpSpecConstantOp %1 Select %2 %3 %4"]


def test_what_the_grammar_does_not_know_stays_words():
    assert body_of([0x40020, 7, 4999, 5]) == ["%7 = OpTypePointer !0x1387 !0x5"]
    assert body_of([0x5003D, 1, 2, 3, 1 << 30]) == ["%2 = OpLoad %1 %3 !0x40000000"]
    round_trips(module_of([0x40020, 99, 4999, 5]))


def test_other_sets_of_extended_instructions_stay_numbers():
    found = body_of(encode("OpExtInstImport", 1, "NonSemantic.Own"), [0x7000C, 2, 3, 1, 40, 5, 6])
    assert found[1] == "%3 = OpExtInst %2 %1 40 %5 %6"


@pytest.mark.parametrize("name", EXTENDED)
def test_every_extended_instruction(name):
    operands = range(4, 4 + EXTENDED[name][2].count("IdRef"))
    found = body_of(encode("OpExtInstImport", 1, "GLSL.std.450"), encode("OpExtInst", 2, 3, 1, name, *operands))
    assert found[1] == " ".join([f"%3 = OpExtInst %2 %1 {name}", *(f"%{id}" for id in operands)])


def test_every_instruction_of_ids_round_trips():
    """Each instruction whose operands are all ids, with as few as it needs, through the assembler in one module."""
    plain = {"IdRef", "IdResult", "IdResultType", "IdScope", "IdMemorySemantics"}
    instructions, id = [], 100
    for name, row in INSTRUCTIONS.items():
        needed = [part.split()[0] for part in row[2].split(", ") if part and part.split()[0][-1] not in "?*"]
        core = row[1] is not None and row[1] <= (1, 5)
        if core and set(needed) <= plain:
            id += 1
            instructions.append(encode(name, *(id if kind == "IdResult" else 7 for kind in needed)))
    assert len(instructions) > 150
    words = bytearray(module_of(*instructions))
    words[12:16] = struct.pack("<I", id + 1)
    round_trips(bytes(words))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (b"",                                        "begins with 5 words, but this one has 0"),
        (b"\x03\x02\x23",                            "words of 4 bytes, but this one has 3 bytes"),
        (module_of()[:16],                           "begins with 5 words, but this one has 4"),
        (b"\0" * 20,                                 "begins with the word 0x07230203, but this one with 0x00000000"),
        (struct.pack(">5I", MAGIC, 0x10500, 0, 9, 0), "big-endian"),
        (module_of([0x10000 | 4999]),                "word 5 has the unknown opcode 4999"),
        (module_of([0]),                             "OpNop at word 5 says that it has 0 words"),
        (module_of([0x50080, 1, 2]),                 "OpIAdd at word 5 says that it has 5 words, of 3 that are left"),
        (module_of([0x40080, 1, 2, 3]),              "OpIAdd at word 5 ends before its last operand"),
        (module_of([0x60080, 1, 2, 3, 4, 5]),        "OpIAdd at word 5 has words left over"),
        (module_of([0x30005, 1, 0x61616161]),        "OpName at word 5 has a text without an end"),
        (module_of([0x40034, 1, 2, 4999]),           "OpSpecConstantOp at word 5 names the unknown opcode 4999"),
        (module_of(encode("OpTypeInt", 1, 64, 0), [0x4002B, 1, 2, 3]), "OpConstant at word 9 ends inside a number"),
        (module_of([0x10000], [0x200F8, 1], [0x1]),  "word 8 says that it has 0 words"),
    ],
)  # fmt: skip
def test_what_is_no_module(words, message):
    with pytest.raises(ValueError, match=message):
        disassemble(words)


@given(st.binary(max_size=80))
@settings(max_examples=300)
def test_random_words_give_text_or_a_value_error(data):
    words = module_of() + data[: len(data) // 4 * 4]
    try:
        text = disassemble(words)
    except ValueError:
        return
    assert text.startswith("; SPIR-V 1.5\n")


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_damaged_modules_give_text_or_a_value_error(data):
    words = bytearray(build(samples.loop).words)
    for _ in range(data.draw(st.integers(1, 4))):
        words[data.draw(st.integers(20, len(words) - 1))] = data.draw(st.integers(0, 255))
    try:
        message = disassemble(bytes(words))
    except ValueError as error:
        message = str(error)
    assert message.startswith("; SPIR-V 1.5\n") or " at word " in message


# Programs at random: arithmetic on values at hand, in blocks and loops; valid, and the same after a round trip.

OPERATIONS = {
    "f32": ["OpFAdd", "OpFSub", "OpFMul", "OpFDiv", "OpFNegate", "Sqrt", "FMin", "Fma", "Sin"],
    "i32": ["OpIAdd", "OpISub", "OpIMul", "OpSDiv", "OpNot", "OpShiftLeftLogical", "SAbs", "SMax"],
    "u32": ["OpIAdd", "OpUDiv", "OpBitReverse", "OpBitwiseXor", "UMin", "FindUMsb"],
}


def operand_count(name):
    row = INSTRUCTIONS.get(name) or EXTENDED[name]
    return row[2].count("IdRef")


@st.composite
def programs(draw):
    """Statements: an operation on earlier values, a store to a local variable, or an if with statements inside."""

    def statements(depth):
        return draw(st.lists(st.sampled_from(["operation", "store", "if"][: 3 - (depth > 2)]), max_size=6))

    def block(depth):
        made = []
        for kind in statements(depth):
            if kind == "if":
                made.append(("if", block(depth + 1), block(depth + 1)))
            else:
                type = draw(st.sampled_from(sorted(OPERATIONS)))
                picks = draw(st.lists(st.integers(0, 99), min_size=4, max_size=4))
                made.append((kind, type, draw(st.sampled_from(OPERATIONS[type])), picks))
        return made

    return block(0)


def write(k, statements, values):
    m = k.module
    values = {type: list(known) for type, known in values.items()}
    for line, statement in enumerate(statements, 1):
        m.line(k.file, line, 1)
        if statement[0] == "if":
            then, otherwise, end = m.fresh(), m.fresh(), m.fresh()
            left, right = values["i32"][0], values["i32"][-1]
            condition = m.value("OpSLessThan", k.bool, left, right)
            m.emit("OpSelectionMerge", end, "None")
            m.emit("OpBranchConditional", condition, then, otherwise)
            for label, inside in ((then, statement[1]), (otherwise, statement[2])):
                m.label(label)
                write(k, inside, values)
                m.emit("OpBranch", end)
            m.label(end)
            continue
        _, type, name, picks = statement
        operands = [values[type][pick % len(values[type])] for pick in picks[: operand_count(name)]]
        make = m.value if name in INSTRUCTIONS else m.extended
        values[type].append(make(name, getattr(k, type), *operands))
        if statement[0] == "store":
            m.emit("OpStore", m.local(k.pointer("Function", getattr(k, type))), values[type][-1])


@given(programs())
@settings(max_examples=40, deadline=None)
def test_random_programs(statements):
    kernel = Kernel()
    m = kernel.module
    kernel.file = m.source_file("random.py")
    numbers = (0, 1, 7, 1 << 30)
    values = {type: [m.literal(getattr(kernel, type), number) for number in numbers] for type in OPERATIONS}
    write(kernel, statements, values)
    words = kernel.finish().words
    validate(words)
    round_trips(words)
