import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    table = {0: 1.0, 1: 2.0}
    x[i] = table[i]
