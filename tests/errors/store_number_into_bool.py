import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(flags: Array[bool], n: i32):
    flags[0] = n & 4
