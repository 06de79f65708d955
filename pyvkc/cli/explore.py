"""``pyvkc explore``: a page with a kernel's Python, typed tree and SPIR-V side by side."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..abilities import judge, profile
from ..errors import Error
from ..explore import LibraryNotFoundError, page
from ..frontend.target import ABIS, VERSIONS
from ..profiles import PROFILES
from .failure import BadUsage, FailedCheck
from .load import find_kernel, load_file, split_target

__all__ = ["explore"]


@click.command(short_help="Make a page of a kernel: Python, typed tree and SPIR-V, linked line by line.")
@click.argument("target", metavar="FILE.py[:KERNEL]")
@click.option("--args", "types", metavar="TYPES", help='The types of the arguments, as in "f32[:], f32[:, :], f32".')
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="The file to write; - is standard output.")
@click.option("--serve", is_flag=True, help="Show the page to this machine alone, and renew it when the file changes.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Where --serve listens; 0 is any free port.")
@click.option(
    "--target",
    "environment",
    type=click.Choice(list(VERSIONS)),
    default="vulkan1.2",
    show_default=True,
    help="The Vulkan version to compile for.",
)
@click.option("--abi", type=click.Choice(ABIS), default="address", show_default=True, help="As for dump.")
@click.option("--ndim", type=click.IntRange(1, 3), metavar="N", help="The dimensions of the launch (1 to 3).")
@click.option("--live", is_flag=True, hidden=True)
def explore(
    target: str,
    types: str | None,
    output: str | None,
    serve: bool,
    port: int,
    environment: str,
    abi: str,
    ndim: int | None,
    live: bool,
) -> None:
    """Make a page of a kernel: its Python, its typed tree and its SPIR-V side by side, linked line by line.

    The page is one file that works from a disk, without a network. Pointing at a line lights what belongs to it; names
    and ids tell their types. With --serve it is shown at an address of this machine (127.0.0.1) that no other machine
    reaches, and follows the file. It takes jinja2: `pip install 'pyvkc[explore]'`.

    \b
    pyvkc explore examples/mandelbrot.py -o page.html
    pyvkc explore app.py:blur --args "f32[:, :], f32[:, :]" --serve
    """  # noqa: D301  (click reads \b as "do not wrap")
    path, name = split_target(target)
    if serve:
        if output is not None:
            raise BadUsage("--serve shows the page itself; leave -o out, or write the page without --serve.")
        from .serve import serve as serve_page

        serve_page(path, _again(target, types, environment, abi, ndim), port)
        return
    if output is None:
        raise BadUsage("Say where the page goes: -o page.html, or --serve to look at it.")
    kernel = find_kernel(load_file(path), name, path)
    given = [] if types is None else [types]
    try:
        program = kernel.compile(*given, target=environment, abi=abi, ndim=ndim)
        verdicts = [judge(kernel, given, profile(each), abi=abi, ndim=ndim) for each in PROFILES]
        text = page(program, verdicts, live=live)
    except LibraryNotFoundError as error:
        raise FailedCheck(str(error)) from error
    except Error:
        raise
    except (TypeError, ValueError, OverflowError) as error:
        raise BadUsage(str(error)) from error
    _write(text.encode("utf-8", "replace"), output)


def _again(target: str, types: str | None, environment: str, abi: str, ndim: int | None) -> list[str]:
    """The arguments that make the same page in another process."""
    arguments = ["explore", target, "-o", "-", "--live", "--target", environment, "--abi", abi]
    arguments += [] if types is None else ["--args", types]
    return arguments if ndim is None else [*arguments, "--ndim", str(ndim)]


def _write(data: bytes, output: str) -> None:
    if output == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(output).write_bytes(data)
    except OSError as error:
        raise BadUsage(f"{output} could not be written: {error.strerror}.") from error
