import pyvkc as vkc
from pyvkc import Array, f32, i32


def grow(op, v):
    return grow(lambda w: op(w) + 1, v)


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = grow(lambda w: w, x[1])
