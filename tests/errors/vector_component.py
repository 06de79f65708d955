import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], a: vkc.vec2):
    x[0] = a.z
