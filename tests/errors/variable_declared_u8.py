import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(x: Array[i32]):
    level: vkc.u8 = 256
    x[0] = level
