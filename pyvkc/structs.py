"""``struct``: types of named fields, made of a class or of a NumPy structured dtype."""

from __future__ import annotations

import inspect
import sys
from types import FunctionType
from typing import Any, Final

import numpy as np

from .annotations import evaluate, field_type
from .plain import plain
from .records import check_names, laid_out, register, struct_of_dtype
from .types import ElementType, StructType

__all__ = ["struct"]

PYTHONS_OWN: Final = frozenset({
    "__module__", "__qualname__", "__doc__", "__annotations__", "__annotate__", "__annotate_func__",
    "__annotations_cache__", "__conditional_annotations__", "__dict__", "__weakref__", "__firstlineno__",
    "__static_attributes__", "__type_params__",
})  # fmt: skip
"""What Python itself puts into the namespace of a class."""


def struct(definition: Any, /) -> StructType:
    """Make a struct of a class with annotated fields, or of a NumPy structured dtype.

    Parameters
    ----------
    definition : class or numpy.dtype
        A class whose annotations are the fields: numbers, vectors, matrices and other structs. Values after ``=`` are
        defaults; functions are methods. Or a structured dtype, whose offsets and itemsize are kept.

    Returns
    -------
    StructType
        A type for annotations, arrays and fields. Calling it makes a value; its ``dtype`` is the NumPy structured dtype
        with the same layout.

    Raises
    ------
    TypeError
        A field's type is none that structs have, or the class has what structs do not have.

    Examples
    --------
    >>> @vkc.struct
    ... class Particle:
    ...     position: vec3
    ...     mass: f32 = 1.0
    >>> p = Particle(position=(1, 2, 3))
    >>> particles = vkc.zeros(100, Particle)
    """
    if isinstance(definition, np.dtype) and definition.names is not None:
        return struct_of_dtype(definition)
    if not isinstance(definition, type) or issubclass(definition, np.generic):
        raise TypeError(f"struct makes a struct of a class or of a NumPy structured dtype, not of {definition!r}")
    return register(_of_class(definition, sys._getframe(1).f_locals))


def _of_class(definition: type, local: dict[str, Any]) -> StructType:
    where = f"struct {definition.__name__}"
    if definition.__bases__ != (object,):
        bases = ", ".join(base.__name__ for base in definition.__bases__)
        raise TypeError(f"{where}: it derives from {bases}, and structs derive from nothing; name all the fields in it")
    annotations = inspect.get_annotations(definition)
    if not annotations:
        raise TypeError(f"{where}: it has no fields; write them as annotations, such as mass: f32")
    check_names(where, list(annotations))
    fields = {name: _field(definition, name, value, local) for name, value in annotations.items()}
    defaults, methods = [], []
    for name, value in vars(definition).items():
        if name in fields:
            defaults.append((name, plain(fields[name], value, f"{definition.__name__}.{name}")))
        elif isinstance(method := _undecorated(value), FunctionType) and not name.startswith("__"):
            methods.append((name, method))
        elif name not in PYTHONS_OWN:
            raise TypeError(f"{where}: {_refusal(name, value)}")
    laid = laid_out(tuple(fields.items()))
    return StructType(definition.__name__, tuple(fields.items()), *laid, tuple(defaults), tuple(methods))


def _undecorated(value: Any) -> Any:
    """The function that ``@func`` has marked as one for kernels; anything else as it is."""
    return value.function if hasattr(value, "__pyvkc_func__") and not value.is_static else value


def _field(definition: type, name: str, annotation: Any, local: dict[str, Any]) -> ElementType:
    try:
        names = vars(sys.modules.get(definition.__module__, sys.modules[__name__]))
        return field_type(evaluate(annotation, names, local))
    except Exception as error:
        message = getattr(error, "msg", error)
        raise TypeError(f"struct {definition.__name__}: the field {name!r}: {message}") from None


def _refusal(name: str, value: Any) -> str:
    if name == "__slots__":
        return "structs have no __slots__; their fields are all they have"
    if name.startswith("__"):
        return f"{name} has no meaning in a struct; its constructor and comparison are given"
    kind = "staticmethod" if getattr(value, "is_static", False) else type(value).__name__
    if kind in ("staticmethod", "classmethod", "property"):
        return f"{name!r} is a {kind}; write a function outside the class, or a method"
    return f"{name!r} has a value and no type; write {name}: f32 = {value!r}, or define it outside the class"
