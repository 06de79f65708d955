import pyvkc as vkc
from pyvkc import Array, i32


def half(v) -> i32:
    return v / 2


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = half(x[1])
