"""``pyvkc dump``: what a kernel compiles to. Needs neither a Vulkan loader nor a driver."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click

from .. import spirv_tools
from ..errors import Error
from ..frontend.pprint import pprint
from ..frontend.pprint_names import pattern
from ..frontend.spirv.disasm import disassemble
from ..frontend.target import ABIS, VERSIONS
from ..kernel import Kernel
from ..program import Binding, Member, Program
from ..reports import Report
from .failure import BadUsage, FailedCheck
from .load import find_kernel, load_file, split_target

__all__ = ["describe", "dump"]

_TYPES: Final = {"I": "u32", "i": "i32", "f": "f32", "Q": "u64", "q": "i64", "d": "f64", "e": "f16"}


@click.command(short_help="Show what a kernel compiles to.")
@click.argument("target", metavar="FILE.py[:KERNEL]")
@click.option("--args", "types", metavar="TYPES", help='The types of the arguments, as in "f32[:], f32[:, :], f32".')
@click.option("--format", "style", type=click.Choice(["asm", "spirv", "ir", "json"]), default="asm", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file to write; - is standard output.")
@click.option("--optimize", is_flag=True, help="Run the module through spirv-opt -O.")
@click.option(
    "--target",
    "environment",
    type=click.Choice(list(VERSIONS)),
    default="vulkan1.2",
    show_default=True,
    help="The Vulkan version to compile for.",
)
@click.option(
    "--abi",
    type=click.Choice(ABIS),
    default="address",
    show_default=True,
    help="How arrays reach the kernel: as addresses in push constants, or as storage buffers (set 0, in order).",
)
@click.option("--validate", is_flag=True, help="Check the module with spirv-val; what it refuses exits with 1.")
@click.option("--lines", "debug", flag_value="lines", help="Have Python's files and lines in the module (OpLine).")
@click.option(
    "--debug-info",
    "debug",
    flag_value="info",
    help="Have the Python text, functions, variables and types in it, too, for RenderDoc, Nsight and their like.",
)
@click.option("--ndim", type=click.IntRange(1, 3), metavar="N", help="The dimensions of the launch (1 to 3).")
def dump(
    target: str,
    types: str | None,
    style: str,
    output: str | None,
    optimize: bool,
    environment: str,
    abi: str,
    validate: bool,
    debug: str | None,
    ndim: int | None,
) -> None:
    """Show what a kernel compiles to, as assembly, binary, typed tree or interface.

    The :KERNEL may be left out when the file has only one. The file's top level runs, as when it is imported: put what
    launches under `if __name__ == "__main__":`. No Vulkan loader or driver is needed.

    \b
    pyvkc dump examples/multiply.py
    pyvkc dump app.py:blur --args "f32[:, :], f32[:, :]" --format spirv --validate -o blur.spv
    """  # noqa: D301  (click reads \b as "do not wrap")
    if optimize and style not in ("asm", "spirv"):
        raise BadUsage(f"--optimize changes the binary alone: use it with --format asm or spirv, not {style}.")
    if style == "spirv" and output in (None, "-") and sys.stdout.isatty():
        raise BadUsage("SPIR-V is binary and standard output is a terminal: name a file with -o, or use --format asm.")
    path, name = split_target(target)
    kernel = find_kernel(load_file(path), name, path)
    program = _compile(kernel, types, target=environment, abi=abi, ndim=ndim, debug=debug)
    words = spirv_tools.optimize(program.words, environment) if optimize else program.words
    _write(_render(program, words, style), output)
    if validate and (complaint := spirv_tools.validate(words, environment)):
        raise FailedCheck(f"spirv-val refuses the module of {kernel.name!r}:\n{complaint}")


def describe(program: Program) -> dict[str, Any]:
    """The interface of a program, ready for JSON: what another engine must know to launch it."""
    names = [parameter.name for parameter in program.parameters]
    return {
        "entry": program.entry,
        "target": program.target,
        "abi": program.abi,
        "ndim": program.ndim,
        "workgroup": list(program.workgroup),
        "parameters": [
            {"name": parameter.name, "type": str(parameter.type), "access": parameter.access}
            for parameter in program.parameters
        ],
        "bindings": [_binding(binding, names) for binding in program.bindings],
        "push_constants": _members(program.layout.push, names),
        "push_constants_size": program.layout.push_size,
        "parameter_block": _members(program.layout.block, names),
        "parameter_block_size": program.layout.block_size,
        "capabilities": list(program.capabilities),
        "extensions": list(program.extensions),
        "features": list(program.features),
        "report": None if program.report is None else _report(program.report),
    }


def _report(report: Report) -> dict[str, Any]:
    """The report buffer, all zeros before a launch; `pyvkc.reports` says what lies in it."""
    return {
        "size": report.size,
        "first_line": report.first_line,
        "stride": report.stride,
        "lines": report.room,
        "sites": [
            {"kind": site.kind, "line": site.span.line, "text": pattern(site), "types": list(map(str, site.types))}
            for site in report.sites
        ],
    }


def _binding(binding: Binding, names: list[str]) -> dict[str, Any]:
    """One buffer; storage buffers, which most are, do not say so."""
    found = {
        "set": binding.set,
        "binding": binding.binding,
        "parameter": names[binding.parameter] if binding.parameter >= 0 else None,
        "access": binding.access,
    }
    return found if binding.kind == "storage" else {**found, "kind": binding.kind}


def _members(members: Iterable[Member], names: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "offset": member.offset,
            "size": member.size,
            "type": _TYPES[member.format],
            "parameter": names[member.parameter] if member.parameter >= 0 else None,
            "kind": member.kind,
            "axis": member.axis,
        }
        for member in members
    ]


def _compile(kernel: Kernel, types: str | None, **options: Any) -> Program:
    try:
        return kernel.compile(*([types] if types is not None else []), **options)
    except Error:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise BadUsage(str(error)) from error


def _render(program: Program, words: bytes, style: str) -> bytes:
    if style == "spirv":
        return words
    if style == "json":
        return (json.dumps(describe(program), indent=2) + "\n").encode()
    if style == "ir":
        return pprint(program.tree).encode()
    return disassemble(words).encode()


def _write(data: bytes, output: str | None) -> None:
    if output in (None, "-"):
        sys.stdout.buffer.write(data)
        return
    try:
        Path(str(output)).write_bytes(data)
    except OSError as error:
        raise BadUsage(f"{output} could not be written: {error.strerror}.") from error
