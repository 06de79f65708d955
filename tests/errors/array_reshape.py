import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def k(x: Array[f32], m: Array[f32, 2], n: i32):
    i = vkc.global_id()
    x[i] = x.reshape(2, 3)[0, i]
