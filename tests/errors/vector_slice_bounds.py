import pyvkc as vkc
from pyvkc import Array, f32, i32, vec3


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    v = vec3(1)[:n]
