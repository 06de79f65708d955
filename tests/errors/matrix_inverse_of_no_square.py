import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    m = vkc.inverse(vkc.Matrix[f32, 2, 3](1))
