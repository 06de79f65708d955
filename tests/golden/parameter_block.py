import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def parameter_block(
    a: Array[f32, 2], b: Array[f32, 2], c: Array[f32, 2], d: Array[f32, 2], e: Array[f32, 2], k: f32, m: i32, flag: bool
):
    i, j = vkc.global_id()
    if flag:
        e[i, j] = k * a[i, j] + b[i, j] + c[i, j] + d[i, j] + m
