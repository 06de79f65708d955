"""Imports go one way, and every module keeps the house style.

The layers, top to bottom: ``cli`` → ``kernel`` → ``frontend`` | ``runtime`` → ``program`` → ``types`` → ``errors``.
``launch`` is the half of ``kernel`` that runs what the other half compiled.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyvkc

PACKAGE = Path(pyvkc.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# What each layer may import of pyvkc. A module's layer is its longest prefix in this table.
# fmt: off
ALLOWED = {
    "errors":         set(),
    "rounding":       set(),
    "types":          {"rounding", "errors", "annotations", "plain", "host_values", "records"},
    "plain":          {"types"},
    "host_values":    {"types", "plain"},
    "records":        {"types", "host_values"},
    "static":         {"types"},
    "annotations":    {"errors", "types", "records", "static"},
    "structs":        {"types", "plain", "records", "annotations"},
    "settings":       set(),
    "reports":        {"errors", "types"},
    "program":        {"errors", "types", "static", "reports"},
    "spirv_tools":    {"errors"},
    "frontend.spirv": {"frontend.spirv"},
    "frontend":       {"errors", "types", "static", "annotations", "program", "reports", "settings", "plain",
                       "host_values", "records", "frontend", "frontend.spirv"},
    "runtime":        {"errors", "types", "annotations", "program", "reports", "plain", "host_values", "records",
                       "runtime"},
    "argument_types": {"types", "plain", "host_values", "records", "static"},
    "arguments":      {"errors", "types", "static", "annotations", "records", "argument_types"},
    "atomic":         {"frontend"},
    "subgroup":       {"frontend"},
    "specialisation": {"types", "arguments", "program", "frontend", "runtime", "kernel"},
    "recent":         {"types", "plain", "static", "argument_types", "arguments", "frontend", "specialisation",
                       "runtime"},
    "launch":         {"errors", "types", "static", "plain", "argument_types", "arguments", "recent", "specialisation",
                       "runtime", "kernel"},
    "methods":        {"static", "kernel"},
    "options":        {"settings", "frontend"},
    "kernel":         {"errors", "options", "methods", "types", "annotations", "arguments", "program", "frontend",
                       "frontend.spirv", "runtime", "recent", "specialisation", "launch", "statistics", "inspection"},
    "explore":        {"errors", "program", "abilities", "statistics", "frontend", "frontend.spirv", "explore"},
    "inspection":     {"errors", "explore", "specialisation", "statistics", "abilities", "runtime", "kernel"},
    "statistics":     {"types", "program", "frontend", "frontend.spirv"},
    "profiles":       set(),
    "abilities":      {"errors", "program", "profiles", "frontend", "kernel", "runtime"},
    "pyshader":       {"errors", "options", "types", "annotations", "arguments", "program", "frontend", "launch",
                       "kernel"},
    "cli":            {"errors", "types", "annotations", "program", "reports", "frontend", "frontend.spirv", "runtime",
                       "kernel", "pyshader", "spirv_tools", "profiles", "abilities", "explore", "cli", ""},
    "__main__":       {"cli"},
    "":               {"errors", "types", "static", "annotations", "structs", "program", "frontend", "runtime",
                       "kernel", "pyshader", "atomic", "subgroup"},
}
# Packages that only one place may import, and modules that a layer may not.
ONLY_IN = {
    "vulkan":  {"runtime.vk"},
    "cffi":    {"runtime.vk"},
    "click":   {"cli"},
    "rich":    {"cli"},
    "jinja2":  {"explore"},
}
FORBIDDEN = {"frontend.spirv": {"ast", "inspect"}, "runtime": {"ast", "inspect"}}
# fmt: on


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str, table: dict[str, set[str]] = ALLOWED) -> str:
    matches = [layer for layer in table if layer and (module == layer or module.startswith(layer + "."))]
    return max(matches, key=len, default="")


def absolute(path: Path, node: ast.ImportFrom) -> str:
    """The module that an import statement starts from, with `pyvkc` itself as the first part."""
    if not node.level:
        return node.module or ""
    package = ("pyvkc." + dotted(path)).rstrip(".").split(".")
    if path.name != "__init__.py":
        package.pop()
    base = package[: len(package) - (node.level - 1)]
    return ".".join([*base, *([node.module] if node.module else [])])


def imports(path: Path, text: str | None = None) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a module imports, at any depth, for types only too."""
    tree = ast.parse(path.read_text(encoding="utf-8") if text is None else text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = absolute(path, node)
            for alias in node.names:
                name = f"{base}.{alias.name}"
                yield node.lineno, name if is_module(name) else base


def is_module(name: str) -> bool:
    if name.split(".")[0] != "pyvkc":
        return False
    path = PACKAGE.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").is_file()


def complaints(path: Path, text: str | None = None) -> list[str]:
    module = dotted(path)
    layer = layer_of(module)
    found = []
    for line, name in imports(path, text):
        first, _, rest = name.partition(".")
        if first == "pyvkc":
            target = layer_of(rest)
            if rest and not target:
                found.append(f"{module}:{line} imports pyvkc.{rest}, which is in no layer of this test's table")
            elif target != layer and target not in ALLOWED[layer]:
                found.append(f"{module}:{line} ({layer or 'pyvkc'}) may not import {name}")
        elif first in ONLY_IN and layer_of(module, {place: set() for place in ONLY_IN[first]}) not in ONLY_IN[first]:
            found.append(f"{module}:{line} may not import {first}: only {', '.join(ONLY_IN[first])} may")
        elif first in FORBIDDEN.get(layer, set()):
            found.append(f"{module}:{line} ({layer}) may not import {first}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_go_one_way(path: Path) -> None:
    assert not complaints(path)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_modules_are_in_a_layer(path: Path) -> None:
    assert dotted(path) == "" or layer_of(dotted(path)), "name the new layer in this test's table"


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("errors.py", "from . import types"),
        ("types.py", "from .program import Program"),
        ("program.py", "from .kernel import Kernel"),
        ("frontend/check.py", "from ..runtime import device"),
        ("frontend/check.py", "def later():\n    import vulkan"),
        ("frontend/check.py", "from pyvkc.kernel import Kernel"),
        ("frontend/spirv/module.py", "from ..ir import Node"),
        ("frontend/spirv/module.py", "from ...types import f32"),
        ("frontend/spirv/module.py", "import ast"),
        ("runtime/device.py", "from ..frontend import lower"),
        ("runtime/device.py", "import ast"),
        ("runtime/device.py", "import vulkan as vk"),
        ("kernel.py", "from .cli import main"),
        ("kernel.py", "import click"),
    ],
)
def test_the_test_notices(place: str, text: str) -> None:
    assert complaints(PACKAGE / place, text)


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_house_style(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module opens with its contract"
    lines = 0 if "generated" in text[:400].lower() else text.count("\n")
    assert lines <= 400, "files are near 200 lines, never over 400"
    if len(tree.body) > 1:
        future = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
        assert any(alias.name == "annotations" for node in future for alias in node.names)


def loaded_by(statement: str) -> set[str]:
    code = f"import sys; before = set(sys.modules); {statement}; print(*sorted(set(sys.modules) - before))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent)
    return set(run.stdout.split())


def test_import_pyvkc_is_light() -> None:
    loaded = loaded_by("import numpy; before = set(sys.modules); import pyvkc")
    for package in ("vulkan", "cffi", "click", "rich", "scipy", "pyshader"):
        assert package not in loaded
    assert not [name for name in loaded if name.startswith("pyvkc.cli")]


def test_dump_loads_no_vulkan(tmp_path: Path) -> None:
    kernel, out = tmp_path / "one.py", tmp_path / "one.spv"
    kernel.write_text(
        "import pyvkc as vkc\n\n@vkc.kernel\ndef one(x: vkc.Array[vkc.f32, 1]):\n    x[vkc.global_id()] = 1\n"
    )
    arguments = ["dump", str(kernel), "-o", str(out), "--format", "spirv"]
    loaded = loaded_by(f"from pyvkc.cli import main; main({arguments}, standalone_mode=False)")
    assert out.stat().st_size > 0
    assert "pyvkc.frontend" in loaded
    assert "vulkan" not in loaded
    assert "rich" not in loaded


@pytest.mark.parametrize(
    "first", ["pyvkc.Kernel", "import pyvkc.kernel", "from pyvkc.kernel import Kernel", "pyvkc.kernel"]
)
def test_the_decorator_is_not_hidden_by_its_module(first: str) -> None:
    code = f"import pyvkc; {first}; assert callable(pyvkc.kernel); from pyvkc import kernel; assert callable(kernel)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=PACKAGE.parent)
