import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(x: Array[vkc.vec3]):
    vkc.atomic.add(x, 0, vkc.vec3(1))
