import pyvkc as vkc
from pyvkc import Array, f32

OPTIONS = {"ndim": 2}


@vkc.kernel
def wrong(x: Array[f32]):
    i = vkc.global_id() + 1
    x[i] = 0
