import numpy as np

import pyvkc as vkc
from pyvkc import Array, i32

SMALL = (3, 1, 2)
LARGE = np.arange(32, dtype=np.uint8)


@vkc.kernel
def local_and_table(x: Array[i32]):
    i = vkc.global_id()
    counts = vkc.local((2, 3), i32)
    counts[x[i], i % 3] = LARGE[i]
    x[i] = counts[1, 2] + LARGE[5]
