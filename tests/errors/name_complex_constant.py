import pyvkc as vkc
from pyvkc import Array, f32


ROTATION = 1 + 2j


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = x[1] * ROTATION
