import pyvkc as vkc
from pyvkc import Array, f32

SCALE = 2.5
SHAPE = (3, 4)


@vkc.kernel
def constants(x: Array[f32]):
    i = vkc.global_id()
    if SHAPE[0] > 4:
        x[i] = -1
    x[i] = SCALE * SHAPE[1] + x[-1]
