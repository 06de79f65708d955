import pyvkc as vkc
from pyvkc import Array, f32


weights = [0.25, 0.5, 0.25]


@vkc.kernel
def wrong(x: Array[f32]):
    x[0] = weights[0]
