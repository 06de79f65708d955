import pyvkc as vkc
from pyvkc import Array, f32, i32, mat2


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    x[0] = mat2(1)[0, 2]
