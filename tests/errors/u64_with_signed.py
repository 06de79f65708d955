import pyvkc as vkc
from pyvkc import Array


@vkc.kernel
def wrong(a: Array[vkc.u64], b: Array[vkc.i64]):
    i = vkc.global_id()
    a[i] = a[i] + b[i]
