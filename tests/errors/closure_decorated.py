import pyvkc as vkc
from pyvkc import Array, f32, i32


import functools


@vkc.kernel
def wrong(x: Array[f32]):
    @vkc.func
    def half(v):
        return v / 2

    @functools.cache
    def twice(v):
        return v * 2

    x[0] = twice(half(x[1]))
