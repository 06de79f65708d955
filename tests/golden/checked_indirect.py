import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def checked_indirect(x: Array[f32], order: Array[i32]):
    i = vkc.global_id()
    x[order[i]] = x[i]
