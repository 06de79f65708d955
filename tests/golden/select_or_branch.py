import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def select_or_branch(x: Array[f32], n: i32):
    i = vkc.global_id()
    small = x[i] if i < n else 0.0
    if small > 1:
        small = 1.0
    x[i] = small if small > 0.5 else (y := vkc.sqrt(small)) * y
