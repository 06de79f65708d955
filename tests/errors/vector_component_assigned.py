import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    v = vkc.vec2(1.0, 2.0)
    v.xx = vkc.vec2(3.0, 4.0)
    x[i] = v.x
