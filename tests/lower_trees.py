"""Typed trees written by hand for the tests of the lowering: variables and parameters stand for their values."""

from __future__ import annotations

from pyvkc.frontend import ir
from pyvkc.types import ArrayType, Scalar, bool_, f32, i32

WORKGROUPS = {0: (), 1: (64,), 2: (8, 8), 3: (4, 4, 4)}
COMPARISONS = {"less", "less_equal", "greater", "greater_equal", "equal", "not_equal"}


def array(name, element, index, ndim=1, contiguous=True):
    return ir.ArrayParameter(name, ArrayType(element, ndim, contiguous), index)


def value(name, type, index):
    return ir.ValueParameter(name, type, index)


def variable(name, type, index, mutable=False):
    return ir.Variable(name, type, index, mutable)


def constant(number, type=None):
    if type is None:
        type = {bool: bool_, int: i32, float: f32}[number.__class__]
    return ir.Constant(number, type)


def lift(part):
    """A tree, a variable's value, a parameter's value, or a constant."""
    if isinstance(part, ir.Variable):
        return ir.Read(part)
    if isinstance(part, ir.ValueParameter):
        return ir.Argument(part)
    return constant(part) if isinstance(part, (bool, int, float)) else part


def op(row, *operands, type=None):
    lifted = tuple(map(lift, operands))
    return ir.Operation(row, lifted, type or (bool_ if row in COMPARISONS else lifted[0].type))


def load(array, *indices, checks=True, path=()):
    return ir.Load(array, tuple(map(lift, indices)), _checks(checks, indices), path)


def store(array, indices, value, checks=True, path=()):
    indices = indices if isinstance(indices, tuple) else (indices,)
    return ir.Store(array, tuple(map(lift, indices)), lift(value), _checks(checks, indices), path)


def allocation(kind, name, element, shape, index=0, values=()):
    shape = shape if isinstance(shape, tuple) else (shape,)
    return ir.Allocation(kind, name, element, shape, index, tuple(values))


def _checks(checks, indices):
    return checks if isinstance(checks, tuple) else (checks,) * len(indices)


def assign(variable, value):
    return ir.Assign(variable, lift(value))


def when(condition, then, otherwise=()):
    return ir.If(lift(condition), tuple(then), tuple(otherwise))


def count(variable, start, stop, step, *body):
    return ir.For(variable, lift(start), lift(stop), lift(step), body)


def loop(condition, *body, prelude=()):
    return ir.While(tuple(prelude), lift(condition), body)


def choose(condition, then, otherwise):
    then = lift(then)
    return ir.Select(lift(condition), then, lift(otherwise), then.type)


def convert(operand, type: Scalar):
    return ir.Convert(lift(operand), type)


def global_id(axis=0):
    return ir.Position("global_id", axis)


def kernel(parameters, *body, functions=(), ndim=1, name="k", workgroup=None, fastmath=()):
    workgroup = WORKGROUPS[ndim] if workgroup is None else workgroup
    return ir.Kernel(name, tuple(parameters), body, tuple(functions), ndim, workgroup, frozenset(fastmath))
