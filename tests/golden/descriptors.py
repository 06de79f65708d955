import pyvkc as vkc
from pyvkc import Array, f32

OPTIONS = {"abi": "descriptor"}


@vkc.kernel
def descriptors(x: Array[f32], flags: Array[bool], a: f32):
    i = vkc.global_id()
    if flags[i]:
        x[i] = a
