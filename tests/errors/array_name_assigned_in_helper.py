import pyvkc as vkc
from pyvkc import Array, f32


def first(a):
    a = a[0]
    return a


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = first(x)
