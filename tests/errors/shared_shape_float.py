import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    tile = vkc.shared((8, 64 / 2), f32)
    tile[0, 0] = 1.0
