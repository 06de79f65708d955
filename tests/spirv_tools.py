"""SPIRV-Tools for tests: every module is validated, and shown when it is not valid.

Without the tools a test is skipped and says what to install, unless ``PYVKC_REQUIRE_TOOLS`` is set, where it fails.
"""

from __future__ import annotations

import os

import pytest
import validator

from pyvkc import spirv_tools
from pyvkc.frontend.spirv.disasm import disassemble


def require(tool):
    """Skip the test, or fail, when a program is missing."""
    try:
        return spirv_tools.find(tool)
    except spirv_tools.ToolNotFoundError as error:
        if os.environ.get("PYVKC_REQUIRE_TOOLS"):
            raise
        pytest.skip(str(error))


def validate(words, target="vulkan1.2"):
    """Fail with the validator's words and the disassembly when a module is not valid."""
    require("spirv-val")
    complaint = validator.complaint(words, target)
    assert not complaint, f"{complaint}\n\n{disassemble(words)}"


def assemble(text, target="vulkan1.2"):
    """Return the bytes of a module's text; its numeric ids are kept."""
    require("spirv-as")
    return spirv_tools.assemble(text, target)
