import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def elementary(x: Array[f32]):
    i = vkc.global_id()
    x[i] = vkc.sqrt(x[i]) ** 2 + min(x[i], 1.0) + vkc.floor(x[i])
