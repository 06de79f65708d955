import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def elementary(x: Array[f32]):
    i = vkc.global_id()
    x[i] = vkc.sin(x[i]) ** 2 + min(x[i], 1.0) ** 0.5 + round(x[i])
