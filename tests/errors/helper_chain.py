import pyvkc as vkc
from pyvkc import Array, f32


def innermost(v):
    return v & 1


def middle(v):
    return innermost(v + 1)


def outermost(v):
    return middle(v * 2)


@vkc.kernel
def wrong(x: Array[f32]):
    i = vkc.global_id()
    x[i] = outermost(x[i])
