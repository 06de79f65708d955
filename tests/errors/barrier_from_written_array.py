import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: Array[i32]):
    n[0] = 5
    for k in range(n[0]):
        vkc.barrier()
