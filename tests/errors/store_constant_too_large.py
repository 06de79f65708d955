import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(counts: Array[i32]):
    counts[0] = 3_000_000_000
