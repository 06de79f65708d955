"""``pyvkc devices``: the devices of this machine, in the order of preference."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final

import click

__all__ = ["describe", "devices"]

# What a reader compares devices by; the rest is in --json.
_NOTABLE: Final = {
    "shaderFloat16":           "f16",
    "shaderFloat64":           "f64",
    "shaderInt8":              "i8",
    "shaderInt16":             "i16",
    "shaderInt64":             "i64",
    "bufferDeviceAddress":     "addresses",
    "timelineSemaphore":       "timeline",
}  # fmt: skip
_WIDTH: Final = 160


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Everything that is known of each, as JSON.")
def devices(as_json: bool) -> None:
    """List the devices that kernels can run on, the preferred one first.

    PYVKC_DEVICE chooses another default: an index, or a part of a name in any case.
    """
    import pyvkc

    rows = [describe(index, device) for index, device in enumerate(pyvkc.devices())]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
    else:
        _print_table(rows)


def describe(index: int, device: Any) -> dict[str, Any]:
    """One device as plain values, ready for JSON."""
    names = ("name", "kind", "driver", "memory", "features", "limits")
    return {"index": index, **{name: _plain(getattr(device, name)) for name in names}}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return [_plain(item) for item in value]


def _print_table(rows: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("#", justify="right")
    for heading in ("device", "kind", "driver", "memory", "has"):
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(str(row["index"]), row["name"], row["kind"], row["driver"], _memory(row["memory"]), _has(row))
    console = Console(highlight=False, markup=False)
    console.print(table, width=None if console.is_terminal else _WIDTH)


def _has(row: dict[str, Any]) -> str:
    features = row["features"]
    return " ".join(word for name, word in _NOTABLE.items() if name in features and _true(features, name))


def _true(features: Any, name: str) -> bool:
    return bool(features[name]) if isinstance(features, dict) else True


def _memory(size: Any) -> str:
    return f"{size / 2**30:.1f} GiB" if isinstance(size, int | float) else str(size)
