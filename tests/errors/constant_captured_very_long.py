import pyvkc as vkc
from pyvkc import Array, i32


BIG = 7**20_000


@vkc.kernel
def wrong(x: Array[i32]):
    x[0] = x[1] + BIG
