import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def widening(x: Array[f32], n: i32):
    total = 0
    for k in range(n):
        total = total + x[k]
    x[0] = total
