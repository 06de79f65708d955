"""What users of other tools write out of habit, and what a kernel has for it.

Names that pyvkc does not know are looked up here before anything else is suggested.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["array_method", "habit", "random_numbers"]

_THREAD: Final = "`vkc.local_id()`, the place in the workgroup"
_BLOCK: Final = "`vkc.group_id()`, the workgroup's place in the launch"
_BARRIER: Final = "`vkc.barrier()`"
_GLOBAL: Final = "`vkc.global_id()`, which has as many axes as the launch"

# fmt: off
_HABITS: Final = {
    # numba.cuda and CUDA
    "threadIdx":        _THREAD,
    "blockIdx":         _BLOCK,
    "blockDim":         "`vkc.group_size()`",
    "gridDim":          "`vkc.num_groups()`",
    "grid":             _GLOBAL,
    "gridsize":         "`vkc.global_size()`",
    "syncthreads":      _BARRIER,
    "__syncthreads":    _BARRIER,
    "syncwarp":         "nothing: the operations of `vkc.subgroup` wait by themselves",
    "threadfence":      "`vkc.memory_barrier()`",
    "shfl_sync":        "`vkc.subgroup.shuffle(value, lane)`",
    "shfl_up_sync":     "`vkc.subgroup.shuffle_up(value, delta)`",
    "shfl_down_sync":   "`vkc.subgroup.shuffle_down(value, delta)`",
    "shfl_xor_sync":    "`vkc.subgroup.shuffle_xor(value, mask)`",
    "ballot_sync":      "`vkc.subgroup.ballot(condition)`",
    "warpsize":         "`vkc.subgroup.size()`",
    "laneid":           "`vkc.subgroup.lane()`",
    "atomicAdd":        "`vkc.atomic.add(array, index, value)`",
    "cuda":             "`vkc.global_id()` for `cuda.grid(1)`, `vkc.barrier()` for `cuda.syncthreads()` and so on",
    # Taichi, Warp and Triton
    "ti":               "`vkc.static_range(n)` for `ti.static(range(n))`, `vkc.sqrt(x)` for `ti.sqrt(x)` and so on",
    "wp":               "`vkc.global_id()` for `wp.tid()`, `vkc.dot(v, w)` for `wp.dot(v, w)` and so on",
    "tl":               "`vkc.group_id()` for `tl.program_id(0)`; a kernel says what one invocation does, not a block",
    "tid":              _GLOBAL,
    "program_id":       _BLOCK,
    "static":           "`vkc.static_range(n)` in a loop; a condition on constants is decided by itself",
    # OpenCL, GLSL and WGSL
    "get_global_id":    _GLOBAL,
    "get_local_id":     _THREAD,
    "get_group_id":     _BLOCK,
    "gl_GlobalInvocationID": _GLOBAL,
    "gl_LocalInvocationID":  _THREAD,
    "gl_WorkGroupID":        _BLOCK,
    "workgroupBarrier": _BARRIER,
}

_METHODS: Final = {
    "sum":              "`sum(x)`, which adds the elements from the first to the last",
    "any":              "`any(x)`",
    "all":              "`all(x)`",
    "min":              "a loop that keeps the least",
    "max":              "a loop that keeps the greatest",
    "argmin":           "a loop that keeps the least and its index",
    "argmax":           "a loop that keeps the greatest and its index",
    "mean":             "`sum(x) / len(x)`",
    "prod":             "a loop that multiplies",
    "dot":              "`sum(a * b for a, b in zip(x, y))`",
    "matmul":           "a loop; `@` multiplies vectors and matrices",
    "copy":             "a loop that stores the elements in another array",
    "fill":             "a loop that stores each element",
    "astype":           "a conversion of the elements, as in `f32(x[i])`",
    "reshape":          "`x.reshape(...)` where the kernel is launched",
    "flatten":          "`x.reshape(-1)` where the kernel is launched",
    "ravel":            "`x.reshape(-1)` where the kernel is launched",
    "transpose":        "`x.T`",
}
# fmt: on


def habit(name: str) -> str | None:
    """What to write for a name of another tool's."""
    return _HABITS.get(name)


def array_method(name: str) -> str | None:
    """What to write for a method of NumPy's arrays, or the function of that name."""
    return _METHODS.get(name)


def random_numbers(function: Any) -> bool:
    """Whether a function draws random numbers."""
    owner = type(getattr(function, "__self__", None)).__module__
    return owner == "random" or owner.startswith("numpy.random")
