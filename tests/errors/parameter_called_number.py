import pyvkc as vkc
from pyvkc import Array, f32, i32


def apply(op, v):
    return op(v)


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = apply(x[0], x[1])
