"""Golden files: texts that tests compare with, which ``pytest --update-goldens`` rewrites."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption("--update-goldens", action="store_true", help="rewrite the goldens with what the tests get")


@pytest.fixture
def golden(request):
    """Compares a text with a golden file: ``golden(path, text)``."""
    update = request.config.getoption("--update-goldens")

    def compare(path: Path, text: str) -> None:
        text = text.rstrip("\n") + "\n"
        if update:
            path.write_text(text, encoding="utf-8")
            return
        assert path.exists(), f"{path.name} is missing; pytest --update-goldens writes it"
        expected = path.read_text(encoding="utf-8")
        if text != expected:
            lines = difflib.unified_diff(expected.splitlines(), text.splitlines(), path.name, "now", lineterm="")
            pytest.fail("\n".join(lines), pytrace=False)

    return compare
