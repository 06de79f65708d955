import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32], n: i32):
    def scaled(v):
        return v * factor

    if n > 0:
        factor = 2
    x[0] = scaled(x[1])
