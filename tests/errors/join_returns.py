import pyvkc as vkc
from pyvkc import Array, f32


def helper(v):
    if v > 0:
        return 1.0, 2.0
    return 0.0


@vkc.kernel
def wrong(x: Array[f32]):
    pair = helper(x[0])
    x[1] = pair[0]
