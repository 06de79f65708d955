import pyvkc as vkc
from pyvkc import Array, f32


async def later(v):
    return v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = later(x[1])
