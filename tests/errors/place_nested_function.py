import pyvkc as vkc
from pyvkc import Array, f32


def make(factor):
    if factor:

        @vkc.kernel
        def wrong(x: Array[f32]):
            x[0] = factr * 2

        return wrong


kernel = make(3)
