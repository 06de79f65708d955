import pyvkc as vkc
from pyvkc import Array, f32


@vkc.struct
class Particle:
    position: vkc.vec3
    mass: f32
    spin: vkc.mat2


@vkc.kernel
def structs(particles: Array[Particle], heaviest: Particle, step: f32):
    i = vkc.global_id()
    particle = particles[i]
    particles[i].position.x = particle.position.x + step * particle.mass
    if particle.mass > heaviest.mass:
        particles[i] = heaviest
