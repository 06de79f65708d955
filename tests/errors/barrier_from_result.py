import pyvkc as vkc
from pyvkc import Array, f32


def first(x, i):
    for k in range(8):
        if x[i + k] > 0:
            return k
    return 8


@vkc.kernel
def wrong(x: Array[f32]):
    i = vkc.global_id()
    found = first(x, i)
    if found < 8:
        vkc.barrier()
