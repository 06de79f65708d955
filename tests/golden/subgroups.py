import pyvkc as vkc
from pyvkc import Array, f32, i32


@vkc.kernel(workgroup=64)
def subgroups(x: Array[f32], out: Array[f32], count: Array[i32]):
    i = vkc.global_id()
    out[i] = vkc.subgroup.inclusive_add(x[i]) + vkc.subgroup.shuffle_down(x[i], 1)
    if vkc.subgroup.elect():
        vkc.atomic.add(count, 0, vkc.subgroup.size())
