import pyvkc as vkc
from pyvkc import Array, f32, i32


def first(*values):
    return values[0]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = first(1.0, *x)
