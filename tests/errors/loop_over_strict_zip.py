import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], y: Array[f32]):
    for a, b in zip(x, y, strict=True):
        x[0] += a * b
