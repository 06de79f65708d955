import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[i32]):
    def scaled(v: "list[f32]") -> f32:
        return v * 2

    x[0] = scaled(x[1])
