import pyvkc as vkc
from pyvkc import Array, f32


def fill(x, v):
    x[0] = v


@vkc.kernel
def wrong(x: Array[f32]):
    x[1] = fill(x, 1.0)
