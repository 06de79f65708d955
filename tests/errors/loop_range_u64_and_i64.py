import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], m: vkc.u64, n: vkc.i64):
    for k in range(m, n):
        x[0] = 0
