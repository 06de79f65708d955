import pyvkc as vkc
from pyvkc import Array, f32


def weighted(v, weights=[1.0, 2.0]):
    return v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = weighted(x[1])
