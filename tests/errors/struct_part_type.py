import pyvkc as vkc
from pyvkc import Array, f32, i32, vec3


@vkc.struct
class Particle:
    pos: vec3
    mass: f32 = 1.0


@vkc.kernel
def wrong(x: Array[f32], n: i32):
    p = Particle((1, 2, 3))
    p.pos = (1, 2)
    x[0] = p.mass
