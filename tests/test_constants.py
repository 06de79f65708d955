"""Constants from outside a kernel: enums, dataclasses, named tuples, tables, vectors and structs."""

from __future__ import annotations

import dataclasses
import enum
from typing import NamedTuple

import numpy as np
import pytest
from kernels import filled, ints

import pyvkc as vkc
from pyvkc import Array, f32, i32, vec3

HALF_AS_MUCH = np.float32(1.5)


class Mode(enum.IntEnum):
    FAST = 1
    EXACT = 2


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.Enum):
    LOW = 0.5
    HIGH = 2.5


class Flags(enum.IntFlag):
    READ = 1
    WRITE = 2
    BOTH = 3


@dataclasses.dataclass(frozen=True)
class Inner:
    gain: float = 2.0
    offset: np.float32 = HALF_AS_MUCH


@dataclasses.dataclass
class Settings:
    count: int
    inner: Inner
    table: np.ndarray
    name: str = "settings"
    scale: tuple = (1.0, 2.0)


class Limits(NamedTuple):
    low: float
    high: int


@vkc.struct
class Light:
    direction: vec3
    power: f32


MODE = Mode.EXACT
COLOR = Color.BLUE
LIMITS = Limits(-1.5, 7)
TABLE = np.array([[1, 2, 3], [4, 5, 6]], np.int32)
MASK = np.array([True, False, True])
WEIGHTS = np.array([0.25, 0.5, -0.0, np.inf, np.nan], np.float32)
CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
LIGHTS = np.array([((1, 2, 3), 4), ((5, 6, 7), 8)], Light.dtype)
SUN = Light((0, 1, 0), 10)
UP = vec3(0, 1, 0)
NESTED = ((1, 2.5), (np.array([7, 8], np.int32), UP, SUN))
SETTINGS = Settings(3, Inner(), np.array([10, 20, 30], np.float32))
BIG_ENDIAN = np.array([1, 2, 3], ">i4")


def test_enums():
    @vkc.kernel
    def k(out: Array[f32], x: Array[i32]):
        i = vkc.global_id()
        out[0] = MODE
        out[1] = Mode.FAST.value + Level.HIGH.value
        out[2] = Level.LOW.value * x[0]
        out[3] = MODE is Mode.EXACT
        out[4] = MODE is not Mode.EXACT
        out[5] = COLOR is Color.BLUE
        out[6] = COLOR == Color.RED
        out[7] = Color.RED.value == "red"
        out[8] = MODE.name == "EXACT"
        out[9] = Flags.READ | Flags.WRITE == Flags.BOTH
        out[10] = x[0] & Flags.WRITE
        if x[0] == Mode.EXACT:
            out[11] = 5

    assert filled(k, 12, ints(2)) == [2, 3.5, 1, 1, 0, 1, 0, 1, 1, 1, 2, 5]


def test_an_enum_passed_as_an_argument_is_its_number():
    @vkc.kernel
    def k(out: Array[f32], mode: i32):
        out[0] = 1 if mode == Mode.FAST else 2 if mode == Mode.EXACT else 3

    assert filled(k, 1, Mode.EXACT) == [2]


def test_dataclasses_and_named_tuples():
    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        out[0] = SETTINGS.count
        out[1] = SETTINGS.inner.gain * x[0]
        out[2] = SETTINGS.inner.offset
        out[3] = SETTINGS.scale[1]
        out[4] = SETTINGS.table[1]
        out[5] = LIMITS.low
        out[6] = LIMITS[1]
        low, high = LIMITS
        out[7] = low + high
        out[8] = limited(LIMITS, x[0])

    assert filled(k, 9, np.float32([3])) == [3, 6, 1.5, 2, 20, -1.5, 7, 5.5, 3]


def limited(limits, x):
    return max(limits.low, min(x, limits.high))


def test_named_tuples_are_made_in_kernels():
    class Range(NamedTuple):
        low: float
        high: float = 4.0
        steps: np.ndarray = np.array([5, 6], np.float32)

        def width(self):
            return self.high - self.low

    @vkc.kernel
    def k(out: Array[f32], x: Array[f32]):
        a, b = Range(x[0], high=x[1]), Range(high=7, low=2, steps=(1, 2))
        out[0], out[1], out[2] = a.low, a.high, a.steps[1]
        out[3] = b.high - b.low + limited(b, 1) + len(b)
        low, high, _ = Range(1)
        out[4] = low + high

    assert filled(k, 5, np.float32([3, 8])) == [3, 8, 6, 10, 5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Limits(1)", r"Limits\(\): missing a required argument: 'high'; it takes low, high"),
        ("Limits(1, 2, 3)", r"Limits\(\): too many positional arguments; it takes low, high"),
        ("Limits(1, 2, low=3)", r"Limits\(\): multiple values for argument 'low'; it takes low, high"),
        ("Limits(1, width=3)", r"Limits\(\): .*; it takes low, high"),
    ],
)
def test_named_tuples_are_made_as_python_makes_them(text, message):
    source = f"def k(out):\n    out[0] = {text}.low\n"
    names = {"Limits": Limits}
    exec(source, names)
    with pytest.raises(vkc.CompileError, match=message):
        vkc.kernel(names["k"], source=source).compile("f32[:]")


def test_flags_are_in_flags():
    @vkc.kernel
    def k(out: Array[i32], x: Array[i32]):
        i = vkc.global_id()
        held = Flags.READ
        if i > 1:
            held = Flags.BOTH
        out[i] = Flags.READ in Flags.BOTH
        out[i] += 10 * (Flags.BOTH in Flags.READ) + 100 * (Flags.BOTH not in Flags.WRITE)
        out[i] += 1000 * (x[i] in Flags.WRITE) + 10000 * (Flags.WRITE in held)

    flags = [Flags(0), Flags.READ, Flags.WRITE, Flags.BOTH]
    held = [Flags.READ] * 2 + [Flags.BOTH] * 2
    wanted = [101 + 1000 * (flag in Flags.WRITE) + 10000 * (Flags.WRITE in h) for flag, h in zip(flags, held)]
    assert filled(k, 4, np.array(flags, np.int32), dtype=np.int32) == wanted


def test_only_numbers_are_in_flags():
    @vkc.kernel
    def k(out: Array[i32]):
        out[0] = (1, 2) in Flags.BOTH

    with pytest.raises(vkc.CompileError, match="a tuple of 2 cannot be in flags"):
        k.compile()


def test_functions_tell_names_and_members_apart():
    class Turned(NamedTuple):
        high: int
        low: float

    turned = Turned(-1.5, 7)

    @vkc.kernel
    def k(out: Array[f32]):
        out[0], out[1] = lowest(LIMITS), lowest(turned)
        out[2], out[3] = is_fast(1), is_fast(Mode.FAST)

    assert filled(k, 4) == [-1.5, 7, 0, 1]


def lowest(limits):
    return limits.low


def is_fast(mode):
    return mode is Mode.FAST


def test_a_changed_field_of_a_dataclass_is_used_by_the_next_launch(compilations):
    settings = Settings(3, Inner(), np.array([1, 2], np.float32))

    @vkc.kernel
    def k(out: Array[f32]):
        out[0] = settings.count
        out[1] = settings.table[0]

    assert filled(k, 2) == [3, 1]
    settings.count = 4
    assert filled(k, 2) == [4, 1]
    settings.table[0] = 9
    assert filled(k, 2) == [4, 9]
    settings.count = 3
    settings.table = np.array([1, 2], np.float32)
    assert filled(k, 2) == [3, 1]
    assert len(compilations) == 3


def test_tables():
    @vkc.kernel
    def k(out: Array[f32], j: i32):
        i = vkc.global_id()
        out[0] = TABLE[j, 2]
        out[1] = TABLE[0, 0] + TABLE[1][1]
        row = TABLE[j]
        out[2] = row[0] + row[-1]
        out[3] = TABLE.shape[0] * 10 + TABLE.ndim + len(TABLE)
        out[4] = TABLE[5 + j, 0]
        out[5] = MASK[j]
        out[6] = CUBE[j, 2, 3] + CUBE[j].T[3, 2]
        out[7] = BIG_ENDIAN[j]
        total = 0
        for number in TABLE[j]:
            total += number
        out[8] = total
        out[9] = sum_of(TABLE[0]) + sum_of(BIG_ENDIAN)

    assert filled(k, 10, 1) == [6, 6, 10, 24, 0, False, 46, 2, 15, 12]


def sum_of(x):
    total = 0
    for j in range(len(x)):
        total += x[j]
    return total


def test_tables_of_floats_are_kept_exactly():
    @vkc.kernel
    def k(out: Array[f32], j: i32):
        i = vkc.global_id()
        out[i] = WEIGHTS[i]

    @vkc.kernel
    def constant(out: Array[f32]):
        out[0], out[1], out[2], out[3], out[4] = WEIGHTS[0], WEIGHTS[1], WEIGHTS[2], WEIGHTS[3], WEIGHTS[4]

    for got in (filled(k, 5, 0), filled(constant, 5)):
        assert np.array(got, np.float32).tobytes()[:16] == WEIGHTS.tobytes()[:16]
        assert np.isnan(got[4])


def test_vectors_and_structs():
    @vkc.kernel
    def k(out: Array[f32], lights: Array[Light], j: i32):
        out[0] = UP.y + SUN.power + SUN.direction.y
        out[1] = LIGHTS[j].power + LIGHTS[0].direction.z
        out[2] = LIGHTS["power"][j] + LIGHTS.direction[j].x
        out[3] = NESTED[0][1] + NESTED[1][0][j] + NESTED[1][1].y + NESTED[1][2].power
        lights[0] = SUN
        lights[1] = LIGHTS[j]

    lights = np.zeros(2, Light.dtype)
    assert filled(k, 4, lights, 1) == [12, 11, 13, 21.5]
    assert lights["power"].tolist() == [10, 8]
    assert lights["direction"].tolist() == [[0, 1, 0], [5, 6, 7]]


def test_small_tables_in_arithmetic_are_vectors_and_matrices():
    weights = np.array([0.5, 2, 4], np.float32)
    turn = np.array([[0, -1], [1, 0]], np.float32)

    @vkc.kernel
    def k(out: Array[vec3], planes: Array[vkc.vec2], v: Array[vec3], j: i32):
        out[0] = v[0] * weights
        out[1] = weights + weights
        out[2] = vkc.dot(v[0], weights) * vec3(1)
        out[3] = np.sqrt(weights) ** 2
        planes[0] = turn @ v[0].xy + turn[j]

    out, planes = np.zeros((4, 3), np.float32), np.zeros((1, 2), np.float32)
    k[1](out, planes, np.float32([[1, 2, 3]]), 1)
    np.testing.assert_allclose(out, [[0.5, 4, 12], [1, 4, 8], [16.5] * 3, [0.5, 2, 4]], rtol=1e-6)
    assert planes.tolist() == [[-1, 1]]


def test_a_changed_table_is_a_new_specialisation(compilations):
    table = np.array([1, 2, 3], np.int32)
    vector = vkc.vec2(1, 2)
    pair = (table, 5)
    record = Light((0, 0, 0), 1)

    @vkc.kernel
    def k(out: Array[f32], j: i32):
        out[0] = table[j] + vector.x + pair[1] + record.power

    assert filled(k, 1, 1) == [9]
    assert filled(k, 1, 0) == [8]
    table[1] = 20
    assert filled(k, 1, 1) == [27]
    vector.x = 3
    assert filled(k, 1, 1) == [29]
    record.power = 2
    assert filled(k, 1, 1) == [30]
    pair = (table, 6)
    assert filled(k, 1, 1) == [31]
    table[1], vector.x, record.power, pair = 2, 1, 1, (table, 5)
    assert filled(k, 1, 1) == [9]
    table = np.array([1, 2, 3], np.int32)
    assert filled(k, 1, 1) == [9]
    assert len(compilations) == 5


def test_tables_differ_by_type():
    table = np.array([1, 2, 3], np.int32)

    @vkc.kernel
    def k(out: Array[f32], j: i32):
        out[0] = table[j] / 2

    assert filled(k, 1, 1) == [1]
    table = np.array([1, 3, 3], np.float32)
    assert filled(k, 1, 1) == [1.5]


def test_tables_of_bytes_and_of_the_greatest_size():
    squares = (np.arange(256) % 256).astype(np.uint8)
    large = np.arange(4096, dtype=np.float32)

    @vkc.kernel
    def k(out: Array[f32], x: Array[i32]):
        i = vkc.global_id()
        out[i] = squares[x[i]] + large[x[i]]

    assert filled(k, 3, ints(0, 200, 255)) == [0, 400, 510]


def test_a_table_is_not_written():
    @vkc.kernel
    def k(out: Array[i32]):
        TABLE[0, 0] = out[0]

    with pytest.raises(vkc.CompileError, match="constant table"):
        k[1](np.zeros(1, np.int32))

    @vkc.kernel
    def atomic(out: Array[i32]):
        out[0] = vkc.atomic.add(TABLE, (0, 0), 1)

    with pytest.raises(vkc.CompileError, match="constant table"):
        atomic[1](np.zeros(1, np.int32))


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (np.zeros(5000, np.float32), "4,096 elements"),
        (np.zeros(0, np.float32), "no elements"),
        (np.array(["a"]), "no such numbers"),
        (np.array([1j]), "no such numbers"),
        (np.array([None]), "no such numbers"),
        ([1, 2], "make it a tuple"),
        ({"a": 1}, "dataclass"),
        ({1, 2}, "dataclass"),
        (bytearray(3), "make it a tuple"),
        (np.ma.masked_array([1, 2]), "MaskedArray"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_is_no_constant_is_refused(value, says):
    @vkc.kernel
    def k(out: Array[f32]):
        out[0] = value[0]

    with pytest.raises(vkc.CompileError, match=f"'value': .*{says}"):
        filled(k, 1)


def test_device_arrays_are_no_constants():
    value = vkc.zeros(3, f32)

    @vkc.kernel
    def k(out: Array[f32]):
        out[0] = value[0]

    with pytest.raises(vkc.CompileError, match="pass arrays as arguments"):
        filled(k, 1)
