import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    for a in (1.0, 2.0):
        for i in vkc.static_range(1000):
            x[i] += a
