"""The code blocks of the page on the language are programs, and each prints what it says."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import pyvkc as vkc

PAGE = Path(__file__).parent.parent / "docs" / "language.md"
TEXT = PAGE.read_text(encoding="utf-8")
CONTINUED = "# continues the program above\n"


def programs():
    previous = ""
    for match in re.finditer(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        program = match[1]
        if program.startswith(CONTINUED):
            program = previous + program
        previous = program
        yield pytest.param(program, id=f"line{TEXT[: match.start()].count(chr(10)) + 1}")


PROGRAMS = list(programs())


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(program, tmp_path, capsys):
    if "import wgpu" in program and not os.environ.get("PYVKC_REQUIRE_TOOLS"):
        pytest.importorskip("wgpu")
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    try:
        exec(compile(program, str(path), "exec"), {"__name__": "__main__", "__file__": str(path)})
    except vkc.FeatureError as error:
        pytest.skip(str(error))
    promised = re.findall(r"print\(.*\)\s+# (.*)$", program, re.MULTILINE)
    assert capsys.readouterr().out.split() == " ".join(promised).split()


def test_every_program_shows_something():
    assert len(PROGRAMS) > 30
    for program in PROGRAMS:
        text = program.values[0]
        assert re.search(r"^\s*(assert|print)\b", text, re.MULTILINE) or "raises" in text, text


def test_links_lead_somewhere():
    prose = re.sub(r"^```.*?^```$|`[^`]*`", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)]+)\)", prose):
        file, _, heading = target.partition("#")
        if not target.startswith("https://"):
            page = PAGE.parent / file if file else PAGE
            assert not heading or heading in anchors(page), target


def anchors(page):
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().strip().replace(" ", "-") for heading in headings}
