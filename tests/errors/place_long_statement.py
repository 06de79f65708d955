import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    x[i] = ((x[i] + 1) * (x[i] + 2) * (x[i] + 3) * (x[i] + 4) * (x[i] + 5) * (x[i] + 6) * (x[i] + 7) + (n ^ x[i]) * (x[i] + 8))
