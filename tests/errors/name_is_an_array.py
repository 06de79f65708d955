import pyvkc as vkc
from pyvkc import Array, f32


import numpy as np

table = np.linspace(0, 1, 5000)


@vkc.kernel
def wrong(x: Array[f32]):
    i = vkc.global_id()
    x[i] = table[i]
