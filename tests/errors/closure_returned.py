import pyvkc as vkc
from pyvkc import Array, f32, i32


def adder(n):
    def add(v):
        return v + n

    return add


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = adder(1)(x[1])
