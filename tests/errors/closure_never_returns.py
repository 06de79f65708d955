import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32]):
    def half(v):
        if v > 0:
            return v / 2

    x[0] = half(x[1])
