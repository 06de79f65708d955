import pyvkc as vkc
from pyvkc import Array, f32, i32

SIZES = {"a": 1}


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    x[0] = SIZES["a"]
