import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    total: {1: f32}.f32 = 0.0
    x[0] = total
