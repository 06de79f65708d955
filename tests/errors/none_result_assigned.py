import pyvkc as vkc
from pyvkc import Array, f32


def helper(x, i):
    x[i] = 0


@vkc.kernel
def wrong(x: Array[f32]):
    r = helper(x, 1)
    x[0] = r
