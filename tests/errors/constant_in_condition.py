import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(x: Array[vkc.u32]):
    i = vkc.global_id()
    if x[i] & -1:
        x[i] = 0
