import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32, 2]):
    x[0, 0] = x.T[0, 1]
