"""The encoder: words as the specification lays them out, and mistakes that are caught with a clear message."""

from __future__ import annotations

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyvkc.frontend.spirv import encode, enumerant
from pyvkc.frontend.spirv.encode import extended_words, instruction_words
from pyvkc.frontend.spirv.literals import (
    bfloat_bits,
    float_bits,
    float_text,
    float_words,
    integer_text,
    integer_words,
    text_words,
)


@pytest.mark.parametrize(
    ("name", "operands", "words"),
    [
        ("OpNop",               (),                              [0x10000]),
        ("OpIAdd",              (1, 2, 3, 4),                    [0x50080, 1, 2, 3, 4]),
        ("OpReturn",            (),                              [0x100FD]),
        ("OpTypeInt",           (7, 32, 1),                      [0x40015, 7, 32, 1]),
        ("OpTypeFloat",         (7, 16),                         [0x30016, 7, 16]),
        ("OpTypeFloat",         (7, 16, "BFloat16KHR"),          [0x40016, 7, 16, 0]),
        ("OpTypePointer",       (7, "Workgroup", 5),             [0x40020, 7, 4, 5]),
        ("OpTypeStruct",        (7,),                            [0x2001E, 7]),
        ("OpTypeStruct",        (7, 1, 2, 3),                    [0x5001E, 7, 1, 2, 3]),
        ("OpLoad",              (1, 2, 3),                       [0x4003D, 1, 2, 3]),
        ("OpLoad",              (1, 2, 3, "None"),               [0x5003D, 1, 2, 3, 0]),
        ("OpLoad",              (1, 2, 3, "Aligned", 16),        [0x6003D, 1, 2, 3, 2, 16]),
        ("OpLoad",              (1, 2, 3, "Volatile|Aligned", 4), [0x6003D, 1, 2, 3, 3, 4]),
        ("OpStore",             (1, 2, "Aligned|Volatile", 4),   [0x5003E, 1, 2, 3, 4]),
        ("OpCopyMemory",        (1, 2, "Aligned", 4, "Aligned", 8), [0x7003F, 1, 2, 2, 4, 2, 8]),
        ("OpAccessChain",       (1, 2, 3),                       [0x40041, 1, 2, 3]),
        ("OpCompositeExtract",  (1, 2, 3, 0, 1),                 [0x60051, 1, 2, 3, 0, 1]),
        ("OpBranchConditional", (1, 2, 3),                       [0x400FA, 1, 2, 3]),
        ("OpBranchConditional", (1, 2, 3, 10, 90),               [0x600FA, 1, 2, 3, 10, 90]),
        ("OpPhi",               (1, 2, 3, 4, 5, 6),              [0x700F5, 1, 2, 3, 4, 5, 6]),
        ("OpSwitch",            (1, 2),                          [0x300FB, 1, 2]),
        ("OpSwitch",            (1, 2, 7, 3, -1, 4),             [0x700FB, 1, 2, 7, 3, 0xFFFFFFFF, 4]),
        ("OpSwitch",            (1, 2, (7, 0), 3),               [0x600FB, 1, 2, 7, 0, 3]),
        ("OpLoopMerge",         (1, 2, "Unroll"),                [0x400F6, 1, 2, 1]),
        ("OpLoopMerge",         (1, 2, "DependencyLength", 4),   [0x500F6, 1, 2, 8, 4]),
        ("OpDecorate",          (1, "BuiltIn", "WorkgroupId"),   [0x40047, 1, 11, 26]),
        ("OpDecorate",          (1, "ArrayStride", 16),          [0x40047, 1, 6, 16]),
        ("OpDecorate",          (1, "NoContraction"),            [0x30047, 1, 42]),
        ("OpMemberDecorate",    (1, 2, "Offset", 8),             [0x50048, 1, 2, 35, 8]),
        ("OpExecutionMode",     (1, "LocalSize", 8, 4, 1),       [0x60010, 1, 17, 8, 4, 1]),
        ("OpConstant",          (1, 2, 1.5),                     [0x4002B, 1, 2, 0x3FC00000]),
        ("OpConstant",          (1, 2, -0.0),                    [0x4002B, 1, 2, 0x80000000]),
        ("OpConstant",          (1, 2, 0.0),                     [0x4002B, 1, 2, 0]),
        ("OpConstant",          (1, 2, -1),                      [0x4002B, 1, 2, 0xFFFFFFFF]),
        ("OpConstant",          (1, 2, (1, 2)),                  [0x5002B, 1, 2, 1, 2]),
        ("OpSpecConstantOp",    (1, 2, "IAdd", 3, 4),            [0x60034, 1, 2, 128, 3, 4]),
        ("OpSpecConstantOp",    (1, 2, "CompositeExtract", 3, 0), [0x60034, 1, 2, 81, 3, 0]),
        ("OpExtInst",           (1, 2, 3, "Sqrt", 4),            [0x6000C, 1, 2, 3, 31, 4]),
        ("OpExtInst",           (1, 2, 3, "Fma", 4, 5, 6),       [0x8000C, 1, 2, 3, 50, 4, 5, 6]),
        ("OpName",              (1, ""),                         [0x30005, 1, 0]),
        ("OpName",              (1, "abc"),                      [0x30005, 1, 0x636261]),
        ("OpName",              (1, "abcd"),                     [0x40005, 1, 0x64636261, 0]),
        ("OpName",              (1, "é"),                        [0x30005, 1, 0xA9C3]),
        ("OpEntryPoint",        ("GLCompute", 1, "m", 2, 3),     [0x6000F, 5, 1, 0x6D, 2, 3]),
        ("OpGroupNonUniformIAdd", (1, 2, 3, "Reduce", 4),        [0x6015D, 1, 2, 3, 0, 4]),
        ("OpGroupNonUniformIAdd", (1, 2, 3, "ClusteredReduce", 4, 5), [0x7015D, 1, 2, 3, 3, 4, 5]),
    ],
)  # fmt: skip
def test_words(name, operands, words):
    assert list(encode(name, *operands)) == words
    assert list(encode(name, *operands)) == words, "the second time is as the first"


@pytest.mark.parametrize(
    ("name", "operands", "message"),
    [
        ("OpIAdds",            (1, 2, 3, 4),             "OpIAdds: no such instruction"),
        ("OpIAdd",             (1, 2, 3),                r"OpIAdd: operand 4 \(IdRef Operand 2\) is missing"),
        ("OpIAdd",             (1, 2, 3, 4, 5),          "OpIAdd: too many operands, from 5 on"),
        ("OpIAdd",             (1, 2, 3, "x"),           r"operand 4 \(IdRef Operand 2\) is 'x', expected an id"),
        ("OpIAdd",             (1, 2, 3, 0),             r"operand 4 \(IdRef Operand 2\) is 0, expected an id"),
        ("OpIAdd",             (1, 2, 3, -1),            "operand 4 .* is -1, expected an id"),
        ("OpIAdd",             (1, 2, 3, 1.0),           r"operand 4 .* is 1\.0, expected an id"),
        ("OpIAdd",             (1, 2, 3, None),          "operand 4 .* is None, expected an id"),
        ("OpIAdd",             (1, 2, 3, 1 << 32),       "operand 4 .* expected an id"),
        ("OpReturn",           (1,),                     "OpReturn: too many operands, from 1 on"),
        ("OpLoad",             (1, 2),                   r"OpLoad: operand 3 \(IdRef Pointer\) is missing"),
        ("OpLoad",             (1, 2, 3, "Aligned"),     r"OpLoad: operand 5 \(LiteralInteger\) is missing"),
        ("OpLoad",             (1, 2, 3, "None", 4),     "OpLoad: too many operands, from 4 on"),
        ("OpLoad",             (1, 2, 3, "Alined", 4),   "OpLoad: 'Alined' is not a MemoryAccess; there are None, Vol"),
        ("OpLoad",             (1, 2, 3, 4),             "operand 4 .MemoryAccess. is 4, expected the name of a Mem"),
        ("OpTypePointer",      (1, "Heap", 2),           "OpTypePointer: 'Heap' is not a StorageClass; there are Un"),
        ("OpTypePointer",      (1, "Function|Input", 2), "'Function|Input' is not a StorageClass"),
        ("OpTypeInt",          (1, "32", 0),             r"operand 2 .LiteralInteger Width. is '32', expected an int"),
        ("OpTypeInt",          (1, 1 << 32, 0),          "operand 2 .* expected an int of 32 bits"),
        ("OpCompositeExtract", (1, 2, 3, 1.5),           r"operand 4 .LiteralInteger Indexes. is 1\.5"),
        ("OpPhi",              (1, 2, 3),                r"OpPhi: operand 4 \(IdRef Variable\) is missing"),
        ("OpSwitch",           (1, 2, 3),                r"OpSwitch: operand 4 \(IdRef Target\) is missing"),
        ("OpName",             (1, 2),                   r"operand 2 \(LiteralString Name\) is 2, expected a text"),
        ("OpName",             (1, "a\0b"),              "holds a zero"),
        ("OpExtInst",          (1, 2, 3, "Sqrtt", 4),    "OpExtInst: no such extended instruction .*'Sqrtt'"),
        ("OpExtInst",          (1, 2, 3, "Sqrt"),        r"OpExtInst: operand 5 \(IdRef x\) is missing"),
        ("OpExtInst",          (1, 2, 3, "Sqrt", 4, 5),  "OpExtInst: too many operands, from 5 on"),
        ("OpExtInst",          (1, 2, 3, 31, 4),         "operand 4 .* expected the name of an extended instruction"),
        ("OpSpecConstantOp",   (1, 2, "Adds", 3, 4),     "OpAdds: no such instruction"),
        ("OpSpecConstantOp",   (1, 2, 128, 3, 4),        "operand 3 .* expected the name of an instruction"),
        ("OpDecorate",         (1, "Offset"),            "operand 3 .LiteralInteger Byte Offset. is missing"),
        ("OpTypeStruct",       range(1, 1 << 16),        "65536 words are more"),
        ("OpName",             (1, "x" * (1 << 18)),     "65539 words are more"),
    ],
)  # fmt: skip
def test_mistakes(name, operands, message):
    with pytest.raises(AssertionError, match=message):
        encode(name, *operands)


def test_extended_instructions_are_checked_alike():
    assert extended_words("Fma", 1, 2, 3, (4, 5, 6)) == encode("OpExtInst", 1, 2, 3, "Fma", 4, 5, 6)
    for name, operands in [("Fma", (4, 5)), ("Fma", (4, 5, "x")), ("Fmas", (4, 5, 6)), ("Fma", (4, 5, 0))]:
        with pytest.raises(AssertionError, match="OpExtInst: "):
            extended_words(name, 1, 2, 3, operands)


def test_enumerants_in_use_are_noted_each_time():
    for _ in range(2):
        used = set()
        instruction_words("OpLoad", (1, 2, 3, "Aligned|Volatile", 4), used)
        instruction_words("OpDecorate", (1, "BuiltIn", "SubgroupSize"), used)
        assert used == {
            ("MemoryAccess", "Aligned"),
            ("MemoryAccess", "Volatile"),
            ("Decoration", "BuiltIn"),
            ("BuiltIn", "SubgroupSize"),
        }


def test_enumerants_as_constants():
    assert enumerant("Scope", "Workgroup").value == 2
    assert enumerant("MemorySemantics", "AcquireRelease|WorkgroupMemory").value == 0x108
    with pytest.raises(AssertionError, match="'Worldwide' is not a Scope"):
        enumerant("Scope", "Worldwide")


@pytest.mark.parametrize(
    ("value", "width", "signed", "words"),
    [
        (-1,         8,  True,  (0xFFFFFFFF,)),
        (127,        8,  True,  (127,)),
        (255,        8,  True,  (0xFFFFFFFF,)),
        (255,        8,  False, (255,)),
        (-1,         8,  False, (255,)),
        (-2,         16, True,  (0xFFFFFFFE,)),
        (-2,         16, False, (0xFFFE,)),
        (-1,         32, True,  (0xFFFFFFFF,)),
        (1 << 31,    32, False, (1 << 31,)),
        (-1,         64, True,  (0xFFFFFFFF, 0xFFFFFFFF)),
        (1 << 40,    64, True,  (0, 256)),
        (5,          64, False, (5, 0)),
    ],
)  # fmt: skip
def test_integer_words(value, width, signed, words):
    assert integer_words(value, width, signed) == words


@pytest.mark.parametrize(("value", "width"), [(256, 8), (-129, 8), (1 << 32, 32), (1 << 64, 64)])
def test_integers_that_do_not_fit(value, width):
    with pytest.raises(AssertionError, match="does not fit"):
        integer_words(value, width, True)


NUMPY = {16: (np.float16, np.uint16), 32: (np.float32, np.uint32), 64: (np.float64, np.uint64)}


@given(st.floats(), st.sampled_from([16, 32, 64]))
def test_floats_are_rounded_as_numpy_does(value, width):
    float_type, integer_type = NUMPY[width]
    with np.errstate(all="ignore"):
        expected = int(float_type(value).view(integer_type))
    bits = float_bits(value, width)
    if math.isnan(value):
        assert math.isnan(np.array(bits, integer_type).view(float_type))
        assert bits >> (width - 1) == struct.unpack("<Q", struct.pack("<d", value))[0] >> 63
    else:
        assert bits == expected


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        (1.0,                      0x3F80),
        (-0.0,                     0x8000),
        (math.inf,                 0x7F80),
        (-math.inf,                0xFF80),
        (1e39,                     0x7F80),
        (3.4e38,                   0x7F80),
        (1.0 + 2**-8,              0x3F80),  # a tie goes to the even one
        (1.0 + 3 * 2**-8,          0x3F82),
        (1.0 + 2**-8 + 2**-40,     0x3F81),  # no tie, but rounding to 32 bits first would make it one
        (1.0 + 3 * 2**-8 - 2**-40, 0x3F81),
        (2.0**-133,                0x0001),
        (2.0**-134,                0x0000),
    ],
)  # fmt: skip
def test_bfloats_are_rounded_once(value, bits):
    assert bfloat_bits(value) == bits
    assert float_words(value, 16, "BFloat16KHR") == (bits,)


def test_bfloat_nan():
    assert bfloat_bits(math.nan) & 0x7FC0 == 0x7FC0


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_texts(text):
    words = text_words(text)
    data = struct.pack(f"<{len(words)}I", *words)
    assert data.rstrip(b"\0").decode() == text
    assert data.endswith(b"\0")
    assert len(data) - len(text.encode()) <= 4


@given(st.integers(-(1 << 63), (1 << 64) - 1), st.sampled_from([8, 16, 32, 64]), st.booleans())
def test_integer_texts(value, width, signed):
    value = value % (1 << width) - (1 << (width - 1)) * signed
    assert integer_text(integer_words(value, width, signed), width, signed) == str(value)


@given(st.integers(0, (1 << 64) - 1), st.sampled_from([32, 64]))
def test_float_texts_in_decimal_are_exact(bits, width):
    bits %= 1 << width
    text = float_text(integer_words(bits, width, False), width)
    if not text.lstrip("-").startswith("0x"):
        assert float_bits(float(text), width) == bits


@given(st.integers(0, (1 << 16) - 1))
def test_float_texts_in_hexadecimal_are_exact(bits):
    value = float(np.array(bits, np.uint16).view(np.float16))
    if math.isfinite(value):
        assert math.copysign(1, float.fromhex(float_text((bits,), 16))) == math.copysign(1, value)
        assert float.fromhex(float_text((bits,), 16)) == value


def test_texts_of_stray_bits():
    assert integer_text((0xFF,), 8, True) is None
    assert integer_text((0x100,), 8, False) is None
    assert float_text((0x10000,), 16) is None
    assert float_text((0,), 8, "Float8E4M3EXT") is None
