import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def right(x: Array[f32]):
    x[0] = 1


def keep(f):
    return f


@vkc.kernel
def right(x: Array[f32]):
    x[0] = x[0.5]
