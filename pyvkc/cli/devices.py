"""``pyvkc devices``: the devices of this machine, in the order of preference."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from ..runtime.device import Device

__all__ = ["describe", "devices"]

# What a reader compares devices by; the rest is in --json.
_NOTABLE: Final = {
    "shaderFloat16":                "f16",
    "shaderFloat64":                "f64",
    "shaderInt8":                   "i8",
    "shaderInt16":                  "i16",
    "shaderInt64":                  "i64",
    "shaderBufferFloat32AtomicAdd": "float-atomics",
    "cooperativeMatrix":            "matrices",
}  # fmt: skip
_WIDTH: Final = 160


@click.command(short_help="List the devices that kernels can run on.")
@click.option("--json", "as_json", is_flag=True, help="All that is known of each, as JSON.")
def devices(as_json: bool) -> None:
    """List the devices that kernels can run on, the preferred one first.

    PYVKC_DEVICE chooses another default: an index, or a part of a name in any case.
    """
    from ..runtime.device import devices as list_devices

    found = list_devices()
    if as_json:
        click.echo(json.dumps([describe(index, device) for index, device in enumerate(found)], indent=2))
    else:
        _print_table(found)


def describe(index: int, device: Device) -> dict[str, Any]:
    """One device as plain values, ready for JSON."""
    return {
        "index": index,
        "name": device.name,
        "kind": device.kind,
        "driver": device.driver,
        "uuid": device.uuid,
        "target": device.target,
        "memory": device.memory,
        "features": dict(device.features),
        "limits": dict(device.limits),
    }


def _print_table(found: list[Device]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("#", justify="right")
    for heading in ("device", "kind", "driver", "memory", "has"):
        table.add_column(heading, overflow="fold")
    for index, device in enumerate(found):
        size = f"{device.memory['size'] / 2**30:.1f} GiB"
        has = " ".join(word for feature, word in _NOTABLE.items() if device.features.get(feature))
        table.add_row(str(index), device.name, device.kind, device.driver, size, has)
    # Piped output is read by programs: no wrapping at the width of a terminal that is not there.
    width = None if sys.stdout.isatty() else _WIDTH
    Console(highlight=False, markup=False, width=width).print(table)
