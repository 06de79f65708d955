"""The importable builtins: objects that stand for rows of the table and for the position functions.

They are made from names alone, so that importing pyvkc does not load the table.
"""

from __future__ import annotations

from typing import Any, Final, final

__all__ = [
    "MEMORY", "POSITIONS", "Builtin", "barrier", "bitcast", "builtin", "global_id", "global_size", "group_id",
    "group_size", "local", "local_id", "memory_barrier", "num_groups", "shared", "static_range",
]  # fmt: skip

POSITIONS: Final = {
    "global_id": "The invocation's place in the launch.",
    "local_id": "The invocation's place in its workgroup.",
    "group_id": "The workgroup's place in the launch.",
    "global_size": "The invocations of the launch.",
    "group_size": "The invocations of a workgroup.",
    "num_groups": "The workgroups of the launch.",
}

MEMORY: Final = {
    "shared": "`shared(shape, dtype)`: an array that the invocations of a workgroup share, undefined at first.",
    "local": "`local(shape, dtype)`: an array of the invocation's own, zero where the text makes it.",
    "barrier": "Waits until all invocations of the workgroup come here; what they wrote before is seen after it.",
    "memory_barrier": "Keeps what this invocation writes before it ahead of what it writes after it, for all others.",
}


LOOPS: Final = {
    "static_range": "`static_range(...)`: a range of constants; a loop over it is written out, with constants.",
}


@final
class Builtin:
    """A function of the kernel language. From Python, those that compute a value run on numbers, vectors and arrays."""

    __slots__ = ("__name__",)

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __call__(self, *arguments: Any) -> Any:
        from . import ROWS, call

        if self.__name__ == "static_range":
            return range(*arguments)
        row = ROWS.get(self.__name__)
        if row is None:
            raise RuntimeError(f"{self.__name__}() means something only inside a kernel")
        return call(row, arguments)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        from . import ROWS

        if self.__name__ in ROWS:
            return ROWS[self.__name__].doc
        return {**POSITIONS, **MEMORY, **LOOPS}.get(self.__name__, "")

    def __repr__(self) -> str:
        return f"<pyvkc builtin {self.__name__}>"


_MADE: Final[dict[str, Builtin]] = {}


def builtin(name: str) -> Builtin:
    """The one object that stands for `name`."""
    return _MADE.setdefault(name, Builtin(name))


global_id = builtin("global_id")
local_id = builtin("local_id")
group_id = builtin("group_id")
global_size = builtin("global_size")
group_size = builtin("group_size")
num_groups = builtin("num_groups")
bitcast = builtin("bitcast")
static_range = builtin("static_range")
shared = builtin("shared")
local = builtin("local")
barrier = builtin("barrier")
memory_barrier = builtin("memory_barrier")
