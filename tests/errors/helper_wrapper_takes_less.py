import pyvkc as vkc
from pyvkc import Array, f32


import functools


def rooted(f):
    @functools.wraps(f)
    def inner(v):
        return f(v, 2.0)

    return inner


@rooted
def power(v, exponent):
    return v**exponent


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = power(x[1], 3.0)
