import pyvkc as vkc
from pyvkc import Array


import math


@vkc.kernel
def wrong(x: Array[vkc.f64]):
    x[0] = math.sin(x[0])
