import pyvkc as vkc
from pyvkc import Array, f32, i32


def clear(a, k):
    a[k] = 0.5


@vkc.kernel
def wrong(x: Array[f32], counts: Array[i32]):
    clear(x, 0)
    clear(counts, 0)
