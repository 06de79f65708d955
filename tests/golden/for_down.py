import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def for_down(x: Array[i32], n: i32):
    for k in range(n, 0, -1):
        x[k] = x[k - 1]
