import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(image: Array[f32, 2]):
    image[0, 0] = image[1] * 2
