import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    big = 2**80
    k = big
    x[0] = vkc.f64(1.0) * (k // 3) + (1 << 70 if x[0] > 0 else 0)
