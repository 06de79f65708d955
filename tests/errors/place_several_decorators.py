import pyvkc as vkc
from pyvkc import Array, f32


def plain(f):
    return f


@vkc.kernel
@plain
@plain
def wrong(x: Array[f32]):
    x[0] = None
