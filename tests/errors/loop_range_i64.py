import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], n: vkc.i64):
    for k in range(n):
        x[k] = 0
