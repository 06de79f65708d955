import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def guard(x: Array[f32], n: i32):
    i = vkc.global_id()
    if i < n and i < len(x):
        x[i] = 0
