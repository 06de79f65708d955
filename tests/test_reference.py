"""The reference page says what the code says, names everything public, and its examples run."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pyvkc

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("generate_reference", ROOT / "tools" / "generate_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the page names math.exp2 and math.cbrt, new in Python 3.11")
def test_the_page_is_what_the_code_says(generator):
    assert generator.page() == PAGE, "run tools/generate_reference.py"


def test_it_says_that_it_is_generated():
    assert "enerated" in PAGE.splitlines()[0]


@pytest.mark.parametrize("name", pyvkc.__all__)
def test_every_public_name_is_there(name):
    assert re.search(rf"(`(vkc\.)?{name}[`.(\[]|^### {name}$)", PAGE, re.MULTILINE)


def test_every_atomic_operation_is_there():
    for name in pyvkc.atomic.__all__:
        assert f"vkc.atomic.{name}" in PAGE


def test_there_is_an_example():
    assert EXAMPLES


@pytest.mark.parametrize("text", EXAMPLES, ids=[str(number) for number in range(len(EXAMPLES))])
def test_the_examples_print_what_they_say(text, tmp_path):
    (tmp_path / "example.py").write_text(text)
    done = subprocess.run([sys.executable, "example.py"], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n")[:-1] == re.findall(r"^print\(.*\)\s*# (.*)$", text, re.MULTILINE)
