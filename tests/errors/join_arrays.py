import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], y: Array[i32], n: i32):
    if n > 0:
        source = x
    else:
        source = y
    x[0] = source[1]
