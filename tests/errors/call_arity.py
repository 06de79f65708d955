import pyvkc as vkc
from pyvkc import Array, f32


import math


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = math.sin(x[0], x[1])
