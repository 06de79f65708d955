import pyvkc as vkc
from pyvkc import Array, f32


def half(v):
    if v < 0:
        return
    return v / 2


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = half(x[0])
