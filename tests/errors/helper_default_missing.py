import pyvkc as vkc
from pyvkc import Array, f32


def scaled(v, factor, *, offset):
    return v * factor + offset


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = scaled(x[1], 2.0)
