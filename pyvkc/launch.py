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

from .argument_types import Parameter, holds, out_of_range, steps_by, taken_out
from .arguments import ArgumentType, cut_groups, launch_sizes
from .errors import CompileError, Error, FeatureError, LaunchError
from .frontend.atomics import FLOAT_FEATURES
from .frontend.compile import Target, Tree
from .frontend.layout import natural
from .plain import flat, plain
from .program import Assumption, Program, Symbol
from .static import StaticType, static_key
from .types import WEAK_FLOAT, WEAK_INT, Array, ArrayType, Matrix, Scalar, Vector, bool_, f64, i32, i64

if TYPE_CHECKING:
    from .kernel import Kernel
    from .runtime.device import Device
    from .runtime.launch import Launcher

__all__ = ["Groups", "Launch", "Recent", "Specialisation", "run", "specialise"]

LONGEST: Final = 2**31
"""Elements and invocations from which on they are counted in 64 bits."""

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
        self.whole_groups = self.program(assume=True).whole_groups
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
                device.require(program.features, program.name, program.needs)
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

    The size of a launch over one axis must be a multiple of `width`. `arrays` are the places and types of the device
    arrays, `elements` the places of those that are passed as arrays of vectors or matrices, and what these are,
    `numbers` the places, classes and bounds of Python numbers, `composites` the places and parameters of vectors,
    matrices and structs, and `statics` the places and keys of compile-time constants.
    """

    __slots__ = (
        "arrays", "code", "composites", "count", "device", "elements", "narrow", "numbers", "sizes", "statics", "width",
    )  # fmt: skip

    def __init__(
        self,
        code: Specialisation,
        device: Device,
        sizes: tuple[int, ...],
        workgroup: tuple[int, ...],
        parameters: Sequence[Parameter],
        types: Sequence[ArgumentType],
        arguments: Sequence[Any],
    ) -> None:
        self.code = code
        self.device = device
        self.sizes = sizes
        self.width = workgroup[0] if code.whole_groups else 1
        self.count = len(types)
        arrays = [(place, type) for place, type in enumerate(types) if isinstance(type, ArrayType)]
        self.arrays = [(place, arguments[place].type) for place, _ in arrays]
        self.elements = [(place, a.element) for place, a in arrays if isinstance(a.element, (Vector, Matrix))]
        self.narrow = min((_narrow(type) for _, type in arrays), default=NARROW)
        self.composites = [
            (place, parameters[place])
            for place, type in enumerate(types)
            if not isinstance(type, (Scalar, ArrayType, StaticType))
        ]
        self.statics = [(place, type.key) for place, type in enumerate(types) if isinstance(type, StaticType)]
        numbers = [(place, type) for place, type in enumerate(types) if isinstance(type, Scalar)]
        self.numbers: list[tuple[int, Any, float, float]] = [
            (place, *_bounds([type, *code.restrictions.get(place, ())])) for place, type in numbers
        ]

    def passed(self, args: tuple[Any, ...], sizes: tuple[int, ...]) -> Sequence[Any] | None:
        """The arguments as they are packed, if the launch is like the last one in all that matters."""
        if not self._fits(args, sizes):
            return None
        return _flattened(args, self.composites) if self.composites else args

    def _fits(self, args: tuple[Any, ...], sizes: tuple[int, ...]) -> bool:
        # Other sizes of one axis need no other workgroup.
        if (
            len(args) != self.count
            or (sizes != self.sizes and not len(sizes) == len(self.sizes) == 1)
            or 0 in sizes
            or sizes[0] >= LONGEST
            or (sizes != self.sizes and sizes[0] % self.width)
        ):
            return False
        for place, type in self.arrays:
            array = args[place]
            if not isinstance(array, Array) or array.type is not type:  # type: ignore[attr-defined]
                return False
            if array.device is not self.device or _span(array) > self.narrow or _elements(array) >= LONGEST:  # type: ignore[attr-defined]
                return False
        for place, element in self.elements:
            array = args[place]
            if array.shape[-len(element.shape) :] != element.shape or not steps_by(array, element):
                return False
        for place, kind, low, high in self.numbers:
            number = args[place]
            if number.__class__ is not kind or not low <= number <= high:
                return False
        for place, key in self.statics:
            if static_key(args[place]) != key:
                return False
        return self.code.current()


def _flattened(args: tuple[Any, ...], composites: Sequence[tuple[int, Parameter]]) -> list[Any] | None:
    """The arguments with the numbers of vectors, matrices and structs in a row; ``None`` if one is wrong."""
    values = list(args)
    for place, parameter in composites:
        type: Any = parameter.annotation
        try:
            values[place] = tuple(flat(type, plain(type, taken_out(parameter, values[place]), parameter.name)))
        except (TypeError, OverflowError):
            return None  # the longer way says what
    return values


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


def _narrow(type: ArrayType) -> int:
    """The bytes that an array of a type may span before it takes arithmetic on addresses."""
    assert type.element is not None
    return NARROW if natural(type.element) else LONGEST  # a packed struct may be accessed byte by byte


def _elements(array: Any) -> int:
    """The elements from an array's lowest to its highest, those between them included."""
    return _span(array) // int(array.dtype.itemsize)


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
            long = long or _elements(value) >= LONGEST
            wide = wide or long or _span(value) > _narrow(type)
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
    if not (hosts or wide) and _repeats(parameters, types):
        kernel.recent = Recent(code, device, sizes, workgroup, parameters, types, values)


def _check_restrictions(kernel: Kernel, code: Specialisation, values: Sequence[Any]) -> None:
    """Refuse Python numbers that do not fit the integers they meet in the kernel."""
    for place, restrictions in code.restrictions.items():
        for type in restrictions:
            if not type.holds(values[place]):
                raise out_of_range(kernel.name, kernel.signature.parameters[place].name, values[place], type)


def _repeats(parameters: Sequence[Parameter], types: Sequence[ArgumentType]) -> bool:
    """Whether a launch with Python numbers in the same places has the same types.

    A number without annotation that was NumPy's may have a type that Python's would not have, and the type of a tuple
    depends on the numbers in it.
    """
    as_python = (WEAK_INT, WEAK_FLOAT, bool_)
    free = [type for p, type in zip(parameters, types, strict=True) if p.annotation is None]
    arrays = any(isinstance(type, ArrayType) for type in types)
    return arrays and all(type in as_python or isinstance(type, ArrayType) for type in free)


def specialise(
    kernel: Kernel,
    types: Sequence[ArgumentType],
    workgroup: tuple[int, ...],
    device: Device,
    wide: bool,
    index: Scalar = i32,
) -> Specialisation:
    """The code for these types, compiled if it is not there or no longer right.

    `wide` is as in :class:`Target`, `index` as in :class:`Tree`.
    """
    target = _target_of(device, wide)
    key = (*types, workgroup, kernel.options, target, index)
    found = _current(kernel.code.get(key, ()))
    if found is None:
        with kernel.lock:
            found = _current(kernel.code.get(key, ()))
            if found is None:
                found = Specialisation(kernel.tree(types, workgroup, index), target)
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
    """A number as the Python number that is packed, a vector or its like as a tuple of those; an array as it is."""
    if isinstance(type, (ArrayType, StaticType)):
        return value
    if not isinstance(type, Scalar):
        return tuple(flat(type, plain(type, value, kernel.signature.parameters[place].name)))
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
        atomics=frozenset(name for name in FLOAT_FEATURES if device.features.get(name)),
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
