"""What kernels show of themselves beyond their text and their code; the methods of kernels that need it are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .statistics import Executable, Statistics, statistics_of

if TYPE_CHECKING:
    from .kernel import Kernel

__all__ = ["stats"]


def stats(kernel: Kernel, types: Sequence[Any], device: Any, options: Mapping[str, Any]) -> Statistics:
    """The statistics of a kernel; the rest is as for :meth:`Kernel.stats`."""
    if device is None:
        return statistics_of(kernel.compile(*types, **options))
    refused = [name for name in options if name != "ndim"]
    if refused:
        raise TypeError(f"stats() with a device takes no {refused[0]}: what the device is decides it")
    from .abilities import ability_of
    from .runtime.device import find_device
    from .runtime.executable import executables_of

    chosen = find_device(device)
    most = chosen.limits["maxComputeWorkGroupInvocations"]
    program = kernel.program(types, ability_of(chosen).target("address"), options.get("ndim"), most)
    return statistics_of(program, (Executable(*found) for found in executables_of(chosen, program)))
