import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(count: Array[i32]):
    ticket = vkc.atomic.add(count, 0, 1)
    if ticket == 3:
        vkc.barrier()
