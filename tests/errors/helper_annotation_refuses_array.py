import pyvkc as vkc
from pyvkc import Array, f32, i32


def first(a: Array[i32]):
    return a[0]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = first(x)
