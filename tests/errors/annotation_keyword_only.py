import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], *, mode: str = "fast"):
    x[0] = 1
