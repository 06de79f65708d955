import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(
    x: Array[f32],
    scale: "Scale" = 1.0,
):
    x[0] = scale
