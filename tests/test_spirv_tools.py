"""Finding and running SPIRV-Tools."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pyvkc import spirv_tools

MODULE = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%1 = OpFunction %2 None %3
%4 = OpLabel
OpReturn
OpFunctionEnd
"""


@pytest.fixture(autouse=True)
def fresh_search():
    spirv_tools._newest.cache_clear()
    yield
    spirv_tools._newest.cache_clear()


def stand_in(folder: Path, version: str) -> Path:
    """A program that only tells a version."""
    folder.mkdir()
    path = folder / "spirv-val"
    path.write_text(f"#!/bin/sh\necho SPIRV-Tools {version} unknown hash\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")
@pytest.mark.parametrize(
    ("inside", "outside", "newest"),
    [("v2025.5", "v2023.1", 0), ("v2023.1", "v2025.5", 1), ("v2025.10", "v2025.9", 0), ("none", "v2023.1", 1)],
)
def test_the_newest_program_is_used(tmp_path, monkeypatch, inside, outside, newest):
    found = [stand_in(tmp_path / "prefix", inside), stand_in(tmp_path / "path", outside)]
    monkeypatch.setattr(spirv_tools, "_prefix", lambda: tmp_path / "prefix")
    monkeypatch.setenv("PATH", str(tmp_path / "path"), prepend=":")
    assert spirv_tools.find("spirv-val") == str(found[newest])


def test_a_missing_program_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(spirv_tools, "_prefix", lambda: tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(spirv_tools.ToolNotFoundError, match=r'spirv-opt.*pip install "\.\[tools\]".*apt install'):
        spirv_tools.optimize(b"")


def test_modules_are_assembled_validated_and_optimised():
    words = spirv_tools.assemble(MODULE)
    assert words[:4] == b"\x03\x02\x23\x07"
    assert spirv_tools.validate(words) == ""
    assert spirv_tools.validate(spirv_tools.optimize(words)) == ""


def test_what_is_wrong_is_told():
    words = spirv_tools.assemble(MODULE)
    assert "OpFunctionEnd" in spirv_tools.validate(words[:-4])
    with pytest.raises(spirv_tools.ToolError, match="OpNothing"):
        spirv_tools.assemble("OpNothing")
    with pytest.raises(spirv_tools.ToolError, match="spirv-opt failed"):
        spirv_tools.optimize(b"abc")
