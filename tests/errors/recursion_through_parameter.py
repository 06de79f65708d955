import pyvkc as vkc
from pyvkc import Array, f32, i32


def apply(op, v):
    return op(v)


def again(v):
    return apply(again, v - 1)


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = apply(again, x[1])
