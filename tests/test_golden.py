"""What kernels are compiled to: a golden for each construct of the language and each decision of the lowering.

``golden/<case>.py`` is a kernel, ``golden/<case>.ir`` its typed tree and ``golden/<case>.asm`` the disassembly of its
module. ``pytest --update-goldens`` rewrites them; read the differences before committing.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import compile_case, load
from spirv_tools import assemble, validate

from pyvkc.frontend.pprint import pprint
from pyvkc.frontend.spirv.disasm import disassemble

FOLDER = Path(__file__).parent / "golden"
CASES = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_tree_and_module(path, golden):
    program = compile_case(path)
    golden(path.with_suffix(".ir"), pprint(program.tree))
    golden(path.with_suffix(".asm"), disassemble(program.words))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_text_assembles_to_the_module(path):
    """The golden text is the whole module, and valid; the third word is the assembler's own mark."""
    words = compile_case(path).words
    target = load(path).get("OPTIONS", {}).get("target", "vulkan1.2")
    validate(words, target)
    text = path.with_suffix(".asm").read_text(encoding="utf-8")
    assembled = assemble(text, target)
    assert (assembled[:8], assembled[12:]) == (words[:8], words[12:])


def test_every_golden_has_its_case():
    stems = {path.stem for path in CASES}
    assert {path.stem for path in FOLDER.glob("*.ir")} == stems
    assert {path.stem for path in FOLDER.glob("*.asm")} == stems
