"""Kernels: what ``@kernel`` makes.

With :mod:`.launch` this is where the front end and the runtime meet. A :class:`Kernel` compiles itself for each new
combination of argument types and launches what it compiled. The runtime is loaded at the first launch, so that
compiling needs no Vulkan.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from types import FunctionType
from typing import Any, Final, final, overload

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
from .frontend.target import ABIS, VERSIONS
from .launch import Groups, Launch
from .methods import Method
from .program import Program
from .recent import Recent
from .specialisation import LONGEST, Specialisation
from .types import ArrayType, Scalar, i32

__all__ = ["Kernel", "kernel", "make_options"]

FASTMATH: Final = frozenset({"nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"})
"""Numba's flags, which are LLVM's."""


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
        debug: bool = False,
        fastmath: bool | Iterable[str] | None = None,
        unchecked: bool | None = None,
    ) -> Kernel:
        """A variant with other options, which shares compiled code where it can.

        Parameters
        ----------
        workgroup, debug, fastmath, unchecked : optional
            As for :func:`kernel`; those left out stay as they are.
        device : Device, int or str, optional
            Where it runs; an array that is on another device is then a :class:`LaunchError`. Without it the kernel runs
            where its arrays are.
        """
        _refuse_debug(debug)
        old = self.options
        options = Options(
            old.workgroup if workgroup is None else _workgroup(workgroup),
            old.fastmath if fastmath is None else _fastmath(fastmath),
            old.unchecked if unchecked is None else _flag("unchecked", unchecked),
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
        ValueError
            There is no such target, ABI or number of dimensions.
        """
        _check_choice("target", target, VERSIONS)
        _check_choice("abi", abi, ABIS)
        _check_choice("ndim", ndim, (None, 1, 2, 3))
        given = parse_types(types[0]) if len(types) == 1 and isinstance(types[0], str) else [(None, t) for t in types]
        complete = self.signature.complete(given)
        _check_abi(self, complete, abi)
        dimensions = infer_ndim(self._source) if ndim is None else ndim
        if ndim is None and self.options.workgroup is not None:
            dimensions = len(self.options.workgroup)
        workgroup = self.workgroup((LONGEST,) * dimensions)
        try:
            return self.tree(complete, workgroup).program(Target(target, abi))
        except CompileError as error:
            raise error.with_traceback(None) from error.__cause__

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
    debug: bool = False,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
    source: str | None = None,
) -> Callable[[Callable[..., Any]], Kernel]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    workgroup: int | Sequence[int] | None = None,
    debug: bool = False,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
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
    debug : bool
        Checked kernels, which report what went wrong where; this version has none yet and refuses True.
    fastmath : bool or set of str
        What the compiler may do to floating-point arithmetic: a set of Numba's flags, of which ``"contract"`` has an
        effect today; True is all of them.
    unchecked : bool
        Leave out the tests that keep indices inside their arrays. An index out of range is then undefined behaviour.
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
    _refuse_debug(debug)
    options = make_options(workgroup=workgroup, fastmath=fastmath, unchecked=unchecked)
    if source is not None and not isinstance(source, str):
        raise TypeError(f"source is the text of the function, not {source!r}")
    if function is None:
        return functools.partial(
            kernel, workgroup=workgroup, debug=debug, fastmath=fastmath, unchecked=unchecked, source=source
        )
    try:
        return _make_kernel(function, options, source)
    except Error as error:
        raise error.with_traceback(None) from error.__cause__  # the user's line is what matters


def make_options(
    *,
    workgroup: int | Sequence[int] | None = None,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
) -> Options:
    """The options of :func:`kernel`, checked."""
    sizes = None if workgroup is None else _workgroup(workgroup)
    return Options(sizes, _fastmath(fastmath), _flag("unchecked", unchecked))


def _make_kernel(function: Callable[..., Any], options: Options, text: str | None) -> Kernel:
    function = undecorated(function, "@kernel")
    source = read_source(function, text)
    check_syntax(source, kernel=True)
    try:
        return Kernel(source, options, Signature.of(source.function))
    except AnnotationError as error:
        raise CompileError(str(error), source.parameter(error.parameter), kernel=source.name) from None


def _workgroup(value: int | Sequence[int]) -> tuple[int, ...]:
    sizes = tuple(value) if isinstance(value, (tuple, list)) else (value,)
    if not 1 <= len(sizes) <= 3 or not all(map(_positive, sizes)):
        raise ValueError(f"a workgroup is one to three positive integers, not {value!r}")
    return tuple(map(int, sizes))


def _positive(size: Any) -> bool:
    if isinstance(size, bool):
        return False
    return isinstance(size, Integral) and int(size) > 0


def _fastmath(value: bool | Iterable[str]) -> frozenset[str]:
    if isinstance(value, bool):
        return FASTMATH if value else frozenset()
    if not isinstance(value, (str, set, frozenset, list, tuple)):
        raise TypeError(f"fastmath is True, False or a set of flags, not {value!r}")
    flags = frozenset([value] if isinstance(value, str) else value)
    if not flags <= FASTMATH:
        unknown = ", ".join(map(repr, sorted(flags - FASTMATH)))
        raise ValueError(f"fastmath has the flags {', '.join(sorted(FASTMATH))}; {unknown} is none of them")
    return flags


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


def _refuse_debug(debug: bool) -> None:
    if _flag("debug", debug):
        raise ValueError("debug=True: this version has no checked kernels yet; an index out of range reads 0")


def _flag(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is True or False, not {value!r}")
    return value
