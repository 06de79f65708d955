import pyvkc as vkc
from pyvkc import Array, f32, i32, vec2


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    v = i32(vec2(1))
