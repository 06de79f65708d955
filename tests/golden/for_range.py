import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def for_range(x: Array[f32], n: i32):
    total = 0.0
    for k in range(0, n, 2):
        if x[k] < 0:
            continue
        total += x[k]
    x[0] = total
