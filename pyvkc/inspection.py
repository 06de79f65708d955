"""What kernels show of themselves beyond their text and their code; the methods of kernels that need it are here."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .errors import Error
from .specialisation import Specialisation
from .statistics import Executable, Statistics, statistics_of

if TYPE_CHECKING:
    from .kernel import Kernel

__all__ = ["notebook", "stats"]


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


def notebook(kernel: Kernel) -> str | None:
    """The page of a kernel for a notebook: of what was compiled last, or of its annotations; ``None`` without either.

    It is shut in a frame, so that its style and its script are its own.
    """
    from .explore import page

    try:
        made = [code for (code, *_) in kernel.code.values() if isinstance(code, Specialisation)]
        text = page(made[-1].program(assume=True) if made else kernel.compile())
    except (Error, TypeError, ValueError):  # the annotations are no complete types, or jinja2 is not there
        return None
    return (
        f'<iframe srcdoc="{html.escape(text)}" sandbox="allow-scripts" title="{html.escape(kernel.name)}" '
        'style="width: 100%; height: 42rem; border: 0"></iframe>'
    )
