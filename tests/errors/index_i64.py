import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], order: Array[vkc.i64]):
    i = vkc.global_id()
    x[i] = x[order[i]]
