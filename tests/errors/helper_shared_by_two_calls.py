import pyvkc as vkc
from pyvkc import Array, f32, i32


def mean(a, b):
    return (a + b) >> 1


@vkc.kernel
def wrong(x: Array[f32], counts: Array[i32]):
    i = vkc.global_id()
    counts[i] = mean(counts[i], counts[i + 1])
    x[i] = mean(x[i], x[i + 1])
