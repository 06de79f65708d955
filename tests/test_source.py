"""Finding a function's text in its file, and places in it."""

from __future__ import annotations

import ast
import importlib.util
import linecache
import textwrap

import pytest

import pyvkc as vkc
from pyvkc.errors import CompileError, SourceUnavailableError
from pyvkc.frontend.source import read_source


@pytest.fixture
def module(tmp_path):
    """Makes modules of text: ``module(text)``."""
    counter = iter(range(1000))

    def make(text, encoding="utf-8"):
        name = f"made{next(counter)}"
        file = tmp_path / f"{name}.py"
        file.write_bytes(textwrap.dedent(text).encode(encoding))
        spec = importlib.util.spec_from_file_location(name, file)
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made

    return make


def test_a_function_is_found_by_its_first_line():
    def first():
        return 1

    def second():
        return 2

    source = read_source(second)
    assert source.name == "second"
    assert source.node.body[0].value.value == 2
    assert source.text(source.node.lineno).strip() == "def second():"
    assert source.filename == __file__


def test_functions_of_one_name_are_told_apart():
    made = []
    for _ in range(2):

        def k():
            return "one"

        made.append(k)

    def k():
        return "two"

    assert [read_source(f).node.body[0].value.value for f in (*made, k)] == ["one", "one", "two"]


def test_methods_and_functions_in_classes_and_branches_are_found():
    class Holder:
        if True:

            @staticmethod
            def inner():
                return 3

    source = read_source(Holder.inner)
    assert source.node.body[0].value.value == 3
    assert isinstance(source.node, ast.FunctionDef)


def test_decorators_of_several_lines_belong_to_the_function():
    def decorate(*_):
        return lambda function: function

    @decorate(
        1,
        2,
    )
    @decorate()
    def k():
        return 4

    assert read_source(k).node.name == "k"
    assert len(read_source(k).node.decorator_list) == 2


def test_two_functions_in_one_line_are_told_apart(module):
    made = module("""
        def outer():
            def one(): return 1
            return one
        def f(): return 5
    """)
    assert read_source(made.f).node.body[0].value.value == 5
    assert read_source(made.outer()).node.body[0].value.value == 1


def test_spans_count_characters_not_bytes(module):
    made = module('def f(x):\n    y = "äöü€𝄞" if x else 0\n    return y\n')
    source = read_source(made.f)
    assign = source.node.body[0]
    span = source.span(assign.value.test)
    assert (span.line, span.column, span.end_column) == (2, 19, 20)
    assert span.text[span.column : span.end_column] == "x"
    assert str(span) == f"{made.__file__}:2:20"


def test_the_header_is_the_name_in_the_def_line(module):
    made = module("def f(f_f, g): return f_f\n")
    header = read_source(made.f).header()
    assert (header.line, header.column, header.end_column) == (1, 4, 5)


def test_files_with_tabs_form_feeds_and_other_line_ends_are_read(module):
    made = module("x = 1\r\n\x0cdef f():\r\n\treturn 6\r\n")
    assert read_source(made.f).node.body[0].value.value == 6


def test_a_file_says_its_encoding(module):
    made = module("# -*- coding: latin-1 -*-\ndef f():\n    return 'é'\n", encoding="latin-1")
    assert read_source(made.f).node.body[0].value.value == "é"


def test_text_that_was_in_no_file_is_refused():
    names = {}
    exec("def k(x):\n    x[0] = 1\n", names)
    with pytest.raises(SourceUnavailableError, match="cannot be read, and a kernel is compiled from its source"):
        vkc.kernel(names["k"])


def test_text_in_the_line_cache_is_read_as_notebooks_have_it():
    text = "def k(x):\n    x[0] = 1\n"
    names = {}
    exec(compile(text, "<cell 1>", "exec"), names)
    linecache.cache["<cell 1>"] = (len(text), None, text.splitlines(keepends=True), "<cell 1>")
    assert vkc.kernel(names["k"]).spirv("i32[:]")
    changed = "def k(x):\n    x[0] = 2\n"
    exec(compile(changed, "<cell 1>", "exec"), names)
    linecache.cache["<cell 1>"] = (len(changed), None, changed.splitlines(keepends=True), "<cell 1>")
    assert "x[0?] = 2" in vkc.kernel(names["k"]).ir("i32[:]")


def test_a_file_that_changed_is_refused(module):
    made = module("\n\ndef f(x):\n    x[0] = 1\n")
    with open(made.__file__, "w") as file:
        file.write("def g(x):\n    x[0] = 1\n")
    with pytest.raises(SourceUnavailableError, match=r"is not at line 3 of .*the file has changed"):
        read_source(made.f)
    with open(made.__file__, "w") as file:
        file.write("def f(x:\n\n\n\n\n\n")
    with pytest.raises(SourceUnavailableError, match="it does not parse"):
        read_source(made.f)


def test_coroutines_are_refused():
    async def later(x):
        pass

    with pytest.raises(CompileError, match="a coroutine cannot be compiled"):
        read_source(later)
