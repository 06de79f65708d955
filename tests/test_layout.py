"""Where the launch data lies."""

from __future__ import annotations

import lower_trees as t
import pytest

from pyvkc.frontend.layout import PUSH_LIMIT, carrier, launch_layout, through_words
from pyvkc.frontend.target import Target
from pyvkc.types import SCALARS, ArrayType, bool_, f16, f32, f64, i8, i32, u32, u64, vec3

ADDRESS, DESCRIPTOR, WORDS = Target(), Target(abi="descriptor"), Target(storage8=False)


def many(scalars=40, arrays=6):
    parameters = [t.array(f"a{n}", f32, n, 3, False) for n in range(arrays)]
    return parameters + [t.value(f"s{n}", (i32, f32, bool_, f64)[n % 4], arrays + n) for n in range(scalars)]


def keys(members):
    return [(m.kind, m.parameter, m.axis) for m in members]


def check(members, size):
    """Members follow one another without overlap, each aligned to its own size, and end within `size`."""
    end = 0
    for member in members:
        assert member.offset >= end
        assert member.offset % member.size == 0
        assert member.offset - end < member.size
        end = member.offset + member.size
    assert end <= size < end + 8


@pytest.mark.parametrize("ndim", [1, 2, 3])
@pytest.mark.parametrize("scalars", range(0, 44, 3))
@pytest.mark.parametrize("target", [ADDRESS, DESCRIPTOR, WORDS], ids=["address", "descriptor", "words"])
def test_members_are_aligned_and_packed(ndim, scalars, target):
    layout = launch_layout(many(scalars), ndim, target)
    check(layout.push, layout.push_size)
    check(layout.block, layout.block_size)
    assert layout.packer(layout.push).size == layout.push_size
    assert layout.packer(layout.block).size in (layout.block_size, layout.block_size - 4)
    if target.addresses:
        assert layout.push_size <= PUSH_LIMIT


def test_saxpy():
    parameters = [t.array("x", f32, 0), t.array("y", f32, 1), t.value("a", f32, 2)]
    layout = launch_layout(parameters, 1, ADDRESS)
    assert [(m.kind, m.parameter, m.axis, m.offset, m.format) for m in layout.push] == [
        ("base",    -1, 0,  0, "I"),
        ("size",    -1, 0,  4, "I"),
        ("address",  0, 0,  8, "Q"),
        ("address",  1, 0, 16, "Q"),
        ("value",    2, 0, 24, "f"),
        ("extent",   0, 0, 28, "i"),
        ("extent",   1, 0, 32, "i"),
    ]  # fmt: skip
    assert (layout.push_size, layout.block, layout.block_size) == (36, (), 0)


@pytest.mark.parametrize("ndim", [1, 2, 3])
def test_header_comes_first(ndim):
    expected = [(kind, -1, axis) for kind in ("base", "size") for axis in range(ndim)]
    assert keys(launch_layout(many(3, 1), ndim, ADDRESS).push)[: 2 * ndim] == expected


def test_what_does_not_fit_is_in_the_block():
    layout = launch_layout(many(), 2, ADDRESS)
    assert keys(layout.push) == [("base", -1, 0), ("base", -1, 1), ("size", -1, 0), ("size", -1, 1), ("block", -1, 0)]
    assert layout.push_size == 24
    assert len(layout.block) == 40 + 6 * (1 + 3 + 3 + 1)
    assert layout.block_size % 8 == 0


def test_exactly_the_limit_needs_no_block():
    fits = [t.value(f"s{n}", i32, n) for n in range(30)]
    assert launch_layout(fits, 1, ADDRESS).push_size == PUSH_LIMIT
    assert launch_layout([*fits, t.value("one more", i32, 30)], 1, ADDRESS).block


def test_strides_only_of_what_is_not_contiguous():
    layout = launch_layout([t.array("x", f32, 0, 2), t.array("y", f32, 1, 2, False)], 1, ADDRESS)
    strided = [key for key in keys(layout.push) if key[0] in ("stride", "origin")]
    assert strided == [("stride", 1, 0), ("stride", 1, 1), ("origin", 1, 0)]


def test_a_vector_is_its_components():
    layout = launch_layout([t.value("v", vec3, 0), t.value("n", i32, 1)], 1, ADDRESS)
    assert [(m.parameter, m.axis, m.format) for m in layout.push if m.kind == "value"] == [
        (0, 0, "f"), (0, 1, "f"), (0, 2, "f"), (1, 0, "i"),
    ]  # fmt: skip


def test_descriptor_has_values_then_extents():
    parameters = [t.array("x", f32, 0), t.value("a", f32, 1), t.array("m", f32, 2, 2), t.value("d", f64, 3)]
    layout = launch_layout(parameters, 2, DESCRIPTOR)
    assert [(m.kind, m.parameter, m.axis, m.offset) for m in layout.push] == [
        ("value", 1, 0, 0), ("value", 3, 0, 8), ("extent", 2, 0, 16), ("extent", 2, 1, 20),
    ]  # fmt: skip
    assert launch_layout([t.array("x", f32, 0)], 1, DESCRIPTOR).push_size == 0


def test_byte_arrays_have_a_shift_where_bytes_cannot_be_accessed():
    parameters = [t.array("x", bool_, 0), t.array("y", f32, 1)]
    assert [key for key in keys(launch_layout(parameters, 1, WORDS).push) if key[0] == "shift"] == [("shift", 0, 0)]
    assert not any(m.kind == "shift" for m in launch_layout(parameters, 1, ADDRESS).push)
    assert through_words(ArrayType(bool_, 1), WORDS)
    assert not through_words(ArrayType(bool_, 1), ADDRESS)
    assert not through_words(ArrayType(i32, 1), WORDS)


@pytest.mark.parametrize(
    ("scalar", "expected"),
    [(bool_, ("uint", 32)), (i8, ("int", 32)), (f16, ("float", 32)), (u32, ("uint", 32)), (u64, ("uint", 64))],
    ids=str,
)
def test_narrow_numbers_travel_as_32_bits(scalar, expected):
    assert carrier(scalar) == expected


@pytest.mark.parametrize("scalar", SCALARS.values(), ids=str)
def test_every_scalar_can_be_passed(scalar):
    member = launch_layout([t.value("s", scalar, 0)], 1, ADDRESS).push[-1]
    assert member.size == max(4, scalar.itemsize)
