"""Launches: from ``k[n](...)`` to the runtime.

The first launch with arguments of new types binds and checks them one by one, compiles, and leaves a :class:`Recent`
behind. The next launch with arguments of the same types only compares and goes.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar, final

from .argument_types import holds, out_of_range
from .arguments import ArgumentType, cut_groups, launch_sizes
from .errors import CompileError, Error, FeatureError, KernelError, LaunchError
from .plain import packed
from .recent import Recent, elements, narrow, repeats, span
from .specialisation import LONGEST, Specialisation, specialise
from .static import StaticType
from .types import WEAK_FLOAT, Array, ArrayType, Scalar, f64, i32, i64

if TYPE_CHECKING:
    from .kernel import Kernel
    from .runtime.device import Device

__all__ = ["Groups", "Launch", "run"]


def run(kernel: Kernel, counts: tuple[int, ...], args: tuple[Any, ...], kwargs: dict[str, Any], groups: bool) -> None:
    """Launch `kernel` over as many invocations, or workgroups, as `counts` says."""
    from .runtime import host

    values = list(kernel.signature.bind(args, kwargs))
    device = _find_device(kernel, values)
    about = (LONGEST,) * len(counts) if groups else counts
    workgroup = kernel.workgroup(about, device.limits["maxComputeWorkGroupInvocations"])
    sizes = launch_sizes(kernel.name, tuple(map(operator.mul, counts, workgroup))) if groups else counts
    hosts = host.take(values)
    parameters = kernel.signature.parameters
    types = [kernel.signature.type_of(p, value) for p, value in zip(parameters, values, strict=True)]
    if any(holds(type, f64) for type in types):
        # A Python float is weak, and passed as f32: where it may meet an f64 it keeps all its digits.
        types = [f64 if type == WEAK_FLOAT else type for type in types]
    wide, long = False, max(sizes) >= LONGEST
    for type, value in zip(types, values, strict=True):
        if isinstance(type, ArrayType):
            long = long or elements(value) >= LONGEST
            wide = wide or long or span(value) > narrow(type)
    code = specialise(kernel, types, workgroup, device, wide, i64 if long else i32)
    if code.whole_groups and any(map(operator.mod, sizes, workgroup)):
        raise cut_groups(kernel.name, sizes, workgroup)
    _check_restrictions(kernel, code, values)
    for place, type in enumerate(types):
        values[place] = _plain(kernel, place, values[place], type)
    arguments = [(place, parameters[place].name, code.written[place]) for place in hosts]
    returned = host.upload_all(kernel.name, values, arguments, device)
    if 0 not in sizes:
        code.launch(device, sizes, values)
    for target, array in returned:
        host.download_into(target, array)
    if hosts and code.reports:
        host.settle(device)
    if not (hosts or wide) and repeats(parameters, types):
        kernel.recent = Recent(code, device, sizes, workgroup, parameters, types, values)


def _check_restrictions(kernel: Kernel, code: Specialisation, values: Sequence[Any]) -> None:
    """Refuse Python numbers that do not fit the integers they meet in the kernel."""
    for place, restrictions in code.restrictions.items():
        for type in restrictions:
            if not type.holds(values[place]):
                raise out_of_range(kernel.name, kernel.signature.parameters[place].name, values[place], type)


def _find_device(kernel: Kernel, values: Sequence[Any]) -> Device:
    """The device of the arrays, which must be one; else the one configured, else the default."""
    from .runtime.device import find_device

    found: Any = None
    first = ""
    for parameter, value in zip(kernel.signature.parameters, values, strict=True):
        if not isinstance(value, Array):
            continue
        own = value.device  # type: ignore[attr-defined]
        if found is None:
            found, first = own, parameter.name
        elif own is not found:
            raise LaunchError(
                f"kernel {kernel.name!r}: the argument {first!r} is on {found} and {parameter.name!r} is on {own}; "
                "move one of them with .to(device)"
            )
    if found is not None and kernel.device is None:
        return found  # type: ignore[no-any-return]
    wanted = find_device(kernel.device)
    if found is not None and wanted is not found:
        raise LaunchError(
            f"kernel {kernel.name!r} is configured for {wanted} and {first!r} is on {found}; move it with .to(device)"
        )
    return wanted


def _plain(kernel: Kernel, place: int, value: Any, type: ArgumentType) -> Any:
    """A number as the Python number that is packed, a vector or its like as a tuple of those; an array as it is."""
    if isinstance(type, (ArrayType, StaticType)):
        return value
    if not isinstance(type, Scalar):
        return packed(type, value, kernel.signature.parameters[place].name)
    if not type.holds(value):
        raise out_of_range(kernel.name, kernel.signature.parameters[place].name, value, type)
    return float(value) if type.floating else int(value)


@final
class Launch:
    """A kernel and the number of invocations, or of workgroups; calling it runs them."""

    __slots__ = ("_counts", "_groups", "_kernel")

    def __init__(self, kernel: Kernel, counts: tuple[int, ...], *, groups: bool = False) -> None:
        self._kernel = kernel
        self._counts = counts
        self._groups = groups

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Run the kernel. It returns at once, unless NumPy arrays that the kernel writes are copied back.

        Raises
        ------
        TypeError, OverflowError
            An argument does not fit its parameter; the message names both.
        CompileError
            The kernel means nothing for arguments of these types.
        LaunchError
            Sizes, workgroup or devices do not fit together.
        DeviceError
            The device lacks what the kernel needs, or failed.
        """
        recent = self._kernel.recent
        if recent is not None and not (kwargs or self._groups):
            passed = recent.passed(args, self._counts)
            if passed is not None:
                recent.code.launch(recent.device, self._counts, passed)
                return
        try:
            run(self._kernel, self._counts, args, kwargs, self._groups)
        except (Error, TypeError, OverflowError) as error:
            raise _told(error, self._kernel.name) from error.__cause__

    def __repr__(self) -> str:
        return f"{self._kernel.name}{'.groups' * self._groups}[{', '.join(map(str, self._counts))}]"


E = TypeVar("E", bound=Exception)


def _told(error: E, name: str) -> E:
    """The exception without our frames if it is about the user's text or arguments, else as it is."""
    told = (CompileError, LaunchError, FeatureError, KernelError)
    about = isinstance(error, told) or str(error).startswith(f"kernel {name!r}")
    return error.with_traceback(None) if about else error


@final
class Groups:
    """Launches counted in workgroups."""

    __slots__ = ("_kernel",)

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def __getitem__(self, counts: Any) -> Launch:
        return Launch(self._kernel, launch_sizes(self._kernel.name, counts), groups=True)
