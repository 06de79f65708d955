"""A compute shader written for pyshader, as its users wrote it: only the import is another.

Parameters say by their defaults what they are: a place in the launch, or a buffer and the slot that it is bound to.
"""

import numpy as np

import pyvkc as ps  # once: import pyshader as ps


@ps.python2shader
def compute_multiply(
    index=("input", "GlobalInvocationId", ps.ivec3),
    data1=("buffer", 0, ps.Array(ps.f32)),
    data2=("buffer", 1, ps.Array(ps.f32)),
    data3=("buffer", 2, ps.Array(ps.f32)),
):
    i = index.x
    data3[i] = data1[i] * data2[i]


def main():
    data1 = np.array([2, 4, 6, 8, 10], np.float32)
    data2 = np.array([1, 2, 3, 4, 5], np.float32)
    data3 = np.zeros(5, np.float32)
    compute_multiply.groups[5](data1, data2, data3)  # five workgroups of one invocation, on this computer's device
    print(data3)
    module = compute_multiply.to_spirv()  # the same for another engine, such as Kompute or wgpu
    print(f"{len(module)} bytes of SPIR-V; {', '.join(compute_multiply.description['buffers'])} are its buffers")


if __name__ == "__main__":
    main()
