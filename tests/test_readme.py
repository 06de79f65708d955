"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
PROGRAM = next(text for language, text in BLOCKS if language == "python")
COMMANDS = [
    line for language, text in BLOCKS if language == "sh" for line in text.splitlines() if line.startswith("pyvkc ")
]


def run(*command, cwd):
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, stdin=subprocess.DEVNULL)


def test_the_first_program_prints_what_it_says(tmp_path):
    (tmp_path / "first.py").write_text(PROGRAM)
    done = run(sys.executable, "first.py", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    promised = re.search(r"print\(.*?\)\s*# (.*)", PROGRAM)[1]
    assert done.stdout.strip() == promised.strip()


def test_there_are_commands():
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("line", COMMANDS)
def test_the_commands_work(line, tmp_path):
    if "explore" in line:
        pytest.importorskip("jinja2")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    arguments = shlex.split(line, comments=True)[1:]
    done = run(sys.executable, "-m", "pyvkc", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or list(tmp_path.glob("*.spv")) or list(tmp_path.glob("*.html"))


def test_the_compile_error_is_a_real_one(tmp_path):
    shown = next(text for language, text in BLOCKS if not language and "-->" in text)
    line = int(re.search(r"blur\.py:(\d+):", shown)[1])
    body = ["import pyvkc as vkc", "", "", "@vkc.kernel", "def blur(image, out):", "    i = vkc.global_id()"]
    body += ["    for j in range(3):"] + ["        i += j"] * (line - len(body) - 2) + ["        try:"]
    body += ["            out[i] = image[i]", "        finally:", "            out[i] = 1"]
    (tmp_path / "blur.py").write_text("\n".join(body) + "\n")
    done = run(sys.executable, "-m", "pyvkc", "dump", "blur.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.removeprefix("Error: ").replace(f"{tmp_path}/", "").strip() == shown.strip()


def test_links_and_commands_exist():
    prose = re.sub(r"^```.*?^```$|`[^`]*`", "", README, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#]+)\)", prose):
        assert target.startswith("https://") or (ROOT / target).is_file(), target
    for word in re.findall(r"\./dev (\w+)", README):
        assert f"    {word}) " in (ROOT / "dev").read_text()


def test_contributing_names_what_exists():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = {path for path in re.findall(r"[\w/.]+/[\w.]*", text) if path.split("/")[0] in {"pyvkc", "tests", "tools"}}
    assert len(named) > 15
    assert not [path for path in named if not (ROOT / path.rstrip(".")).exists()]
