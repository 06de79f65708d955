import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(x: Array[f32]):
    x[cuda.grid(1)] = 1  # noqa: F821
