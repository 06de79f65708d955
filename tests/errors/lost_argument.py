import pyvkc as vkc
from pyvkc import Array, f32


@vkc.struct
class Particle:
    mass: f32

    def eat(self, more):
        self.mass += more


@vkc.kernel
def wrong(particles: Array[Particle]):
    particles[vkc.global_id()].eat(1.0)
