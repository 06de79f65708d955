import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(x: Array[i32]):
    vkc.atomic.compare_exchange(x, 0, 1)
