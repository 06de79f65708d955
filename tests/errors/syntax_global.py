import pyvkc as vkc
from pyvkc import Array, i32


total = 0


@vkc.kernel
def wrong(x: Array[i32]):
    global total
    total = x[0]
