import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    v = vkc.vec3(1.0, 2.0)
    x[0] = v.x
