import pyvkc as vkc
from pyvkc import Array, f32, i32, u32


@vkc.kernel
def conversions(x: Array[f32], y: Array[i32], z: Array[u32]):
    i = vkc.global_id()
    y[i] = i32(x[i])
    z[i] = y[i]
    x[i] = z[i] + True
