"""The page on looking inside shows what happens: its programs, its commands, its sample and its sizes."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import pyvkc as vkc
from pyvkc.profiles import PROFILES

pytest.importorskip("click")

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "tools.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PROGRAMS = [text for language, text in BLOCKS if language == "python"]
COMMANDS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines()]
HALF = """import pyvkc as vkc
from pyvkc import Array, f32, f64

@vkc.kernel
def half(x: Array[f64, 1], y: Array[f32, 1]):
    i = vkc.global_id()
    y[i] = f32(x[i] / 2)
"""


@pytest.mark.parametrize("program", PROGRAMS)
def test_program(program, tmp_path, capsys):
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    exec(compile(program, str(path), "exec"), {"vkc": vkc})
    promised = re.findall(r"print\(.*\)\s+# (.*)$", program, re.MULTILINE)
    assert len(promised) > 1
    assert capsys.readouterr().out.splitlines() == promised


@pytest.mark.parametrize("line", COMMANDS)
def test_command(line, tmp_path):
    if "explore" in line:
        pytest.importorskip("jinja2")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    arguments = shlex.split(line)
    assert arguments.pop(0) == "pyvkc"
    done = subprocess.run(
        [sys.executable, "-m", "pyvkc", *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout or list(tmp_path.glob("*.html")) or list(tmp_path.glob("*.spv"))


def test_the_sample_is_real(tmp_path):
    (tmp_path / "half.py").write_text(HALF)
    command = [sys.executable, "-m", "pyvkc", "check", "half.py", "--profile", "vulkan1.3"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    (sample,) = (text for language, text in BLOCKS if not language)
    shown = [line.split() for line in done.stdout.splitlines()]
    assert shown[: len(sample.splitlines())] == [line.split() for line in sample.splitlines()]


def test_the_sizes_are_right():
    spec = importlib.util.spec_from_file_location("mandelbrot_example", ROOT / "examples" / "mandelbrot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    told = re.findall(r'^\| `debug="(\w+)".*\| ([\d.]+) KB \|$', TEXT, re.MULTILINE)
    assert [name for name, _ in told] == ["none", "lines", "info"]
    for name, size in told:
        assert len(module.escape.spirv(debug=name)) / 1000 == pytest.approx(float(size), rel=0.15), name


def test_all_profiles_are_told():
    (table,) = re.findall(r"^\| profile \|.*?^$", TEXT, re.MULTILINE | re.DOTALL)
    named = re.findall(r"`(\w[\w.]*)`(?:, `(_\d+)`)?", table)
    told = {name for pair in named for name in (pair[0], re.sub(r"_\d+$", "", pair[0]) + pair[1]) if name in PROFILES}
    assert told == set(PROFILES)
