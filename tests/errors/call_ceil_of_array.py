import math

import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def raise_all(x: Array[f32]):
    x[0] = math.ceil(x)
