import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def while_else(x: Array[i32]):
    i = vkc.global_id()
    n = x[i]
    while n > 1:
        if n % 7 == 0:
            break
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    else:
        n = -1
    x[i] = n
