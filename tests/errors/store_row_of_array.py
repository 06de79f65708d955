import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def wrong(image: Array[f32, 2], line: Array[f32]):
    image[0] = line
