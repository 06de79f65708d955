import pyvkc as vkc
from pyvkc import Array, f32


import collections

Point = collections.namedtuple("Point", "a b")


@vkc.kernel
def wrong(x: Array[f32]):
    p = Point(1.0, c=2.0)
    x[0] = p.a
