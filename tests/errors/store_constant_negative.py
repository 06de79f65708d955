import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(counts: Array[vkc.u8]):
    counts[0] = -1
