import pyvkc as vkc
from pyvkc import Array, f32


def total(*values):
    return values[0]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = total(x[1], x[2])
