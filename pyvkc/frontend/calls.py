"""Calls in the checker: who is called, and position functions; the user's own functions are in :mod:`.callees`."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any

from ..annotations import scalar_type
from ..static import is_frozen
from ..types import Matrix, StructType, Vector, i32
from . import ir
from .allocations import MEMORY, use_memory
from .body import Body
from .builtins import MEANINGS, POSITIONS, Builtin
from .callees import call_function
from .calls_atomic import call_atomic
from .calls_subgroup import call_subgroup
from .composites import Method
from .constructors import construct, is_named_tuple, make_named
from .func import plain_function
from .functions import PYTHON_FUNCTIONS, bitcast, convert_to
from .generators import consume
from .habits import array_method, random_numbers
from .linear import apply_meant
from .objects import from_python
from .reductions import REDUCTIONS
from .scope import Capture
from .series import SERIES
from .texts import call_print
from .values import Closure, Mistake, Object, TupleValue, Value, Weak, components, describe, type_of


def call(body: Body, node: ast.Call) -> Value:
    """Any call: the callee is known when the kernel is compiled."""
    callee = body.expression(node.func)
    if not isinstance(callee, (Object, Closure)):
        hint = ""
        if isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id):
            hint = f"; {node.func.id!r} is a variable here, so that Python's {node.func.id}() is hidden: rename it"
        raise Mistake(f"{describe(callee)} cannot be called{hint}", callee)
    if len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp) and isinstance(callee, Object):
        return consume(body, callee.value, node.args[0])
    given = [argument.value if isinstance(argument, ast.Starred) else argument for argument in node.args]
    values = body.expressions([*given, *(keyword.value for keyword in node.keywords)])
    positional: list[Value] = []
    for argument, value in zip(node.args, values, strict=False):
        positional.extend(_unpacked(value) if isinstance(argument, ast.Starred) else [value])
    names = [str(keyword.arg) for keyword in node.keywords]
    return call_value(body, callee, positional, dict(zip(names, values[len(node.args) :], strict=True)))


def _unpacked(value: Value) -> Sequence[Value]:
    """The arguments that ``*value`` stands for."""
    if isinstance(value, TupleValue):
        return value.parts
    if isinstance(type_of(value), (Vector, Matrix)):
        return components(value)  # type: ignore[arg-type]
    raise Mistake(f"`*` in a call takes a tuple apart, whose length is known, not {describe(value)}", value)


def call_value(body: Body, callee: Object | Closure, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    """A call of a function inside the kernel, or of a Python object."""
    if isinstance(callee, Closure):
        return call_function(body, callee, values, keywords)
    return call_object(body, callee.value, values, keywords)


def call_object(body: Body, callee: Any, values: Sequence[Value], keywords: dict[str, Value]) -> Value:
    """A call of a Python object that is known."""
    callee, values, keywords = _behind(body, callee, values, keywords)
    function = plain_function(callee)
    if function is not None and not _is_meant(callee) and not str(function.__module__).startswith("pyvkc.runtime."):
        return call_function(body, function, values, keywords)
    if isinstance(callee, Method):
        return call_function(body, callee.function, [callee.owner, *values], keywords)
    if isinstance(callee, (Vector, Matrix, StructType)):
        return construct(body, callee, values, keywords)
    if is_named_tuple(callee):
        return make_named(body, callee, values, keywords)
    taking = _special(callee, SERIES | REDUCTIONS)
    if taking is not None:
        return taking(body, values, keywords)
    if isinstance(callee, Builtin) and callee.__name__ in MEMORY:
        return use_memory(body, callee.__name__, values, keywords)
    if callee is print:
        return call_print(body, values, keywords)
    if keywords:
        raise Mistake(f"{_name(callee)}() takes no keyword arguments in a kernel", next(iter(keywords.values())))
    return _call_with_values(body, callee, values)


def _call_with_values(body: Body, callee: Any, values: Sequence[Value]) -> Value:
    """A call of what takes no keywords."""
    special = _special(callee, PYTHON_FUNCTIONS)
    if special is not None:
        return special(body, values)
    if _is_meant(callee):
        return apply_meant(body, MEANINGS[callee], values)
    if isinstance(callee, Builtin):
        return _call_builtin(body, callee.__name__, values)
    type = scalar_type(callee)
    if type is not None:
        return convert_to(body, type, values)
    raise Mistake(_not_callable(callee))


def _behind(
    body: Body, callee: Any, values: Sequence[Value], keywords: dict[str, Value]
) -> tuple[Any, Sequence[Value], dict[str, Value]]:
    """What a partial function or a method calls, and with which arguments."""
    if isinstance(callee, MethodType) and (isinstance(callee.__self__, type) or is_frozen(callee.__self__)):
        return _behind(body, callee.__func__, [from_python(callee.__self__), *values], keywords)
    if isinstance(callee, functools.partial):
        body.unit.capture(Capture(callee, "args", callee.args))
        for name, value in callee.keywords.items():
            body.unit.capture(Capture(callee.keywords, name, value))
        first = [from_python(value, body.unit) for value in callee.args]
        given = {name: from_python(value, body.unit, name) for name, value in callee.keywords.items()}
        return _behind(body, callee.func, [*first, *values], given | keywords)
    return callee, values, keywords


def _is_meant(callee: Any) -> bool:
    try:
        return callee in MEANINGS
    except TypeError:
        return False


def _special(callee: Any, functions: dict[Any, Callable[..., Value]]) -> Callable[..., Value] | None:
    try:
        return functions.get(callee)
    except TypeError:
        return None


def _name(callee: Any) -> str:
    return str(getattr(callee, "__name__", repr(callee)))


def _of_numpy(callee: Any) -> bool:
    return str(getattr(callee, "__module__", "")).split(".")[0] == "numpy"


def _not_callable(callee: Any) -> str:
    if hasattr(callee, "__pyvkc_kernel__"):
        return f"the kernel {_name(callee)!r} cannot be called from a kernel; write a function that both call"
    if isinstance(callee, type):
        return f"objects of the class {_name(callee)} cannot be made in a kernel"
    if random_numbers(callee):
        return "kernels draw no random numbers; pass an array of them, or compute them from global_id() and a seed"
    if isinstance(callee, MethodType):
        return (
            f"the method {_name(callee)} needs its object, which a kernel can have only if it is an instance of a "
            "frozen dataclass; write a function"
        )
    if str(getattr(callee, "__module__", "")).startswith("pyvkc."):
        return f"{_name(callee)}() works outside of kernels only; pass arrays to the kernel as arguments"
    if isinstance(getattr(callee, "__wrapped__", None), FunctionType) and not _of_numpy(callee):
        name = _name(callee)
        return f"{name}() is wrapped by a decorator, which a kernel cannot run; call {name}.__wrapped__"
    if not callable(callee):
        return f"{describe(Object(callee))} cannot be called"
    instead = f"write {here}" if _of_numpy(callee) and (here := array_method(_name(callee))) else ""
    return f"{describe(Object(callee))} is not available in kernels" + (
        f"; {instead}" if instead else ", which call Python functions and what pyvkc, math and NumPy have for numbers"
    )


# What kernels know of themselves


def _call_builtin(body: Body, name: str, values: Sequence[Value]) -> Value:
    if name in POSITIONS:
        return _position(body, name, values)
    if name.startswith("atomic."):
        return call_atomic(body, name.removeprefix("atomic."), values)
    if name.startswith("subgroup."):
        return call_subgroup(body, name.removeprefix("subgroup."), values)
    if name == "bitcast":
        return bitcast(body, values)
    raise Mistake(f"{name}() is not supported in kernels yet")


def _position(body: Body, name: str, values: Sequence[Value]) -> Value:
    ndim = body.unit.ndim
    if not values:
        places = tuple(_place(body, name, axis) for axis in range(ndim))
        return places[0] if ndim == 1 else TupleValue(places)
    axis = values[0].value if len(values) == 1 and isinstance(values[0], (Weak, ir.Constant)) else None
    if not isinstance(axis, int) or not -ndim <= axis < ndim:
        raise Mistake(f"{name}() takes a constant axis between {-ndim} and {ndim - 1} in a {ndim}-D launch")
    return _place(body, name, axis % ndim)


def _place(body: Body, name: str, axis: int) -> ir.Expression:
    """The position along an axis; the workgroup's size is known when the kernel is compiled."""
    return (
        ir.Constant(body.unit.workgroup[axis], i32)
        if name == "group_size"
        else ir.Position(name, axis, body.unit.place_type(name))
    )
