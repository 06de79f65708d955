import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(counts: Array[i32], x: Array[f32]):
    i = vkc.global_id()
    counts[i] = x[i] * 10
