import pyvkc as vkc
from pyvkc import Array, f32


def positive(v):
    if v > 0:
        return v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = positive(x[1])
