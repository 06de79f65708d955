import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel
def wrong(x: Array[f32]):
    own = vkc.local(4, i32)
    vkc.atomic.add(own, 0, 1)
