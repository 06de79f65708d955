import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def bool_array(flags: Array[bool], x: Array[f32]):
    i = vkc.global_id()
    flags[i] = x[i] > 0 or flags[i]
