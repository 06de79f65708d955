"""Where instructions come from: beside the module, as OpLine, and as NonSemantic.Shader.DebugInfo.100."""

from __future__ import annotations

import ast
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
from spirv_tools import validate

import pyvkc as vkc
from pyvkc import Array, f32, i32, vec3
from pyvkc.frontend.compile import Target
from pyvkc.frontend.spirv.disasm import Decoder
from pyvkc.frontend.target import VERSIONS

HERE = __file__


@vkc.struct
class Body:
    position: vec3
    mass: f32


def larger(a, b):
    if a > b:
        return a
    return b


@vkc.kernel
def walk(x: Array[f32, 1], bodies: Array[Body, 1], n: i32):
    i = vkc.global_id()
    total = 0.0
    for j in range(n):
        total += larger(x[j],
                        x[i])  # fmt: skip
    mine = bodies[i]
    while total > 100:
        total /= 2
    x[i] = total + mine.mass


def line_of(text):
    """The number of the line of this file that begins with a text."""
    lines = Path(HERE).read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if line.strip().startswith(text))


def decoded(program):
    return list(Decoder().decode(program.words))


def line_of_each(program):
    """The name of each instruction, and the line that the table has for it."""
    return [(one.name, span.line) for one in decoded(program) if (span := program.span_at(one.offset))]


@pytest.mark.parametrize("debug", ["none", "lines", "info"])
@pytest.mark.parametrize("target", VERSIONS)
def test_modules_are_valid(target, debug):
    program = walk.compile(target=target, debug=debug)
    validate(program.words, target)
    assert ("SPV_KHR_non_semantic_info" in program.extensions) == (debug == "info" and target != "vulkan1.3")


@pytest.mark.parametrize("debug", ["none", "lines", "info"])
def test_the_table_names_the_line_of_every_instruction(debug):
    found = line_of_each(walk.compile(debug=debug))
    assert ("OpFDiv", line_of("total /= 2")) in found
    assert ("OpFunctionCall", line_of("total += larger(x[j],")) in found
    assert [line for name, line in found if name == "OpFAdd"] == [
        line_of("total += larger(x[j],"),
        line_of("x[i] = total"),
    ]
    heads = {line_of("def larger("), line_of("def walk(")}
    assert {line for name, line in found if name == "OpFunction"} == heads
    assert {line for name, line in found if name == "OpFunctionParameter"} == {line_of("def larger(")}
    loops = [line for name, line in found if name == "OpLoopMerge"]
    assert loops == [line_of("for j in range(n)"), line_of("while total > 100")]


def test_a_line_within_a_statement_is_that_of_the_access():
    """``x[i]`` stands on a line of its own."""
    found = [line for name, line in line_of_each(walk.compile()) if name == "OpLoad"]
    assert line_of("x[i])  # fmt: skip") in found


def test_the_counter_moves_where_the_loop_is():
    program = walk.compile()
    line = line_of("for j in range(n)")
    moves = [span.line for one in decoded(program) if one.name == "OpIAdd" and (span := program.span_at(one.offset))]
    assert moves[-1] == line


def test_nothing_outside_of_functions_has_a_place():
    program = walk.compile()
    first = next(one.offset for one in decoded(program) if one.name == "OpFunction")
    assert program.lines[0].word == first
    assert program.span_at(first - 1) is None
    assert [line.word for line in program.lines] == sorted({line.word for line in program.lines})


def test_words_without_debugging_hold_no_lines():
    program = walk.compile(debug="none")
    assert program.words == walk.compile().words
    assert HERE.encode() not in program.words
    assert not {"OpLine", "OpSource", "OpString"} & {one.name for one in decoded(program)}


def test_lines_in_the_module_are_those_of_the_table():
    program = walk.compile(debug="lines")
    files, place, seen = {}, None, 0
    for one in decoded(program):
        if one.name == "OpString":
            files[f"%{one.result}"] = ast.literal_eval(one.operands[0])
        elif one.name == "OpLine":
            file, line, column = one.operands
            place = (files[file], int(line), int(column))
        elif one.name == "OpLabel":
            place = None
        elif place is not None and one.name not in ("OpPhi", "OpFunctionEnd", "OpVariable"):
            span = program.span_at(one.offset)
            assert place == (span.filename, span.line, span.column + 1), one
            seen += 1
    assert seen > 50
    assert list(files.values()) == [HERE]


def test_names_are_kept():
    named = {one.operands[1] for one in decoded(walk.compile()) if one.name == "OpName"}
    assert {'"walk"', '"larger"', '"a"', '"b"', '"total"', '"mine"', '"j"'} <= named
    members = {one.operands[2] for one in decoded(walk.compile()) if one.name == "OpMemberName"}
    assert {'"x"', '"bodies"', '"n"', '"position"', '"mass"'} <= members


# NonSemantic.Shader.DebugInfo.100


class Information:
    """The debugging information of a module, decoded."""

    def __init__(self, program):
        self.program = program
        self.texts, self.numbers, self.found = {}, {}, {}
        for one in decoded(program):
            if one.name == "OpString":
                raw = one.operands[0]
                self.texts[f"%{one.result}"] = raw[1:-1].replace('\\"', '"').replace("\\\\", "\\")
            elif one.name == "OpConstant" and one.operands[1].isdigit():
                self.numbers[f"%{one.result}"] = int(one.operands[1])
            elif one.name == "OpExtInst" and one.operands[2].startswith("Debug"):
                name, *operands = one.operands[2:]
                self.found.setdefault(name, []).append((one, [self.plain(each) for each in operands]))

    def plain(self, operand):
        return self.texts.get(operand, self.numbers.get(operand, operand))

    def results(self, name):
        return {f"%{one.result}": operands for one, operands in self.found.get(name, [])}


def test_debug_info_holds_the_text():
    information = Information(walk.compile(debug="info"))
    ((_, (name, text)),) = information.found["DebugSource"]
    assert name == HERE
    assert text == Path(HERE).read_text(encoding="utf-8")


def test_debug_info_describes_functions_and_ties_them_to_their_code():
    program = walk.compile(debug="info")
    information = Information(program)
    functions = information.results("DebugFunction")
    described = {operands[0]: operands for operands in functions.values()}
    assert described["larger"][3:5] == [line_of("def larger("), 1]
    assert described["walk"][3:5] == [line_of("def walk("), 1]
    code = {f"%{one.result}" for one in decoded(program) if one.name == "OpFunction"}
    ties = dict(operands for _, operands in information.found["DebugFunctionDefinition"])
    assert set(ties) == set(functions)
    assert set(ties.values()) == code
    ((_, entry),) = information.found["DebugEntryPoint"]
    assert functions[entry[0]][0] == "walk"


def test_debug_info_describes_variables():
    information = Information(walk.compile(debug="info"))
    variables = information.results("DebugLocalVariable")
    types = information.results("DebugTypeBasic") | information.results("DebugTypeComposite")
    found = {operands[0]: operands for operands in variables.values()}
    assert {"a", "b", "total", "j", "mine"} <= set(found)
    assert types[found["j"][1]] == ["i32", 32, 4, 0]
    assert types[found["total"][1]] == ["f32", 32, 3, 0]
    assert types[found["mine"][1]][0] == "Body"
    assert found["mine"][3] == line_of("mine = bodies[i]")
    kept = {variables[operands[0]][0] for _, operands in information.found["DebugDeclare"]}
    valued = {variables[operands[0]][0] for _, operands in information.found["DebugValue"]}
    assert kept == {"total"}
    assert {"a", "b", "j", "mine"} <= valued


def test_debug_lines_are_those_of_the_table_and_have_scopes():
    program = walk.compile(debug="info")
    information = Information(program)
    scopes = information.results("DebugFunction")
    place, scope, seen = None, None, 0
    for one in decoded(program):
        kind = one.operands[2] if one.name == "OpExtInst" else one.name
        if kind == "DebugLine":
            place = [information.plain(each) for each in one.operands[3:]]
        elif kind == "DebugScope":
            scope = scopes[one.operands[3]][0]
        elif kind in ("OpLabel", "OpFunctionEnd"):
            place = scope = None
        elif place is not None and (span := program.span_at(one.offset)) is not None:
            assert place[1:4] == [span.line, span.line, span.column + 1]
            assert place[4] >= place[3]
            assert scope == ("larger" if span.line <= line_of("return b") else "walk")
            seen += 1
    assert seen > 50


def test_spirv_dis_reads_it_as_well():
    if not shutil.which("spirv-dis"):
        pytest.skip("there is no spirv-dis")
    words = walk.compile(debug="info").words
    text = subprocess.run(["spirv-dis", "-"], input=words, capture_output=True, check=True).stdout.decode()
    assert "DebugFunction " in text
    assert "DebugLine " in text
    assert "position: vec3" in text


def test_a_long_text_is_told_in_pieces(tmp_path):
    filler = "# é“long”\n" * 20_000
    text = f"{filler}@vkc.kernel\ndef far(x: Array[f32, 1]):\n    x[vkc.global_id()] = 1\n"
    names = {"vkc": vkc, "Array": Array, "f32": f32}
    exec(compile(text, str(tmp_path / "far.py"), "exec"), names) if False else None
    far = written(tmp_path, f"import pyvkc as vkc\nfrom pyvkc import Array, f32\n{text}").far
    program = far.compile(debug="info")
    validate(program.words, program.target)
    information = Information(program)
    ((_, (_, first)),) = information.found["DebugSource"]
    rest = [operands[0] for _, operands in information.found["DebugSourceContinued"]]
    assert "".join([first, *rest]).endswith(text)
    assert program.lines[-1].span.line == 20_005


def written(folder, text, name="far.py"):
    """A file with a text, as a module."""
    import importlib.util

    path = folder / name
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_file_whose_name_is_no_text(tmp_path):
    source = "def odd(x: Array[f32, 1]):\n    x[vkc.global_id()] = 1\n"
    names = {"vkc": vkc, "Array": Array, "f32": f32}
    exec(compile(source, "od\udcffd.py", "exec"), names)
    odd = vkc.kernel(names["odd"], source=source)
    for debug in ("lines", "info"):
        program = odd.compile(debug=debug)
        validate(program.words, program.target)
        assert b"od?d.py" in program.words


def test_functions_of_other_files_have_their_own(tmp_path):
    helper = written(tmp_path, "def twice(x):\n    y = x + x\n    return y\n", "helper.py")
    twice = helper.twice

    @vkc.kernel
    def use(x: Array[f32, 1]):
        x[0] = twice(x[1])

    program = use.compile(debug="info")
    assert {line.span.filename for line in program.lines} == {HERE, str(tmp_path / "helper.py")}
    assert {operands[0] for _, operands in Information(program).found["DebugSource"]} == {
        HERE,
        str(tmp_path / "helper.py"),
    }
    assert len(program.tree.sources[str(tmp_path / "helper.py")]) == 3


def test_unknown_levels_are_refused():
    with pytest.raises(ValueError, match="debug is one of none, lines, info, not 'all'"):
        walk.compile(debug="all")


def test_kernels_with_debugging_information_run(monkeypatch):
    monkeypatch.setenv("PYVKC_DEBUG_INFO", "1")
    assert "DebugSource" in walk.disassemble()
    fresh = vkc.kernel(walk.__wrapped__)
    x = np.arange(8, dtype=np.float32)
    bodies = np.zeros(8, Body.dtype)
    bodies["mass"] = 0.5
    fresh[8](x, bodies, 0)
    np.testing.assert_array_equal(x, np.full(8, 0.5, np.float32))
    ((code,),) = fresh.code.values()
    assert code._target.debug == ("info" if vkc.default_device().takes_debug_info else "lines")


def test_a_device_without_the_extension_gets_lines(monkeypatch):
    from pyvkc.frontend.compile import Options
    from pyvkc.specialisation import _debuggable

    class Old:
        takes_debug_info = False

    monkeypatch.setenv("PYVKC_DEBUG_INFO", "1")
    assert _debuggable(Target(), Old(), Options()).debug == "lines"
    monkeypatch.delenv("PYVKC_DEBUG_INFO")
    assert _debuggable(Target(), Old(), Options(debug=True)).debug == "lines"
    assert _debuggable(Target(), Old(), Options()) == Target()


def test_words_begin_with_the_magic_number():
    (magic,) = struct.unpack("<I", walk.compile(debug="info").words[:4])
    assert magic == 0x07230203
