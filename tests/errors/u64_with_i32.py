import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(a: Array[vkc.u64], b: Array[i32]):
    i = vkc.global_id()
    a[i] += b[i]
