import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    i = vkc.global_id()
    match (n, vkc.vec2(1.0, 2.0)):
        case (0, a) | (a, _):
            x[i] = a[0]
