import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def k(x: Array[f32], m: Array[f32, 2], n: i32):
    i = vkc.global_id()
    m[0, :] = x[i]
