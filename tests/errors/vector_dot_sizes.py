import pyvkc as vkc
from pyvkc import Array, f32, i32, vec2, vec3


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    x[0] = vkc.dot(vec2(1), vec3(2))
