"""pyshader's dialect: ``import pyvkc.pyshader`` in the place of ``import pyshader``.

Has what functions written for pyshader import: the decorator, the types and the library of functions.
"""

from __future__ import annotations

from ..types import (
    bool_,
    bvec2,
    bvec3,
    bvec4,
    f16,
    f32,
    f64,
    i16,
    i32,
    i64,
    ivec2,
    ivec3,
    ivec4,
    mat2,
    mat3,
    mat4,
    u8,
    vec2,
    vec3,
    vec4,
)
from . import stdlib
from .constructors import Array, Matrix, Struct, Vector
from .shader import Shader, python2shader

__all__ = [
    "RES_BUFFER", "RES_INPUT", "RES_OUTPUT", "RES_SAMPLER", "RES_TEXTURE", "RES_UNIFORM", "Array", "Matrix", "Shader",
    "Struct", "Vector", "boolean", "bvec2", "bvec3", "bvec4", "f16", "f32", "f64", "i16", "i32", "i64", "ivec2",
    "ivec3", "ivec4", "mat2", "mat3", "mat4", "python2shader", "stdlib", "u8", "vec2", "vec3", "vec4",
]  # fmt: skip

boolean = bool_
RES_INPUT, RES_OUTPUT, RES_UNIFORM, RES_BUFFER = "input", "output", "uniform", "buffer"
RES_TEXTURE, RES_SAMPLER = "texture", "sampler"
