import pyvkc as vkc
from pyvkc import Array, f32

OPTIONS = {"ndim": 1}


@vkc.kernel
def wrong(x: Array[f32, 2]):
    i, j = vkc.global_id()
    x[i, j] = 0
