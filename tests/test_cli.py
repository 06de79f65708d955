"""The command line: what it prints, where, and how it fails."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pyvkc
from pyvkc import spirv_tools

pytest.importorskip("click")

from click.testing import CliRunner, Result

from pyvkc.cli import main

ROOT = Path(pyvkc.__file__).parent.parent
MAGIC = b"\x03\x02\x23\x07"

SCALE = """
import pyvkc as vkc
from pyvkc import Array, f32

@vkc.kernel
def scale(x: Array[f32, 1], y: Array[f32, 1], a: f32):
    i = vkc.global_id()
    y[i] = a * x[i]
"""
TWO = (
    SCALE
    + """

@vkc.kernel
def any_scale(x, y, a):
    i = vkc.global_id()
    y[i] = a * x[i]

NUMBER = 3

def plain(x):
    return x
"""
)

SHAPES = """
import pyvkc as vkc
from pyvkc import Array, i32

@vkc.kernel
def fill(x: Array[i32, 2]):
    i, j = vkc.global_id()
    x[i, j] = i - j

@vkc.kernel
def first(x: Array[i32, 1]):
    x[0] = 1
"""


@pytest.fixture
def scale(tmp_path: Path) -> Path:
    path = tmp_path / "scale.py"
    path.write_text(SCALE)
    return path


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.py"
    path.write_text(TWO)
    return path


@pytest.fixture(autouse=True)
def unchanged_import_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """`dump` runs its file as a program does: it may add to sys.path and sys.modules."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", sys.modules.copy())


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def dump(*arguments: object) -> Result:
    result = run("dump", *arguments)
    assert result.exit_code == 0, result.output
    return result


def fails(*arguments: object, code: int = 2) -> str:
    """The message of a command that fails with `code`, prints no result and no traceback."""
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """`python -m pyvkc` in a real process with no Vulkan driver in sight."""
    nowhere = {"VK_DRIVER_FILES": "/nonexistent.json", "VK_ICD_FILENAMES": "/nonexistent.json"}
    command = [sys.executable, "-m", "pyvkc", *map(str, arguments)]
    environment = {**os.environ, **nowhere, **environment}
    return subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False)


# ---- dump: formats


def test_assembly_is_the_default_and_assembles(scale: Path) -> None:
    text = dump(scale).stdout
    assert "OpEntryPoint GLCompute" in text
    assert text == dump(f"{scale}:scale", "--format", "asm").stdout
    binary = dump(scale, "--format", "spirv").stdout_bytes
    assert spirv_tools.assemble(text)[20:] == binary[20:]


def test_binary_goes_to_a_pipe_or_a_file(scale: Path, tmp_path: Path) -> None:
    out = tmp_path / "scale.spv"
    assert dump(scale, "--format", "spirv", "-o", out).output == ""
    words = out.read_bytes()
    assert words[:4] == MAGIC
    assert spirv_tools.validate(words) == ""
    assert (
        words
        == dump(scale, "--format", "spirv").stdout_bytes
        == dump(scale, "--format", "spirv", "-o", "-").stdout_bytes
    )


def test_binary_never_goes_to_a_terminal(scale: Path) -> None:
    pty = pytest.importorskip("pty")
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminals here: {error}")
    try:
        command = [sys.executable, "-m", "pyvkc", "dump", str(scale), "--format", "spirv"]
        done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 2
    assert b"terminal" in done.stderr
    assert b"-o" in done.stderr


def test_ir_names_the_kernel_and_its_parameters(scale: Path) -> None:
    text = dump(scale, "--format", "ir").stdout
    for word in ("scale", "x", "y", "a", "f32"):
        assert word in text


def test_json_of_the_address_interface(scale: Path) -> None:
    shape = json.loads(dump(scale, "--format", "json").stdout)
    assert shape["target"] == "vulkan1.2"
    assert len(shape["workgroup"]) == 3
    assert [(p["name"], p["type"], p["access"]) for p in shape["parameters"]] == [
        ("x", "f32[:]", "read"),
        ("y", "f32[:]", "write"),
        ("a", "f32", "none"),
    ]
    assert shape["bindings"] == []
    assert "PhysicalStorageBufferAddresses" in shape["capabilities"]
    assert "bufferDeviceAddress" in shape["features"]
    addresses = [p for p in shape["push_constants"] if p["kind"] == "address"]
    assert [(p["parameter"], p["size"]) for p in addresses] == [("x", 8), ("y", 8)]
    (factor,) = (p for p in shape["push_constants"] if p["parameter"] == "a")
    assert (factor["type"], factor["size"]) == ("f32", 4)
    spans = [range(p["offset"], p["offset"] + p["size"]) for p in shape["push_constants"]]
    assert all(first.stop <= second.start for first, second in itertools.pairwise(spans))
    assert spans[-1].stop <= shape["push_constants_size"] <= 128


def test_json_of_the_descriptor_interface(scale: Path) -> None:
    shape = json.loads(dump(scale, "--format", "json", "--abi", "descriptor").stdout)
    assert [(b["set"], b["binding"], b["parameter"], b["access"]) for b in shape["bindings"]] == [
        (0, 0, "x", "read"),
        (0, 1, "y", "write"),
    ]
    assert "PhysicalStorageBufferAddresses" not in shape["capabilities"]
    assert [p["type"] for p in shape["push_constants"] if p["parameter"] == "a"] == ["f32"]
    assert not [p for p in shape["push_constants"] if p["kind"] == "address"]


@pytest.mark.parametrize(
    ("target", "version"), [("vulkan1.1", 0x10300), ("vulkan1.2", 0x10500), ("vulkan1.3", 0x10600)]
)
@pytest.mark.parametrize("abi", ["address", "descriptor"])
@pytest.mark.parametrize("optimize", [[], ["--optimize"]])
def test_every_target_validates(scale: Path, target: str, version: int, abi: str, optimize: list[str]) -> None:
    words = dump(scale, "--format", "spirv", "--target", target, "--abi", abi, "--validate", *optimize).stdout_bytes
    assert words[:4] == MAGIC
    assert 0x10000 < int.from_bytes(words[4:8], "little") <= version
    assert spirv_tools.validate(words, target) == ""


def test_optimize_inlines(tmp_path: Path) -> None:
    path = tmp_path / "calls.py"
    path.write_text(SCALE.replace("a * x[i]", "twice(a) * x[i]") + "\n\ndef twice(v):\n    return v + v\n")
    assert "OpFunctionCall" in dump(path).stdout
    assert "OpFunctionCall" not in dump(path, "--optimize").stdout


# ---- dump: choosing the kernel and its types


def test_types_choose_the_specialisation(two: Path) -> None:
    floats = json.loads(dump(f"{two}:any_scale", "--args", "f32[:], f32[:], f32", "--format", "json").stdout)
    ints = json.loads(dump(f"{two}:any_scale", "--args", "i32[:], i32[:], i32", "--format", "json").stdout)
    assert [p["type"] for p in floats["parameters"]] == ["f32[:]", "f32[:]", "f32"]
    assert [p["type"] for p in ints["parameters"]] == ["i32[:]", "i32[:]", "i32"]


def test_ndim_is_inferred_or_given(tmp_path: Path) -> None:
    path = tmp_path / "fill.py"
    path.write_text(SHAPES)
    assert json.loads(dump(f"{path}:fill", "--format", "json").stdout)["ndim"] == 2
    assert json.loads(dump(f"{path}:first", "--format", "json", "--ndim", "3").stdout)["ndim"] == 3


def test_the_file_is_a_module_with_its_folder_on_the_path(tmp_path: Path) -> None:
    (tmp_path / "numbers_beside.py").write_text("FACTOR = 7\n")
    path = tmp_path / "main_guard.py"
    path.write_text(
        "from numbers_beside import FACTOR\nimport pyvkc as vkc\nprint('loading')\n\n@vkc.kernel\n"
        "def k(x: vkc.Array[vkc.i32, 1]):\n    x[vkc.global_id()] = FACTOR\n\n"
        "if __name__ == '__main__':\n    raise SystemExit('ran as a program')\n"
    )
    result = dump(path)
    assert "OpConstant %" in result.stdout
    assert "loading" not in result.stdout
    assert "loading" in result.stderr


# ---- dump: mistakes


def test_no_such_file(tmp_path: Path) -> None:
    (tmp_path / "scale.py").write_text(SCALE)
    message = fails("dump", f"{tmp_path / 'scail.py'}:scale")
    assert "no file" in message
    assert "'scale.py'" in message
    assert "folder" in fails("dump", tmp_path)


def test_no_such_kernel(two: Path) -> None:
    message = fails("dump", f"{two}:scael")
    assert "Did you mean 'scale'?" in message
    assert "scale, any_scale" in message


@pytest.mark.parametrize("name", ["NUMBER", "plain"])
def test_not_a_kernel(two: Path, name: str) -> None:
    message = fails("dump", f"{two}:{name}")
    assert name in message
    assert "@pyvkc.kernel" in message
    assert "scale, any_scale" in message


def test_several_kernels_and_no_name(two: Path) -> None:
    assert "several kernels" in fails("dump", two)


def test_no_kernels_at_all(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("x = 1\n")
    assert "no kernel" in fails("dump", tmp_path / "empty.py")
    assert "no kernels" in fails("dump", f"{tmp_path / 'empty.py'}:k")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import no_such_module_here\n", ["line 1", "no_such_module_here"]),
        ("x = 1\ny = 1 / 0\n", ["line 2", "ZeroDivisionError"]),
        ("def f(:\n", ["line 1", "SyntaxError"]),
        ("raise SystemExit\n", ["__main__"]),
    ],
)
def test_a_file_that_does_not_load(tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "broken.py").write_text(text)
    message = fails("dump", f"{tmp_path / 'broken.py'}:k")
    for word in ["broken.py", *words]:
        assert word in message


def test_a_kernel_that_does_not_compile(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(SCALE.replace("a * x[i]", "a * x[i] + missing"))
    message = fails("dump", f"{path}:scale")
    assert "missing" in message
    assert f"{path}:8" in message
    assert "^" in message
    done = process("dump", f"{path}:scale")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("types", ["f33[:], f32[:], f32", "f32[:], f32[:], f32, f32", "i32[:], f32[:], f32", "("])
def test_types_that_do_not_fit(scale: Path, types: str) -> None:
    assert len(fails("dump", scale, "--args", types)) > 20


def test_types_are_needed_where_annotations_are_not_complete(two: Path) -> None:
    assert "'x'" in fails("dump", f"{two}:any_scale")
    assert "'y'" in fails("dump", f"{two}:any_scale", "--args", "f32[:]")


@pytest.mark.parametrize(
    "options",
    [["--format", "text"], ["--target", "vulkan1.0"], ["--abi", "x"], ["--ndim", "4"], ["--ndim", "0"], ["--nothing"]],
)
def test_bad_options(scale: Path, options: list[str]) -> None:
    assert options[0].strip("-") in fails("dump", scale, *options)


@pytest.mark.parametrize("style", ["ir", "json"])
def test_optimize_needs_a_binary(scale: Path, style: str) -> None:
    assert "--optimize" in fails("dump", scale, "--optimize", "--format", style)


def test_an_output_that_cannot_be_written(scale: Path, tmp_path: Path) -> None:
    assert "could not be written" in fails("dump", scale, "-o", tmp_path / "no" / "such" / "folder.spv")


def test_a_module_that_does_not_validate(scale: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spirv_tools, "validate", lambda words, target: f"{target} has no such thing")
    result = run("dump", scale, "--validate")
    assert result.exit_code == 1
    assert "vulkan1.2 has no such thing" in result.stderr
    assert "OpEntryPoint" in result.stdout


@pytest.mark.parametrize("option", ["--validate", "--optimize"])
def test_spirv_tools_are_missing(scale: Path, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spirv_tools, "_newest", lambda tool: None)
    result = run("dump", scale, option)
    assert result.exit_code == 1
    assert 'pip install ".[tools]"' in result.stderr
    assert "apt install spirv-tools" in result.stderr


# ---- the whole program


def test_help_and_version() -> None:
    assert run("--help").exit_code == 0
    for command in ("dump", "devices"):
        assert command in run("--help").stdout
        assert run(command, "-h").exit_code == 0
    for option in ("--args", "--format", "--output", "--target", "--abi", "--validate", "--optimize", "--ndim"):
        assert option in run("dump", "--help").stdout
    assert run("--version").stdout.startswith("pyvkc 0.")


def test_dump_needs_no_driver(scale: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.spv"
    done = process("dump", f"{scale}:scale", "--format", "spirv", "--validate", "-o", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert out.read_bytes()[:4] == MAGIC


def test_output_is_deterministic(scale: Path) -> None:
    first, second = (process("dump", scale, "--format", "spirv", PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.stdout[:4] == MAGIC
    assert first.stdout == second.stdout


# ---- devices


def test_devices_as_a_table_and_as_json() -> None:
    found = pyvkc.devices()
    table = run("devices")
    assert table.exit_code == 0
    rows = json.loads(run("devices", "--json").stdout)
    assert [row["name"] for row in rows] == [device.name for device in found]
    for index, (row, device) in enumerate(zip(rows, found, strict=True)):
        line = table.stdout.splitlines()[1 + index]
        assert line.startswith(f"{index} ")
        assert device.name in line
        assert device.kind in line
        assert (row["index"], row["kind"], row["driver"]) == (index, device.kind, device.driver)
        assert row["features"]["bufferDeviceAddress"] in (True, False)
        assert len(row["limits"]["maxComputeWorkGroupCount"]) == 3
        assert row["memory"]["size"] > 0


def test_devices_without_a_driver() -> None:
    done = process("devices")
    assert done.returncode == 1
    assert done.stdout == b""
    assert b"VK_DRIVER_FILES" in done.stderr
    assert b"Traceback" not in done.stderr
