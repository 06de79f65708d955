"""Kernels: what ``@kernel`` makes.

With :mod:`.launch` this is where the front end and the runtime meet. A :class:`Kernel` compiles itself for each new
combination of argument types and launches what it compiled. The runtime is loaded at the first launch, so that
compiling needs no Vulkan.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, final, overload

from .annotations import AnnotationError, parse_types
from .arguments import ArgumentType, Signature, launch_sizes
from .errors import CompileError, Error, LaunchError
from .frontend.compile import MOST_INVOCATIONS, Options, Target, Tree, default_workgroup, infer_ndim
from .frontend.dialect import PLAIN, Dialect
from .frontend.func import undecorated
from .frontend.pprint import pprint
from .frontend.source import Source, read_source
from .frontend.spirv.disasm import disassemble
from .frontend.syntax import OF_CLASS, check_syntax
from .frontend.target import ABIS, DEBUG, VERSIONS
from .inspection import notebook, stats
from .launch import Groups, Launch
from .methods import Method
from .options import change_options, make_options
from .program import Program
from .recent import Recent
from .specialisation import LONGEST, Specialisation, debug_level
from .statistics import Statistics
from .types import ArrayType, Scalar, i32

__all__ = ["Kernel", "kernel"]


@final
class Kernel:
    """A kernel: ``k[n](...)`` runs it, ``k.spirv(...)`` and its like show what it was compiled to.

    Made by :func:`kernel`, where its options are described.
    """

    __pyvkc_kernel__ = True

    def __init__(
        self,
        source: Source,
        options: Options,
        signature: Signature,
        dialect: Dialect = PLAIN,
        device: Any = None,
        code: dict[Any, Any] | None = None,
    ) -> None:
        self._source = source
        self._dialect = dialect
        self.options = options
        self.device = device
        self.code: dict[Any, list[Specialisation]] = {} if code is None else code
        self.recent: Recent | None = None
        self.lock = threading.Lock()
        self.signature = signature
        self.name = source.name
        self._groups = Groups(self)
        functools.update_wrapper(self, source.function, updated=())

    # Launching

    def __getitem__(self, sizes: Any) -> Launch:
        if sizes.__class__ is int and 0 <= sizes < LONGEST:
            return Launch(self, (sizes,))
        return Launch(self, launch_sizes(self.name, sizes))

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """A kernel with a first parameter ``self`` that is looked up on an instance has that as its first argument."""
        if instance is not None and instance is owner:
            raise TypeError(f"the kernel {self.name!r} is called as a class method: {OF_CLASS}")
        method = self.signature.parameters[:1]
        if instance is None or not method or method[0].name != "self":
            return self
        return Method(self, instance)

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
        debug: bool | None = None,
        fastmath: bool | Iterable[str] | None = None,
        unchecked: bool | None = None,
        print_lines: int | None = None,
    ) -> Kernel:
        """A variant with other options, which shares compiled code where it can.

        Parameters
        ----------
        workgroup, debug, fastmath, unchecked, print_lines : optional
            As for :func:`kernel`; those left out stay as they are.
        device : Device, int or str, optional
            Where it runs; an array that is on another device is then a :class:`LaunchError`. Without it the kernel runs
            where its arrays are.
        """
        options = change_options(
            self.options,
            workgroup=workgroup,
            fastmath=fastmath,
            unchecked=unchecked,
            debug=debug,
            print_lines=print_lines,
        )
        place = self.device if device is None else device
        return Kernel(self._source, options, self.signature, self._dialect, place, self.code)

    def workgroup(self, sizes: Sequence[int], most: int = MOST_INVOCATIONS) -> tuple[int, ...]:
        """The workgroup of a launch, in NumPy order, on a device that allows `most` invocations in one.

        Raises
        ------
        LaunchError
            The kernel's ``workgroup`` has another number of dimensions.
        """
        chosen = self.options.workgroup
        if chosen is not None and len(chosen) != len(sizes):
            raise LaunchError(
                f"kernel {self.name!r}: its workgroup {chosen} has {len(chosen)} dimensions "
                f"and the launch has {len(sizes)}"
            )
        return chosen or default_workgroup(sizes, most)

    # Compiling

    def tree(self, types: Sequence[ArgumentType], workgroup: tuple[int, ...], index: Scalar = i32) -> Tree:
        """The typed tree for complete argument types; `index` as for :class:`Tree`."""
        names = [parameter.name for parameter in self.signature.parameters]
        return Tree(self._source, list(zip(names, types, strict=True)), workgroup, self.options, self._dialect, index)

    def compile(
        self,
        *types: Any,
        target: str = "vulkan1.2",
        abi: str = "address",
        ndim: int | None = None,
        debug: str | None = None,
    ) -> Program:
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
        debug : str, optional
            What the module says of the Python text: ``"none"``; ``"lines"``, the default with ``debug=True``, for
            OpLine; ``"info"`` for NonSemantic.Shader.DebugInfo.100. :attr:`Program.lines` has the lines in any case.

        Raises
        ------
        CompileError
            The kernel means nothing for these types.
        TypeError
            The types are incomplete or contradict the annotations.
        ValueError
            There is no such target, ABI, number of dimensions or debugging information.
        """
        _check_choice("target", target, VERSIONS)
        _check_choice("abi", abi, ABIS)
        _check_choice("ndim", ndim, (None, 1, 2, 3))
        _check_choice("debug", debug, (None, *DEBUG))
        try:
            return self.program(types, Target(target, abi, debug=debug or debug_level(self.options)), ndim)
        except CompileError as error:
            raise error.with_traceback(None) from error.__cause__

    def program(
        self, types: Sequence[Any], target: Target, ndim: int | None = None, most: int = MOST_INVOCATIONS
    ) -> Program:
        """Compile for argument types and all that a target says, with at most so many invocations in a workgroup."""
        given = parse_types(types[0]) if len(types) == 1 and isinstance(types[0], str) else [(None, t) for t in types]
        complete = self.signature.complete(given)
        _check_abi(self, complete, target.abi)
        dimensions = infer_ndim(self._source) if ndim is None else ndim
        if ndim is None and self.options.workgroup is not None:
            dimensions = len(self.options.workgroup)
        workgroup = self.workgroup((LONGEST,) * dimensions, most)
        return self.tree(complete, workgroup).program(target)

    def spirv(self, *types: Any, **options: Any) -> bytes:
        """The SPIR-V module for given argument types; parameters as for :meth:`compile`."""
        return self.compile(*types, **options).words

    def ir(self, *types: Any, **options: Any) -> str:
        """The typed tree as text; parameters as for :meth:`compile`."""
        return pprint(self.compile(*types, **options).tree)

    def disassemble(self, *types: Any, **options: Any) -> str:
        """The SPIR-V module as text that ``spirv-as`` accepts; parameters as for :meth:`compile`."""
        return disassemble(self.compile(*types, **options).words)

    def stats(self, *types: Any, device: Any = None, **options: Any) -> Statistics:
        """Count what the kernel consists of for given argument types, without running it.

        Parameters
        ----------
        *types
            As for :meth:`compile`.
        device : Device, int or str, optional
            Compile for that device, and ask its driver for registers and spills.
        **options
            As for :meth:`compile`; with a device only ``ndim``.
        """
        return stats(self, types, device, options)

    def _repr_html_(self) -> str | None:
        return notebook(self)

    def __repr__(self) -> str:
        return f"<pyvkc kernel {self.name}>"


@overload
def kernel(function: FunctionType, /) -> Kernel: ...
@overload
def kernel(function: Callable[..., Any], /) -> Kernel: ...
@overload
def kernel(function: Callable[..., Any], /, *, source: str | None = None) -> Kernel: ...
@overload
def kernel(
    *,
    workgroup: int | Sequence[int] | None = None,
    debug: bool | None = None,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
    print_lines: int | None = None,
    source: str | None = None,
) -> Callable[[Callable[..., Any]], Kernel]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    workgroup: int | Sequence[int] | None = None,
    debug: bool | None = None,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
    print_lines: int | None = None,
    source: str | None = None,
) -> Kernel | Callable[[Callable[..., Any]], Kernel]:
    """Make a kernel of a Python function.

    Parameters
    ----------
    function : function
        Read from its source; it returns nothing and writes to its array arguments. Mistakes that need no types are
        reported here, the others at the first launch with new argument types.
    workgroup : int or sequence of int, optional
        Invocations of a workgroup, in NumPy order: the last axis is the fastest. By default 256 of
        them, as (8, 32) or (1, 8, 32) unless an axis is short; half of that where the device allows no more.
    debug : bool, optional
        A checked kernel: an index out of range, an integer divided by zero, a negative shift count, a range whose step
        is zero and a float that an integer cannot hold are raised at the next wait, as :class:`KernelIndexError`,
        :class:`KernelZeroDivisionError` or :class:`KernelValueError`. By default what the environment variable
        ``PYVKC_DEBUG`` says.
    fastmath : bool or set of str
        What the compiler may do to floating-point arithmetic: a set of Numba's flags, of which ``"contract"`` has an
        effect today; True is all of them.
    unchecked : bool
        Leave out the tests that keep indices inside their arrays, unless the kernel is checked. An index out of range
        is then undefined behaviour.
    print_lines : int, optional
        How many lines the invocations of one launch may print; those beyond are counted. By default what the
        environment variable ``PYVKC_PRINT_LINES`` says, or else 10,000.
    source : str, optional
        The text of the function, or all of the text that was executed, where Python does not keep it: for what
        ``exec`` runs.

    Returns
    -------
    Kernel

    Raises
    ------
    CompileError
        The function uses what is not of the kernel language.
    SourceUnavailableError
        Its source cannot be read, or is not what the function was compiled from.
    TypeError, ValueError
        The options, the annotations or the function itself are not what they should be.

    Notes
    -----
    In a class, a static method is a kernel like any other, with the decorators in either order. A kernel whose first
    parameter is ``self`` is a method: looked up on an instance, which must be of a frozen dataclass, it has that as a
    compile-time constant, so that ``self.rate`` is a number in the kernel and another instance is another
    specialisation.

    Examples
    --------
    >>> @kernel
    ... def double(x: Array[f32]):
    ...     i = global_id()
    ...     x[i] = 2 * x[i]
    >>> double[x.size](x)
    """
    options = make_options(
        workgroup=workgroup, debug=debug, fastmath=fastmath, unchecked=unchecked, print_lines=print_lines
    )
    if source is not None and not isinstance(source, str):
        raise TypeError(f"source is the text of the function, not {source!r}")
    if function is None:
        return functools.partial(
            kernel,
            workgroup=workgroup,
            debug=debug,
            fastmath=fastmath,
            unchecked=unchecked,
            print_lines=print_lines,
            source=source,
        )
    try:
        return _make_kernel(function, options, source)
    except Error as error:
        raise error.with_traceback(None) from error.__cause__  # the user's line is what matters


def _make_kernel(function: Callable[..., Any], options: Options, text: str | None) -> Kernel:
    function = undecorated(function, "@kernel")
    source = read_source(function, text)
    check_syntax(source, kernel=True)
    try:
        return Kernel(source, options, Signature.of(source.function))
    except AnnotationError as error:
        raise CompileError(str(error), source.parameter(error.parameter), kernel=source.name) from None


def _check_abi(kernel: Kernel, types: Sequence[ArgumentType], abi: str) -> None:
    for parameter, type in zip(kernel.signature.parameters, types, strict=True):
        if abi == "descriptor" and isinstance(type, ArrayType) and not type.contiguous:
            raise TypeError(
                f"kernel {kernel.name!r}: the parameter {parameter.name!r} is a strided array, and abi='descriptor' "
                "has no place for strides; give the type of an array in C order"
            )


def _check_choice(name: str, value: Any, known: Iterable[Any]) -> None:
    if value not in known:
        choices = ", ".join(str(choice) for choice in known if choice is not None)
        raise ValueError(f"{name} is one of {choices}, not {value!r}")
