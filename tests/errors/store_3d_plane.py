import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(volume: Array[f32, 3]):
    i = vkc.global_id()
    volume[i] = 0.0
