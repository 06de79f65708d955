import pyvkc as vkc
from pyvkc import Array, u32

OPTIONS = {"target": "vulkan1.1", "abi": "descriptor"}


@vkc.kernel
def vulkan11(x: Array[u32]):
    i = vkc.global_id()
    x[i] = i
