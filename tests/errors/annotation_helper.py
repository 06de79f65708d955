import pyvkc as vkc
from pyvkc import Array, f32


def helper(v: "vector"):
    return v


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = helper(x[1])
