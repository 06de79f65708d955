import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def tidy(x: Array[f32]):
    x[0] = round(x[0], 40)
