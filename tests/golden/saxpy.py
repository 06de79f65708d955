import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def saxpy(x: Array[f32], y: Array[f32], a: f32):
    i = vkc.global_id()
    y[i] = a * x[i] + y[i]
