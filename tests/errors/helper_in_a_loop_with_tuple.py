import pyvkc as vkc
from pyvkc import Array, f32


def norm(p):
    return p[0] * p[0] + p[1] * p[1] + p[2]


@vkc.kernel
def wrong(x: Array[f32]):
    for k in range(4):
        x[k] = norm((x[k], 1.0))
