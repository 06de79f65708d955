import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = x[1] ** 5_000_000_000
