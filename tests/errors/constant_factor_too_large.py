import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(x: Array[vkc.i16]):
    i = vkc.global_id()
    x[i] = 40_000 * x[i]
