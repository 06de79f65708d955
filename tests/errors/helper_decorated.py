import pyvkc as vkc
from pyvkc import Array, f32


import functools


@functools.lru_cache
def square(v):
    return v * v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = square(x[1])
