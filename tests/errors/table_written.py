import numpy as np

import pyvkc as vkc
from pyvkc import Array, f32, i32

TABLE = np.arange(4, dtype=np.float32)


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    TABLE[n] = x[0]
