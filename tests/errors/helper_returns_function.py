import pyvkc as vkc
from pyvkc import Array, f32


def choose():
    return max


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = choose()(x[0], x[1])
