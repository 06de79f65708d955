import pyvkc as vkc
from pyvkc import Array, i32


def keep(v: vkc.u8):
    return v


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = keep(1000)
