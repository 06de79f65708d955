"""``python2shader``: functions written for pyshader, compiled and launched.

With its launches this is a kernel like any other, of three axes; its parameters and its names are read by
:mod:`.resources` and :mod:`.meanings`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from types import FunctionType
from typing import Any, Final, final, overload

from ..arguments import Signature, launch_sizes
from ..errors import Error
from ..frontend import ir
from ..frontend.dialect import Arguments, Dialect
from ..frontend.source import read_source
from ..frontend.syntax import check_syntax
from ..kernel import Kernel
from ..launch import Launch
from ..options import make_options
from ..program import Program
from ..types import Scalar, StructType, Vector
from .inputs import NDIM, input_value
from .meanings import meaning
from .passed import Passed
from .resources import Resource, read_resources

__all__ = ["Shader", "python2shader"]

GROUPS: Final = (("inputs", "input"), ("outputs", "output"), ("uniforms", "uniform"), ("buffers", "buffer"))
"""The parts of a description, and the kinds of resources in them."""


@final
class Shader:
    """A compute shader made by :func:`python2shader`.

    Attributes
    ----------
    name : str
        The function's name. The entry point of the module is called ``main``, as in pyshader's modules.
    input : function
        The Python function.
    kernel : Kernel
        What compiles and launches it.
    """

    def __init__(self, function: FunctionType, resources: Sequence[Resource], kernel: Kernel) -> None:
        self.name = function.__name__
        self.input = function
        self.kernel = kernel
        self._resources = tuple(resources)
        self._passed = Passed(self.name, [each for each in resources if each.kind != "input"])
        self.__name__, self.__doc__, self.__module__ = function.__name__, function.__doc__, function.__module__
        self.__wrapped__ = function

    @property
    def description(self) -> dict[str, Any]:
        """The parameters as the text declares them, by kind and name, ready for JSON."""
        parts = {part: self._described(kind) for part, kind in GROUPS}
        return {"name": self.name, "entry": "main", **parts}

    def _described(self, kind: str) -> dict[str, Any]:
        return {each.name: each.described() for each in self._resources if each.kind == kind}

    # Compiling

    def compile(self, *, target: str = "vulkan1.1", abi: str = "descriptor") -> Program:
        """The program.

        Parameters
        ----------
        target : str
            ``"vulkan1.1"``, ``"vulkan1.2"`` or ``"vulkan1.3"``.
        abi : str
            ``"descriptor"``: buffers and uniforms at the sets and slots that the text says. ``"address"`` is the
            interface that launches here use.

        Raises
        ------
        CompileError
            The function means nothing.
        """
        return self.kernel.compile(target=target, abi=abi)

    def to_spirv(self, *, target: str = "vulkan1.1") -> bytes:
        """The SPIR-V module, for Kompute, wgpu and other engines."""
        return self.compile(target=target).words

    spirv = to_spirv

    def ir(self) -> str:
        """The typed tree as text."""
        return self.kernel.ir(abi="descriptor")

    def disassemble(self, *, target: str = "vulkan1.1") -> str:
        """The SPIR-V module as text."""
        return self.kernel.disassemble(target=target, abi="descriptor")

    # Launching

    def __getitem__(self, sizes: Any) -> ShaderLaunch:
        """``shader[n](...)`` and ``shader[h, w](...)``: launch so many invocations, in NumPy order."""
        return ShaderLaunch(self, self.kernel[_three(launch_sizes(self.name, sizes))], self._passed)

    @property
    def groups(self) -> ShaderGroups:
        """``shader.groups[gx](...)`` and ``shader.groups[gy, gx](...)`` launch whole workgroups, in NumPy order."""
        return ShaderGroups(self)

    def configure(self, **options: Any) -> Shader:
        """A variant with other options, which are those of :meth:`Kernel.configure`."""
        if options.get("workgroup") is not None:
            options["workgroup"] = _three(make_options(workgroup=options["workgroup"]).workgroup or ())
        return Shader(self.input, self._resources, self.kernel.configure(**options))

    def __repr__(self) -> str:
        return f"<pyvkc shader {self.name}>"


@final
class ShaderGroups:
    """Launches counted in workgroups."""

    __slots__ = ("_shader",)

    def __init__(self, shader: Shader) -> None:
        self._shader = shader

    def __getitem__(self, counts: Any) -> ShaderLaunch:
        workgroup = self._shader.kernel.options.workgroup
        assert workgroup is not None
        three = _three(launch_sizes(self._shader.name, counts))
        return self._shader[tuple(count * width for count, width in zip(three, workgroup, strict=True))]


@final
class ShaderLaunch:
    """A shader and the number of invocations; calling it with buffers and uniforms runs them."""

    __slots__ = ("_launch", "_passed", "_shader")

    def __init__(self, shader: Shader, launch: Launch, passed: Passed) -> None:
        self._shader = shader
        self._launch = launch
        self._passed = passed

    def __call__(self, *args: Any, **kwargs: Any) -> None:
        """Run the shader; arguments are its buffers and uniforms, in the order of its parameters or by name.

        Raises
        ------
        TypeError, OverflowError, CompileError, LaunchError, DeviceError
            As for a kernel's launch.
        """
        self._launch(*self._passed.values(args, kwargs))

    def __repr__(self) -> str:
        return f"{self._launch!r}"


def _three(sizes: Sequence[int]) -> tuple[int, ...]:
    """Sizes of three axes, in NumPy order."""
    return (*(1,) * (NDIM - len(sizes)), *sizes)


def _dialect(resources: Sequence[Resource], passed: Passed) -> Dialect:
    def arguments(given: Arguments) -> Arguments:
        found: Arguments = {}
        for resource in resources:
            type = resource.type
            if resource.kind == "input":
                assert isinstance(type, (Scalar, Vector))
                found[resource.name] = input_value(str(resource.slot), type)
            elif isinstance(type, StructType):
                parts: Any = tuple(given[name] for name in passed.parts[resource.name])
                found[resource.name] = ir.Compose(parts, type)
            else:
                found[resource.name] = given[resource.name]
        return found

    return Dialect(arguments=arguments, meaning=meaning, slots=passed.slots, entry="main")


@overload
def python2shader(function: Callable[..., Any], /) -> Shader: ...
@overload
def python2shader(
    *,
    workgroup: int | Sequence[int] = 1,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
) -> Callable[[Callable[..., Any]], Shader]: ...


def python2shader(
    function: Callable[..., Any] | None = None,
    /,
    *,
    workgroup: int | Sequence[int] = 1,
    fastmath: bool | Iterable[str] = False,
    unchecked: bool = False,
) -> Shader | Callable[[Callable[..., Any]], Shader]:
    """Make a compute shader of a function written for pyshader.

    Parameters
    ----------
    function : function
        Its parameters say as defaults or annotations what they are: ``("input", "GlobalInvocationId", ivec3)``,
        ``("buffer", slot, Array(f32))`` or ``("uniform", slot, f32)``, where a slot may be a tuple of a descriptor set
        and a binding. Types are pyshader's, pyvkc's or their names as text.
    workgroup : int or sequence of int, optional
        Invocations of a workgroup, in NumPy order; one, as in pyshader, unless said otherwise.
    fastmath, unchecked : optional
        As for :func:`kernel`.

    Returns
    -------
    Shader

    Raises
    ------
    CompileError
        A parameter or the body is not of the language.
    TypeError
        It is no Python function, or an option is not what it should be.

    Examples
    --------
    >>> @python2shader
    ... def compute_square(index=("input", "GlobalInvocationId", ivec3), data=("buffer", 0, Array(f32))):
    ...     data[index.x] = data[index.x] ** 2
    >>> compute_square.groups[x.size](x)
    """
    sizes = _three(make_options(workgroup=workgroup).workgroup or ())
    if function is None:
        return functools.partial(python2shader, workgroup=sizes, fastmath=fastmath, unchecked=unchecked)
    if not isinstance(function, FunctionType):
        raise TypeError(f"python2shader makes a shader of a Python function, not of {function!r}")
    try:
        source = read_source(function)
        check_syntax(source, kernel=True)
        resources = read_resources(source)
    except Error as error:
        raise error.with_traceback(None) from error.__cause__  # the user's line is what matters
    passed = Passed(function.__name__, [each for each in resources if each.kind != "input"])
    # Other programs run the module: it has the buffers that its parameters say, whatever the environment does.
    options = make_options(workgroup=sizes, debug=False, fastmath=fastmath, unchecked=unchecked)
    signature = Signature.of_types(source.name, passed.types)
    return Shader(function, resources, Kernel(source, options, signature, _dialect(resources, passed)))
