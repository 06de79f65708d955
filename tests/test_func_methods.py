"""Functions that ``@vkc.func`` marks in classes: methods in kernels and in Python, unless they are static."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from kernels import filled

import pyvkc as vkc
from pyvkc import Array, f32, vec2


@dataclass(frozen=True)
class Model:
    rate: float

    @vkc.func
    def scaled(self, x, by=1.0):
        return x * self.rate * by

    @vkc.func
    def twice(self, x):
        return self.scaled(x, by=2.0) + Model.offset(x) + self.before(x)

    @staticmethod
    @vkc.func
    def offset(x):
        return x + 1

    @vkc.func
    @staticmethod
    def before(x):
        return x - 1

    @classmethod
    @vkc.func
    def of_class(cls, x):
        return cls.offset(x)

    @vkc.kernel
    def k(self, out: Array[f32]):
        out[vkc.global_id()] = self.twice(3.0) + self.of_class(1.0)


@vkc.struct
class Ball:
    position: vec2
    radius: f32

    @vkc.func
    def area(self, factor=3.0):
        return factor * self.radius**2

    @vkc.func
    def sizes(self):
        return self.area() + self.area(factor=1.0)


def test_a_func_is_a_method_of_a_frozen_dataclass():
    model = Model(2.0)
    assert model.scaled(3.0) == 6.0
    assert model.twice(3.0) == 18.0
    assert Model.scaled(model, 3.0) == 6.0
    assert (model.offset(3.0), model.before(3.0), Model.of_class(3.0), model.of_class(3.0)) == (4.0, 2.0, 4.0, 4.0)
    out = np.zeros(2, np.float32)
    model.k[2](out)
    assert out.tolist() == [20.0, 20.0]
    Model(3.0).k[2](out)
    assert out.tolist() == [26.0, 26.0]


def test_a_method_can_be_taken_and_passed():
    model = Model(4.0)
    taken = model.scaled

    def applied(function, x):
        return function(x)

    @vkc.kernel
    def k(out: Array[f32]):
        out[vkc.global_id()] = taken(2.0) + applied(model.scaled, 1.0)

    assert filled(k, 1) == [12.0]


def test_a_func_is_a_method_of_a_struct():
    @vkc.kernel
    def k(out: Array[f32], balls: Array[Ball]):
        i = vkc.global_id()
        out[i] = balls[i].sizes()

    balls = np.array([((0, 0), 1), ((0, 0), 2)], Ball.dtype)
    assert filled(k, 2, balls) == [4.0, 16.0]
    assert [ball.sizes() for ball in balls] == [4.0, 16.0]
    assert Ball((1, 2), 3).area() == 27.0


def test_a_struct_has_no_static_methods_marked_or_not():
    with pytest.raises(TypeError, match=r"struct Odd: 'f' is a staticmethod; write a function outside the class"):

        @vkc.struct
        class Odd:
            x: f32

            @vkc.func
            @staticmethod
            def f(x):
                return x
