import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: vkc.u32, m: i32):
    for k in range(m, n):
        x[k] = 0
