import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    i = vkc.global_id()
    while x[i] > 0.5:
        x[i] = x[i] / 2
        vkc.barrier()
