import pyvkc as vkc
from pyvkc import Array, f32, i32


def total(**values):
    return 0


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = total(a=x[1])
