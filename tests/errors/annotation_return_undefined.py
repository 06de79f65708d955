import pyvkc as vkc
from pyvkc import Array, f32


def half(v) -> "float23":
    return v / 2


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = half(x[1])
