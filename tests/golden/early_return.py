import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def early_return(x: Array[f32], y: Array[f32]):
    i = vkc.global_id()
    if i >= x.size:
        return
    y[i] = x[i]
