import pyvkc as vkc
from pyvkc import Array, f32


def square(v):
    return v * v


def fill(target, k, v):
    target[k] = square(v)


@vkc.kernel
def helper_functions(x: Array[f32]):
    i = vkc.global_id()
    fill(x, i, x[i])
