import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    for k in range(n):
        vkc.barrier()
        if vkc.global_id() == k:
            break
        x[k] = 1.0
