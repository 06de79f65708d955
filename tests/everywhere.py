"""Every kernel that the tests compile, compiled for all targets, and every module validated."""

from __future__ import annotations

from contextlib import contextmanager
from weakref import WeakSet

import pytest
from spirv_tools import validate

from pyvkc.frontend.compile import Target, Tree
from pyvkc.frontend.layout import natural
from pyvkc.frontend.lower_cells import find_parts
from pyvkc.types import ArrayType, i64

TARGETS = [
    Target("vulkan1.1", "descriptor", debug="info"),
    Target("vulkan1.2", "address"),
    Target("vulkan1.3", "address", debug="lines"),
    Target("vulkan1.3", "descriptor"),
]


@contextmanager
def checked_programs():
    """Validate all programs that are made inside."""
    make, seen = Tree.program, WeakSet()

    def checked(self, target, **options):
        made = make(self, target, **options)
        validate(made.words, made.target)
        if self not in seen:
            seen.add(self)
            for other in TARGETS:
                if other.addresses or _has_descriptors(made):
                    validate(make(self, other).words, other.vulkan)
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tree, "program", checked)
        yield


def _has_descriptors(program):
    """Whether the descriptor interface has a place for all that the kernel takes."""
    if program.tree.index == i64:
        return False
    arrays = [p.type for p in program.parameters if isinstance(p.type, ArrayType)]
    return all(array.contiguous and natural(array.element) for array in arrays) and not find_parts(program.tree)
