import pyvkc as vkc
from pyvkc import Array, f32, vec2


@vkc.kernel
def wrong(x: Array[f32]):
    for v in (vec2(1.0, 2.0), 1.0):
        pass
    x[0] = v
