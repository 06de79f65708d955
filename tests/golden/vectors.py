import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def vectors(x: Array[f32], a: vkc.vec3, k: f32):
    i = vkc.global_id()
    b = a.zyx * k + 1
    x[i] = b.x + b.y * b.z
