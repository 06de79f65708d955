import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel(workgroup=64)
def shared_memory(x: Array[f32], out: Array[f32]):
    lid = vkc.local_id()
    part = vkc.shared(vkc.group_size(), f32)
    part[lid] = x[vkc.global_id()]
    s = 32
    while s > 0:
        vkc.barrier()
        if lid < s:
            part[lid] += part[lid + s]
        s //= 2
    if lid == 0:
        out[vkc.group_id()] = part[0]
