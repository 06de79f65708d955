import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def floor_division(x: Array[i32], n: i32):
    i = vkc.global_id()
    x[i] = x[i] // 3 + x[i] // 8 + x[i] // n + x[i] % n
