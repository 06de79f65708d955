"""What a function written for pyshader may not say, and what is said about it."""

from __future__ import annotations

import pytest

from pyvkc import python2shader
from pyvkc.errors import CompileError
from pyvkc.pyshader import Array, Struct, f32, i32, ivec2, ivec3, vec2, vec3, vec4


def refused(message, *parameters):
    """A shader whose parameters are refused; the error stands at the `def` line."""

    def compute(index, data):
        pass

    compute.__defaults__ = parameters
    with pytest.raises(CompileError, match=message) as caught:
        python2shader(compute)
    assert caught.value.lineno == compute.__code__.co_firstlineno


INDEX, DATA = ("input", "GlobalInvocationId", ivec3), ("buffer", 0, Array(f32))
INPUT = "GlobalInvocationId"
WRONG = [
    ("'index' does not say what it is; write it as a default", [DATA]),
    ("'data' is 3, which is no tuple of a kind, a slot and a type", [INDEX, 3]),
    ("'data' is .'buffer', 0., which is no tuple", [INDEX, ("buffer", 0)]),
    ("of the kind 'output': a compute shader has no outputs; write to a buffer", [("output", 0, vec4), DATA]),
    ("of the kind 'texture': textures belong to graphics", [("texture", 0, "2d i32"), DATA]),
    ("of the kind 'sampler': samplers belong to graphics", [("sampler", (0, 1), ""), DATA]),
    ("of the kind 'push': push constants are not of this dialect", [("push", 0, f32), DATA]),
    ("of the kind 'bufer': the kinds are input, buffer, uniform", [("bufer", 0, f32), DATA]),
    ("is the input 0: inputs with numbers belong to graphics", [("input", 0, vec2), DATA]),
    ("no input 'VertexId' here; a compute shader has", [("input", "VertexId", i32), DATA]),
    ("here; did you mean 'GlobalInvocationId'", [("input", "GlobalInvocationID", 0), DATA]),
    ("the input GlobalInvocationId is of type ivec3 or uvec3, not vec3", [("input", INPUT, vec3), DATA]),
    ("the input WorkgroupId is of type ivec3 or uvec3, not ivec2", [("input", "WorkgroupId", ivec2), DATA]),
    ("LocalInvocationIndex is of type i32 or u32, not ivec3", [("input", "LocalInvocationIndex", ivec3), DATA]),
    ("a number from 0 on, or a set and such a number, not -1", [INDEX, ("buffer", -1, Array(f32))]),
    ("the slot of 'data' is a number", [INDEX, ("buffer", "0", Array(f32))]),
    ("the slot of 'data' is a number", [INDEX, ("buffer", (0, 1, 2), Array(f32))]),
    ("the buffer 'data' is an array such as Array.f32., not f32", [INDEX, ("buffer", 0, f32)]),
    ("'f33' is no type; types are written as f32, vec3", [INDEX, ("buffer", 0, "f33")]),
    ("'Array.f32' is no type", [INDEX, ("buffer", 0, "Array(f32")]),
    ("'Array' is no type", [INDEX, ("buffer", 0, "Array")]),
    ("'Vector.5,f32.' is no type", [INDEX, ("buffer", 0, "Vector(5,f32)")]),
    ("3.5 is no type; write one such as", [INDEX, ("buffer", 0, 3.5)]),
    ("is Array.f32.; uniforms are numbers of 32 and 64 bits", [INDEX, ("uniform", 0, Array(f32))]),
    ("the uniform 'data' is boolean; uniforms are numbers", [INDEX, ("uniform", 0, "boolean")]),
    ("'b' of the uniform 'data' would lie at byte 8, where Vulkan", [INDEX, ("uniform", 0, Struct(a=vec2, b=vec3))]),
    ("has the set 0 and the slot 4, and so has 'index'", [("uniform", 4, f32), ("buffer", (0, 4), Array(f32))]),
]  # fmt: skip


@pytest.mark.parametrize(("message", "parameters"), WRONG, ids=[each[0][:40] for each in WRONG])
def test_parameters_that_are_refused(message, parameters):
    refused(message, *parameters)


def test_the_error_stands_at_the_parameter():
    with pytest.raises(CompileError) as caught:

        @python2shader
        def compute(
            index=("input", "GlobalInvocationId", ivec3),
            data=("texture", 0, "2d r32f"),
        ):
            pass

    assert caught.value.text.strip() == 'data=("texture", 0, "2d r32f"),'
    assert caught.value.text[caught.value.offset - 1 :].startswith('("texture"')


def test_what_the_body_may_not_do_is_told_at_the_line():
    @python2shader
    def compute(index=("input", "GlobalInvocationId", ivec3), data=("buffer", 0, Array(f32))):
        data[index.x] = undefined  # noqa: F821

    with pytest.raises(CompileError, match="the name 'undefined' is not defined") as caught:
        compute.to_spirv()
    assert "undefined" in caught.value.text
