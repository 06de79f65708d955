"""Kernels: what ``@kernel`` makes. The only module that sees both the front end and the runtime.

A :class:`Kernel` compiles itself for each new combination of argument types (a :class:`Specialisation`) and launches
what it compiled. The runtime is loaded at the first launch, so that compiling needs no Vulkan.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, final, overload

import numpy as np

from .annotations import parse_types
from .arguments import ArgumentType, Signature, launch_sizes
from .errors import CompileError, LaunchError
from .frontend.compile import DEFAULT_WORKGROUP, Options, Target, Tree, infer_ndim
from .frontend.pprint import pprint
from .frontend.source import Source, read_source
from .frontend.spirv.disasm import disassemble
from .frontend.syntax import check_syntax
from .program import Program
from .types import Array, ArrayType, Vector

if TYPE_CHECKING:
    from .runtime.device import Device
    from .runtime.launch import Launcher

__all__ = ["Kernel", "kernel"]

FASTMATH: Final = frozenset({"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"})
"""Numba's flags, which are LLVM's."""

SYMBOLS: Final = {
    "size":   "sizes[{axis}]",
    "extent": "arguments[{parameter}].shape[{axis}]",
    "value":  "arguments[{parameter}]",
}  # fmt: skip
"""Where the numbers known at launch are found, by their kind."""

LONGEST: Final = 2**31
"""Elements that 32-bit index arithmetic reaches."""


@final
class Specialisation:
    """A kernel compiled for one set of argument types, ready for one target on any device."""

    def __init__(self, tree: Tree, target: Target) -> None:
        self._tree = tree
        self._target = target
        self._lock = threading.Lock()
        self._programs: dict[bool, Program] = {}
        self._launchers: dict[tuple[bool, Any], Launcher] = {}
        self.written = tuple(p.written for p in self.program(assume=True).parameters)
        self._holds = _assumption_test(self.program(assume=True))

    def current(self) -> bool:
        """Whether everything captured from outside the kernel still has the value it was compiled with."""
        return all(capture.holds() for capture in self._tree.captures)

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
    terms = [
        f"{SYMBOLS[a.symbol.kind].format(parameter=a.symbol.parameter, axis=a.symbol.axis)} + {a.offset} "
        f"< arguments[{a.parameter}].shape[{a.axis}]"
        for a in program.assumptions
    ]
    test: Callable[[tuple[int, ...], Sequence[Any]], bool] = eval(  # the text is made of that table and of integers
        f"lambda sizes, arguments: {' and '.join(terms) or 'True'}"
    )
    return test


@final
class Kernel:
    """A kernel: ``k[n](...)`` runs it, ``k.spirv(...)`` and its like show what it was compiled to.

    Made by :func:`kernel`, where its options are described.
    """

    __pyvkc_kernel__ = True

    def __init__(
        self, source: Source, options: Options, device: Any = None, code: dict[Any, Any] | None = None
    ) -> None:
        self._source = source
        self._options = options
        self._device = device
        self._code: dict[Any, list[Specialisation]] = {} if code is None else code
        self._lock = threading.Lock()
        self.signature = Signature(source.function)
        self.name = source.name
        self._groups = Groups(self)
        functools.update_wrapper(self, source.function)

    # Launching

    def __getitem__(self, sizes: Any) -> Launch:
        return Launch(self, launch_sizes(self.name, sizes))

    @property
    def groups(self) -> Groups:
        """``k.groups[gy, gx](...)`` launches whole workgroups."""
        return self._groups

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        raise LaunchError(f"kernel {self.name!r}: say how many invocations run, as in {self.name}[n](...)")

    def configure(
        self,
        *,
        workgroup: int | Sequence[int] | None = None,
        device: Any = None,
        fastmath: bool | Iterable[str] | None = None,
        unchecked: bool | None = None,
    ) -> Kernel:
        """A variant with other options, which shares compiled code where it can.

        Parameters
        ----------
        workgroup, fastmath, unchecked : optional
            As for :func:`kernel`; those left out stay as they are.
        device : Device, int or str, optional
            Where it runs when no argument says so.
        """
        old = self._options
        options = Options(
            old.workgroup if workgroup is None else _workgroup(workgroup),
            old.fastmath if fastmath is None else _fastmath(fastmath),
            old.unchecked if unchecked is None else bool(unchecked),
        )
        return Kernel(self._source, options, self._device if device is None else device, self._code)

    def workgroup(self, ndim: int) -> tuple[int, ...]:
        """Invocations of a workgroup in a launch of `ndim` dimensions, in NumPy order.

        Raises
        ------
        LaunchError
            The kernel's ``workgroup`` has another number of dimensions.
        """
        chosen = self._options.workgroup
        if chosen is not None and len(chosen) != ndim:
            raise LaunchError(
                f"kernel {self.name!r}: its workgroup {chosen} has {len(chosen)} dimensions and the launch has {ndim}"
            )
        return chosen or DEFAULT_WORKGROUP[ndim]

    def run(self, sizes: tuple[int, ...], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Launch over `sizes` invocations; what ``k[sizes](...)`` does."""
        values = list(self.signature.bind(args, kwargs))
        device = self._find_device(values)
        hosts = self._from_host(values)
        types = [self.signature.type_of(p, value) for p, value in zip(self.signature.parameters, values, strict=True)]
        code = self._specialise(types, len(sizes), device)
        returned = self._upload(values, hosts, code, device)
        values = [_plain(value, type) for value, type in zip(values, types, strict=True)]
        if 0 not in sizes:
            code.launch(device, sizes, values)
        self._download(returned)

    def _find_device(self, values: Sequence[Any]) -> Device:
        """The device of the arrays, which must be one; else the one configured, else the default."""
        from .runtime.device import find_device

        found: Any = None
        for parameter, value in zip(self.signature.parameters, values, strict=True):
            if isinstance(value, Array):
                own = value.device  # type: ignore[attr-defined]
                if found is None:
                    found, first = own, parameter.name
                elif own is not found:
                    raise LaunchError(
                        f"kernel {self.name!r}: the argument {first!r} is on {found} and {parameter.name!r} is on "
                        f"{own}; move one of them with .to(device)"
                    )
        wanted = find_device(self._device) if self._device is not None or found is None else found
        if found is not None and wanted is not found:
            raise LaunchError(
                f"kernel {self.name!r} is configured for {wanted} and {first!r} is on {found}; move it with .to(device)"
            )
        return wanted

    def _from_host(self, values: list[Any]) -> list[int]:
        """Replace arrays of other libraries by NumPy's view of them; the places of all NumPy arrays."""
        from .runtime.host import as_ndarray

        places = []
        for place, value in enumerate(values):
            if isinstance(value, (Array, int, float, np.generic)):
                continue
            array = as_ndarray(value)
            if array is not None:
                values[place] = array
                places.append(place)
        return places

    def _upload(
        self, values: list[Any], places: Sequence[int], code: Specialisation, device: Device
    ) -> list[tuple[Any, Any]]:
        """Replace NumPy arrays by device arrays; returns the pairs that must be copied back."""
        from .runtime.host import check_writable, upload

        known: dict[int, Any] = {}
        returned: dict[int, tuple[Any, Any]] = {}
        for place in places:
            host = values[place]
            if code.written[place]:
                try:
                    check_writable(host)
                except ValueError as error:
                    name = self.signature.parameters[place].name
                    raise TypeError(f"kernel {self.name!r}: the argument {name!r}: {error}") from None
            if id(host) not in known:
                known[id(host)] = upload(host, device)
            values[place] = known[id(host)]
            if code.written[place]:
                returned[id(host)] = host, known[id(host)]
        return list(returned.values())

    def _download(self, pairs: Sequence[tuple[Any, Any]]) -> None:
        if pairs:
            from .runtime.host import download_into

            for host, array in pairs:
                download_into(host, array)

    # Compiling

    def _specialise(self, types: Sequence[ArgumentType], ndim: int, device: Device) -> Specialisation:
        """The code for these types, compiled if it is not there or no longer right."""
        target = _target_of(device)
        key = (*types, ndim, self.workgroup(ndim), self._options, target)
        for code in self._code.get(key, ()):
            if code.current():
                return code
        with self._lock:
            for code in self._code.get(key, ()):
                if code.current():
                    return code
            code = Specialisation(self._tree(types, ndim), target)
            self._code.setdefault(key, []).append(code)
            return code

    def _tree(self, types: Sequence[ArgumentType], ndim: int) -> Tree:
        names = [parameter.name for parameter in self.signature.parameters]
        return Tree(self._source, list(zip(names, types, strict=True)), ndim, self._options)

    def compile(self, *types: Any, target: str = "vulkan1.2", abi: str = "address", ndim: int | None = None) -> Program:
        """Compile for given argument types, without any device.

        Parameters
        ----------
        *types
            One string such as ``"f32[:], f32[:, :], f32"`` (also with names, ``"x: f32[:]"``), or a type for each
            parameter, or nothing when the annotations are complete; an array without a number of dimensions has one.
        target : str
            ``"vulkan1.1"``, ``"vulkan1.2"`` or ``"vulkan1.3"``.
        abi : str
            ``"address"``, or ``"descriptor"`` for storage buffers at set 0 as other engines expect.
        ndim : int, optional
            Dimensions of the launch; by default read off the kernel.

        Raises
        ------
        CompileError
            The kernel means nothing for these types.
        TypeError
            The types are incomplete or contradict the annotations.
        """
        given = parse_types(types[0]) if len(types) == 1 and isinstance(types[0], str) else [(None, t) for t in types]
        complete = self.signature.complete(given)
        dimensions = infer_ndim(self._source) if ndim is None else ndim
        if ndim is None and self._options.workgroup is not None:
            dimensions = len(self._options.workgroup)
        self.workgroup(dimensions)
        return self._tree(complete, dimensions).program(Target(target, abi))

    def spirv(self, *types: Any, **options: Any) -> bytes:
        """The SPIR-V module for given argument types; parameters as for :meth:`compile`."""
        return self.compile(*types, **options).words

    def ir(self, *types: Any, **options: Any) -> str:
        """The typed tree as text; parameters as for :meth:`compile`."""
        return pprint(self.compile(*types, **options).tree)

    def disassemble(self, *types: Any, **options: Any) -> str:
        """The SPIR-V module as text that ``spirv-as`` accepts; parameters as for :meth:`compile`."""
        return disassemble(self.compile(*types, **options).words)

    def __repr__(self) -> str:
        return f"<pyvkc kernel {self.name}>"


def _plain(value: Any, type: ArgumentType) -> Any:
    """A number as the Python number that is packed; arrays as they are, if 32-bit indices reach all of them."""
    if isinstance(type, ArrayType):
        if value.elements_span >= LONGEST or value.size >= LONGEST:
            raise LaunchError(f"an array of {value.size} elements needs 64-bit indices, which kernels do not have yet")
        return value
    if isinstance(type, Vector):
        return tuple(_plain(part, type.element) for part in value)
    return float(value) if type.floating else int(value)


@functools.lru_cache(maxsize=32)
def _target_of(device: Device) -> Target:
    return Target(device.target, storage8=device.storage8, float_controls=device.float_controls)


@final
class Launch:
    """A kernel and the number of invocations; calling it runs them."""

    __slots__ = ("_kernel", "_sizes")

    def __init__(self, kernel: Kernel, sizes: tuple[int, ...]) -> None:
        self._kernel = kernel
        self._sizes = sizes

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
        self._kernel.run(self._sizes, args, kwargs)


@final
class Groups:
    """Launches counted in workgroups."""

    __slots__ = ("_kernel",)

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    def __getitem__(self, counts: Any) -> Launch:
        groups = launch_sizes(self._kernel.name, counts)
        workgroup = self._kernel.workgroup(len(groups))
        return self._kernel[tuple(count * width for count, width in zip(groups, workgroup, strict=True))]


@overload
def kernel(function: FunctionType, /) -> Kernel: ...
@overload
def kernel(function: Callable[..., Any], /) -> Kernel: ...
@overload
def kernel(
    *,
    workgroup: int | Sequence[int] | None = None,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
) -> Callable[[Callable[..., Any]], Kernel]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    workgroup: int | Sequence[int] | None = None,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """Make a kernel of a Python function.

    Parameters
    ----------
    function : function
        Read from its source; it returns nothing and writes to its array arguments. Mistakes that need no types are
        reported here, the others at the first launch with new argument types.
    workgroup : int or sequence of int, optional
        Invocations of a workgroup, in NumPy order: the last axis is the fastest. By default 128, (8, 16) or (4, 4, 8).
    fastmath : bool or set of str
        What the compiler may do to floating-point arithmetic: a set of Numba's flags, of which ``"contract"`` has an
        effect today; True is all of them.
    unchecked : bool
        Leave out the tests that keep indices inside their arrays. An index out of range is then undefined behaviour.

    Returns
    -------
    Kernel

    Raises
    ------
    CompileError
        The function uses what is not of the kernel language.
    SourceUnavailableError
        Its source cannot be read.
    TypeError, ValueError
        The options, the annotations or the function itself are not what they should be.

    Examples
    --------
    >>> @kernel
    ... def double(x: Array[f32]):
    ...     i = global_id()
    ...     x[i] = 2 * x[i]
    >>> double[x.size](x)
    """
    options = Options(
        None if workgroup is None else _workgroup(workgroup), _fastmath(fastmath), _flag("unchecked", unchecked)
    )
    if function is None:
        return lambda inner: _make_kernel(inner, options)
    return _make_kernel(function, options)


def _make_kernel(function: Callable[..., Any], options: Options) -> Kernel:
    if not isinstance(function, FunctionType):
        raise TypeError(f"@kernel makes a kernel of a Python function, not of {function!r}")
    source = read_source(function)
    check_syntax(source, kernel=True)
    try:
        return Kernel(source, options)
    except TypeError as error:
        raise CompileError(str(error), source.header(), kernel=source.name) from None


def _workgroup(value: int | Sequence[int]) -> tuple[int, ...]:
    sizes = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(sizes) <= 3 or not all(isinstance(s, int) and not isinstance(s, bool) and s > 0 for s in sizes):
        raise ValueError(f"a workgroup is one to three positive integers, not {value!r}")
    return sizes


def _fastmath(value: bool | Iterable[str]) -> frozenset[str]:
    if isinstance(value, bool):
        return FASTMATH if value else frozenset()
    flags = frozenset([value] if isinstance(value, str) else value)
    if not flags <= FASTMATH:
        unknown = ", ".join(map(repr, sorted(flags - FASTMATH)))
        raise ValueError(f"fastmath has the flags {', '.join(sorted(FASTMATH))}; {unknown} is none of them")
    return flags


def _flag(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {value!r}")
    return value
