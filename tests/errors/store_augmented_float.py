import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(counts: Array[i32]):
    i = vkc.global_id()
    counts[i] += 0.5
