import pyvkc as vkc
from pyvkc import Array, f32


@vkc.func
def helper(v):
    return [v, v]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = helper(1.0)[0]
