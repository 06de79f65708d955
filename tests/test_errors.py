"""Mistakes in kernels: each is told at its place, in words that help.

``errors/<case>.py`` is a kernel with one mistake, ``errors/<case>.err`` the message. ``pytest --update-goldens``
rewrites the messages; read them before committing.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cases import compile_case

import pyvkc as vkc

FOLDER = Path(__file__).parent / "errors"
CASES = sorted(FOLDER.glob("*.py"))


def error_of(path: Path) -> vkc.CompileError:
    with pytest.raises(vkc.CompileError) as caught:
        compile_case(path)
    return caught.value


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_message(path, golden):
    message = str(error_of(path)).replace(str(FOLDER) + os.sep, "")
    golden(path.with_suffix(".err"), message)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_attributes_are_those_of_a_syntax_error(path):
    """The text is the file's own line and the offsets count its characters from 1."""
    error = error_of(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert error.filename == str(path)
    assert error.text == lines[error.lineno - 1]
    assert (error.lineno, error.offset) < (error.end_lineno, error.end_offset)
    assert 1 <= error.offset <= len(error.text)
    assert error.end_offset <= len(lines[error.end_lineno - 1]) + 1
    assert error.msg == str(error).splitlines()[0]


def test_every_message_has_its_case():
    assert {path.stem for path in FOLDER.glob("*.err")} == {path.stem for path in CASES}
