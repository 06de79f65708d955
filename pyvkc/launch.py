"""Launches: from ``k[n](...)`` to the runtime.

The first launch with arguments of new types binds and checks them one by one, compiles, and leaves a :class:`Recent`
behind. The next launch with arguments of the same types only compares and goes.
"""

from __future__ import annotations

import functools
import operator
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar, final

import numpy as np

from .arguments import ArgumentType, Parameter, launch_sizes, out_of_range
from .errors import CompileError, Error, FeatureError, LaunchError
from .frontend.compile import Target, Tree
from .program import Assumption, Program, Symbol
from .types import WEAK_FLOAT, WEAK_INT, Array, ArrayType, Scalar, Vector, bool_, f64

if TYPE_CHECKING:
    from .kernel import Kernel
    from .runtime.device import Device
    from .runtime.launch import Launcher

__all__ = ["Groups", "Launch", "Recent", "Specialisation", "run", "specialise"]

LONGEST: Final = 2**31
"""Elements that 32-bit index arithmetic reaches."""

MOST_KEPT: Final = 16
"""Specialisations for the same types that are kept while what they captured changes from launch to launch."""

NARROW: Final = 2**32
"""Bytes that a driver may reach from the start of an array with a 32-bit index."""

SYMBOLS: Final = {
    "size":   "{scale} * sizes[{axis}]",
    "groups": "{scale} * -(sizes[{axis}] // -{width})",
    "extent": "{scale} * arguments[{parameter}].shape[{axis}]",
    "value":  "{scale} * arguments[{parameter}]",
    "zero":   "0",
}  # fmt: skip
"""Where the numbers known at launch are found, by their kind."""


@final
class Specialisation:
    """A kernel compiled for one set of argument types and one target, ready for any device that is such a target.

    ``current()`` says whether everything captured from outside the kernel still has the value it was compiled with.
    """

    def __init__(self, tree: Tree, target: Target) -> None:
        self._tree = tree
        self.current = tree.captures.hold
        self.restrictions = tree.restrictions
        self._target = target
        self._lock = threading.Lock()
        self._programs: dict[bool, Program] = {}
        self._launchers: dict[tuple[bool, Any], Launcher] = {}
        self.written = tuple(p.written for p in self.program(assume=True).parameters)
        self._holds = _assumption_test(self.program(assume=True))

    def program(self, *, assume: bool) -> Program:
        if assume not in self._programs:
            self._programs[assume] = self._tree.program(self._target, assume=assume)
        return self._programs[assume]

    def launch(self, device: Device, sizes: tuple[int, ...], arguments: Sequence[Any]) -> None:
        """Run it on arguments that have been checked."""
        assume = self._holds(sizes, arguments)
        launcher = self._launchers.get((assume, device))
        if launcher is None:
            launcher = self._make_launcher(device, assume)
        launcher(sizes, arguments)

    def _make_launcher(self, device: Device, assume: bool) -> Launcher:
        from .runtime.launch import Launcher

        with self._lock:
            key = assume, device
            if key not in self._launchers:
                program = self.program(assume=assume)
                device.require(program.features, program.name)
                self._launchers[key] = Launcher(device, program)
            return self._launchers[key]


def _assumption_test(program: Program) -> Callable[[tuple[int, ...], Sequence[Any]], bool]:
    """Whether a launch satisfies what a program relies on, as one compiled expression.

    ``x[global_id()]`` gives ``sizes[0] + -1 < arguments[0].shape[0]``.
    """
    terms = (_assumption_text(program, assumption) for assumption in program.assumptions)
    test: Callable[[tuple[int, ...], Sequence[Any]], bool] = eval(  # the text is made of that table and of integers
        f"lambda sizes, arguments: {' and '.join(terms) or 'True'}"
    )
    return test


def _assumption_text(program: Program, assumption: Assumption) -> str:
    limit = str(LONGEST)
    if assumption.parameter >= 0:
        limit = _symbol_text(program, Symbol("extent", assumption.parameter, assumption.axis))
    return f"{_symbol_text(program, assumption.symbol)} + {assumption.offset} < {limit}"


def _symbol_text(program: Program, symbol: Symbol) -> str:
    width = program.workgroup[program.ndim - 1 - symbol.axis] if symbol.kind == "groups" else 0
    text = SYMBOLS[symbol.kind].format(parameter=symbol.parameter, axis=symbol.axis, scale=symbol.scale, width=width)
    return text.removeprefix("1 * ")


@final
class Recent:
    """What the last launch of a kernel found out, for the next one.

    `arrays` are the places and types of the device arrays, `numbers` the places, classes and bounds of Python numbers.
    """

    __slots__ = ("arrays", "code", "count", "device", "numbers", "sizes")

    def __init__(
        self, code: Specialisation, device: Device, sizes: tuple[int, ...], types: Sequence[ArgumentType]
    ) -> None:
        self.code = code
        self.device = device
        self.sizes = sizes
        self.count = len(types)
        self.arrays = [(place, type) for place, type in enumerate(types) if isinstance(type, ArrayType)]
        numbers = [(place, type) for place, type in enumerate(types) if isinstance(type, Scalar)]
        self.numbers: list[tuple[int, Any, float, float]] = [
            (place, *_bounds([type, *code.restrictions.get(place, ())])) for place, type in numbers
        ]

    def fits(self, args: tuple[Any, ...], sizes: tuple[int, ...]) -> bool:
        """Whether the launch is like the last one in all that matters."""
        # Other sizes of one axis need no other workgroup.
        if len(args) != self.count or (sizes != self.sizes and not len(sizes) == len(self.sizes) == 1) or 0 in sizes:
            return False
        for place, type in self.arrays:
            array = args[place]
            if not isinstance(array, Array) or array.type is not type:  # type: ignore[attr-defined]
                return False
            if array.device is not self.device or _span(array) > NARROW:  # type: ignore[attr-defined]
                return False
        for place, kind, low, high in self.numbers:
            number = args[place]
            if number.__class__ is not kind or not low <= number <= high:
                return False
        return self.code.current()


def _bounds(types: Sequence[Scalar]) -> tuple[Any, float, float]:
    """The class of Python number that passes as it is, and its bounds: those of all the types."""
    if types[0].floating:
        # Infinities and NaN take the longer way.
        return float, *types[0].limits
    if types[0] == bool_:
        return bool, 0, 1
    return int, max(type.minimum for type in types), min(type.maximum for type in types)


def _span(array: Any) -> int:
    """The bytes from an array's lowest element to its highest; NumPy arrays are uploaded without gaps."""
    if isinstance(array, np.ndarray) or array.type.contiguous:
        return int(array.nbytes)
    return (int(array.elements_span) + 1) * int(array.dtype.itemsize)


def _too_long(kernel: str, name: str, size: int) -> LaunchError:
    return LaunchError(
        f"kernel {kernel!r}: the argument {name!r} has {size:,} elements, and kernels reach {LONGEST - 1:,} with their "
        "32-bit indices; pass it in parts, as in x[:n] and x[n:]"
    )


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
    if any(isinstance(type, ArrayType) and type.element == f64 for type in types):
        # A Python float is weak, and passed as f32: where it may meet an f64 it keeps all its digits.
        types = [f64 if type == WEAK_FLOAT else type for type in types]
    wide = False
    for parameter, type, value in zip(parameters, types, values, strict=True):
        if isinstance(type, ArrayType):
            span = _span(value)
            if span // value.dtype.itemsize >= LONGEST:
                raise _too_long(kernel.name, parameter.name, value.size)
            wide = wide or span > NARROW
    code = specialise(kernel, types, workgroup, device, wide)
    _check_restrictions(kernel, code, values)
    for place, type in enumerate(types):
        values[place] = _plain(kernel, place, values[place], type)
    arguments = [(place, parameters[place].name, code.written[place]) for place in hosts]
    returned = host.upload_all(kernel.name, values, arguments, device)
    if 0 not in sizes:
        code.launch(device, sizes, values)
    for target, array in returned:
        host.download_into(target, array)
    if not (hosts or wide) and _repeats(parameters, types):
        kernel.recent = Recent(code, device, sizes, types)


def _check_restrictions(kernel: Kernel, code: Specialisation, values: Sequence[Any]) -> None:
    """Refuse Python numbers that do not fit the integers they meet in the kernel."""
    for place, restrictions in code.restrictions.items():
        for type in restrictions:
            if not type.holds(values[place]):
                raise out_of_range(kernel.name, kernel.signature.parameters[place].name, values[place], type)


def _repeats(parameters: Sequence[Parameter], types: Sequence[ArgumentType]) -> bool:
    """Whether a launch with Python numbers in the same places has the same types.

    A number without annotation that was NumPy's may have a type that Python's would not have.
    """
    as_python = (WEAK_INT, WEAK_FLOAT, bool_)
    free = [type for p, type in zip(parameters, types, strict=True) if p.annotation is None]
    arrays = any(isinstance(type, ArrayType) for type in types)
    vectors = any(isinstance(type, Vector) for type in types)
    return arrays and not vectors and all(type in as_python for type in free if isinstance(type, Scalar))


def specialise(
    kernel: Kernel, types: Sequence[ArgumentType], workgroup: tuple[int, ...], device: Device, wide: bool
) -> Specialisation:
    """The code for these types, compiled if it is not there or no longer right; `wide` as in :class:`Target`."""
    target = _target_of(device, wide)
    key = (*types, workgroup, kernel.options, target)
    found = _current(kernel.code.get(key, ()))
    if found is None:
        with kernel.lock:
            found = _current(kernel.code.get(key, ()))
            if found is None:
                found = Specialisation(kernel.tree(types, workgroup), target)
                kernel.code[key] = [found, *kernel.code.get(key, ())[: MOST_KEPT - 1]]
    return found


def _current(codes: Sequence[Specialisation]) -> Specialisation | None:
    return next((code for code in codes if code.current()), None)


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
    """A number as the Python number that is packed; an array as it is."""
    if isinstance(type, ArrayType):
        return value
    if isinstance(type, Vector):
        return tuple(_plain(kernel, place, part, type.element) for part in value)
    if not type.holds(value):
        raise out_of_range(kernel.name, kernel.signature.parameters[place].name, value, type)
    return float(value) if type.floating else int(value)


@functools.lru_cache(maxsize=32)
def _target_of(device: Device, wide: bool) -> Target:
    return Target(
        device.target,
        storage8=device.storage8,
        float_controls=device.float_controls,
        wide=wide,
        int8=device.features.get("shaderInt8", False),
        int16=device.features.get("shaderInt16", False),
        float16=device.features.get("shaderFloat16", False),
    )


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
        if recent is not None and not (kwargs or self._groups) and recent.fits(args, self._counts):
            recent.code.launch(recent.device, self._counts, args)
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
    about = isinstance(error, (CompileError, LaunchError, FeatureError)) or str(error).startswith(f"kernel {name!r}")
    return error.with_traceback(None) if about else error


@final
class Groups:
    """Launches counted in workgroups."""

    __slots__ = ("_kernel",)

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def __getitem__(self, counts: Any) -> Launch:
        return Launch(self._kernel, launch_sizes(self._kernel.name, counts), groups=True)
