import pyvkc as vkc
from pyvkc import Array, f32, i32, mat3, vec2


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    v = mat3(1) @ vec2(1, 2)
