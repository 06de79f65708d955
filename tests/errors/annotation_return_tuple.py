import pyvkc as vkc
from pyvkc import Array, f32


def halves(v) -> tuple[f32, f32]:
    return v / 2, v / 2, 0.0


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = halves(x[1])[0]
