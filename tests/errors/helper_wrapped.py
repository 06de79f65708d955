import pyvkc as vkc
from pyvkc import Array, f32


def logged(f):
    def inner(v):
        return f(v)

    inner.__wrapped__ = f
    return inner


@logged
def square(v):
    return v * w


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = square(x[1])
