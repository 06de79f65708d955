import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def narrow_numbers(x: Array[i32], bytes: Array[vkc.u8], n: vkc.u16):
    i = vkc.global_id()
    x[i] = x[i] // n + bytes[i]
