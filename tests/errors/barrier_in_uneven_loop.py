import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    lid = vkc.local_id()
    for k in range(lid, 64):
        x[k] = 1.0
        vkc.barrier()
