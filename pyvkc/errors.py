"""What can go wrong, and how it is told.

Every exception that pyvkc raises on purpose is an :class:`Error`. A mistake in a kernel's text is a
:class:`CompileError`, which carries a :class:`Span` of the user's file and renders it with the source line
underlined. This module imports nothing else of pyvkc, so every layer may raise from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, final

__all__ = [
    "ClosedError",
    "CompileError",
    "DeviceError",
    "DeviceLostError",
    "Error",
    "FeatureError",
    "KernelAssertionError",
    "KernelError",
    "KernelIndexError",
    "KernelValueError",
    "KernelZeroDivisionError",
    "LaunchError",
    "NoDeviceError",
    "OutOfMemoryError",
    "SourceUnavailableError",
    "Span",
    "did_you_mean",
    "located",
]

TAB: Final = 4

MOST_CALLS: Final = 4
"""Calls that are shown at either end of a long chain."""


@final
@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source file. Lines count from 1, columns (in characters) from 0; the end is exclusive."""

    filename: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str = field(default="", compare=False)

    def underline(self) -> str:
        """The source line and carets below it, tabs widened; empty when the text is not known."""
        if not self.text:
            return ""
        stop = self.end_column if self.end_line == self.line else len(self.text)
        before, marked = self.text[: self.column], self.text[self.column : stop]
        head, body = before.expandtabs(TAB), (before + marked).expandtabs(TAB)
        carets = "^" * max(1, len(body.rstrip()) - len(head))
        number = str(self.line)
        margin = " " * len(number)
        return f"{number} | {self.text.rstrip().expandtabs(TAB)}\n{margin} | {' ' * len(head)}{carets}"

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}:{self.column + 1}"


class Error(Exception):
    """The root of pyvkc's exceptions."""


@final
class CompileError(Error, SyntaxError):
    """A kernel's text lies outside the language, or its types do not fit.

    Attributes
    ----------
    filename, lineno, offset, end_lineno, end_offset, text
        As in :class:`SyntaxError`; ``offset`` counts from 1.
    msg : str
        What is wrong, what is accepted and what to write instead.
    kernel : str
        The kernel that was being compiled.
    calls : tuple of (str, Span)
        The chain of calls that led from the kernel to the line, outermost first: the function called, and where.
    """

    def __init__(self, message: str, span: Span, *, kernel: str = "", calls: tuple[tuple[str, Span], ...] = ()) -> None:
        self.span = span
        self.kernel = kernel
        self.calls = calls
        location = (span.filename, span.line, span.column + 1, span.text, span.end_line, span.end_column + 1)
        super().__init__(message, location)
        if hasattr(self, "add_note"):  # from Python 3.11 on; a traceback shows the notes after the message
            for note in [f"  in kernel {kernel!r}"] * bool(kernel) + self._chain():
                self.add_note(note)

    def __str__(self) -> str:
        place = f"  --> {self.span}" + (f", in kernel {self.kernel!r}" if self.kernel else "")
        return "\n".join([f"{self.msg}", place, *_shown(self.span), *self._chain()])

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (self.msg, self.span, self.kernel, self.calls)

    def _chain(self) -> list[str]:
        """The lines that tell the calls, innermost first."""
        lines = []
        inner, outer = self.calls, self.calls[:0]
        if len(self.calls) > 2 * MOST_CALLS:
            inner, outer = self.calls[-MOST_CALLS:], self.calls[:MOST_CALLS]
        for function, span in reversed(inner):
            lines += [f"  {function!r} is called at {span}", *_shown(span)]
        if outer:
            lines.append(f"  ... {len(self.calls) - 2 * MOST_CALLS} more calls ...")
        for function, span in reversed(outer):
            lines += [f"  {function!r} is called at {span}", *_shown(span)]
        return lines


def _made_again(message: str, span: Span, kernel: str, calls: tuple[tuple[str, Span], ...]) -> CompileError:
    return CompileError(message, span, kernel=kernel, calls=calls)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The question for a name that is not known, if another is close to it; else nothing."""
    import difflib  # only a mistake needs it

    close = difflib.get_close_matches(name, list(known), n=1)
    return f"did you mean {close[0]!r}?" if close else ""


def located(sentence: str, span: Span) -> str:
    """A sentence, if there is one, and the place that it is about below."""
    return "\n".join([*[sentence] * bool(sentence), f"  --> {span}", *_shown(span)])


def _shown(span: Span) -> list[str]:
    underlined = span.underline()
    return [_indent(underlined)] if underlined else []


def _indent(text: str) -> str:
    return "\n".join("  " + line for line in text.split("\n"))


class SourceUnavailableError(Error, OSError):
    """The text of a function cannot be read, so it cannot be compiled; define it in a file or a notebook cell."""


class LaunchError(Error, ValueError):
    """A launch whose sizes, arguments or workgroup cannot work."""


class ClosedError(Error, ValueError):
    """Something was used after it had been closed."""


class DeviceError(Error, RuntimeError):
    """A device, its driver or the Vulkan loader failed."""


@final
class NoDeviceError(DeviceError):
    """No Vulkan device is to be had, or none matches what was asked for."""


@final
class FeatureError(DeviceError):
    """The device lacks what a kernel needs."""


@final
class OutOfMemoryError(DeviceError, MemoryError):
    """The device or the host has no room left for an array."""


@final
class DeviceLostError(DeviceError):
    """The driver gave the device up, for instance after a kernel ran for too long."""


class KernelError(Error):
    """A fault inside a running kernel.

    Attributes
    ----------
    filename, lineno
        The line of the kernel that failed.
    message : str
        What went wrong, alone.
    kernel : str
        The kernel's name.
    invocation : tuple of int
        The ``global_id()`` of the invocation that failed, in NumPy order; `group` and `local` are its ``group_id()``
        and ``local_id()``.
    """

    def __init__(
        self,
        message: str = "",
        span: Span | None = None,
        *,
        kernel: str = "",
        invocation: tuple[int, ...] = (),
        group: tuple[int, ...] = (),
        local: tuple[int, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.kernel = kernel
        self.invocation = invocation
        self.group = group
        self.local = local

    @property
    def filename(self) -> str:
        return "" if self.span is None else self.span.filename

    @property
    def lineno(self) -> int:
        return 0 if self.span is None else self.span.line

    def __str__(self) -> str:
        if self.span is None:
            return self.message
        place = f"  --> {self.span}, in kernel {self.kernel!r}, invocation {_index(self.invocation)}"
        within = f" (local {_index(self.local)} of group {_index(self.group)})"
        return "\n".join([self.message, place + within, *_shown(self.span)])

    def __reduce__(self) -> tuple[Any, ...]:
        keywords = {"kernel": self.kernel, "invocation": self.invocation, "group": self.group, "local": self.local}
        return _fault_again, (self.__class__, self.message, self.span, keywords)


def _fault_again(kind: type[KernelError], message: str, span: Span | None, keywords: dict[str, Any]) -> KernelError:
    return kind(message, span, **keywords)


def _index(place: tuple[int, ...]) -> str:
    return str(place[0]) if len(place) == 1 else str(place)


@final
class KernelAssertionError(KernelError, AssertionError):
    """An ``assert`` in a kernel failed."""


@final
class KernelIndexError(KernelError, IndexError):
    """A checked kernel used an index outside its array."""


@final
class KernelZeroDivisionError(KernelError, ZeroDivisionError):
    """A checked kernel divided an integer by zero."""


@final
class KernelValueError(KernelError, ValueError):
    """A checked kernel met a value that an operation does not take."""
