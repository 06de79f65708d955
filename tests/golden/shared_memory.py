import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel(workgroup=64)
def shared_memory(x: Array[f32], out: Array[f32]):
    tile = vkc.shared(64, vkc.vec2)
    i, place = vkc.global_id(), vkc.local_id()
    tile[place] = vkc.vec2(x[i], 1)
    vkc.barrier()
    out[i] = tile[63 - place].x + tile[i].y
