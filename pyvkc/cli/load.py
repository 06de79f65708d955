"""Loads the kernel that ``FILE.py:KERNEL`` names.

The file is run as a module, not as a program: its folder is on ``sys.path``, its ``__name__`` is the file's and not
``"__main__"``, and what it prints goes to standard error. Whatever it raises becomes a :class:`BadUsage`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from ..errors import Error, did_you_mean
from ..kernel import Kernel
from ..pyshader import Shader
from .failure import BadUsage

__all__ = ["find_kernel", "find_kernels", "load_file", "split_target"]


def split_target(target: str) -> tuple[Path, str]:
    """The file and the kernel's name (empty when none is given) of ``FILE.py:KERNEL``."""
    if Path(target).is_file():
        return Path(target), ""
    file, colon, name = target.rpartition(":")
    path = Path(file if colon else target)
    if path.is_dir():
        raise BadUsage(f"{path} is a folder; a Python file is needed, as in {path / 'file.py'}:kernel.")
    if not path.is_file():
        raise BadUsage(f"There is no file {path}." + _suggest(path.name, _neighbours(path)))
    return path, name


def load_file(path: Path) -> ModuleType:
    """Run a Python file as a module."""
    path = path.resolve()
    name = path.stem if path.stem not in sys.modules else f"_pyvkc_file_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadUsage(f"{path} is no Python file: its name should end in .py.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BadUsage(_explain(error, path)) from error
    return module


def find_kernel(module: ModuleType, name: str, path: Path) -> Kernel:
    """The kernel called `name`; with no name, the only kernel of the file."""
    found = ((key, _kernel_of(value)) for key, value in vars(module).items())
    kernels = {key: value for key, value in found if value is not None}
    if name in kernels:
        return kernels[name]
    listed = _list(list(kernels))
    if name:
        if hasattr(module, name):
            kind = type(getattr(module, name)).__name__
            advice = "decorate a function with @pyvkc.kernel"
            raise BadUsage(f"{name!r} in {path} is no kernel but of type {kind}; {advice}. {listed}")
        raise BadUsage(f"There is no kernel {name!r} in {path}." + _suggest(name, list(kernels)) + f" {listed}")
    own = [value for value in kernels.values() if value.__module__ == module.__name__] or list(kernels.values())
    if len(set(map(id, own))) == 1:
        return own[0]
    if not own:
        raise BadUsage(f"There is no kernel in {path}; decorate a function with @pyvkc.kernel.")
    raise BadUsage(f"{path} has several kernels; name one, as in {path}:{next(iter(kernels))}. {listed}")


def find_kernels(module: ModuleType, path: Path) -> dict[str, Kernel]:
    """The kernels that a file defines, by name, in its order; those that it only imports where it defines none."""
    found = {key: kernel for key, value in vars(module).items() if (kernel := _kernel_of(value)) is not None}
    own = {key: kernel for key, kernel in found.items() if kernel.__module__ == module.__name__}
    if not found:
        raise BadUsage(f"There is no kernel in {path}; decorate a function with @pyvkc.kernel.")
    return own or found


def _kernel_of(value: object) -> Kernel | None:
    """The kernel that an object is, or that it is made of."""
    if isinstance(value, Shader):
        return value.kernel
    return value if isinstance(value, Kernel) else None


def _list(names: list[str]) -> str:
    if not names:
        return "The file has no kernels."
    return f"The file's kernels: {', '.join(names)}."


def _suggest(name: str, known: list[str]) -> str:
    meant = did_you_mean(name, known)
    return f" D{meant[1:]}" if meant else ""


def _neighbours(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.glob("*.py")) if path.parent.is_dir() else []


def _explain(error: BaseException, path: Path) -> str:
    """One message for whatever a file raised while it was loaded."""
    if isinstance(error, SystemExit):
        advice = "put what it does as a program under `if __name__ == '__main__':`"
        return f"{path} ended itself while it was loaded; {advice}."
    if isinstance(error, Error):
        return str(error)
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == str(path) else (lines or [None])[-1]
    where = f"{path}, line {line}" if line else str(path)
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{where}: the file could not be loaded: {type(error).__name__}: {said}"
