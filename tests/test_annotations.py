"""Annotations of parameters: our types, NumPy's, Python's, pyshader's, and those written as text."""

from __future__ import annotations

import inspect
import sys

import numpy as np
import pyshader
import pytest

import pyvkc as vkc
from pyvkc import Array, Matrix, Vector, bf16, bool_, f32, i32, mat3, mat4, u32
from pyvkc.annotations import AnnotationError, annotation_type, annotations_of, parse_types, scalar_type
from pyvkc.types import ArrayType, f64, ivec2, ivec3, uvec4, vec2, vec3


@pytest.mark.parametrize(
    ("annotation", "type"),
    [
        (f32, f32),
        (vec3, vec3),
        (int, i32),
        (float, f32),
        (bool, bool_),
        (np.float32, f32),
        (np.uint32, u32),
        (np.bool_, bool_),
        (Array, ArrayType()),
        (Array[f32], ArrayType(f32)),
        (Array[f32, 2], ArrayType(f32, 2)),
        (Array[np.int32], ArrayType(i32)),
        (Array[float, 3], ArrayType(f32, 3)),
        (Array[np.dtype("u4"), 1], ArrayType(u32, 1)),
        (Array[bool], ArrayType(bool_)),
        (mat4, mat4),
        (Matrix[np.float64, 2, 3], Matrix(f64, 2, 3)),
        (Vector[float, 3], vec3),
        (Vector[bf16, 2], Vector(bf16, 2)),
        (Array[vec3], ArrayType(vec3)),
        (Array[Vector[np.uint32, 4], 2], ArrayType(uvec4, 2)),
        (Array[mat4, 1], ArrayType(mat4, 1)),
        (Array[pyshader.ivec2], ArrayType(ivec2)),
        (np.dtype("f4"), f32),
        (np.dtype(("f4", (3,))), vec3),
        (np.dtype(("f8", (2, 3))), Matrix(f64, 2, 3)),
        (None, None),
    ],
)
def test_what_an_annotation_asks_for(annotation, type):
    assert annotation_type(annotation) == type


@pytest.mark.parametrize(
    ("annotation", "type"),
    [
        (pyshader.f32, f32),
        (pyshader.f64, f64),
        (pyshader.i32, i32),
        (pyshader.boolean, bool_),
        (pyshader.vec2, vec2),
        (pyshader.ivec2, ivec2),
        (pyshader.ivec3, ivec3),
        (pyshader.Array(pyshader.f32), ArrayType(f32)),
        (pyshader.Array(pyshader.i32), ArrayType(i32)),
    ],
)
def test_pyshaders_types_mean_ours(annotation, type):
    assert annotation_type(annotation) == type


@pytest.mark.parametrize("wrong", [str, list, 3, "f32 f32", object(), np.float32(1), np.floating, [f32], pyshader.mat2])
def test_other_objects_are_no_annotations(wrong):
    with pytest.raises(TypeError, match="is not an annotation for kernels"):
        annotation_type(wrong)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (str, "takes an element type"),
        (3, "takes an element type"),
        (np.complex64, "takes an element type"),
        ([f32], "takes an element type"),
        ((f32, 7), "number of dimensions from 0 to 6"),
        ((f32, -1), "number of dimensions from 0 to 6"),
        ((f32, "2"), "number of dimensions from 0 to 6"),
        ((f32, 1, 2), "number of dimensions from 0 to 6"),
        ((f32, True), "number of dimensions from 0 to 6"),
    ],
)
def test_array_annotations_are_checked_where_they_are_written(item, message):
    with pytest.raises(TypeError, match=message):
        Array[item]


@pytest.mark.parametrize(
    "item", [(f32, 1), (f32, 5), (f32, True), (f32, 2.0), (f32,), f32, (f32, 2, 2), (vec3, 2), (str, 2)]
)
def test_vectors_have_two_to_four_numbers(item):
    with pytest.raises(TypeError, match=r"Vector\[.*2 to 4|Vector\[.* takes a number type first"):
        Vector[item]


@pytest.mark.parametrize("item", [(f32, 3), (f32, 1, 2), (f32, 2, 5), (f32, 2, 2, 2), (mat3, 2, 2), (list, 2, 2)])
def test_matrices_have_two_to_four_rows_and_columns(item):
    with pytest.raises(TypeError, match=r"Matrix\[.*2 to 4|Matrix\[.* takes a number type first"):
        Matrix[item]


@pytest.mark.parametrize(
    ("value", "type"),
    [(f32, f32), (np.float32, f32), (np.dtype("i4"), i32), (np.dtype(">i4"), None), (np.generic, None), (float, None),
     (pyshader.f32, f32), (pyshader.vec3, None), ("f32", None), (3, None), (np.complex64, None), (np.str_, None)],
)  # fmt: skip
def test_what_converts_to_a_scalar(value, type):
    assert scalar_type(value) == type


# Text


def test_text_is_evaluated_where_the_function_was_written():
    local = Array[u32, 2]

    def k(a: local, b: "local", c: "Array['f32']" = None, d: vkc.f32 = 0, e: "vkc.Array[vkc.i32]" = None) -> None:
        return local

    with pytest.raises(TypeError, match="the annotation of 'c'"):
        annotations_of(k)
    k.__annotations__.pop("c")
    assert annotations_of(k) == {
        "a": ArrayType(u32, 2), "b": ArrayType(u32, 2), "d": f32, "e": ArrayType(i32)
    }  # fmt: skip


def test_text_that_names_nothing_names_the_parameter():
    def k(x: "Aray[f32]"):  # noqa: F821
        pass

    with pytest.raises(TypeError, match="the annotation of 'x': name 'Aray' is not defined"):
        annotations_of(k)


def test_a_kernel_takes_pyshaders_annotations():
    @vkc.kernel
    def scale(x: pyshader.Array(pyshader.f32), factor: pyshader.f32, n: pyshader.i32):
        i = vkc.global_id()
        if i < n:
            x[i] = x[i] * factor

    x = np.ones(4, np.float32)
    scale[4](x, 3, 2)
    assert x.tolist() == [3, 3, 1, 1]
    with pytest.raises(TypeError, match="'x' is an array of i32"):
        scale[4](np.ones(4, np.int32), 3, 2)


def test_a_kernel_takes_pyshaders_vectors():
    @vkc.kernel
    def k(out: pyshader.Array(pyshader.i32), offset: pyshader.ivec3):
        out[0] = offset.x + 10 * offset.y + 100 * offset.z

    out = np.zeros(1, np.int32)
    k[1](out, (1, 2, 3))
    assert out[0] == 321


def test_a_local_is_annotated():
    @vkc.kernel
    def k(out: Array[f32], n: i32):
        a: f32 = n
        b: "vkc.f32" = 1
        c: float = n // 2
        d: np.float32 = True
        out[0] = a / 2 + b / 4 + c / 8 + d / 16

    out = np.zeros(1, np.float32)
    k[1](out, 5)
    assert out[0] == 5 / 2 + 1 / 4 + 2 / 8 + 1 / 16


# Types as text


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("f32", [(None, f32)]),
        ("f32[:]", [(None, ArrayType(f32, 1))]),
        ("f32[:, :], i32[:,:,:] , f32", [(None, ArrayType(f32, 2)), (None, ArrayType(i32, 3)), (None, f32)]),
        ("x: f32[:], a: f32", [("x", ArrayType(f32, 1)), ("a", f32)]),
        ("bool, bool_[:]", [(None, bool_), (None, ArrayType(bool_, 1))]),
        ("vec3, uvec4", [(None, Vector(f32, 3)), (None, uvec4)]),
        ("vec3[:], m: mat3[:, :]", [(None, ArrayType(vec3, 1)), ("m", ArrayType(mat3, 2))]),
        ("mat4, bf16[:], dvec2", [(None, mat4), (None, ArrayType(bf16, 1)), (None, Vector(f64, 2))]),
        ("f32[]", [(None, ArrayType(f32, 0))]),
        ("", []),
        ("f32[:],", [(None, ArrayType(f32, 1))]),
    ],
)
def test_types_as_text(text, types):
    assert parse_types(text) == types


@pytest.mark.parametrize(
    "text",
    [
        "float33",
        "f32[3]",
        "f32 f32",
        "f32[:",
        "x: y: f32",
        "vec5[:]",
        "Array",
        "Vector",
        "Particle[:]",
        "np.float32",
        ", f32",
    ],
)
def test_text_that_is_no_list_of_types(text):
    with pytest.raises(TypeError, match="is not a"):
        parse_types(text)


@pytest.mark.parametrize("make", [vkc.Array, vkc.Vector, vkc.Matrix], ids=lambda make: make.__name__)
def test_nothing_in_brackets_is_told(make):
    with pytest.raises(TypeError, match=r"takes an? \w+ type"):
        make[()]


def test_names_that_python_does_not_find_yet(monkeypatch):
    """From Python 3.14 on annotations are evaluated when they are asked for, and may then raise a NameError."""
    written = {"x": "Array[f32]", "n": "missing", "return": "None"}

    class Later:
        class Format:
            STRING = 4

        @staticmethod
        def get_annotations(function, format):
            assert format == 4
            return written

    def unfound(function):
        raise NameError("name 'missing' is not defined")

    def k(x, n):
        x[0] = n

    monkeypatch.setitem(sys.modules, "annotationlib", Later)
    monkeypatch.setattr(inspect, "get_annotations", unfound)
    with pytest.raises(AnnotationError, match=r"the annotation of 'n': name 'missing' is not defined"):
        annotations_of(k)
    written["n"] = "i32"
    assert annotations_of(k) == {"x": ArrayType(f32), "n": i32}


def test_locals_of_an_enclosing_function_in_text():
    def make(kind, axes):
        local = Array[kind, axes]

        @vkc.kernel
        def k(x: "local", a: "kind"):
            x[(0,) * axes] = a

        return k

    assert make(f32, 2).ir().startswith("def k(x: f32[:, :] write, a: f32)")
    assert make(i32, 1).ir().startswith("def k(x: i32[:] write, a: i32)")
