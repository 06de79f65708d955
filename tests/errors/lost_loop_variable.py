import pyvkc as vkc
from pyvkc import Array, vec3


@vkc.kernel
def wrong(points: Array[vec3]):
    for point in points:
        point.x = 0
