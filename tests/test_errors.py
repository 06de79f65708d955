"""Mistakes in kernels: each is told at its place, in words that help.

``errors/<case>.py`` is a kernel with one mistake, ``errors/<case>.err`` the message. ``pytest --update-goldens``
rewrites the messages; read them before committing.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from cases import compile_case, load

import pyvkc as vkc

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "errors"
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


WRONG = """\
import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    größe = 1; x[0] = missing
"""


@pytest.mark.parametrize(
    "data",
    [
        WRONG.encode(),
        WRONG.replace("\n", "\r\n").encode(),
        WRONG.encode("utf-8-sig"),
        WRONG.encode().rstrip(b"\n"),
        b"# coding: latin-1\n" + WRONG.replace("\n\n\n", "\n\n").encode("latin-1"),
        WRONG.replace("\n\n\n", "\n\f\n\n").encode(),
    ],
    ids=["unix", "windows", "byte-order mark", "no last newline", "latin-1", "form feed"],
)
def test_places_in_files_of_all_kinds(tmp_path, data):
    path = tmp_path / "wrong.py"
    path.write_bytes(data)
    error = error_of(path)
    assert (error.lineno, error.offset, error.end_offset) == (7, 23, 30)
    assert error.text == "    größe = 1; x[0] = missing"
    assert str(error).splitlines()[-1].index("^") - str(error).splitlines()[-2].index("missing") == 0


def test_a_file_that_changed_is_not_compiled(tmp_path):
    path = tmp_path / "changed.py"
    path.write_text(WRONG)
    function = load(path)["wrong"].__wrapped__
    for text in ("\n" + WRONG, "def (", ""):
        path.write_text(text)
        with pytest.raises(vkc.SourceUnavailableError, match=r"changed\.py"):
            vkc.kernel(function)


def test_errors_survive_pickling():
    error = error_of(FOLDER / "helper_chain.py")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert (again.lineno, again.offset, again.kernel, again.calls) == (6, 12, "wrong", error.calls)


TRACEBACKS = {
    "decoration": ("@vkc.kernel\ndef wrong(x: vkc.Array[vkc.f32]):\n    x[0] = [1]\n", "lists do not exist"),
    "options": ("@vkc.kernel(workgroup=64)\ndef wrong(x):\n    x[0] = [1]\n", "lists do not exist"),
    "annotation": ("@vkc.kernel\ndef wrong(x: list):\n    x[0] = 1\n", "the annotation of 'x': list is not"),
    "func": ("@vkc.func\ndef wrong(x):\n    return [1]\n", "lists do not exist"),
    "compile": ("@vkc.kernel\ndef wrong(x):\n    x[0] = y\nwrong.compile('f32[:]')\n", "the name 'y'"),
    "launch": ("@vkc.kernel\ndef wrong(x):\n    x[0] = y\nwrong[8](np.zeros(8, np.float32))\n", "the name 'y'"),
    "helper": (
        "def helper(v):\n    return v & 1\n"
        "@vkc.kernel\ndef wrong(x):\n    x[0] = helper(x[0])\nwrong.compile('f32[:]')\n",
        "'&' takes integers",
    ),
}


@pytest.mark.parametrize("case", TRACEBACKS)
def test_a_traceback_ends_at_the_users_line(tmp_path, case):
    """Python shows the wrong line, its carets and the message, and at most the public function of pyvkc."""
    text, message = TRACEBACKS[case]
    path = tmp_path / "program.py"
    path.write_text("import numpy as np\nimport pyvkc as vkc\n" + text)
    with pytest.raises(vkc.CompileError) as caught:
        load(path)
    shown = "".join(traceback.format_exception(caught.value))
    frames = [line for line in shown.splitlines() if line.startswith('  File "')]
    assert sum("pyvkc" + os.sep in frame for frame in frames) == 1, shown
    assert str(path) in frames[-1], shown
    assert f"CompileError: {message}" in shown
    assert "^^^" in shown or "    ^" in shown
    if case == "helper" and sys.version_info >= (3, 11):
        assert "'helper' is called at" in shown


def test_an_uncaught_mistake_in_a_program(tmp_path):
    path = tmp_path / "program.py"
    path.write_text("import pyvkc as vkc\n" + TRACEBACKS["compile"][0])
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, env=environment())
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    note = ["  in kernel 'wrong'"] if sys.version_info >= (3, 11) else []
    assert lines[-4 - len(note) :] == [
        f'  File "{path}", line 4',
        "    x[0] = y",
        "           ^",
        "pyvkc.errors.CompileError: the name 'y' is not defined",
        *note,
    ]


def environment():
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_mistakes_are_told_without_assertions(tmp_path):
    """``python -O`` finds the same mistakes."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys\n"
        "from pathlib import Path\n"
        "import pyvkc as vkc\n"
        "from cases import compile_case\n"
        "assert False, 'assertions are off'\n"
        "for path in map(Path, sys.argv[1:]):\n"
        "    try:\n"
        "        compile_case(path)\n"
        "    except vkc.CompileError as error:\n"
        "        told = str(error).replace(str(path.parent) + os.sep, '')\n"
        "        if told.strip() != path.with_suffix('.err').read_text(encoding='utf-8').strip():\n"
        "            print(path, told)\n"
        "    except BaseException as error:\n"
        "        print(path, repr(error))\n"
        "    else:\n"
        "        print(path, 'compiles')\n"
    )
    variables = {**environment(), "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]), "PYTHONUTF8": "1"}
    command = [sys.executable, "-O", str(program), *map(str, CASES)]
    done = subprocess.run(command, capture_output=True, env=variables, encoding="utf-8")
    assert done.stdout == "", done.stdout
    assert done.returncode == 0, done.stderr
