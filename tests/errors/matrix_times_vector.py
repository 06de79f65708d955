import pyvkc as vkc
from pyvkc import Array, f32, i32, mat3, vec3


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    m = mat3(1)
    x[0] = (m * vec3(1, 2, 3)).x
