import numpy as np

import pyvkc as vkc
from pyvkc import Array

Packed = vkc.struct(np.dtype([("count", np.int32), ("total", np.float64)]))


@vkc.kernel
def packed_struct(x: Array[Packed]):
    x[vkc.global_id()].total = 1.5
