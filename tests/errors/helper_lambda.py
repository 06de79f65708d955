import pyvkc as vkc
from pyvkc import Array, f32


twice = lambda v: 2 * v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = twice(x[1])
