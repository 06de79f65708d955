import pyvkc as vkc
from pyvkc import Array, u32


@vkc.kernel
def unsigned_division(x: Array[u32], n: u32):
    i = vkc.global_id()
    x[i] = x[i] // n + x[i] % 16
