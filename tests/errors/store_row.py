import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(image: Array[f32, 2]):
    i = vkc.global_id()
    image[i] = 0.0
