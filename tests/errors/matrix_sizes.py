import pyvkc as vkc
from pyvkc import Array, f32, i32, mat2, mat3


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    m = mat2(1) + mat3(1)
