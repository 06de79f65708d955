"""Short ways to build typed trees by hand, as the checker would: Python numbers become i32, f32 and bool constants."""

from __future__ import annotations

import itertools

from pyvkc.frontend import ir
from pyvkc.frontend.pprint import INFIX
from pyvkc.types import ArrayType, bool_, f32, i32

ROWS = {symbol.strip(): row for row, (symbol, _) in INFIX.items()}
BOOLEAN = {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "logical_not"}
_numbers = itertools.count(1000)


def lift(value):
    """An expression as it is; a Python number as a constant."""
    if isinstance(value, bool):
        return ir.TRUE if value else ir.FALSE
    if isinstance(value, int):
        return ir.Constant(value, i32)
    return ir.Constant(value, f32) if isinstance(value, float) else value


def op(row, *operands):
    """An operation by its symbol or its row's name."""
    row, operands = ROWS.get(row, row), tuple(map(lift, operands))
    return ir.Operation(row, operands, bool_ if row in BOOLEAN else operands[0].type)


def both(left, *right):
    """``left and right``."""
    return ir.Select(left, both(*right), ir.FALSE, bool_) if right else left


def either(left, *right):
    """``left or right``."""
    return ir.Select(left, ir.TRUE, either(*right), bool_) if right else left


def choose(then, condition, otherwise):
    """``then if condition else otherwise``."""
    then, otherwise = lift(then), lift(otherwise)
    return ir.Select(condition, then, otherwise, then.type)


def convert(type, value):
    return ir.Convert(lift(value), type)


def array(name, element=f32, ndim=1, index=0, contiguous=True):
    return ir.ArrayParameter(name, ArrayType(element, ndim, contiguous), index)


def scalar(name, type=i32, index=0):
    return ir.Argument(ir.ValueParameter(name, type, index))


def variable(name, type=i32, mutable=False):
    return ir.Variable(name, type, next(_numbers), mutable)


def read(variable):
    return ir.Read(variable)


def extent(array, axis=0):
    return ir.Extent(array, axis)


def position(kind="global_id", axis=0):
    return ir.Position(kind, axis)


def load(array, *indices, checks=None):
    return ir.Load(array, tuple(map(lift, indices)), checks or (True,) * len(indices))


def store(array, *rest, checks=None):
    """``store(x, i, j, value)``."""
    *indices, value = map(lift, rest)
    return ir.Store(array, tuple(indices), value, checks or (True,) * len(indices))


def assign(variable, value):
    return ir.Assign(variable, lift(value))


def when(condition, *then, otherwise=()):
    return ir.If(condition, then, tuple(otherwise))


def loop(variable, start, stop, step, *body):
    return ir.For(variable, lift(start), lift(stop), lift(step), body)


def repeat(condition, *body, prelude=()):
    return ir.While(tuple(prelude), lift(condition), body)


def kernel(*body, parameters=(), functions=(), ndim=1, workgroup=None, name="k", fastmath=frozenset()):
    """A kernel; parameters may be given as arguments."""
    parameters = tuple(getattr(parameter, "parameter", parameter) for parameter in parameters)
    return ir.Kernel(name, parameters, body, tuple(functions), ndim, workgroup or (64, 1, 1)[:ndim], fastmath)
