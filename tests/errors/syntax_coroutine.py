import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
async def wrong(x: Array[f32]):
    x[0] = 1
