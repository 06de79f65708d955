import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    values = [v for v in (10.0, 20.0, 30.0) if v >= 30]
    x[i] = values[0]
