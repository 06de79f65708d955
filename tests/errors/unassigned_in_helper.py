import pyvkc as vkc
from pyvkc import Array, f32


def helper(v):
    if v > 0:
        r = 1.0
    return r


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = helper(x[1])
