import pyvkc as vkc
from pyvkc import Array, f32


def pair(v):
    return v, v


@vkc.kernel
def wrong(x: Array[f32]):
    a, b, c = pair(x[0])
    x[1] = a
