"""Kernels whose text is not in a file of their module: interactive, executed, in archives, and edited after import."""

from __future__ import annotations

import importlib.util
import linecache
import os
import pty
import py_compile
import re
import subprocess
import sys
import textwrap
import threading
import time
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc.errors import SourceUnavailableError
from pyvkc.frontend.source import read_source

ROOT = Path(__file__).parent.parent

KERNEL = """\
import pyvkc as vkc
from pyvkc import Array, i32

@vkc.kernel
def k(o: Array[i32]):
    o[vkc.global_id()] = helper(7)

def helper(v):
    return v + 1
"""

SHOW = "print(k.ir('i32[:]'))\n"


def python(*arguments, **options):
    """Runs Python with the repository's pyvkc."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=variables, capture_output=True, text=True, timeout=60, check=False, **options)


def run(kernel, dtype=np.int32):
    out = np.zeros(1, dtype)
    kernel[1](out)
    return out[0]


# exec


def test_executed_text_without_a_source_is_refused_with_what_to_write():
    names = {}
    with pytest.raises(SourceUnavailableError, match=r"cannot be read.*exec\(text, names\).*@kernel\(source=text\)"):
        exec(KERNEL, names)


def test_executed_text_is_given_as_the_source_and_serves_its_helpers():
    text = KERNEL.replace("@vkc.kernel\n", "")
    names = {}
    exec(text, names)
    assert run(vkc.kernel(names["k"], source=text)) == 8


def test_the_decorator_inside_of_the_text_takes_it():
    text = KERNEL.replace("@vkc.kernel", "@vkc.kernel(source=text)")
    names = {"text": text}
    exec(text, names)
    assert run(names["k"]) == 8


def test_the_text_of_the_function_alone_has_the_lines_of_the_code():
    text = "\n\n\ndef k(o):\n    i = 0\n    o[i] = missing\n"
    names = {}
    exec(text, names)
    for given in (text, text.strip(), "\n" * 9 + text):
        with pytest.raises(vkc.CompileError, match="the name 'missing'") as caught:
            vkc.kernel(names["k"], source=given).compile("i32[:]")
        error = caught.value
        assert (error.filename, error.lineno, error.offset, error.text) == ("<string>", 6, 12, "    o[i] = missing")


def test_text_that_is_indented_as_a_whole():
    text = "    def k(o):\n        o[0] = 'text'\n"
    names = {}
    exec(textwrap.dedent(text), names)
    with pytest.raises(vkc.CompileError, match="the text") as caught:
        vkc.kernel(names["k"], source=text).compile("i32[:]")
    assert (caught.value.lineno, caught.value.offset, caught.value.text) == (2, 16, "        o[0] = 'text'")


def test_a_device_function_with_its_source():
    text = "def twice(v):\n    return v * 2\n"
    names = {}
    exec(text, names)
    twice = vkc.func(names["twice"], source=text)
    halve = vkc.func(source="halve = lambda v: v // 2")(eval("lambda v: v // 2"))

    @vkc.kernel
    def k(o):
        o[0] = twice(21) + halve(8)

    assert run(k) == 46
    assert twice(4) == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def k(o):\n    o[0] = 2\n", "not what it was compiled from"),
        ("def other(o):\n    o[0] = 1\n", "not what it was compiled from"),
        ("", "not what it was compiled from"),
        ("def k(o:\n", "does not parse"),
    ],
)
def test_another_text_is_refused(text, message):
    names = {}
    exec("def k(o):\n    o[0] = 1\n", names)
    with pytest.raises(SourceUnavailableError, match=message):
        vkc.kernel(names["k"], source=text)


def test_the_source_is_text():
    with pytest.raises(TypeError, match="source is the text of the function, not 3"):
        vkc.kernel(source=3)
    with pytest.raises(TypeError, match="source is the text of the function, not 3"):
        vkc.func(source=3)


def test_executed_text_is_not_taken_for_another_of_the_same_name(monkeypatch):
    """``python -c`` of newer versions keeps its text as ``<string>``, which is what ``exec`` calls its own."""
    text = "def k(o):\n    o[0] = 1\n"
    monkeypatch.setitem(linecache.cache, "<string>", (len(text), None, text.splitlines(keepends=True), "<string>"))
    names = {}
    exec(text.replace("1", "2"), names)
    with pytest.raises(SourceUnavailableError, match="is not at line 1 of '<string>'"):
        vkc.kernel(names["k"])
    assert run(vkc.kernel(names["k"], source=text.replace("1", "2"))) == 2


# Interactive


def test_python_c():
    done = python("-c", KERNEL + SHOW)
    if sys.version_info >= (3, 13):
        assert "o[0?" in done.stdout or "o[" in done.stdout, done.stderr
    else:
        assert "SourceUnavailableError" in done.stderr
        assert "@kernel(source=text)" in done.stderr


def test_python_c_that_says_its_source():
    done = python("-c", f"text = {KERNEL!r}.replace('@vkc.kernel', '@vkc.kernel(source=text)')\nexec(text)\n{SHOW}")
    assert "def k(" in done.stdout or "kernel k(" in done.stdout, done.stderr


def test_standard_input():
    done = python("-", input=KERNEL + SHOW)
    assert "SourceUnavailableError" in done.stderr
    assert "no text of '<stdin>'" in done.stderr


@pytest.mark.skipif(sys.version_info < (3, 13), reason="older prompts keep no text")
def test_the_prompt():
    lines = [*KERNEL.splitlines()[:2], KERNEL.split("\n\n")[2], KERNEL.split("\n\n")[1], SHOW.strip(), "exit()"]
    main, worker = pty.openpty()
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "PYTHON_HISTORY": os.devnull}
    process = subprocess.Popen([sys.executable, "-q"], env=variables, stdin=worker, stdout=worker, stderr=worker)
    os.close(worker)
    seen = b""
    for line in lines:
        time.sleep(1)
        os.write(main, f"\x1b[200~{line.rstrip()}\x1b[201~\n\n".encode())
    try:
        while part := os.read(main, 4096):
            seen += part
    except OSError:
        pass
    process.wait(60)
    assert b"helper(7)" in seen or b"= 8" in seen or b"kernel k" in seen, seen.decode()
    assert b"SourceUnavailableError" not in seen, seen.decode()


IPYTHON = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
def cell(text):
    shell.run_cell(text, store_history=True).raise_error()
cell("import numpy as np\\nimport pyvkc as vkc\\nout = np.zeros(1, np.int32)")
cell("def helper(v):\\n    return v + 1")
cell("@vkc.kernel\\ndef k(o):\\n    o[0] = helper(1)")
cell("k[1](out); print(out[0])")
cell("@vkc.kernel\\ndef k(o):\\n    o[0] = helper(10)")
cell("k[1](out); print(out[0])")
cell("def helper(v):\\n    return v + 5")
cell("k[1](out); print(out[0])")
cell("@vkc.kernel\\ndef k(o):\\n    o[0] = (lambda v: v * 3)(helper(1))")
cell("k[1](out); print(out[0])")
"""


def test_notebook_cells_that_are_redefined(run_python):
    pytest.importorskip("IPython")
    done = run_python(IPYTHON, IPYTHONDIR=None)
    assert done.stdout.split() == ["2", "11", "15", "18"]


# Archives and compiled files


def test_a_module_in_an_archive(tmp_path, monkeypatch):
    archive = tmp_path / "kernels.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("zipped_kernels.py", KERNEL)
    monkeypatch.syspath_prepend(str(archive))
    import zipped_kernels

    assert run(zipped_kernels.k) == 8


def test_a_compiled_file_without_its_source(tmp_path):
    source = tmp_path / "compiled_kernels.py"
    source.write_text(KERNEL)
    compiled = py_compile.compile(str(source), str(tmp_path / "compiled_kernels.pyc"))
    spec = importlib.util.spec_from_file_location("compiled_kernels", compiled)
    spec.loader.exec_module(made := importlib.util.module_from_spec(spec))
    assert run(made.k) == 8  # the source is where the code says that it is
    source.unlink()
    with pytest.raises(SourceUnavailableError, match=r"no text of '.*compiled_kernels\.py'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_generated_code_in_the_line_cache():
    text = "def k(o):\n    o[0] = 5\n"
    names = {}
    exec(compile(text, "<generated k>", "exec"), names)
    linecache.cache["<generated k>"] = (len(text), None, text.splitlines(keepends=True), "<generated k>")
    assert run(vkc.kernel(names["k"])) == 5


def test_a_loader_that_has_the_text():
    class Loader:
        def get_source(self, name):
            return "def k(o):\n    o[0] = 6\n"

    names = {"__name__": "made_up", "__loader__": Loader()}
    exec(compile(Loader().get_source(""), "made_up.py", "exec"), names)
    assert run(vkc.kernel(names["k"])) == 6


# Files that change


def imported(path, text):
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


LATE = "c = 4\ndef helper(v):\n    return v + 1 if v > c else v - 1\n"


@pytest.mark.parametrize(
    "changed",
    [
        LATE.replace("v + 1", "v + 2"),
        LATE.replace("v - 1", "v - 1.0"),
        LATE.replace("c else", "d else"),
        LATE.replace("(v)", "(v, w=1)"),
        LATE.replace("\ndef", "\n\ndef"),
        LATE.replace("return", "return 0 +"),
        LATE.replace("def helper(v):\n", "def helper(v):\n    w = lambda: 1\n"),
    ],
)
def test_a_file_edited_between_import_and_launch(tmp_path, changed):
    made = imported(tmp_path / "edited.py", LATE)

    @vkc.kernel
    def k(o):
        o[0] = made.helper(5)

    (tmp_path / "edited.py").write_text(changed)
    with pytest.raises(
        vkc.CompileError, match=r"the source of 'helper' is not at line 2 of .*edited\.py': the file has"
    ):
        run(k)


def test_a_file_edited_elsewhere_is_read(tmp_path):
    made = imported(tmp_path / "edited.py", LATE)
    (tmp_path / "edited.py").write_text(LATE.replace("c = 4", "c = 5") + "\n# more\n")
    assert read_source(made.helper).name == "helper"


UNUSUAL = [
    "def f(a, /, b, *c, d=1, **e):\n    '''Text.'''\n    return a, b, c, d, e\n",
    """\
def f(a):
    g = lambda x, y=[lambda: 3][0]: (x, y, a)
    return [g(i) for i in range(a) if (lambda: i)()]
""",
    "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n    return g\n",
    "class C:\n    def f(self):\n        return __class__, self.__private, super()\nf = C.f\n",
    """\
def outer(n):
    class C:
        m = n
        def f(self):
            return n, C, super()
    return C.f
f = outer(1)
""",
    """\
def f(a: 'x' = (lambda: 1)()) -> (lambda: 2):
    assert a, 'text'
    return -0.0, 0.0, 1j, b'', ..., {1, 2}
""",
    """\
async def g(): pass
def f():
    try:
        import os.path as p, sys
        return p.join(sys)
    finally:
        with g as h: yield h
""",
    """\
import os, math as m
from sys import path
if os:
    import json
def f():
    return os.x(), m.y(1), path.z(), json.q()
""",
    """\
from __future__ import annotations
def f(x: undefined) -> nothing:
    y: undefined = 3
    return f'{x!r:>{y}}'
""",
    "f, g = lambda: (lambda: 1), lambda: 2\n",
    "g, f = lambda: (lambda: 1), lambda: 1\n",
    "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n",
    "def _(x):\n    return lambda y: x + y + _(2)\nf = _\n",
]


@pytest.mark.parametrize("text", UNUSUAL)
@pytest.mark.parametrize("optimize", [0, 2])
def test_what_is_compiled_again_is_the_same(tmp_path, text, optimize):
    """The text of every function is recognised as what its code was compiled from."""
    path = tmp_path / "unusual.py"
    path.write_text(text)
    names = {}
    exec(compile(text, str(path), "exec", dont_inherit=True, optimize=optimize), names)
    assert read_source(names["f"]).filename == str(path)


def test_the_standard_library_is_what_was_imported():
    """No function of a larger module is taken for one that has changed."""
    import ast
    import dataclasses
    import inspect
    import typing

    seen = 0
    for module in (ast, dataclasses, inspect, typing, linecache, re, textwrap):
        functions = [f for f in vars(module).values() if inspect.isfunction(f)]
        classes = [c for c in vars(module).values() if inspect.isclass(c) and c.__module__ == module.__name__]
        functions += [f for c in classes for f in vars(c).values() if inspect.isfunction(f)]
        for function in functions:
            if os.path.exists(function.__code__.co_filename):
                read_source(function)
                seen += 1
    assert seen > 300


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_places_after_tabs_and_marks(tmp_path, end):
    text = "import pyvkc as vkc\n@vkc.kernel\ndef k(o):\n\tif True:\n\t\tö = 'é'; o[0] = missing\n"
    path = tmp_path / "places.py"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", end).encode())
    spec = importlib.util.spec_from_file_location("places", path)
    spec.loader.exec_module(made := importlib.util.module_from_spec(spec))
    with pytest.raises(vkc.CompileError) as caught:
        made.k.compile("i32[:]")
    error = caught.value
    assert (error.lineno, error.offset, error.text) == (5, 19, "\t\tö = 'é'; o[0] = missing")


def test_threads_that_give_texts_leave_the_filters_of_warnings_as_they_were():
    before, interval, failures = list(warnings.filters), sys.getswitchinterval(), []

    def define(thread):
        for number in range(30):
            text = f"def k(o):\n    o[0] = {thread} + {number}\n"
            names = {}
            exec(text, names)
            try:
                vkc.kernel(names["k"], source=text)
            except Exception as error:
                failures.append(error)

    threads = [threading.Thread(target=define, args=(number,)) for number in range(8)]
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert failures == []
    assert warnings.filters == before
