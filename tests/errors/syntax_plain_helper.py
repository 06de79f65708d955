import pyvkc as vkc
from pyvkc import Array, f32


def helper(v):
    try:
        return 1 / v
    except ZeroDivisionError:
        return 0


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = helper(x[1])
