import pyvkc as vkc
from pyvkc import Array, i32, u32


@vkc.kernel
def mixed_signs(x: Array[i32], y: Array[u32], flags: Array[bool]):
    i = vkc.global_id()
    flags[i] = x[i] < y[i]
