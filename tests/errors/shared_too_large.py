import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    tile = vkc.shared((1024, 1024), f32)
    tile[0, 0] = 1.0
