import pyvkc as vkc
from pyvkc import Array, f32


def scaled(v, factor="2"):
    return v * factor


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = scaled(
        x[1],
    )
