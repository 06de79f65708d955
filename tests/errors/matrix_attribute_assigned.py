import pyvkc as vkc
from pyvkc import Array, f32, i32, mat2


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    m = mat2(1)
    m.T = mat2(2)
