import pyvkc as vkc
from pyvkc import Array, f32


def make():
    @vkc.kernel
    def wrong(x: Array[f32]):
        x[0] = factor

    wrong.compile()
    factor = 2.0
    return factor


make()
