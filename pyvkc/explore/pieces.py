"""Lines cut into pieces with a kind, which decides their colour, and a remark, such as the type of a name."""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ..frontend.spirv.disasm import Instruction

__all__ = ["Piece", "python_pieces", "spirv_pieces", "tree_pieces"]


class Piece(NamedTuple):
    """A stretch of a line; of an id of SPIR-V `id` is its number, so that its uses are found."""

    text: str
    kind: str = ""
    remark: str = ""
    id: str = ""


TREE: Final = re.compile(
    r"(?P<comment>#.*)|(?P<number>\b\d[\w.]*)|(?P<check>\?(?=[\],]))|(?P<name>[A-Za-z_]\w*(?:\.\d+)?)|(?P<other>.)"
)
TREE_WORDS: Final = frozenset({*keyword.kwlist, "var", "shared", "local", "table", "range"})
SUFFIX: Final = re.compile(r"\.\d+$")

STRINGS: Final = {tokenize.STRING, *(getattr(tokenize, name, -2) for name in ("FSTRING_START", "FSTRING_MIDDLE",
                  "FSTRING_END", "TSTRING_START", "TSTRING_MIDDLE", "TSTRING_END"))}  # fmt: skip


def python_pieces(
    lines: Sequence[str], first: int, last: int, types: Mapping[int, Mapping[str, str]]
) -> dict[int, tuple[Piece, ...]]:
    """The lines from `first` to `last` of a file, by their numbers; `types` are those of names, by line."""
    marks: dict[int, list[tuple[int, int, str]]] = {}
    for token in _tokens(lines):
        kind = _kind(token)
        for line in range(max(token.start[0], first), min(token.end[0], last) + 1) if kind else ():
            start = token.start[1] if line == token.start[0] else 0
            stop = token.end[1] if line == token.end[0] else len(lines[line - 1])
            marks.setdefault(line, []).append((start, stop, kind))
    return {
        line: tuple(_cut(lines[line - 1].rstrip("\r\n"), marks.get(line, ()), types.get(line, {})))
        for line in range(first, last + 1)
    }


def _tokens(lines: Sequence[str]) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a file, as far as it is Python."""
    try:
        yield from tokenize.generate_tokens(io.StringIO("".join(lines)).readline)
    except (tokenize.TokenError, SyntaxError):
        return


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return "keyword" if keyword.iskeyword(token.string) else "name"
    if token.type == tokenize.COMMENT:
        return "comment"
    if token.type == tokenize.NUMBER:
        return "number"
    return "string" if token.type in STRINGS else ""


def _cut(text: str, marks: Sequence[tuple[int, int, str]], types: Mapping[str, str]) -> Iterator[Piece]:
    done = 0
    for start, stop, kind in marks:
        if start < done or start >= len(text):
            continue
        if start > done:
            yield Piece(text[done:start])
        word = text[start:stop]
        attribute = text[:start].rstrip().endswith(".")
        typed = types.get(word, "") if kind == "name" and not attribute else ""
        yield Piece(word, kind, f"{word}: {typed}" if typed else "")
        done = min(stop, len(text))
    if done < len(text):
        yield Piece(text[done:])


def tree_pieces(text: str, types: Mapping[str, str]) -> Iterator[Piece]:
    """A line of the typed tree; `types` are those of its names."""
    plain = ""
    for match in TREE.finditer(text):
        word, kind = match[0], match.lastgroup or ""
        if kind == "other":
            plain += word
            continue
        attribute = plain.endswith(".")
        if plain:
            yield Piece(plain)
            plain = ""
        if kind == "name" and word in TREE_WORDS:
            kind = "keyword"
        named = kind == "name" and not attribute
        typed = (types.get(word) or types.get(SUFFIX.sub("", word), "")) if named else ""
        remark = "this index is tested when it runs" if kind == "check" else f"{word}: {typed}" if typed else ""
        yield Piece(word, kind, remark)
    if plain:
        yield Piece(plain)


def spirv_pieces(one: Instruction, described: Mapping[str, str]) -> Iterator[Piece]:
    """An instruction as text that spirv-as takes."""
    if one.result:
        result = f"%{one.result}"
        yield Piece(" " * max(0, 5 - len(result)))
        yield _id(result, described)
        yield Piece(" = ")
    else:
        yield Piece(" " * 8)
    yield Piece(one.name, "keyword")
    for operand in one.operands:
        yield Piece(" ")
        yield _operand(operand, described)
    name, colon, _ = described.get(f"%{one.result}", "").partition(": ")
    if colon and one.name != "OpTypeStruct":
        yield Piece(f"  ; {name}", "comment")


def _operand(text: str, described: Mapping[str, str]) -> Piece:
    if text.startswith("%"):
        return _id(text, described)
    if text.startswith('"'):
        return Piece(text.replace("\n", "\\n"), "string")
    return Piece(text, "number" if text[:1].isdigit() or text[:1] == "-" else "name")


def _id(text: str, described: Mapping[str, str]) -> Piece:
    return Piece(text, "id", " ".join([text, described.get(text, "")]).strip(), text[1:])
