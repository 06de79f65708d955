import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32]):
    def scaled(v, /, factor, *, offset=0):
        return v * factor + offset

    x[0] = scaled(x[1], 2, 3)
