import pyvkc as vkc
from pyvkc import Array, f32


def same(a) -> Array[f32]:
    return a[0]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = same(x)
