import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    own = vkc.local(100_000, f32)
    own[0] = 1.0
