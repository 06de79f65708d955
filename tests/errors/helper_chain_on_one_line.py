import pyvkc as vkc
from pyvkc import Array, f32


def inverse(v):
    return vkc.popcount(v)


def smooth(v):
    return inverse(v) + inverse(-v)


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = 1 + smooth(x[1]) + smooth(x[2])
