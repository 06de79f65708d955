import pyvkc as vkc
from pyvkc import Array, f32


class Point:
    pass


@vkc.kernel
def wrong(x: Array[f32]):
    p = Point()
    x[0] = 1
