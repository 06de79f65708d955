import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    vkc.shared(64, f32)[vkc.local_id()] = 1.0
