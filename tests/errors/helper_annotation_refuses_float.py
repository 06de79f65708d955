import pyvkc as vkc
from pyvkc import Array, f32, i32


def twice(v: i32):
    return 2 * v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = twice(x[1])
