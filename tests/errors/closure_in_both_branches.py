import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32], n: i32):
    if n > 0:
        def step(v):
            return v + 1
    else:
        def step(v):
            return v - 1

    x[0] = step(x[1])
