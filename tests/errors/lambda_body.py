import pyvkc as vkc
from pyvkc import Array, f32, i32


halve, shift = lambda v: v / 2, lambda v: v << 1


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = halve(x[1]) + shift(x[2])
