import pyvkc as vkc
from pyvkc import Array, f32, vec3


@vkc.struct
class Particle:
    position: vec3
    mass: f32


@vkc.kernel
def wrong(particles: Array[Particle]):
    p = particles[vkc.global_id()]
    p.position.x += 1
