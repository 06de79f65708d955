import pyvkc as vkc
from pyvkc import Array, f32, i32, vec2


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    v = vec2(1)
    x[0] = 1.0 if v < 2 else 0.0
