import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    steps = 4
    if vkc.local_id() == 0:
        steps = 5
    for k in range(steps):
        vkc.barrier()
