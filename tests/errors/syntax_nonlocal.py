import pyvkc as vkc
from pyvkc import Array, i32


def outer():
    total = 0

    @vkc.kernel
    def wrong(x: Array[i32]):
        nonlocal total
        total = x[0]

    return total


outer()
