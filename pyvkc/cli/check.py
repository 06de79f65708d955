"""``pyvkc check``: what the kernels of a file need, line by line, and what can run them.

Profiles need no Vulkan at all; devices are asked where there is a loader.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, final

import click

from ..abilities import Ability, Requirement, Verdict, ability_of, judge, profile, requirements_of
from ..errors import CompileError, Error, NoDeviceError
from ..frontend.target import ABIS
from ..kernel import Kernel
from ..profiles import PROFILES
from ..program import Program
from .failure import BadUsage, FailedCheck
from .load import find_kernel, find_kernels, load_file, split_target

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Report", "check", "describe"]

LEAST: Final = Ability("", "none", (1, 2), frozenset(), {"maxComputeWorkGroupInvocations": 128})
"""What has nothing that can be left out: what a kernel needs there it needs everywhere."""

WIDTH: Final = 160


@final
@dataclass(frozen=True, slots=True)
class Report:
    """What is found out of one kernel: why it cannot be compiled, or its program, its needs and its verdicts.

    A kernel without all of its types is `incomplete`; what is missing is the `problem`.
    """

    name: str
    problem: str = ""
    incomplete: bool = False
    program: Program | None = None
    needs: tuple[Requirement, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


@click.command(short_help="Tell what kernels need, line by line, and what can run them.")
@click.argument("target", metavar="FILE.py[:KERNEL]")
@click.option("--args", "types", metavar="TYPES", help='The types of the arguments, as in "f32[:], f32[:, :], f32".')
@click.option("--device", "devices", metavar="D", multiple=True, help="A device that must be able to run the kernels.")
@click.option(
    "--profile",
    "profiles",
    metavar="P",
    multiple=True,
    help=f"A profile whose devices must all be able to: {', '.join(PROFILES)}.",
)
@click.option("--abi", type=click.Choice(ABIS), default="address", show_default=True, help="As for dump.")
@click.option("--ndim", type=click.IntRange(1, 3), metavar="N", help="The dimensions of the launch (1 to 3).")
@click.option("--json", "as_json", is_flag=True, help="The same as JSON.")
def check(
    target: str,
    types: str | None,
    devices: tuple[str, ...],
    profiles: tuple[str, ...],
    abi: str,
    ndim: int | None,
    as_json: bool,
) -> None:
    """Tell what each kernel of a file needs, line by line, and which devices and profiles can run it.

    Without --device and --profile all devices of this machine and all known profiles are told. Those that are named
    must be able to run every kernel: if one is not, the exit code is 1. A kernel that does not compile gives 2. A
    kernel without annotations is compiled for --args, or passed over when the whole file is checked.

    \b
    pyvkc check examples/mandelbrot.py
    pyvkc check app.py:blur --args "f32[:, :], f32[:, :]" --profile vulkan1.3
    """  # noqa: D301  (click reads \b as "do not wrap")
    path, name = split_target(target)
    module = load_file(path)
    kernels = {name: find_kernel(module, name, path)} if name else find_kernels(module, path)
    if types is not None and len(kernels) > 1:
        raise BadUsage(f"--args is for one kernel, and {path} has {', '.join(kernels)}; name one, as in {path}:NAME.")
    abilities, remark = _abilities(devices, profiles)
    given = [] if types is None else [types]
    reports = [_report(name, kernel, given, abilities, abi, ndim) for name, kernel in kernels.items()]
    if as_json:
        click.echo(json.dumps([describe(report) for report in reports], indent=2))
    else:
        _print(reports, remark)
    _conclude(reports, named=bool(devices or profiles), alone=bool(name))


def _abilities(devices: Sequence[str], profiles: Sequence[str]) -> tuple[list[Ability], str]:
    """What is asked for; without anything all that there is, and a remark if that is no device."""
    from ..runtime.device import devices as list_devices
    from ..runtime.device import find_device

    try:
        named = [profile(name) for name in profiles]
    except ValueError as error:
        raise BadUsage(str(error)) from error
    if devices or profiles:
        return [*(ability_of(find_device(device)) for device in devices), *named], ""
    remark = ""
    try:
        present = [ability_of(device) for device in list_devices()]
    except NoDeviceError as error:
        present, remark = [], f"No device here: {str(error).splitlines()[0]}"
    return [*present, *map(profile, PROFILES)], remark


def _report(
    name: str, kernel: Kernel, types: Sequence[str], abilities: Sequence[Ability], abi: str, ndim: int | None
) -> Report:
    try:
        program = kernel.program(types, LEAST.target(abi), ndim)
        verdicts = [judge(kernel, types, ability, abi=abi, ndim=ndim) for ability in abilities]
    except CompileError as error:
        return Report(name, str(error))
    except Error:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        return Report(name, str(error), incomplete=not types)
    return Report(name, "", False, program, tuple(requirements_of(program)), tuple(verdicts))


def _conclude(reports: Sequence[Report], *, named: bool, alone: bool) -> None:
    """End with the exit code that the reports ask for."""
    wrong = [report for report in reports if report.problem and (alone or not report.incomplete)]
    if wrong:
        raise BadUsage("\n\n".join(report.problem for report in wrong))
    failed = [
        f"{report.name} cannot run on {verdict.ability.name}, which lacks {', '.join(verdict.lacks)}."
        for report in reports
        for verdict in report.verdicts
        if named and not verdict.runs
    ]
    if failed:
        raise FailedCheck("\n".join(failed))


# JSON


def describe(report: Report) -> dict[str, Any]:
    """A report as plain values, ready for JSON."""
    if report.program is None:
        return {"kernel": report.name, "compiles": None if report.incomplete else False, "problem": report.problem}
    return {
        "kernel": report.name,
        "compiles": True,
        "capabilities": list(report.program.capabilities),
        "needs": [_described(need) for need in report.needs],
        "runs": [
            {"name": each.ability.name, "kind": each.ability.kind, "runs": each.runs, "lacks": list(each.lacks)}
            for each in report.verdicts
        ],
    }


def _described(need: Requirement) -> dict[str, Any]:
    places = [{"file": span.filename, "line": span.line, "reason": reason} for span, reason in need.places]
    amount = {"amount": need.amount} if need.kind == "limit" else {}
    return {"kind": need.kind, "name": need.name, **amount, "places": places, "remark": need.remark}


# Tables


def _print(reports: Sequence[Report], remark: str) -> None:
    from rich.console import Console

    # Piped output is read by programs: no wrapping at the width of a terminal that is not there.
    width = None if sys.stdout.isatty() else WIDTH
    console = Console(highlight=False, markup=False, width=width)
    for report in reports:
        _print_report(console, report)
    if remark:
        console.print(remark)


def _print_report(console: Console, report: Report) -> None:
    if report.program is None:
        problem = report.problem if report.incomplete else "does not compile"
        console.print(f"{report.name}: {'needs types (--args): ' * report.incomplete}{problem}\n", soft_wrap=True)
        return
    parameters = ", ".join(f"{parameter.name}: {parameter.type}" for parameter in report.program.parameters)
    console.print(f"{report.name}({parameters})", style="bold", soft_wrap=True)
    home = report.program.tree.filename
    _print_table(console, ("line", "needs", "why", "code"), _need_rows(report.needs, home))
    console.print(f"  capabilities: {', '.join(report.program.capabilities)}\n", soft_wrap=True)
    _print_table(console, ("runs", "on", "lacks"), _verdict_rows(report.verdicts))


def _print_table(console: Console, headings: Sequence[str], rows: Iterator[tuple[str, ...]]) -> None:
    from rich.padding import Padding
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console.print(Padding(table, (0, 0, 1, 2), expand=False))


def _need_rows(needs: Sequence[Requirement], home: str) -> Iterator[tuple[str, ...]]:
    """A row for each line that needs something; lines of other files than `home` are told with their file."""
    for need in needs:
        name = need.name if need.kind == "feature" else f"{need.name} ≥ {need.amount:,}"
        if not need.places:
            yield "", name, need.remark, ""
        for number, (span, reason) in enumerate(need.places):
            line = str(span.line) if span.filename == home else f"{Path(span.filename).name}:{span.line}"
            yield line, "" if number else name, reason, span.text.strip()


def _verdict_rows(verdicts: Sequence[Verdict]) -> Iterator[tuple[str, ...]]:
    for verdict in verdicts:
        kind = "" if verdict.ability.kind == "profile" else f" ({verdict.ability.kind})"
        yield "yes" if verdict.runs else "no", verdict.ability.name + kind, ", ".join(verdict.lacks)
