import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    if i >= n:
        return
    tile = vkc.shared(64, f32)
    tile[vkc.local_id()] = x[i]
    vkc.barrier()
    x[i] = tile[0]
