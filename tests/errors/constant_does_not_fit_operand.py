import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(x: Array[vkc.u8], y: Array[vkc.u8]):
    i = vkc.global_id()
    y[i] = x[i] + 300
