import pyvkc as vkc
from pyvkc import Array, f32


LIMIT = None


@vkc.kernel
def wrong(x: Array[f32]):
    if x[0] > LIMIT:
        x[0] = 1
