import pyvkc as vkc
from pyvkc import Array, f32

OPTIONS = {"ndim": 1}


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = vkc.global_id(1)
