import pyvkc as vkc
from pyvkc import Array, f32


def shift(tile, lid):
    vkc.barrier()
    tile[lid] = tile[lid + 1]


def rotate(tile, lid, low):
    if lid > low:
        shift(tile, lid)


@vkc.kernel
def wrong(x: Array[f32]):
    lid = vkc.local_id()
    tile = vkc.shared(64, f32)
    rotate(tile, lid, 5)
