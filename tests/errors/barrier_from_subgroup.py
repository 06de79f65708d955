import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    if vkc.subgroup.any(x[vkc.global_id()] > 0):
        vkc.barrier()
