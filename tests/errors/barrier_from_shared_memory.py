import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32]):
    flag = vkc.shared(1, i32)
    flag[0] = 0
    vkc.barrier()
    done = flag[0] == 1
    while not done:
        vkc.barrier()
        done = flag[0] == 1
