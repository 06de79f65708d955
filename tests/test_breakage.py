"""What broke under kernels written to break it, and is covered nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, f32, i8, u8, vec3

BYTES_APART = np.dtype([("a", "u1"), ("x", "i1"), ("z", "?")])


@vkc.struct
class Marked:
    kind: u8
    place: vec3


@vkc.kernel
def beside_a_byte(marks: Array[Marked], out: Array[f32]):
    i = vkc.global_id()
    out[i] = marks[i].place.y


@vkc.kernel
def atomic_beside_bytes(records: Array[BYTES_APART]):
    vkc.atomic.max(records["x"], 1, i8(3))


@pytest.mark.parametrize("kernel", [beside_a_byte, atomic_beside_bytes])
def test_each_feature_of_numbers_has_its_line(kernel):
    """Of what lies beside the number that is taken, too, and of an atomic operation on a byte."""
    program = kernel.compile()
    named = {need.feature for need in program.needs}
    of_numbers = {"shaderInt64", "storageBuffer8BitAccess"}.intersection(program.features)
    assert of_numbers
    assert of_numbers <= named
    assert all(need.span.line > 0 for need in program.needs)
