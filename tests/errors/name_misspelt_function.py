import pyvkc as vkc
from pyvkc import Array, f32


import math


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = maths.sin(x[0])
