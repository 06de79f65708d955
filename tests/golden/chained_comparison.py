import pyvkc as vkc
from pyvkc import Array, f32


def loud(x, i):
    x[i] = x[i] + 1
    return x[i]


@vkc.kernel
def chained_comparison(x: Array[f32]):
    i = vkc.global_id()
    if 0 < loud(x, i) < 10:
        x[i] = 0
