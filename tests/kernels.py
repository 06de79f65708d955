"""Running kernels in tests: every module that a test makes is validated, and floats are compared by ULP."""

from __future__ import annotations

import numpy as np
import pytest
from spirv_tools import validate

from pyvkc.frontend.compile import Tree


@pytest.fixture(autouse=True)
def validated_programs(monkeypatch):
    """Validate what is compiled; a module of tests imports this fixture to have it."""
    program = Tree.program

    def checked(self, target, *, assume=False):
        made = program(self, target, assume=assume)
        validate(made.words, made.target)
        return made

    monkeypatch.setattr(Tree, "program", checked)


def ulp_distance(got, wanted):
    """Floats between each pair, 0 for equal bits; NaNs are alike, -0.0 and 0.0 are one apart from being equal."""
    got, wanted = np.asarray(got), np.asarray(wanted)
    assert got.dtype == wanted.dtype, (got.dtype, wanted.dtype)
    bits = np.dtype(f"int{got.dtype.itemsize * 8}")
    lines = [np.where(x.view(bits) < 0, np.iinfo(bits).min - x.view(bits).astype(object) - 1, x.view(bits).astype(object))
             for x in (got, wanted)]  # fmt: skip
    distance = np.abs(lines[0] - lines[1])
    nan = np.isnan(got), np.isnan(wanted)
    return np.where(nan[0] & nan[1], 0, np.where(nan[0] | nan[1], 2**31, distance)).astype(np.int64)
