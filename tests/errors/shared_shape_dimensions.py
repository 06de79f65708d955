import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    tile = vkc.shared((1, 2, 3, 4, 5, 6, 7), f32)
