import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    lane = vkc.subgroup.lane()
    for k in range(n):
        if lane > k:
            continue
        vkc.barrier()
