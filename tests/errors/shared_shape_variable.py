import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    tile = vkc.shared(n, f32)
    tile[0] = 1.0
