import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(x: Array[vkc.bool_]):
    vkc.atomic.add(x, 0, True)
