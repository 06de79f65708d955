import pyvkc as vkc
from pyvkc import Array, i32


@vkc.kernel
def wrong(a: Array[vkc.u64], b: Array[vkc.i64], n: i32):
    if n > 0:
        v = a[0]
    else:
        v = b[0]
    a[0] = v
