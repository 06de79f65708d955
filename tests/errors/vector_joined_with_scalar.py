import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32], a: vkc.vec2):
    s = 0.0
    for k in range(4):
        s = s + a
    x[0] = s
