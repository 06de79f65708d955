import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32]):
    total = 0.0

    def add(v):
        total += v

    add(x[1])
    x[0] = total
