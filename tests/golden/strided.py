import pyvkc as vkc
from pyvkc import Array, f32


@vkc.kernel
def strided(x: vkc.types.ArrayType(f32, 2, False), y: Array[f32, 2]):
    i, j = vkc.global_id()
    y[i, j] = x[j][i]
