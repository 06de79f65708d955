import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel(fastmath={"contract"})
def contraction(x: Array[f32], a: f32):
    i = vkc.global_id()
    x[i] = a * x[i] + x[i]
