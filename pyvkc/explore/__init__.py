"""A page about one kernel: Python, typed tree and SPIR-V side by side, linked line by line.

Gets a compiled program; gives one HTML text that needs nothing else, neither a network nor a server. The template
escapes all that comes from the user; only the style and the script, which are this package's own, go in as they are.
jinja2 is imported when the first page is made.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from ..abilities import Verdict, requirements_of
from ..errors import Error
from ..statistics import statistics_of
from .panes import panes_of

if TYPE_CHECKING:
    from ..program import Program

__all__ = ["LibraryNotFoundError", "page", "problem_page"]


class LibraryNotFoundError(Error, ImportError):
    """A library that an extra of pyvkc brings is not installed."""


def page(program: Program, verdicts: Sequence[Verdict] = (), *, live: bool = False) -> str:
    """The page of a program.

    Parameters
    ----------
    program : Program
        What the kernel was compiled to.
    verdicts : sequence of Verdict
        Where it can run.
    live : bool
        The page reloads itself when the server that it comes from says that it has changed.

    Returns
    -------
    str
        HTML in UTF-8.

    Raises
    ------
    LibraryNotFoundError
        jinja2 is not installed.
    """
    statistics = statistics_of(program)
    x, y, z = (*program.workgroup, 1, 1)[:3]
    facts = [
        ("target", program.target),
        ("arrays", {"address": "addresses", "descriptor": "descriptors"}[program.abi]),
        ("workgroup", " × ".join(map(str, reversed((x, y, z)[: program.ndim])))),
        ("capabilities", ", ".join(program.capabilities)),
        ("extensions", ", ".join(program.extensions)),
    ]
    return _render(
        title=program.name,
        signature=", ".join(f"{parameter.name}: {parameter.type}" for parameter in program.parameters),
        facts=[fact for fact in facts if fact[1]],
        panes=panes_of(program),
        needs=requirements_of(program),
        home=program.tree.filename,
        verdicts=verdicts,
        statistics=statistics,
        live=live,
    )


def problem_page(title: str, problem: str) -> str:
    """A page that says why there is none; it waits for a better one."""
    return _render(title=title, problem=problem, live=True)


def _render(**values: Any) -> str:
    style, script = _read("page.css"), _read("page.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    template, markup = _template()
    text: str = template.render(style=markup(style), script=markup(script), script_digest=digest, **values)
    return text


@cache
def _template() -> tuple[Any, Any]:
    """The template, which escapes by itself, and the type of what is not to be escaped."""
    try:
        import jinja2
        from markupsafe import Markup
    except ImportError as error:
        raise LibraryNotFoundError(
            "The page is made with jinja2, which is not installed. Install it with `pip install jinja2`, or with pyvkc "
            "as `pip install 'pyvkc[explore]'`."
        ) from error
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.globals["key"] = _key
    return environment.from_string(_read("page.html")), Markup


def _key(span: Any, home: str) -> str:
    """How a place is called where the page lists it: by its line, and its file if that is another one."""
    name = span.filename.replace("\\", "/").rpartition("/")[2]
    return str(span.line) if span.filename == home else f"{name}:{span.line}"


@cache
def _read(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
