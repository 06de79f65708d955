import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def positions(x: Array[i32, 3]):
    i, j, k = vkc.global_id()
    x[i, j, k] = vkc.local_id(2) + vkc.group_id()[1] * vkc.num_groups(0) + vkc.global_size(-1) + vkc.group_size(0)
