import pyvkc as vkc


import numpy as np


@vkc.kernel
def wrong(x: np.complex64):
    pass
