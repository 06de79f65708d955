import pyvkc as vkc
from pyvkc import Array, f32


import numpy as np

START = np.datetime64("2024-01-01")


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = START
