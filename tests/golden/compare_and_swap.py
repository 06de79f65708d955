import pyvkc as vkc
from pyvkc import Array, f32, u8


@vkc.kernel
def compare_and_swap(x: Array[f32], y: Array[u8]):
    vkc.atomic.max(x, 0, x[1])
    vkc.atomic.add(y, vkc.global_id(), 1)
