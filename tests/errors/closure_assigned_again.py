import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32], n: i32):
    step = lambda v: v + 1
    x[0] = step(x[1])
    if n > 0:
        step = 3
    x[1] = step
