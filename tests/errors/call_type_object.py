import pyvkc as vkc
from pyvkc import Array, f32


import numpy as np

KIND = np.dtype("float32")


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = KIND.name
