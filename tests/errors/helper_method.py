import pyvkc as vkc
from pyvkc import Array, f32


class Filter:
    def __init__(self, gain):
        self.gain = gain

    def apply(self, v):
        return v * self.gain


loud = Filter(2.0)


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = loud.apply(x[1])
