import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    x[i] = f"{n} items"
