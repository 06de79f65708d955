import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(x: Array[i32, 2]):
    vkc.atomic.max(x, 0, 1)
