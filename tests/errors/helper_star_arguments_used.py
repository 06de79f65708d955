import pyvkc as vkc
from pyvkc import Array, f32, i32


def total(first, *rest):
    return first + rest[2]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = total(x[1], x[2], x[3])
