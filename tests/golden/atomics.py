import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def atomics(bins: Array[i32], x: Array[i32]):
    i = vkc.global_id()
    place = vkc.atomic.add(bins, 0, 1)
    vkc.atomic.max(bins, x[i], place)
